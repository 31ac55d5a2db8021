"""What comparisons are made of: dictionaries with the names of the JSON contract, which are attributes as well."""

from __future__ import annotations

from typing import Any, ClassVar, Dict, List, Optional, Type

from . import _html


class Record(Dict[str, Any]):
    """A dictionary whose keys are attributes. What may be missing is None then."""

    __slots__ = ()
    _records: ClassVar[Dict[str, Type["Record"]]] = {}
    _lists: ClassVar[Dict[str, Type["Record"]]] = {}
    _names: ClassVar[Dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls._names = {name: None for name in cls.__annotations__ if not name.startswith("_")}

    def __getattr__(self, name: str) -> Any:
        try:
            value = self[name]
        except KeyError:
            if name in self._names:
                return None
            raise AttributeError(f"{type(self).__name__} has no {name!r}") from None
        # What was looked at once stays what it is: the same object every time.
        kind = type(value)
        if kind is dict:
            made = self._records.get(name)
            if made is not None:
                value = self[name] = made(value)
        elif kind is list:
            made = self._lists.get(name)
            if made is not None and value and type(value[0]) is dict:
                value[:] = [made(item) for item in value]
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._names, *self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict.__repr__(self)})"


class Person(Record):
    """Who did it, and when."""

    __slots__ = ()
    name: str
    email: str
    date: str


class Subject(Record):
    """Something finer than an entity: a parameter, a variable, an annotation."""

    __slots__ = ()
    kind: str
    name: str
    text: str
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    start_byte: int
    end_byte: int


class Element(Record):
    """An entity at its place. ``text`` is its source where it was asked for."""

    __slots__ = ()
    kind: str
    key: str
    file: str
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    start_byte: int
    end_byte: int
    subject: Optional[Subject]
    text: Optional[str]
    _records = {"subject": Subject}

    def __str__(self) -> str:
        return f"{self.key} ({self.file}:{self.start_line})"


class Refactoring(Record):
    """A refactoring: a pair of entities, or of something finer in them."""

    __slots__ = ()
    id: str
    type: str
    group: str
    similarity: Optional[float]
    confidence: Optional[float]
    changes: List[str]
    description: str
    before: Element
    after: Element
    follows_from: Optional[str]
    evidence: List[str]
    _records = {"before": Element, "after": Element}

    def __getattr__(self, name: str) -> Any:
        # The contract leaves these out where they say nothing.
        if name == "group" and "group" not in self:
            return "structure"
        if name in ("changes", "evidence") and name not in self:
            return []
        return super().__getattr__(name)

    def __str__(self) -> str:
        return self.description

    def _repr_html_(self) -> str:
        return _html.refactoring(self)


class Incomplete(Record):
    """Something that could not be analysed, and why."""

    __slots__ = ()
    file: str
    reason: str


class LineRange(Record):
    """Lines of a file."""

    __slots__ = ()
    file: str
    start_line: int
    end_line: int


class Hunk(Record):
    """Lines that no refactoring explains."""

    __slots__ = ()
    kind: str
    before: Optional[LineRange]
    after: Optional[LineRange]
    _records = {"before": LineRange, "after": LineRange}


class Match(Record):
    """Two entities that correspond."""

    __slots__ = ()
    status: str
    before: Element
    after: Element
    _records = {"before": Element, "after": Element}


class Matches(Record):
    """The entities that correspond, came and went."""

    __slots__ = ()
    pairs: List[Match]
    added: List[Element]
    removed: List[Element]
    _lists = {"pairs": Match, "added": Element, "removed": Element}


class Comparison(Record):
    """What one comparison gave."""

    __slots__ = ()
    schema: int
    repository: str
    commit: Optional[str]
    parent: Optional[str]
    parents: List[str]
    before_rev: Optional[str]
    after_rev: Optional[str]
    author: Optional[Person]
    committer: Optional[Person]
    subject: Optional[str]
    message: Optional[str]
    files: Dict[str, Any]
    entities: Dict[str, int]
    untracked: Optional[int]
    refactorings: List[Refactoring]
    matches: Optional[Matches]
    changed_lines: Optional[int]
    explained_lines: Optional[int]
    pure: Optional[bool]
    residual: Optional[List[Hunk]]
    timings: Optional[Dict[str, int]]
    incomplete: List[Incomplete]
    _records = {"author": Person, "committer": Person, "matches": Matches}
    _lists = {"refactorings": Refactoring, "residual": Hunk, "incomplete": Incomplete}

    def __getattr__(self, name: str) -> Any:
        if name == "parents" and "parents" not in self:
            return []
        return super().__getattr__(name)

    def __str__(self) -> str:
        what = self.commit or f"{self.before_rev}..{self.after_rev}"
        return f"{what}: {len(self.refactorings)} refactorings"

    def _repr_html_(self) -> str:
        return _html.comparison(self)


class Step(Record):
    """What happened to an element in one commit."""

    __slots__ = ()
    commit: str
    author: Person
    committer: Person
    subject: str
    parent: Optional[str]
    changes: List[str]
    before: Optional[Element]
    after: Element
    origins: List[Element]
    incomplete: List[Incomplete]
    _records = {"author": Person, "committer": Person, "before": Element, "after": Element}
    _lists = {"origins": Element, "incomplete": Incomplete}

    def __str__(self) -> str:
        return f"{self.commit[:10]} {', '.join(self.changes)}: {self.after.key}"

    def _repr_html_(self) -> str:
        return _html.steps([self])
