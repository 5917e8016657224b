"""`fovea.testing`: assertions that say what was lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import fovea
from fovea.testing import assert_at_least, assert_better, assert_not_worse, assert_same


@pytest.fixture
def scores() -> fovea.Scores:
    judgements = {str(topic): {"a": 1} for topic in range(12)}
    good = {str(topic): {"a": 2.0, "b": 1.0} for topic in range(12)}
    bad = {str(topic): {"a": 1.0, "b": 2.0} if topic < 10 else {"a": 2.0, "b": 1.0} for topic in range(12)}
    return fovea.evaluate(judgements, {"good": good, "bad": bad}, ["RR"])


def test_a_mean_below_the_bar_fails_with_interval_and_lowest_topics(scores: fovea.Scores) -> None:
    assert_at_least(scores, "RR", 0.9, run="good")
    with pytest.raises(AssertionError, match=r"RR is below 0.9:\n  bad: 0.5833 \[.*\]\n  lowest topics: 0 \+0.5000, 1"):
        assert_at_least(scores, "RR", 0.9)


def test_a_run_that_is_significantly_worse_fails(scores: fovea.Scores) -> None:
    assert_not_worse(scores, "good", "bad", "RR", margin=0.3)
    assert_not_worse(scores, "good", "good", "RR")
    with pytest.raises(AssertionError, match="bad is worse than good by RR.*\n.*\n.*\n  topics that lost most: 0 -0.5000") as caught:
        assert_not_worse(scores, "bad", "good", "RR")
    assert str(caught.value).count("-0.5000") == 10


def test_too_few_topics_are_not_taken_for_no_loss(scores: fovea.Scores) -> None:
    """The least difference is that of R's power.t.test(n = 12, sd = 0.1946247, type = "paired", alternative = "one.sided", power = .8)."""
    expected = r"12 topics are too few to say whether good is worse than bad by RR:\n  they find a loss of 0.1492 .* one of 0.02 needs 587 topics"
    with pytest.raises(AssertionError, match=expected):
        assert_not_worse(scores, "good", "bad", "RR")
    with pytest.warns(fovea.EvaluationWarning, match="too few"):
        assert_not_worse(scores, "good", "bad", "RR", too_small="warn")
    with pytest.raises(fovea.UsageError, match="margin"):
        assert_not_worse(scores, "good", "bad", "RR", margin=0)
    with pytest.raises(fovea.UsageError, match="too_small"):
        assert_not_worse(scores, "good", "bad", "RR", too_small="ignore")  # type: ignore[arg-type]


def test_a_run_must_be_significantly_better(scores: fovea.Scores) -> None:
    assert_better(scores, "good", "bad", "RR")
    with pytest.raises(AssertionError, match="too few to say whether bad is better than good"):
        assert_better(scores, "bad", "good", "RR")
    with pytest.raises(AssertionError, match="bad is not better than good by RR"):
        assert_better(scores, "bad", "good", "RR", margin=0.3)
    with pytest.warns(fovea.EvaluationWarning, match="too few"):
        assert_better(scores, "bad", "good", "RR", too_small="warn")


def test_scores_are_compared_with_a_file_bit_by_bit(scores: fovea.Scores, tmp_path: Path) -> None:
    path = tmp_path / "expected.jsonl"
    scores.save(path)
    assert_same(scores, path)
    path.write_text(path.read_text().replace('"query_id":"3","measure":"RR","value":1.0', '"query_id":"3","measure":"RR","value":0.9', 1))
    with pytest.raises(AssertionError, match=r"1 scores differ from .*expected.jsonl:\n  lost most: good 3 RR \+0.1000"):
        assert_same(scores, path)
