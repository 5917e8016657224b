"""`fovea.testing`: assertions that say what was lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import fovea
from fovea.testing import assert_at_least, assert_not_worse, assert_same


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


def test_a_run_that_is_significantly_worse_fails_and_one_within_the_margin_does_not(scores: fovea.Scores) -> None:
    assert_not_worse(scores, "good", "bad", "RR")
    assert_not_worse(scores, "good", "good", "RR")
    assert_not_worse(scores, "bad", "good", "RR", margin=0.5)
    with pytest.raises(AssertionError, match="bad is worse than good by RR.*\n.*\n.*\n  topics that lost most: 0 -0.5000") as caught:
        assert_not_worse(scores, "bad", "good", "RR")
    assert str(caught.value).count("-0.5000") == 10


def test_scores_are_compared_with_a_file_bit_by_bit(scores: fovea.Scores, tmp_path: Path) -> None:
    path = tmp_path / "expected.jsonl"
    scores.save(path)
    assert_same(scores, path)
    path.write_text(path.read_text().replace('"query_id":"3","measure":"RR","value":1.0', '"query_id":"3","measure":"RR","value":0.9', 1))
    with pytest.raises(AssertionError, match=r"1 scores differ from .*expected.jsonl:\n  lost most: good 3 RR \+0.1000"):
        assert_same(scores, path)
