"""Finds refactorings in version histories.

    import refdiff

    repository = refdiff.Repository("path/to/clone")
    for comparison in repository.log(since="2024-01-01"):
        for found in comparison.refactorings:
            print(comparison.commit, found.type, found.before.key, "->", found.after.key)

    frame = repository.log().to_pandas()

Objects are dictionaries with the names of the JSON contract, and have them as attributes, too.
"""

from ._native import Error, __version__, detector_revision
from ._objects import (
    Comparison,
    Element,
    Hunk,
    Incomplete,
    LineRange,
    Match,
    Matches,
    Person,
    Refactoring,
    Step,
    Subject,
)
from ._repository import Commits, Life, Repository, Steps, Table, compare, languages, mine, types

__all__ = [
    "Commits",
    "Comparison",
    "Element",
    "Error",
    "Hunk",
    "Incomplete",
    "Life",
    "LineRange",
    "Match",
    "Matches",
    "Person",
    "Refactoring",
    "Repository",
    "Step",
    "Steps",
    "Subject",
    "Table",
    "__version__",
    "compare",
    "detector_revision",
    "languages",
    "mine",
    "types",
]
