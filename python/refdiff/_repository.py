"""Repositories, and what can be asked of them."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from . import _html, _native
from ._objects import Comparison, Step
from ._options import COMPARING, FOLLOWING, MINING, arguments, paths as _limits

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Comparing, Following, Mining

PathLike = Union[str, "os.PathLike[str]"]

# The tables that need an option.
_MAKES = {"timings": "timings", "residuals": "residual"}

# In megabytes.
_CACHE_OF_TABLES = 112


def _revision(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a revision is a str, not {type(text).__name__}")
    # Otherwise it would be read as an option.
    if text.startswith("-"):
        raise _native.Error(f"'{text}' is no revision")
    return text


class Table:
    """A table that pandas, Polars, pyarrow, DuckDB and whatever else knows Arrow's C interface can take, without a copy."""

    def __init__(self, table: _native.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self._table.__arrow_c_schema__()

    def __len__(self) -> int:
        return self._table.num_rows

    @property
    def column_names(self) -> List[str]:
        """The names of the columns."""
        return self._table.column_names

    def to_arrow(self) -> Any:
        """As a pyarrow.Table."""
        return _need("pyarrow", "tables").table(self)

    def to_pandas(self) -> Any:
        """As a pandas.DataFrame."""
        _need("pandas", "pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """As a polars.DataFrame."""
        return _need("polars", "polars").DataFrame(self)

    def __repr__(self) -> str:
        return f"<refdiff.Table of {len(self)} rows: {', '.join(self.column_names)}>"


def _need(module: str, extra: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"this needs {module}: pip install 'refdiff[{extra}]'") from error


class Commits(Iterator[Comparison]):
    """Commits that are analysed while one goes over them, once."""

    def __init__(
        self,
        log: _native.Log,
        progress: bool = False,
        cache: Optional[int] = None,
        jobs: Optional[int] = None,
        left_out: Iterable[str] = (),
    ) -> None:
        self._log = log
        # What takes the place of the options' defaults: the cache of tables, and the threads of a loop.
        self._cache = cache
        self._jobs = jobs
        # Tables that need an option that was not given.
        self._left_out = frozenset(left_out)
        self._stream: Optional[_native.Stream] = None
        self._progress = progress
        self._bar: Any = None
        for reason in log.lost:
            warnings.warn(f"the history is incomplete: {reason}", RuntimeWarning, stacklevel=3)

    def __len__(self) -> int:
        return len(self._log.commits)

    @property
    def commits(self) -> List[str]:
        """The hashes of the commits, in their order."""
        return self._log.commits

    @property
    def repository(self) -> str:
        """What the repository is called wherever it lies: the address that it was cloned from, or its folder."""
        return self._log.name

    @property
    def lost(self) -> List[str]:
        """What of the history could not be read."""
        return self._log.lost

    def __iter__(self) -> "Commits":
        return self

    def __next__(self) -> Comparison:
        if self._stream is None:
            self._stream = self._log.reports(self._jobs)
            self._bar = _bar(len(self)) if self._progress else None
        try:
            report = next(self._stream)
        except BaseException:
            self._close_bar()
            raise
        if self._bar is not None:
            self._bar.update(1)
        return Comparison(report)

    def close(self) -> None:
        """Ends the work."""
        if self._stream is not None:
            self._stream.close()
        self._close_bar()

    def _close_bar(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __enter__(self) -> "Commits":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def tables(self, *names: str) -> Dict[str, Table]:
        """All of it as tables: commits, refactorings, elements, incomplete, timings, residuals. docs/tables.md has the columns."""
        bar = _bar(len(self)) if self._progress else None

        def tell(done: int) -> None:
            if bar is not None:
                bar.update(done - bar.n)

        try:
            every = tuple(name for name, _columns in _native.columns() if name not in self._left_out)
            for name in self._left_out.intersection(names):
                raise _native.Error(f"the table {name} is made with {_MAKES[name]}=True")
            names = names or every
            made = self._log.tables(list(names), tell if bar is not None else None, self._cache)
        finally:
            if bar is not None:
                bar.close()
        return {name: Table(table) for name, table in made}

    def to_arrow(self, table: str = "refactorings") -> Any:
        """One table as a pyarrow.Table."""
        _need("pyarrow", "tables")
        return self.tables(table)[table].to_arrow()

    def to_pandas(self, table: str = "refactorings") -> Any:
        """One table as a pandas.DataFrame."""
        _need("pandas", "pandas"), _need("pyarrow", "pandas")
        return self.tables(table)[table].to_pandas()

    def to_polars(self, table: str = "refactorings") -> Any:
        """One table as a polars.DataFrame."""
        _need("polars", "polars")
        return self.tables(table)[table].to_polars()


def _bar(total: int) -> Any:
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit="commit")


class Steps(Iterator[Step]):
    """The commits in which an element changed, newest first."""

    def __init__(self, stream: _native.Stream) -> None:
        self._stream = stream

    def __iter__(self) -> "Steps":
        return self

    def __next__(self) -> Step:
        return Step(next(self._stream))

    def close(self) -> None:
        """Ends the work."""
        self._stream.close()


class Life(List[Step]):
    """Steps that show themselves as a table in a notebook."""

    def _repr_html_(self) -> str:
        return _html.steps(self)


class Repository:
    """A git repository: its folder, or a folder inside of it."""

    def __init__(self, path: PathLike = ".") -> None:
        self._folder = os.fspath(path)
        # Fails now where there is none.
        self._name = _native.name(self._folder)

    @property
    def path(self) -> str:
        """Its folder, as it was given."""
        return self._folder

    @property
    def name(self) -> str:
        """What it is called wherever it lies: the address that it was cloned from, or its folder."""
        return self._name

    def __repr__(self) -> str:
        return f"refdiff.Repository({self._folder!r})"

    def show(
        self,
        revision: str = "HEAD",
        *,
        parent: int = 1,
        texts: bool = True,
        paths: Union[None, str, Iterable[str]] = None,
        **options: "Unpack[Comparing]",
    ) -> Comparison:
        """A commit against one of its parents."""
        typed = arguments(options, COMPARING) + [f"--parent={parent}"] + _texts(texts)
        return Comparison(_native.show(self._folder, [*typed, _revision(revision), *_limits(paths)]))

    def diff(
        self,
        before: Optional[str] = None,
        after: Optional[str] = None,
        *,
        staged: bool = False,
        untracked: bool = True,
        texts: bool = True,
        paths: Union[None, str, Iterable[str]] = None,
        **options: "Unpack[Comparing]",
    ) -> Comparison:
        """Two revisions, or a range A..B or A...B; with one revision the work tree against it, with none against the index."""
        typed = arguments(options, COMPARING) + _texts(texts)
        typed += ["--staged"] if staged else []
        typed += [] if untracked else ["--no-untracked"]
        revisions = [_revision(text) for text in (before, after) if text is not None]
        return Comparison(_native.diff(self._folder, [*typed, *revisions, *_limits(paths)]))

    def log(
        self,
        *revisions: str,
        no_walk: bool = False,
        progress: bool = False,
        paths: Union[None, str, Iterable[str]] = None,
        **options: "Unpack[Mining]",
    ) -> Commits:
        """Many commits, in the order of git log: those of these revisions and ranges, or of HEAD."""
        typed = arguments(options, MINING) + (["--no-walk"] if no_walk else [])
        typed += [_revision(text) for text in revisions]
        # Tables are in memory as a whole: there is room for more of what was parsed before, which saves time.
        cache = None if "cache" in options else _CACHE_OF_TABLES
        left_out = [table for table, option in _MAKES.items() if not options.get(option)]
        # Each thread has a commit in memory: a loop is modest unless it is asked not to be.
        jobs = None if "jobs" in options else 1
        return Commits(_native.Log(self._folder, [*typed, *_limits(paths)]), progress, cache, jobs, left_out)

    def history(self, what: str, revision: str = "HEAD", **options: "Unpack[Following]") -> Steps:
        """The commits in which what stands at FILE:LINE, or what has this key, changed: back to the one that introduced it."""
        typed = [*arguments(options, FOLLOWING), _revision(revision), _revision(what)]
        return Steps(_native.history(self._folder, typed))


def _texts(wanted: bool) -> List[str]:
    return ["--patch"] if wanted else []


def compare(
    before: Mapping[str, Union[str, bytes]],
    after: Mapping[str, Union[str, bytes]],
    *,
    texts: bool = True,
    **options: "Unpack[Comparing]",
) -> Comparison:
    """Compares files in memory: path to text, before and after."""
    return Comparison(_native.compare(dict(before), dict(after), arguments(options, COMPARING) + _texts(texts)))


def types() -> Dict[str, str]:
    """The types of refactorings that can be found, each with its group."""
    return dict(_native.types())


def languages() -> List[str]:
    """The languages that are read."""
    return _native.languages()


def mine(
    repositories: Iterable[PathLike],
    *,
    db: Optional[PathLike] = None,
    parquet: Optional[PathLike] = None,
    partition_by_repository: bool = False,
    clone: Optional[PathLike] = None,
    clone_limit: Optional[float] = None,
    retry_incomplete: bool = False,
    **options: "Unpack[Mining]",
) -> Dict[str, Any]:
    """Finds the refactorings of many repositories and writes them to an SQLite database, or to a folder of Parquet files.

    With ``db`` the same call goes on where it ended, and adds what is new. With both, the tables are those of the database.
    ``clone`` is a folder for clones of what is an address, ``clone_limit`` what they may take together, in gigabytes.
    The totals say what failed, and why. The work is done by the command line in a process of its own.
    """
    if db is None and parquet is None:
        raise TypeError("mine needs db=, a database, or parquet=, a folder for tables")
    if isinstance(repositories, (str, bytes, os.PathLike)):
        raise TypeError("mine takes several repositories: mine([path], ...)")
    names = [os.fspath(repository) for repository in repositories]
    for name in names:
        if not name.strip() or name != name.strip() or name.startswith("#") or "\n" in name:
            raise ValueError(f"{name!r} cannot stand in a list of repositories")
    command = ["mine", "--repos", "-", "--progress=none"]
    command += arguments(options, MINING)
    if clone is not None:
        command += arguments({"clone": os.fspath(clone), "clone_limit": clone_limit}, ("clone", "clone_limit"))
    partition = ["--partition-by-repository"] if partition_by_repository else []
    command += ["--totals=-"]
    if db is None:
        command += ["--format=parquet", f"--output={os.fspath(parquet)}", *partition]  # type: ignore[arg-type]
    else:
        command += [f"--db={os.fspath(db)}"] + (["--retry-incomplete"] if retry_incomplete else [])
    totals: Dict[str, Any] = json.loads(_run(command, "\n".join(names)))
    if db is not None and parquet is not None:
        export = ["db", "export", "--format=parquet", f"--output={os.fspath(parquet)}", *partition]
        _run([*export, "--", os.fspath(db)], "")
    return totals


def _run(arguments: List[str], given: str) -> str:
    """Runs the command line; what it says where it fails is the error."""
    # With this process' own path: `-m` would look into the folder that one happens to stand in first.
    path = [folder for folder in sys.path if folder]
    code = f"import sys; sys.path[:] = {path!r}; from refdiff.__main__ import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A Ctrl-C in a terminal would reach it twice otherwise, and the second ends it at once.
        start_new_session=True,
    )
    try:
        out, told = process.communicate(os.fsencode(given))
    except BaseException:
        try:
            # It keeps what was computed, and ends.
            process.send_signal(signal.SIGINT)
            process.communicate()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        raise
    if process.returncode not in (0, 1, 3):
        lines = [line for line in told.decode(errors="replace").splitlines() if line.strip()]
        errors = [line for line in lines if "error: " in line] or lines or ["it ended without a word"]
        raise _native.Error(errors[0].split("error: ", 1)[-1])
    return out.decode(errors="replace")
