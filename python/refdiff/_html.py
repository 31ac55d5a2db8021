"""How objects show themselves in a notebook. Everything that comes from a repository is escaped."""

from __future__ import annotations

from html import escape
from typing import Any, Iterable, List, Optional, Sequence, Tuple

from . import _native

_CODE = "font-family:monospace;white-space:pre-wrap;text-align:left;vertical-align:top"
_MOST = 500


def _cells(values: Iterable[str], tag: str = "td") -> str:
    return "".join(f'<{tag} style="text-align:left">{value}</{tag}>' for value in values)


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows[:_MOST])
    more = f"<p>and {len(rows) - _MOST} more</p>" if len(rows) > _MOST else ""
    return f"<table><thead><tr>{_cells(heading, 'th')}</tr></thead><tbody>{body}</tbody></table>{more}"


def _place(element: Any) -> str:
    return f"<code>{escape(element.key)}</code><br><small>{escape(element.file)}:{element.start_line}</small>"


def _share(value: Optional[float]) -> str:
    return "" if value is None else f"{value:.0%}"


def comparison(found: Any) -> str:
    """A heading and a table of refactorings."""
    author = found.author
    what = escape((found.commit or f"{found.before_rev} .. {found.after_rev}")[:80])
    by = f" {escape(author.name)}, {escape(author.date)}" if author else ""
    subject = f"<br>{escape(found.subject)}" if found.subject else ""
    rows = [[escape(r.type), _place(r.before), _place(r.after), _share(r.confidence)] for r in found.refactorings]
    table = _table(["refactoring", "before", "after", "confidence"], rows) if rows else "<p>no refactorings</p>"
    lost = f"<p>{len(found.incomplete)} incomplete</p>" if found.incomplete else ""
    return f"<p><b>{what}</b>{by}{subject}</p>{table}{lost}"


def refactoring(found: Any) -> str:
    """Its sentence, and both sides beside each other where their text is known."""
    before, after = found.before, found.after
    heading = f"<p><b>{escape(found.type)}</b>: {escape(found.description)}</p>"
    if before.text is None or after.text is None:
        return heading + _table(["before", "after"], [[_place(before), _place(after)]])
    rows = _native.beside(before.text, after.text)
    body = "".join(
        f"<tr>{_side(old, '#ffd7d5', new)}{_side(new, '#ccffd8', old)}</tr>" for old, new in rows[:_MOST]
    )
    return (
        f"{heading}<table style='width:100%;table-layout:fixed'><thead><tr>"
        f"{_cells([_place(before), _place(after)], 'th')}</tr></thead><tbody>{body}</tbody></table>"
    )


def _side(parts: Optional[List[Tuple[bool, str]]], colour: str, other: Any) -> str:
    if parts is None:
        return f'<td style="{_CODE}"></td>'
    mark = f'style="background:{colour};color:#1f2328"'
    text = "".join(f"<span {mark}>{escape(t)}</span>" if changed else escape(t) for changed, t in parts)
    return f'<td style="{_CODE}">{text}</td>'


def steps(found: Sequence[Any]) -> str:
    """The steps of an element's life."""
    rows = [
        [
            f"<code>{escape(s.commit[:10])}</code>",
            escape(s.author.date[:10]),
            escape(s.author.name),
            escape(", ".join(s.changes)),
            _place(s.after),
            escape(s.subject),
        ]
        for s in found
    ]
    return _table(["commit", "date", "author", "changes", "element", "subject"], rows)
