"""What a type checker has to understand; test_typing.py asks it."""

from typing import List, Optional

import refdiff


def names(folder: str) -> List[str]:
    repository = refdiff.Repository(folder)
    found: List[str] = []
    for comparison in repository.log("main", since="2024-01-01", jobs=2, types=["rename-*"], residual=True):
        lines: Optional[int] = comparison.changed_lines
        for refactoring in comparison.refactorings:
            found.append(refactoring.type + refactoring.after.key + str(lines))
    return found


def steps(folder: str) -> int:
    return sum(len(step.changes) for step in refdiff.Repository(folder).history("a.py:1", max_count=3))


both: refdiff.Comparison = refdiff.compare({"a.py": ""}, {"a.py": b""}, thresholds={"rename-method": 0.4})
