"""Assertions about scores, plain functions for pytest.

A failure shows the mean, its interval, and the topics that lost most.
"""

from __future__ import annotations

from typing import Any

from .scores import Scores, read_scores

_SHOWN = 10


def assert_at_least(scores: Scores, measure: Any, least: float, run: str | None = None) -> None:
    """Fails unless the run, or every run, reaches a mean.

    >>> from fovea import evaluate
    >>> scores = evaluate({"7": {"a": 1}}, {"7": {"a": 2.0}}, "AP")
    >>> assert_at_least(scores, "AP", 0.8)
    """
    column = scores._measure(measure)
    name = scores.measures[column]
    low = [one for one in ([run] if run is not None else scores.runs) if not scores[one, name] >= least]
    if not low:
        return
    lines = [f"{name} is below {least}:"]
    for one in low:
        lines.append(f"  {one}: {_with_interval(scores, one, name)}")
        lines += _worst([(value, topic) for topic, value in _by_topic(scores, one, name).items()], "  lowest topics")
    raise AssertionError("\n".join(lines))


def assert_not_worse(
    scores: Scores,
    run: str,
    baseline: str,
    measure: Any,
    margin: float = 0,
    alpha: float = 0.05,
) -> None:
    """Fails if the run is significantly worse than the baseline by more than `margin`: a one-tailed paired t-test."""
    name = scores.measures[scores._measure(measure)]
    mine, theirs = _by_topic(scores, run, name), _by_topic(scores, baseline, name)
    lost = sorted(((mine[topic] - theirs[topic], topic) for topic in theirs if topic in mine), key=lambda one: one[0])
    shifted = [(-difference - margin) for difference, _ in lost]
    p = _p_of_mean_above_zero(shifted)
    if p is None or p >= alpha:
        return
    lines = [
        f"{run} is worse than {baseline} by {name} (one-tailed paired t-test, p = {p:.4g}, margin {margin}):",
        f"  {run}: {_with_interval(scores, run, name)}",
        f"  {baseline}: {_with_interval(scores, baseline, name)}",
    ]
    lines += _worst(lost, "  topics that lost most")
    raise AssertionError("\n".join(lines))


def assert_same(scores: Scores, expected: Any) -> None:
    """Fails unless the scores are, bit by bit, those of a file (or of other scores)."""
    other = expected if isinstance(expected, Scores) else read_scores(expected)
    mine = {row[:3]: row.value for row in scores.per_topic}
    theirs = {row[:3]: row.value for row in other.per_topic}
    wrong = [f"  {' '.join(key)}: expected, not there" for key in theirs if key not in mine]
    wrong += [f"  {' '.join(key)}: not expected" for key in mine if key not in theirs]
    changed = [(mine[key] - theirs[key], " ".join(key)) for key in mine if key in theirs and mine[key] != theirs[key]]
    if not wrong and not changed:
        return
    lines = [f"{len(wrong) + len(changed)} scores differ from {expected if not isinstance(expected, Scores) else 'those expected'}:"]
    lines += wrong[:_SHOWN] + _worst(sorted(changed), "  lost most")
    for run in scores.runs:
        lines += [f"  {run}: {name} {_with_interval(scores, run, name)}" for name in scores.measures]
    raise AssertionError("\n".join(lines))


def _by_topic(scores: Scores, run: str, measure: str) -> dict[str, float]:
    values = ((topic, scores[run, measure, topic]) for topic in scores.topics)
    return {topic: value for topic, value in values if value is not None}


def _with_interval(scores: Scores, run: str, measure: str) -> str:
    interval = scores.ci()[run][measure]
    ends = f" [{interval[0]:.4f}, {interval[1]:.4f}]" if interval else ""
    return f"{scores[run, measure]:.4f}{ends}"


def _worst(values: list[tuple[float, str]], title: str) -> list[str]:
    if not values:
        return []
    shown = sorted(values)[:_SHOWN]
    return [f"{title}: " + ", ".join(f"{topic} {value:+.4f}" for value, topic in shown)]


def _p_of_mean_above_zero(differences: list[float]) -> float | None:
    """The library's t-test of a run with these scores against one with none."""
    from . import _native

    if len(differences) < 2:
        return None
    topics = [str(number) for number in range(len(differences))]
    cube = _native.make_scores(
        ["given", "zero"], topics, ["d"], ["mean"], [[[one] for one in differences], [[0.0]] * len(topics)], None
    )
    pair = Scores(cube).compare(tails=1, correct="none").pair("given", "zero", "d")
    if pair["p"] is None:  # all differences are equal
        return 0.0 if differences[0] > 0 else 1.0
    p = float(pair["p"])
    return p if pair["first"] == "given" else 1 - p
