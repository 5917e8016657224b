"""`Scores` and `Comparison`: access, intervals, tables, files."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import numpy
import pytest

import fovea
from conftest import COMMAND, Chunks, figures_of


@pytest.fixture(scope="module")
def scores(chunks: Chunks) -> fovea.Scores:
    return fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures)


def test_a_run_a_mean_and_a_value_are_asked_for_by_name(scores: fovea.Scores) -> None:
    assert scores["small"].runs == ["small"]
    assert scores["small", "charR@5"] == scores.mean["small"]["charR@5"]
    assert scores["small", fovea.charR @ 5, "3"] == scores.values[0, scores.topics.index("3"), 0]
    with pytest.raises(KeyError, match="found the run 'smal', expected one such as 'small'"):
        scores["smal"]
    with pytest.raises(KeyError, match="found the measure"):
        scores["small", "AP"]


def test_values_are_not_copied(scores: fovea.Scores) -> None:
    values = scores.values
    assert values.shape == (2, 20, 5) and values.dtype == numpy.float64
    assert numpy.shares_memory(values, scores.values)
    means = values.mean(axis=1)
    assert means[1, 2] == pytest.approx(scores["large", "IoU@5"])
    assert not values.flags.writeable


def test_intervals_are_those_of_compare(scores: fovea.Scores) -> None:
    intervals = scores.ci()
    for row in scores.compare().ranking:
        assert tuple(row["interval"]) == intervals[row["run"]][row["measure"]]
    assert scores.ci(level=0.5)["small"]["AiP"] != intervals["small"]["AiP"]
    assert scores.ci(method="bootstrap", seed=3) == scores.ci(method="bootstrap", seed=3)
    with pytest.raises(fovea.UsageError):
        scores.ci(method="guess")


def test_a_comparison_is_the_commands(scores: fovea.Scores, chunks: Chunks) -> None:
    words = [COMMAND, "compare", "--baseline", "large", "--test", "randomisation", "--correct", "bonferroni", "-o", "json"]
    words += ["-m", "charR@5,AiP", chunks.judgement_file, *chunks.run_files]  # type: ignore[list-item]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True)
    compared = scores.compare("large", measures=["charR@5", "AiP"], test="randomisation", correct="bonferroni")
    assert json.loads(compared.to_json()) == json.loads(done.stdout)
    assert compared.pairs[0]["second"] == "large"
    assert "large" in compared.to_latex() and "large" in compared.to_markdown()
    assert len(compared.to_pandas()) == 2


def test_what_cannot_be_compared_is_a_usage_error(scores: fovea.Scores) -> None:
    with pytest.raises(fovea.UsageError, match="found one run"):
        scores["small"].compare()
    with pytest.raises(fovea.UsageError, match="found test='z'"):
        scores.compare(test="z")
    with pytest.raises(fovea.UsageError, match="found the run 'x'"):
        scores.compare("x")


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_saved_scores_are_read_again_bit_by_bit(scores: fovea.Scores, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"scores.{ending}"
    scores.save(path)
    assert fovea.read_scores(path) == scores


def test_scores_differ_when_a_bit_does(scores: fovea.Scores, chunks: Chunks) -> None:
    assert scores == fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures)
    assert scores != scores["small"]
    doc, begin, end, _ = chunks.runs["small"]["1"][0]
    moved = {**chunks.judgements, "1": {doc: [(begin, end)]}}
    assert scores != fovea.evaluate(moved, chunks.runs, chunks.measures)


def test_the_long_table_goes_to_pandas_polars_and_arrow(scores: fovea.Scores) -> None:
    frame = scores.to_pandas(per_topic=True)
    assert list(frame.columns) == ["run", "topic", "measure", "value"] and len(frame) == 2 * 20 * 5
    assert scores.per_topic.to_polars().shape == (200, 4)
    import pyarrow

    assert pyarrow.table(scores.per_topic).num_rows == 200
    assert scores.to_pandas().loc["large", "AiP"] == scores["large", "AiP"]


def test_the_account_names_version_options_and_checksums(chunks: Chunks) -> None:
    account = fovea.evaluate(chunks.judgement_file, chunks.run_files, "AiP", depth=3).account
    assert account["version"] == fovea.__version__ and account["options"]["depth"] == 3
    assert [file["role"] for file in account["files"]] == ["judgements", "run", "run"]
    assert all(len(file["sha256"]) == 64 for file in account["files"])


def test_checksums_are_those_of_the_files_that_were_evaluated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judgements, run = tmp_path / "j.qrels", tmp_path / "a.run"
    judgements.write_text("1 0 a 1\n")
    run.write_text("1 Q0 a 1 2.5 a\n")
    expected = [hashlib.sha256(file.read_bytes()).hexdigest() for file in (judgements, run)]
    small = fovea.evaluate(judgements, run, "AP")
    monkeypatch.setattr("fovea._scores._File._HASHED_AT_ONCE", 0)
    large, unread = fovea.evaluate(judgements, run, "AP"), fovea.evaluate(judgements, run, "AP")
    assert [file["sha256"] for file in large.account["files"]] == expected
    run.write_text("1 Q0 b 1 2.5 another\n")
    for scores in (small, large):
        assert [file["sha256"] for file in scores.account["files"]] == expected
    assert [file["sha256"] for file in unread.account["files"]] == [expected[0], None]
    run.unlink()
    assert [file["sha256"] for file in small.account["files"]] == expected


def test_the_text_is_the_commands_table(chunks: Chunks, scores: fovea.Scores) -> None:
    options = [word for name in chunks.measures for word in ("-m", name)]
    words = [COMMAND, "eval", "-o", "table", *options, str(chunks.judgement_file), *map(str, chunks.run_files)]
    assert repr(scores) == subprocess.run(words, capture_output=True, text=True, check=True).stdout.rstrip("\n")


def test_html_is_escaped_and_has_no_script(chunks: Chunks) -> None:
    run = {"<script>alert(1)</script>": chunks.runs["small"], "large": chunks.runs["large"]}
    scores = fovea.evaluate(chunks.judgements, run, chunks.measures)
    for page in (scores._repr_html_(), scores.compare()._repr_html_()):
        assert "<script" not in page and "&lt;script&gt;" in page
        assert f"{scores['large', 'AiP']:.4f}" in page
    assert scores._repr_html_().count('class="bar"') == 10
    assert "20 topics" in scores._repr_html_()
    assert figures_of(scores)
