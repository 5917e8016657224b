"""Tables for notebooks, in plain HTML and CSS: no script, everything escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._scores import Scores

_STYLE = """<style>
.fovea table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.fovea th,.fovea td{padding:.25em .7em;text-align:right;border:0}
.fovea th:first-child,.fovea td:first-child{text-align:left}
.fovea thead th{border-bottom:1px solid #8888}
.fovea .bar{position:relative;display:inline-block;width:6em;height:.7em;background:#8882;vertical-align:middle;margin-left:.5em}
.fovea .bar b{position:absolute;left:0;top:0;bottom:0;background:#4c78a8}
.fovea .bar i{position:absolute;top:.3em;height:2px;background:currentColor}
.fovea small{opacity:.75}
.fovea .best{font-weight:bold}
</style>"""


def scores_html(scores: Scores) -> str:
    """A row per run, ranked by the first measure: mean, interval, and a bar with a whisker where scores are shares."""
    measures = scores.measures
    means = scores.mean
    intervals = scores.ci()
    runs = sorted(scores.runs, key=lambda run: -means[run][measures[0]]) if measures else scores.runs
    rows = []
    for run in runs:
        cells = []
        for name in measures:
            best = len(runs) > 1 and means[run][name] == max(means[one][name] for one in runs)
            cells.append(_cell(means[run][name], intervals[run][name], best))
        rows.append(f"<tr><td>{escape(run)}</td>{''.join(cells)}</tr>")
    head = "".join(f"<th>{escape(name)}</th>" for name in measures)
    return (
        f'<div class="fovea">{_STYLE}<table><thead><tr><th>run</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table><small>{escape(_note(scores))}</small></div>"
    )


def _cell(mean: float, interval: tuple[float, float] | None, best: bool) -> str:
    text = f"{mean:.4f}"
    if interval is not None:
        text += f" <small>[{interval[0]:.4f}, {interval[1]:.4f}]</small>"
    bar = ""
    if 0 <= mean <= 1 and interval is not None:
        low, high = (min(max(end, 0.0), 1.0) for end in interval)
        bar = (
            f'<span class="bar"><b style="width:{100 * mean:.1f}%"></b>'
            f'<i style="left:{100 * low:.1f}%;width:{100 * (high - low):.1f}%"></i></span>'
        )
    return f"<td{' class=best' if best else ''}>{text}{bar}</td>"


def _note(scores: Scores) -> str:
    _, topic_rule, tie_rule, missing = scores._facts
    parts = [f"{len(scores.topics)} topics ({topic_rule})"]
    if missing:
        shown = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
        parts.append(f"not answered by any run: {shown}")
    if tie_rule:
        parts.append(f"order: {tie_rule}")
    parts.append("95 % intervals: t, or bootstrap where t leaves 0 to 1")
    return "; ".join(parts)


def comparison_html(compared: dict[str, Any]) -> str:
    """For each measure the ranking, and who is significantly better than whom as a matrix of stars."""
    parts = [f'<div class="fovea">{_STYLE}']
    for one in compared["measures"]:
        names = [row["run"] for row in one["ranking"]]
        pairs = {(pair["first"], pair["second"]): pair for pair in one["pairs"]}
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        rows = []
        for row in one["ranking"]:
            cells = "".join(_star(row["run"], other, pairs) for other in names)
            interval = row["interval"]
            ends = f" <small>[{interval[0]:.4f}, {interval[1]:.4f}]</small>" if interval else ""
            rows.append(f"<tr><td>{escape(row['run'])}</td><td>{row['mean']:.4f}{ends}</td>{cells}</tr>")
        parts.append(
            f"<table><thead><tr><th>{escape(one['measure'])}</th><th>mean</th>{head}</tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table>"
            f"<small>{escape(one['done'])}; {one['topics']} topics; ★ the row is significantly better</small>"
        )
    return "".join(parts) + "</div>"


def _star(run: str, other: str, pairs: dict[tuple[str, str], dict[str, Any]]) -> str:
    pair = pairs.get((run, other))
    sign = 1.0
    if pair is None:
        pair, sign = pairs.get((other, run)), -1.0
    if pair is None:
        return "<td></td>"
    better = pair["significant"] and sign * pair["difference"] > 0
    p = "–" if pair["adjusted_p"] is None else f"p {pair['adjusted_p']:.3g}"
    title = f"{sign * pair['difference']:+.4f}, {p}"
    return f'<td title="{escape(title)}">{"★" if better else "·"}</td>'
