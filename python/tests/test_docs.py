"""The code of the documents runs as it stands, with a repository in place of path/to/clone."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from repositories import make

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = [
    (page.name, number, needs, code)
    for page in sorted(DOCS.glob("*.md"))
    for number, (needs, code) in enumerate(re.findall(r"<!-- run *(\w*) -->\n```python\n(.*?)```", page.read_text(), re.S))
]


def test_there_are_some():
    assert {page for page, *_ in BLOCKS} == {"pydriller.md", "python.md", "studies.md"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return make(tmp_path_factory.mktemp("docs") / "clone", 40, renames=2)


@pytest.mark.parametrize(("page", "number", "needs", "code"), BLOCKS, ids=lambda value: str(value)[:20])
def test_it_runs(page, number, needs, code, clone, tmp_path):
    if needs:
        pytest.importorskip("pandas" if needs == "tables" else needs)
    code = code.replace("path/to/clone", clone)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout or "assert" in code
