"""The package is typed, strictly, and so is what uses it."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")


def mypy(*arguments):
    return subprocess.run([sys.executable, "-m", "mypy", *arguments], capture_output=True, text=True, check=False)


def test_the_package_is_typed():
    checked = mypy("--strict", "--ignore-missing-imports", "-p", "refdiff")
    assert checked.returncode == 0, checked.stdout


def test_what_uses_it_is_understood(tmp_path):
    good = Path(__file__).parent / "typed.py"
    checked = mypy("--strict", str(good))
    assert checked.returncode == 0, checked.stdout
    bad = tmp_path / "bad.py"
    bad.write_text("import refdiff\nrefdiff.Repository('.').log(sinces='2020')\nrefdiff.Repository('.').show().refactoring\n")
    checked = mypy("--strict", str(bad))
    assert "sinces" in checked.stdout, checked.stdout
