"""Charts, and the example notebooks, which are executed and whose figures are compared with the command's."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import fovea
from conftest import DEMO, ROOT, Chunks, figures_of_command

EXAMPLES = ROOT / "python" / "examples"


@pytest.fixture(scope="module")
def scores(chunks: Chunks) -> fovea.Scores:
    return fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures, curves=True)


@pytest.mark.parametrize(
    "kind, options",
    [("intervals", {}), ("topics", {"measure": "AiP"}), ("curve", {"measure": "AiP"}), ("scatter", {}), ("scatter", {"runs": ("small", "large")})],
)
def test_charts_are_vega_lite_that_jupyter_and_altair_take(scores: fovea.Scores, kind: str, options: dict[str, Any]) -> None:
    chart = scores.chart(kind, **options)
    bundle = chart._repr_mimebundle_()
    assert bundle["application/vnd.vegalite.v5+json"]["$schema"].endswith("v5.json")
    text = json.dumps(chart.spec)
    assert "small" in text
    altair = pytest.importorskip("altair")
    assert isinstance(chart.to_altair(), altair.TopLevelMixin)


def test_a_chart_is_saved_as_a_page_that_needs_nothing_else(scores: fovea.Scores, tmp_path: Path) -> None:
    chart = scores.chart()
    chart.save(tmp_path / "chart.json")
    assert json.loads((tmp_path / "chart.json").read_text()) == chart.spec
    try:
        chart.save(tmp_path / "chart.html")
    except fovea.UsageError as fault:
        assert "npm" in str(fault)
        return
    page = (tmp_path / "chart.html").read_text()
    assert "<html" in page and 'src="http' not in page and "95 % intervals" in page


def test_what_is_no_chart_is_said(scores: fovea.Scores) -> None:
    with pytest.raises(fovea.UsageError, match="found the chart 'pie'"):
        scores.chart("pie")
    with pytest.raises(fovea.UsageError, match="found no curve"):
        scores.chart("curve", measure="charR@5")


def executed(name: str, folder: Path) -> Any:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    os.environ["FOVEA_DEMO"] = str(DEMO)
    return nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()


def printed(notebook: Any) -> str:
    return "\n".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))


def test_the_notebook_about_chunks_runs_and_its_figures_are_the_commands(tmp_path: Path) -> None:
    notebook = executed("chunks.ipynb", tmp_path)
    command = figures_of_command("-m", "charR@2,IoU@2", tmp_path / "evidence.jsonl", tmp_path / "chunks-60.jsonl")
    assert f"charR@2 {command['chunks-60', 'all', 'charR@2']!r}" in printed(notebook)
    tables = [one for cell in notebook.cells for one in cell.get("outputs", []) if "text/html" in one.get("data", {})]
    assert len(tables) >= 2


def test_the_notebook_about_a_track_runs_and_its_figures_are_the_commands(tmp_path: Path) -> None:
    notebook = executed("track.ipynb", tmp_path)
    command = figures_of_command("-m", "AP", DEMO / "judgements.qrels", DEMO / "runs" / "articles.run")
    assert f"AP {command['articles', 'all', 'AP']!r}" in printed(notebook)
