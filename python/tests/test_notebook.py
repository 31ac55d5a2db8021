"""The notebook runs from top to bottom and shows what it says."""

from pathlib import Path

import pytest
from repositories import make

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")


def test_the_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("REFDIFF_REPOSITORY", make(tmp_path / "shop", 300, renames=3))
    notebook = nbformat.read(Path(__file__).parents[2] / "examples" / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    assert shown.count("image/png") == 3
    pages = [output["data"]["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert any("<table" in page and "Rename Method" in page for page in pages)
    assert any("<span" in page and "total" in page for page in pages)
    assert any("introduced" in page for page in pages)
    assert "300 commits, " in "".join(str(output.get("data", {}).get("text/plain")) for output in outputs)


def test_the_notebook_is_kept_without_outputs():
    notebook = nbformat.read(Path(__file__).parents[2] / "examples" / "notebook.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in notebook.cells)
