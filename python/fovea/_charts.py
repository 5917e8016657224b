"""Charts of scores: the report's Vega-Lite specifications."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import UsageError

if TYPE_CHECKING:
    from ._scores import Scores

_KINDS = ("intervals", "topics", "curve", "scatter")


class Chart:
    """A Vega-Lite specification (`spec`), which Jupyter shows by itself."""

    def __init__(self, spec: dict[str, Any], caption: str) -> None:
        self.spec = spec
        self.caption = caption

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"application/vnd.vegalite.v5+json": self.spec, "text/plain": repr(self)}

    def to_altair(self) -> Any:
        import altair

        return altair.Chart.from_dict(self.spec)

    def save(self, path: Any) -> None:
        """As a page that needs nothing else (.html), or as the specification (.json)."""
        name = str(path)
        if name.endswith(".json"):
            content = json.dumps(self.spec)
        elif name.endswith(".html"):
            content = _native.chart_page(json.dumps(self.spec), "Chart", self.caption)
        else:
            raise UsageError(f"found {name!r}, expected a file that ends in .html or .json")
        _native.write_file(name, content.encode())

    def __repr__(self) -> str:
        return f"Chart: {self.caption}"


def chart_of(
    scores: Scores, kind: str, *, measure: Any = None, x: Any = None, y: Any = None, runs: Any = None
) -> Chart:
    """``intervals``: the means of a measure with their intervals. ``topics``: what runs score on each topic, those on
    which they score most first. ``curve``: the mean curves behind a measure (``evaluate(…, curves=True)``). ``scatter``:
    runs by two measures `x` and `y`, or topics by two `runs`."""
    if kind not in _KINDS:
        raise UsageError(f"found the chart {kind!r}, expected one of {', '.join(_KINDS)}")
    name = scores.measures[0 if measure is None else scores._measure(measure)]
    if kind == "intervals":
        return _intervals(scores, name)
    if kind == "topics":
        return _topics(scores, name)
    if kind == "curve":
        return _curve(scores, name)
    return _scatter(scores, name, x, y, runs)


def _chart(make: Any, rows: list[dict[str, Any]], caption: str, *arguments: Any) -> Chart:
    return Chart(json.loads(make(json.dumps(rows), *arguments)), caption)


def _intervals(scores: Scores, measure: str) -> Chart:
    intervals = scores.ci()
    rows = []
    for run in sorted(scores.runs, key=lambda one: -scores[one, measure]):
        mean = scores[run, measure]
        low, high = intervals[run][measure] or (mean, mean)
        rows.append({"name": run, "mean": mean, "low": low, "high": high})
    return _chart(_native.interval_chart, rows, f"{measure}: means and 95 % intervals.", measure)


def _topics(scores: Scores, measure: str) -> Chart:
    totals = {topic: sum(scores[run, measure, topic] or 0 for run in scores.runs) for topic in scores.topics}
    ranked = sorted(totals, key=lambda topic: -totals[topic])
    rows = [
        {"x": place, "y": scores[run, measure, topic], "name": run}
        for run in scores.runs
        for place, topic in enumerate(ranked)
        if scores[run, measure, topic] is not None
    ]
    caption = f"{measure} by topic, those on which runs score most first."
    return _chart(_native.line_chart, rows, caption, "topic", measure, False)


def _curve(scores: Scores, measure: str) -> Chart:
    table = csv.reader(io.StringIO(scores._curves))
    points = [row for row in table if row[1] == measure and row[2] == "all"]
    if not points:
        raise UsageError(f"found no curve of {measure}: evaluate(…, curves=True) keeps those of measures that have one")
    rows = [{"x": float(row[4]), "y": float(row[6]), "name": row[0]} for row in points]
    share = max(float(row[4]) for row in points) <= 1
    return _chart(_native.line_chart, rows, f"The mean curves behind {measure}.", points[0][3], points[0][5], share)


def _scatter(scores: Scores, measure: str, x: Any, y: Any, runs: Any) -> Chart:
    if runs is not None:
        first, second = runs
        rows = [
            {"x": scores[first, measure, topic], "y": scores[second, measure, topic], "name": topic, "group": "topics"}
            for topic in scores.topics
            if scores[first, measure, topic] is not None and scores[second, measure, topic] is not None
        ]
        caption = f"{measure} of {second} against {first}, by topic."
        return _chart(_native.scatter_chart, rows, caption, first, second, False, False)
    if len(scores.measures) < 2 and y is None:
        raise UsageError("found one measure, expected two for a scatter plot, or runs=(first, second)")
    across = scores.measures[0 if x is None else scores._measure(x)]
    up = scores.measures[1 if y is None else scores._measure(y)]
    rows = [{"x": scores[run, across], "y": scores[run, up], "name": run, "group": "runs"} for run in scores.runs]
    return _chart(_native.scatter_chart, rows, f"{up} against {across}.", across, up, True, True)
