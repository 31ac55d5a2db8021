"""Mining on a Spark cluster, one task for a repository or for a range of a large repository's commits.

    import refdiff.spark

    repositories = spark.createDataFrame([("https://example.org/a.git",), ("s3://bucket/b.bundle",)], "repository string")
    found = refdiff.spark.mine(spark, repositories, cache="/local/clones", cache_limit=50)
    found.groupBy("type").count().show()

Workers need this package, pyarrow and, for what is cloned, git. docs/spark.md says more.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import stat
import tarfile
import tempfile
import warnings
import zipfile
from typing import Any, Dict, Iterable, Iterator, List, Optional

from . import Repository, _native
from ._options import WALKING
from ._repository import _MAKES

_TYPES = {
    "text": "STRING",
    "texts": "ARRAY<STRING>",
    "integer": "BIGINT",
    "real": "DOUBLE",
    "truth": "BOOLEAN",
    "time": "TIMESTAMP",
}
_UNIT = "repository STRING, name STRING, commits ARRAY<STRING>, error STRING"
# Where no limit is said.
_LARGEST_ARCHIVE = 50_000_000_000
_MOST_ENTRIES = 5_000_000
_PACKED = (".bundle", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip")


def mine(
    spark: Any,
    repositories: Any,
    table: str = "refactorings",
    *,
    commits_per_task: int = 1000,
    cache: Optional[str] = None,
    cache_limit: Optional[float] = None,
    results: Optional[str] = None,
    **options: Any,
) -> Any:
    """The refactorings of many repositories, or another of the tables, as a DataFrame.

    ``repositories`` has a column ``repository``: a folder that every worker sees; a bundle or an archive, by a path or an
    address that pyarrow's file systems read (s3, gs, hdfs, abfs, file); or an address that git clones. A column ``name``, if
    there is one, says what the repository is called. The columns are those of the table, and ``error``: a repository that cannot
    be mined is a row with its name and what was wrong.

    ``cache`` is a folder of each worker for clones, which take at most ``cache_limit`` gigabytes together. ``results`` is a folder
    that all workers see: finished ranges are kept there with all of their tables, and the next call takes them from there.
    All other options are those of ``Repository.log``.
    """
    if commits_per_task < 1:
        raise _native.Error(f"commits_per_task is {commits_per_task}, and not at least 1")
    columns = dict(_native.columns())
    if table not in columns:
        raise _native.Error(f"'{table}' is no table; there are {', '.join(columns)}")
    schema = ", ".join(f"`{name}` {_TYPES[kind]}" for name, kind, _ in columns[table]) + ", error STRING"
    option = _MAKES.get(table)
    if option and not options.get(option):
        raise _native.Error(f"the table {table} is made with {option}=True")
    walk = {name: options.pop(name) for name in WALKING if name in options}
    place = {"cache": cache, "cache_limit": cache_limit, "max_file_size": options.get("max_file_size")}

    def plan(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for row in batch.to_pylist():
                yield _batch(_units(row, walk, commits_per_task, place), _UNIT_NAMES)

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for unit in batch.to_pylist():
                yield from _mined(unit, table, options, results, place)

    named = "name" if "name" in repositories.columns else "CAST(NULL AS STRING) AS name"
    listed = repositories.selectExpr("repository", named).distinct()
    # One task for each, in both steps: a range key of its own puts every row into a partition of its own.
    units = _spread(_spread(listed, listed.count()).mapInArrow(plan, _UNIT).persist())
    return units.mapInArrow(work, schema)


def _spread(frame: Any, rows: Optional[int] = None) -> Any:
    from pyspark.sql.functions import monotonically_increasing_id

    rows = frame.count() if rows is None else rows
    keyed = frame.withColumn("_key", monotonically_increasing_id())
    return keyed.repartitionByRange(max(rows, 1), "_key").drop("_key")


_UNIT_NAMES = ("repository", "name", "commits", "error")


def _batch(rows: List[Dict[str, Any]], names: Iterable[str]) -> Any:
    import pyarrow

    kinds = {"commits": pyarrow.list_(pyarrow.string())}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in names])
    return pyarrow.RecordBatch.from_pylist(rows, schema=schema)


def _units(row: Dict[str, Any], walk: Dict[str, Any], most: int, place: Dict[str, Any]) -> List[Dict[str, Any]]:
    """The ranges of a repository's commits, or why there are none."""
    unit = {"repository": row["repository"], "name": row["name"], "commits": [], "error": None}
    try:
        with local(row["repository"], **place) as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            log = Repository(folder).log(**walk)
            # Where it is unpacked is another folder every time.
            packed = row["repository"].endswith(_PACKED)
            unit["name"] = row["name"] or (row["repository"] if packed else log.repository)
            ids, lost = log.commits, log.lost
    except Exception as error:
        return [{**unit, "name": row["name"] or _native.shown(row["repository"]), "error": str(error)}]
    ranges = [{**unit, "commits": ids[at : at + most]} for at in range(0, len(ids), most)]
    return ranges + [{**unit, "error": reason} for reason in lost]


def _mined(unit: Dict[str, Any], table: str, options: Dict[str, Any], results: Optional[str], place: Dict[str, Any]) -> Iterator[Any]:
    import pyarrow

    if unit["error"] is None:
        try:
            found = _range(unit, table, options, results, place)
            at = found.schema.get_field_index("repository")
            # A name of one's own takes the place of the address.
            names = pyarrow.array([unit["name"]] * len(found), pyarrow.string())
            found = found.set_column(at, "repository", names)
            yield from found.append_column("error", pyarrow.nulls(len(found), pyarrow.string())).to_batches()
            return
        except Exception as error:
            unit = {**unit, "error": str(error)}
    schema = pyarrow.schema(_native.empty(table)).append(pyarrow.field("error", pyarrow.string()))
    schema = pyarrow.schema([field.with_nullable(True) for field in schema])
    row = {"repository": unit["name"], "error": unit["error"]}
    yield pyarrow.RecordBatch.from_pylist([row], schema=schema)


def _range(unit: Dict[str, Any], table: str, options: Dict[str, Any], results: Optional[str], place: Dict[str, Any]) -> Any:
    """A table of some commits, from the folder of results where it is there already."""
    import pyarrow
    from pyarrow import fs

    if results is None:
        return _analysed(unit, options, place, table)[table]
    said = {**options, "profile": _content(options.get("profile"))}
    what = json.dumps([unit["name"], unit["commits"], sorted(said.items()), _native.detector_revision], default=str)
    files, folder = fs.FileSystem.from_uri(results) if "://" in results else (fs.LocalFileSystem(), results)
    target = f"{folder}/{hashlib.sha256(what.encode()).hexdigest()}"
    path = f"{target}/{table}.arrow"
    if files.get_file_info(path).type == fs.FileType.NotFound:
        found = _analysed(unit, options, place)
        if "timeout" in options and len(found["incomplete"]) > 0:
            # Another try may have more time.
            return found[table]
        # The one that was asked for last: where it is, all of it is there.
        for name in sorted(found, key=lambda name: name == table):
            files.create_dir(target, recursive=True)
            new = f"{target}/{name}.{os.getpid()}.{os.urandom(4).hex()}"
            with files.open_output_stream(new) as out, pyarrow.ipc.new_stream(out, found[name].schema) as writer:
                writer.write_table(found[name])
            files.move(new, f"{target}/{name}.arrow")
        return found[table]
    with files.open_input_stream(path) as made:
        return pyarrow.ipc.open_stream(made).read_all()


def _content(profile: Optional[str]) -> Optional[str]:
    """A profile that is a file means what stands in it."""
    if profile is None or not os.path.isfile(profile):
        return profile
    with open(profile, encoding="utf-8") as file:
        return file.read()


def _analysed(unit: Dict[str, Any], options: Dict[str, Any], place: Dict[str, Any], *tables: str) -> Dict[str, Any]:
    with local(unit["repository"], **place) as folder:
        log = Repository(folder).log(*unit["commits"], no_walk=True, **{"jobs": 1, "include_merges": True, **options})
        return {name: made.to_arrow() for name, made in log.tables(*tables).items()}


@contextlib.contextmanager
def local(
    place: str,
    cache: Optional[str] = None,
    cache_limit: Optional[float] = None,
    max_file_size: Optional[int] = None,
) -> Iterator[str]:
    """The folder of a repository on this machine, as long as it is needed."""
    scheme, _, rest = place.partition("://")
    if scheme in ("file", "dbfs") and not place.endswith(".git"):
        place = ("/dbfs" if scheme == "dbfs" else "") + "/" + rest.lstrip("/")
    if os.path.isdir(place):
        yield place
        return
    cache = cache or _own_folder()
    limit = None if cache_limit is None else int(cache_limit * 1e9)
    if not place.endswith(_PACKED):
        if "://" not in place and not (":" in place and "/" not in place.split(":")[0]):
            raise _native.Error(f"'{place}' is not there")
        largest = (64 if max_file_size is None else max_file_size) << 20
        with contextlib.closing(_native.Clone(place, cache, limit, largest)) as clone:
            yield os.fspath(clone.path)
        return
    os.makedirs(cache, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="refdiff-", dir=cache) as own:
        file = place if "://" not in place else _fetched(place, own)
        if place.endswith(".bundle"):
            with contextlib.closing(_native.Clone(file, own, None)) as clone:
                yield os.fspath(clone.path)
        else:
            yield _unpacked(file, own, limit)


def _own_folder() -> str:
    folder = os.path.join(tempfile.gettempdir(), f"refdiff-clones-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    owner = os.lstat(folder)
    if owner.st_uid != os.getuid() or not stat.S_ISDIR(owner.st_mode):
        raise _native.Error(f"'{folder}' belongs to someone else; name another with cache=")
    return folder


def _fetched(place: str, own: str) -> str:
    from pyarrow import fs

    files, path = fs.FileSystem.from_uri(place.replace("s3a://", "s3://", 1))
    target = os.path.join(own, os.path.basename(path))
    with files.open_input_stream(path, compression=None) as source, open(target, "wb") as out:
        shutil.copyfileobj(source, out)
    return target


def _unpacked(file: str, own: str, limit: Optional[int]) -> str:
    """The repository in an archive: the outermost folder that is one."""
    target = os.path.join(own, "unpacked")
    if file.endswith(".zip"):
        with zipfile.ZipFile(file) as archive:
            _bounded([entry.file_size for entry in archive.infolist()], limit, file)
            archive.extractall(target)
    else:
        with tarfile.open(file) as archive:
            _bounded([entry.size for entry in archive.getmembers()], limit, file)
            archive.extractall(target, filter="data")
    for folder, folders, names in os.walk(target):
        if ".git" in names:
            raise _native.Error(f"the repository in '{file}' is kept elsewhere")
        if ".git" in folders:
            _closed(os.path.join(folder, ".git"), file)
            return folder
        if "HEAD" in names and "objects" in folders:
            _closed(folder, file)
            return folder
    raise _native.Error(f"there is no repository in '{file}'")


def _bounded(sizes: List[int], limit: Optional[int], file: str) -> None:
    limit = _LARGEST_ARCHIVE if limit is None else limit
    if sum(sizes) > limit or len(sizes) > _MOST_ENTRIES:
        raise _native.Error(f"'{file}' holds {len(sizes)} files of {sum(sizes)} bytes, more than the limit of {limit}")


def _closed(git: str, file: str) -> None:
    """Fails where a repository would read what is not in it: whose archive it is must not see what else is on the worker."""
    for elsewhere in ("objects/info/alternates", "commondir", "gitdir", "config.worktree"):
        if os.path.lexists(os.path.join(git, elsewhere)):
            raise _native.Error(f"the repository in '{file}' refers to others ({elsewhere})")
    config = os.path.join(git, "config")
    if os.path.exists(config):
        with open(config, encoding="utf-8", errors="replace") as text:
            if re.search(r"^\s*\[\s*include", text.read(), re.MULTILINE | re.IGNORECASE):
                raise _native.Error(f"the configuration of the repository in '{file}' includes other files")
