"""Assertions about scores, plain functions for pytest.

A failure shows the mean, its interval, and the topics that lost most.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal

from ._errors import EvaluationWarning, UsageError
from ._scores import Scores, read_scores

if TYPE_CHECKING:
    from ._typing import MeasuresLike

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
    measure: MeasuresLike,
    margin: float = 0.02,
    alpha: float = 0.05,
    power: float = 0.8,
    too_small: Literal["fail", "warn"] = "fail",
) -> None:
    """Fails if the run is significantly worse than the baseline, or if nobody could tell.

    Parameters
    ----------
    scores
        Of both runs, on the same topics.
    run, baseline
        Their names.
    measure
        The one that counts.
    margin
        The loss that matters: topics must be enough to find one of this size.
    alpha
        The level of the one-tailed paired t-test.
    power
        The chance with which a true loss of `margin` must be found.
    too_small
        ``"warn"`` warns instead of failing where there are too few topics for that.

    Raises
    ------
    AssertionError
        With both means, their intervals, and the topics that lost most; or with the loss that these topics can find, and how
        many topics `margin` needs.

    Examples
    --------
    >>> from fovea import evaluate
    >>> judgements = {str(topic): {"a": 1} for topic in range(50)}
    >>> old = {str(topic): {"a": 1.0, "b": 2.0 if topic % 5 == 0 else 0.5} for topic in range(50)}
    >>> new = {str(topic): {"a": 1.0, "b": 2.0 if topic % 10 == 0 else 0.5} for topic in range(50)}
    >>> scores = evaluate(judgements, {"old": old, "new": new}, "RR")
    >>> assert_not_worse(scores, "new", "old", "RR", margin=0.1)
    >>> assert_not_worse(scores, "new", "old", "RR", margin=0.01)
    Traceback (most recent call last):
        ...
    AssertionError: 50 topics are too few to say whether new is worse than old by RR:
      they find a loss of 0.0540 with a chance of 80 %; one of 0.01 needs 1421 topics
    """
    name, lost = _differences(scores, run, baseline, measure)
    p = _p_of_mean_above_zero([-difference for difference, _ in lost])
    if p is not None and p < alpha:
        _fail_pair(scores, f"{run} is worse than {baseline}", run, baseline, name, p, lost)
    question = f"whether {run} is worse than {baseline} by {name}"
    _check_power([difference for difference, _ in lost], question, "a loss", margin, alpha, power, too_small)


def assert_better(
    scores: Scores,
    run: str,
    baseline: str,
    measure: MeasuresLike,
    margin: float = 0.02,
    alpha: float = 0.05,
    power: float = 0.8,
    too_small: Literal["fail", "warn"] = "fail",
) -> None:
    """Fails unless the run is significantly better than the baseline; where topics are too few to find a gain of `margin`, it says so.

    Parameters and exceptions are those of `assert_not_worse`; with ``too_small="warn"`` a run that is not significantly better
    passes with a warning where topics are too few.
    """
    name, differences = _differences(scores, run, baseline, measure)
    p = _p_of_mean_above_zero([difference for difference, _ in differences])
    if p is not None and p < alpha:
        return
    question = f"whether {run} is better than {baseline} by {name}"
    if _check_power([one for one, _ in differences], question, "a gain", margin, alpha, power, too_small):
        _fail_pair(scores, f"{run} is not better than {baseline}", run, baseline, name, p, differences)


def _differences(scores: Scores, run: str, baseline: str, measure: Any) -> tuple[str, list[tuple[float, str]]]:
    """The measure's name, and run minus baseline on each topic that both have, the lowest first."""
    name = scores.measures[scores._measure(measure)]
    mine, theirs = _by_topic(scores, run, name), _by_topic(scores, baseline, name)
    return name, sorted(((mine[topic] - theirs[topic], topic) for topic in theirs if topic in mine), key=lambda one: one[0])


def _fail_pair(
    scores: Scores, said: str, run: str, baseline: str, name: str, p: float | None, differences: list[tuple[float, str]]
) -> None:
    lines = [
        f"{said} by {name} (one-tailed paired t-test, p = {'-' if p is None else format(p, '.4g')}):",
        f"  {run}: {_with_interval(scores, run, name)}",
        f"  {baseline}: {_with_interval(scores, baseline, name)}",
    ]
    raise AssertionError("\n".join(lines + _worst(differences, "  topics that lost most")))


def _check_power(
    differences: list[float], question: str, what: str, margin: float, alpha: float, power: float, too_small: str
) -> bool:
    """Whether the topics are enough to find a difference of `margin`; fails or warns where they are not."""
    from . import _native

    if too_small not in ("fail", "warn"):
        raise UsageError(f"found too_small={too_small!r}, expected 'fail' or 'warn'")
    if not margin > 0:
        raise UsageError(f"found margin={margin!r}, expected a number above 0")
    count = len(differences)
    mean = sum(differences) / count if count else 0
    deviation = (sum((one - mean) ** 2 for one in differences) / (count - 1)) ** 0.5 if count > 1 else 0.0
    if count > 1 and deviation == 0:
        return True  # all topics agree
    least = _native.detectable_difference(deviation, count, alpha, power)
    if least is not None and least <= margin:
        return True
    message = f"{count} topics are too few to say {question}"
    if least is not None:
        needed = _native.topics_needed(margin, deviation, alpha, power)
        message += f":\n  they find {what} of {least:.4f} with a chance of {power:.0%}".replace("%", " %")
        message += f"; one of {margin:g} needs {needed if needed is not None else 'more than ten million'} topics"
    if too_small == "fail":
        raise AssertionError(message)
    warnings.warn(message, EvaluationWarning, stacklevel=3)
    return False


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
