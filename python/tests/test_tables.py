"""Tables, read by everything that people read tables with."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import refdiff
from repositories import make

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")
pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

ROOT = Path(__file__).parents[2]
TABLES = ["commits", "refactorings", "elements", "incomplete", "timings", "residuals"]


def command(*arguments):
    run = subprocess.run([sys.executable, "-m", "refdiff", *map(str, arguments)], capture_output=True, check=False)
    assert run.returncode in (0, 3), run.stderr.decode()
    return run.stdout


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several")
    return [make(folder / f"r {i}&ü", 3 + i) for i in range(3)]


@pytest.fixture(scope="module")
def mined(several, tmp_path_factory):
    """The same repositories as tables, directly and by way of a database."""
    folder = tmp_path_factory.mktemp("mined")
    options = {"residual": True, "timings": True, "jobs": 2}
    totals = refdiff.mine(several, parquet=folder / "straight", **options)
    assert totals["done"] == 3 and totals["commits"] == 12 and totals["failed"] == []
    refdiff.mine(several, db=folder / "all.db", parquet=folder / "database", **options)
    refdiff.mine(several, parquet=folder / "parts", partition_by_repository=True, **options)
    return folder


def test_the_page_has_every_column(several):
    import pyarrow as pa

    page = (ROOT / "docs/tables.md").read_text()
    log = refdiff.Repository(several[0]).log(timings=True, residual=True).tables()
    assert list(log) == TABLES
    for name in TABLES:
        section = page.split(f"## {name}\n")[1].split("\n## ")[0]
        rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.M)
        schema = pa.schema(log[name])
        kinds = {"string": "text", "list<item: string>": "list of texts", "int64": "whole number", "double": "number"}
        kinds |= {"bool": "truth", "timestamp[us, tz=UTC]": "time"}
        mine = [(f.name, kinds[str(f.type)] + (", may be missing" if f.nullable else "")) for f in schema]
        assert [(column, kind.strip()) for column, kind in rows] == mine, name
        assert schema.metadata[b"refdiff.schema_version"] == b"1"
        assert schema.metadata[b"refdiff.table"] == name.encode()


def test_pandas_polars_pyarrow_and_duckdb_read_every_table(mined, several):
    counts = {"commits": 12, "refactorings": 9, "elements": 18, "incomplete": 0, "timings": 12, "residuals": 12}
    for name in TABLES:
        file = mined / "straight" / f"{name}.parquet"
        assert len(pandas.read_parquet(file)) == counts[name]
        assert polars.read_parquet(file).height == counts[name]
        assert pyarrow.parquet.read_table(file).num_rows == counts[name]
        assert duckdb.sql(f"SELECT count(*) FROM '{file}'").fetchall()[0][0] == counts[name]
    frame = pandas.read_parquet(mined / "straight" / "commits.parquet")
    assert str(frame.author_date.dtype).startswith("datetime64") and str(frame.author_date.min()) == "2017-07-14 02:40:00+00:00"
    assert set(frame.author_offset) == {120} and set(frame.committer_offset) == {-210}
    assert [len(parents) for parents in frame.parents] == [1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0]


def test_a_database_gives_the_same_tables(mined):
    for name in TABLES:
        straight = pyarrow.parquet.read_table(mined / "straight" / f"{name}.parquet")
        database = pyarrow.parquet.read_table(mined / "database" / f"{name}.parquet")
        assert straight.schema.equals(database.schema, check_metadata=True)
        if name == "timings":
            straight, database = (t.select(["repository", "commit", "entities"]) for t in (straight, database))
        assert sorted(map(str, straight.to_pylist())) == sorted(map(str, database.to_pylist())), name


def test_partitions_are_read_with_their_repositories(mined, several):
    folder = mined / "parts" / "refactorings"
    files = f"{folder}/**/*.parquet"
    names = sorted(several)
    assert sorted(pandas.read_parquet(folder).repository.unique()) == names
    assert sorted(polars.read_parquet(files, hive_partitioning=True)["repository"].unique()) == names
    found = duckdb.sql(f"SELECT DISTINCT repository FROM read_parquet('{files}', hive_partitioning = true) ORDER BY 1")
    assert [name for (name,) in found.fetchall()] == names


def test_arrow_goes_through_a_pipe_and_into_files(several, tmp_path):
    piped = command("-C", several[2], "log", "--format", "arrow", "--table", "refactorings")
    table = pyarrow.ipc.open_stream(piped).read_all()
    assert table.num_rows == 4
    command("-C", several[2], "log", "--format", "arrow", "-o", tmp_path / "out")
    assert pyarrow.ipc.open_file(tmp_path / "out" / "refactorings.arrow").read_all().equals(table)
    assert not (tmp_path / "out" / "timings.arrow").exists()
    command("-C", several[2], "log", "--format", "parquet", "--table", "commits", "-o", tmp_path / "c.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "c.parquet").num_rows == 5


def test_tables_are_the_rows_of_the_contract(several):
    repository = refdiff.Repository(several[2])
    frame = repository.log().to_pandas()
    lines = [json.loads(line) for line in command("-C", several[2], "log", "--format", "jsonl").splitlines()]
    flat = [(c["commit"], r["id"], r["type"], r["after"]["key"]) for c in lines for r in c["refactorings"]]
    assert list(frame[["commit", "id", "type", "after_key"]].itertuples(index=False, name=None)) == flat
    assert repository.log().to_polars("commits").height == 5
    assert repository.log().to_arrow("elements").num_rows == 8
    assert duckdb.sql("SELECT count(*) FROM frame").fetchall()[0][0] == 4


def test_files_repeat_to_the_byte(several, tmp_path):
    for name, jobs in (("one", 1), ("two", 2)):
        refdiff.mine(several, parquet=tmp_path / name, jobs=jobs)
    for name in ("commits", "refactorings", "elements", "incomplete"):
        assert (tmp_path / "one" / f"{name}.parquet").read_bytes() == (tmp_path / "two" / f"{name}.parquet").read_bytes()


def test_two_repositories_of_one_name_are_told(several, tmp_path):
    clones = [make(tmp_path / f"c{i}", 2) for i in range(2)]
    for clone in clones:
        subprocess.run(["git", "-C", clone, "remote", "add", "origin", "https://example.org/same.git"], check=True)
    totals = refdiff.mine(clones, parquet=tmp_path / "out")
    assert totals["done"] == 1 and "two repositories are called" in totals["failed"][0]["error"]
    named = refdiff.mine([f"{c}\tname {i}" for i, c in enumerate(clones)], parquet=tmp_path / "out")
    assert named["done"] == 2


def test_tables_that_need_an_option_say_so(several):
    for name, option in (("timings", "timings"), ("residuals", "residual")):
        with pytest.raises(refdiff.Error, match=f"made with {option}=True"):
            refdiff.Repository(several[0]).log().to_arrow(name)
    assert list(refdiff.Repository(several[0]).log().tables()) == TABLES[:4]


def test_ids_are_unique_within_a_commit():
    one = "def f(x):\n    def {0}(a):\n        return a + x * 31\n    if x:\n        def {0}(a):\n            return a * 7 - x\n    return {0}\n"
    found = refdiff.compare({"a.py": one.format("g")}, {"a.py": one.format("h")}).refactorings
    ids = [r.id for r in found]
    assert len(ids) >= 2 and len(ids) == len(set(ids))
