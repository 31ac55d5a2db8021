"""The options that comparisons, walks and runs have, and how the command line calls them."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Iterable, List, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    Texts = Union[str, Sequence[str]]

    class Comparing(TypedDict, total=False):
        """How to compare, and what to show."""

        profile: str
        thresholds: Mapping[str, float]
        languages: Texts
        types: Texts
        exclude_types: Texts
        min_confidence: float
        residual: bool
        ignore_comments: bool
        matches: bool
        timeout: float
        max_file_size: int
        max_commit_size: int

    class Mining(Comparing, total=False):
        """The same, and which commits, in which order, and how."""

        all: bool
        branches: bool
        since: str
        until: str
        authors: Texts
        merges: bool
        include_merges: bool
        first_parent: bool
        max_count: int
        reverse: bool
        jobs: int
        cache: int
        timings: bool

    class Following(TypedDict, total=False):
        """How to follow an element."""

        profile: str
        thresholds: Mapping[str, float]
        languages: Texts
        timeout: float
        max_count: int
        since: str
        follow_origin: bool
        full_history: bool


COMPARING = (
    "profile",
    "thresholds",
    "languages",
    "types",
    "exclude_types",
    "min_confidence",
    "residual",
    "ignore_comments",
    "matches",
    "timeout",
    "max_file_size",
    "max_commit_size",
)
WALKING = (
    "all",
    "branches",
    "since",
    "until",
    "authors",
    "merges",
    "include_merges",
    "first_parent",
    "max_count",
    "reverse",
)
MINING = (*COMPARING, *WALKING, "jobs", "cache", "timings")
FOLLOWING = (*COMPARING[:3], "timeout", "max_count", "since", "follow_origin", "full_history")

# What options are called on the command line, where that is not their own name.
_FLAGS = {
    "types": "type",
    "exclude_types": "exclude-type",
    "languages": "lang",
    "thresholds": "threshold",
    "authors": "author",
}


def arguments(options: Mapping[str, Any], allowed: Iterable[str]) -> List[str]:
    """Options as the command line has them. What is None or False is left out, a list gives the option for each."""
    known = set(allowed)
    made: List[str] = []
    for name, value in options.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise TypeError(f"there is no option {name!r}{hint} There are: {', '.join(sorted(known))}")
        flag = "--" + _FLAGS.get(name, name).replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            made.append(flag)
        elif isinstance(value, Mapping):
            made += [f"{flag}={key}={number}" for key, number in value.items()]
        elif isinstance(value, (list, tuple, set, frozenset)):
            made += [f"{flag}={item}" for item in value]
        else:
            made.append(f"{flag}={value}")
    return made


def paths(limits: Optional[Union[str, Iterable[str]]]) -> List[str]:
    """Paths as they stand at the end of a command."""
    if limits is None:
        return []
    return ["--", *([limits] if isinstance(limits, str) else limits)]
