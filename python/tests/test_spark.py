"""Spark, with real workers: the rows are those of one machine, whatever becomes of a worker."""

import glob
import os
import signal
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path

import pytest
import refdiff
from repositories import git, make

pytest.importorskip("pyspark")
pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")

import refdiff.spark  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

HUGE = 10_000


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2,4]").appName("refdiff").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    builder = builder.config("spark.driver.memory", "1g").config("spark.sql.shuffle.partitions", "4")
    session = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def forty(tmp_path_factory):
    """Forty repositories: one is broken, one shallow, one huge, one an address, one a bundle, one an archive."""
    folder = tmp_path_factory.mktemp("forty")
    places = [make(folder / f"small{i:02}", 3 + i % 7) for i in range(34)]
    broken = make(folder / "broken", 2)
    for name in ("HEAD", "config"):
        os.remove(os.path.join(broken, ".git", name))
    git(folder, "clone", "-q", "--depth", "2", f"file://{places[6]}", "shallow")
    huge = make(folder / "huge", HUGE, renames=10)
    git(places[0], "bundle", "create", "-q", str(folder / "packed.bundle"), "main", "HEAD")
    with tarfile.open(folder / "packed.tar.gz", "w:gz") as archive:
        archive.add(places[1], "inside/of/it")
    git(folder, "clone", "-q", "--bare", places[2], "address.git")
    places.append(f"file://{folder}/address.git")
    return [*places, broken, str(folder / "shallow"), huge, f"file://{folder}/packed.bundle", str(folder / "packed.tar.gz")]


def rows(table, but=()):
    names = sorted(set(table.column_names) - set(but))
    return sorted(str([row[name] for name in names]) for row in table.select(names).to_pylist())


@pytest.fixture(scope="module")
def alone(forty, tmp_path_factory):
    """What one machine finds."""
    folder = tmp_path_factory.mktemp("alone")
    with refdiff.spark.local(forty[-1]) as unpacked:
        named = [f"{unpacked}\tthe archive", f"{forty[-2][7:]}\tthe bundle"]
        totals = refdiff.mine([*forty[:-2], *named], parquet=folder, clone=folder / "cache")
    assert len(totals["failed"]) == 1 and totals["done"] == 39, totals["failed"]
    return folder


def named(spark, forty):
    names = [None] * (len(forty) - 2) + ["the bundle", "the archive"]
    return spark.createDataFrame(list(zip(forty, names)), "repository string, name string")


def test_the_rows_are_those_of_one_machine(spark, forty, alone, tmp_path):
    frame = named(spark, forty)
    for table in ("refactorings", "commits", "incomplete"):
        expected = rows(pyarrow.parquet.read_table(alone / f"{table}.parquet"))
        # Any number of partitions, and ranges of any length.
        for partitions, most in ((1, 1000), (7, 1700)):
            mined = refdiff.spark.mine(
                spark, frame.repartition(partitions), table, commits_per_task=most, cache=str(tmp_path / "cache")
            )
            found = mined.toArrow()
            lost = found.filter(pyarrow.compute.is_valid(found["error"])).to_pylist()
            assert [row["repository"] for row in lost] == [forty[35]] and "not a git repository" in lost[0]["error"]
            assert rows(found.filter(pyarrow.compute.is_null(found["error"])), ["error"]) == expected, table
            if table != "refactorings":
                break
    assert len(pyarrow.parquet.read_table(alone / "commits.parquet")) > HUGE


def test_spark_reads_every_table(spark, alone, tmp_path):
    for table in ("commits", "refactorings", "elements", "incomplete"):
        expected = pyarrow.parquet.read_table(alone / f"{table}.parquet")
        assert spark.read.parquet(str(alone / f"{table}.parquet")).count() == len(expected)
    folder = make(tmp_path / "one", 4)
    refdiff.mine([folder], parquet=tmp_path / "parts", partition_by_repository=True, timings=True, residual=True)
    for table in ("commits", "refactorings", "elements", "incomplete", "timings", "residuals"):
        read = spark.read.parquet(str(tmp_path / "parts" / table))
        assert "repository" in read.columns
        if table == "commits":
            assert {row.repository for row in read.collect()} == {folder}


def test_every_row_is_a_task_of_its_own(spark):
    frame = spark.createDataFrame([(f"r{i}",) for i in range(137)], "repository string").repartition(5)
    count = lambda batches: (pyarrow.RecordBatch.from_pydict({"n": [sum(b.num_rows for b in batches)]}) for _ in [0])
    counts = [row.n for row in refdiff.spark._spread(frame).mapInArrow(count, "n long").collect()]
    assert len(counts) == 137 and max(counts) == 1


def workers():
    """The processes that run our tasks now, by their command lines and parents."""
    found = []
    for status in glob.glob("/proc/[0-9]*/stat"):
        try:
            pid = int(status.split("/")[2])
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            parent = int(Path(status).read_text().rsplit(")", 1)[1].split()[1])
            if b"pyspark.daemon" in line and b"pyspark.daemon" in Path(f"/proc/{parent}/cmdline").read_bytes():
                found.append(pid)
        except OSError:
            pass
    return found


def test_a_killed_worker_neither_loses_nor_doubles_a_row(spark, forty, alone, tmp_path):
    results = tmp_path / "results"
    killed = []

    def kill():
        # As soon as something is finished, and long before all is.
        while not killed:
            time.sleep(0.01)
            if len(list(results.glob("*/refactorings.arrow"))) >= 3:
                for pid in workers()[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    mined = refdiff.spark.mine(spark, named(spark, forty), commits_per_task=500, results=str(results))
    found = mined.toArrow()
    thread.join(10)
    assert killed
    expected = rows(pyarrow.parquet.read_table(alone / "refactorings.parquet"))
    assert rows(found.filter(pyarrow.compute.is_null(found["error"])), ["error"]) == expected
    # What is finished is not mined again: the second time it all comes from there.
    times = {path: path.stat().st_mtime_ns for path in results.glob("*/*.arrow")}
    again = refdiff.spark.mine(spark, named(spark, forty), "commits", commits_per_task=500, results=str(results)).toArrow()
    assert len(again) - 1 == len(pyarrow.parquet.read_table(alone / "commits.parquet"))
    assert times == {path: path.stat().st_mtime_ns for path in results.glob("*/*.arrow")}


def test_the_example_runs(forty, tmp_path):
    example = Path(__file__).parents[2] / "examples" / "spark.py"
    listed = tmp_path / "list.txt"
    listed.write_text("\n".join(forty[:5]))
    run = subprocess.run(
        [sys.executable, str(example), str(listed), str(tmp_path / "out")], capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr.decode()[-3000:]
    assert b"Rename Method" in run.stdout
    assert len(pyarrow.parquet.read_table(tmp_path / "out")) == 2 + 3 + 4 + 5 + 6


def test_archives_that_lead_elsewhere_are_refused(tmp_path):
    with tarfile.open(tmp_path / "evil.tar", "w") as archive:
        entry = tarfile.TarInfo("../../owned")
        archive.addfile(entry)
    with pytest.raises(Exception, match="outside"):
        with refdiff.spark.local(str(tmp_path / "evil.tar")):
            pass
    make(tmp_path / "big", 2)
    with tarfile.open(tmp_path / "big.tar", "w") as archive:
        archive.add(tmp_path / "big", "big")
    with pytest.raises(refdiff.Error, match="more than the limit"):
        with refdiff.spark.local(str(tmp_path / "big.tar"), cache_limit=0.000001):
            pass
    other = make(tmp_path / "other", 3)
    for name, text in (("objects/info/alternates", f"{other}/.git/objects\n"), ("commondir", f"{other}/.git\n")):
        folder = Path(make(tmp_path / name.replace("/", "-"), 2))
        (folder / ".git" / name).write_text(text)
        with tarfile.open(tmp_path / "curious.tar", "w") as archive:
            archive.add(folder, "curious")
        with pytest.raises(refdiff.Error, match="refers to others"):
            with refdiff.spark.local(str(tmp_path / "curious.tar")):
                pass
    with pytest.raises(refdiff.Error, match="is not there"):
        with refdiff.spark.local("/nowhere/at/all"):
            pass


def test_ranges_are_told_from_each_other(tmp_path):
    """What a task does, without a cluster: ranges, what is lost, profiles, clones that are in use twice."""
    folder = make(tmp_path / "one", 5)
    row = {"repository": folder, "name": None}
    units = refdiff.spark._units(row, {"max_count": 4}, 3, {})
    assert [len(unit["commits"]) for unit in units] == [3, 1] and {unit["error"] for unit in units} == {None}
    with pytest.raises(refdiff.Error, match="at least 1"):
        refdiff.spark.mine(None, None, commits_per_task=0)

    profile, results = tmp_path / "own.toml", str(tmp_path / "results")
    profile.write_text("base = 'default'\n")
    options = {"profile": str(profile)}
    count = lambda: [batch.num_rows for batch in refdiff.spark._mined(units[0], "refactorings", options, results, {})]
    assert count() == [3] and count() == [3]
    profile.write_text("base = 'default'\n[passes]\nrename-method = false\n")
    assert count() == []

    with tarfile.open(tmp_path / "one.tgz", "w:gz") as archive:
        archive.add(folder, "one")
    packed = {"repository": str(tmp_path / "one.tgz"), "name": None}
    names = {unit["name"] for _ in range(2) for unit in refdiff.spark._units(packed, {}, 3, {"cache": str(tmp_path)})}
    assert names == {packed["repository"]}

    address, cache = f"file://{folder}/.git", str(tmp_path / "cache")
    with refdiff.spark.local(address, cache) as first, refdiff.spark.local(address, cache) as second:
        assert first == second

    secret = {"repository": "https://ada:secret@127.0.0.1:1/x.git", "name": None}
    (unit,) = refdiff.spark._units(secret, {}, 1, {"cache": cache})
    assert unit["name"] == "https://127.0.0.1:1/x.git" and "secret" not in unit["error"]
