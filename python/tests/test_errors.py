"""Bad input is an exception that names run, row and column, and what was expected; never a crash."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pandas
import pytest

import fovea

JUDGED = {"7": {"a": [(0, 5)]}}
RUN = {"7": [("a", 0, 5)]}
FRAME = pandas.DataFrame({"topic": ["7", "7"], "doc": ["a", "b"], "begin": [0, 10], "end": [5, 20], "score": [2.0, 1.0]})


@pytest.mark.parametrize(
    "run, message",
    [
        ({"7": {"a": float("nan")}}, r"runs: topic '7', document 'a': found nan \(float\), expected a score"),
        ({"7": {"a": "much"}}, r"document 'a': found 'much' \(str\), expected a score"),
        ({"7": [("a", -1, 5)]}, r"topic '7', result 0: found -1 \(int\), expected a begin in characters"),
        ({"7": [("a", 6, 5)]}, r"result 0: found 5, expected an end from 6 on"),
        ({"7": [("a", 0)]}, r"found a tuple of 2, expected \(document, begin, end\[, score\]\)"),
        ({"7": [(None, 0, 5)]}, r"found None \(NoneType\), expected a document's id"),
        ({"7": [("", 0, 5)]}, "found an empty text, expected a document's id"),
        ({"7": [("\ud800", 0, 5)]}, "found a text that is no Unicode"),
        ({3.5: [("a", 0, 5)]}, r"runs: found 3.5 \(float\), expected a topic's id"),
        ({"7": 3}, r"runs: topic '7': found 3 \(int\), expected a mapping"),
        ({}, "runs: found no result, expected a run"),
        (object(), "runs: found <object.*expected a path"),
        (FRAME.assign(begin=[-3, 10]), "runs: row 0, begin: found -3, expected an offset in characters"),
        (FRAME.assign(end=[5, 9]), "runs: row 1, end: found 9, expected an end from 10 on"),
        (FRAME.assign(score=[2.0, None]), "runs: row 1, score: found nothing, expected a score"),
        (FRAME.assign(score=["2", "1"]), "runs: row 0, score: found '2', expected a score"),
        (FRAME.assign(doc=[None, "b"]), "runs: row 0, doc: found nothing, expected an id"),
        (FRAME.assign(doc=[1.5, 2.5]), r"runs: row 0, doc: found 1.5, expected an id"),
        (FRAME.assign(begin=[0.5, 10]), "runs: row 0, begin: found 0.5, expected an offset"),
        (FRAME.drop(columns="doc"), "runs: found only .*, expected a column 'doc'"),
        (FRAME.drop(columns="end"), "runs: found a column 'begin', expected a column end beside it"),
        (FRAME.iloc[:0], "runs: found no result, expected a run"),
        ([FRAME, FRAME.assign(begin=[-3, 10])], r"runs\[1\]: row 0, begin: found -3"),
        ({"mine": FRAME.assign(begin=[0, -1])}, r"runs\['mine'\]: row 1, begin: found -1"),
    ],
)
def test_a_bad_run_is_named_with_its_place(run: Any, message: str) -> None:
    with pytest.raises(fovea.InputError, match=message):
        fovea.evaluate(JUDGED, run, "charR")


@pytest.mark.parametrize(
    "judgements, message",
    [
        ({"7": {"a": "x"}}, r"judgements: topic '7', document 'a': found 'x' \(str\), expected a grade"),
        ({"7": {"a": 1.5}}, r"found 1.5 \(float\), expected a grade"),
        ({"7": {"a": [(5, 5)]}}, r"found \(5, 5\) \(tuple\), expected a span"),
        ({"7": {"a": [5]}}, r"found 5 \(int\), expected a span"),
        ({"7": 1}, "judgements: topic '7': found 1"),
        ({}, "judgements: found no judgement"),
        (3, "judgements: found 3"),
        (pandas.DataFrame({"topic": ["7"], "doc": ["a"], "grade": ["x"]}), "judgements: row 0, grade: found 'x'"),
        (pandas.DataFrame({"topic": ["7"], "doc": ["a"]}), "expected a column 'grade'"),
    ],
)
def test_bad_judgements_are_named_with_their_place(judgements: Any, message: str) -> None:
    with pytest.raises(fovea.InputError, match=message):
        fovea.evaluate(judgements, RUN, "charR")


def test_only_the_first_ten_faults_are_in_the_text_and_the_kept_ones_in_diagnostics() -> None:
    with pytest.raises(fovea.InputError) as caught:
        fovea.evaluate(JUDGED, {"7": [("a", -1, 5)] * 30}, "charR")
    assert str(caught.value).count("\n") == 10 and "and 20 more" in str(caught.value)
    assert len(caught.value.diagnostics) == 30
    assert caught.value.diagnostics[0].code == "bad-result"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_files_that_are_missing_or_closed_raise_what_python_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        fovea.evaluate(tmp_path / "none.qrels", RUN, "charR")
    with pytest.raises(FileNotFoundError):
        fovea.evaluate(JUDGED, [tmp_path / "none.run"], "charR")
    if os.geteuid() != 0:
        closed = tmp_path / "closed.run"
        closed.write_text("7 Q0 a 1 1 x\n")
        closed.chmod(0)
        with pytest.raises(PermissionError):
            fovea.read_run(closed)


def test_a_bad_file_is_named_with_line_and_column(tmp_path: Path) -> None:
    run = tmp_path / "bad.run"
    run.write_text("7 Q0 a 1 1.0 x\n7 Q0 b two 0.5 x\n")
    with pytest.raises(fovea.InputError, match=r"bad\.run:2:8: found 'two', expected"):
        fovea.evaluate({"7": {"a": 1}}, run, "AP")


@pytest.mark.parametrize(
    "options, message",
    [
        ({"measures": "charX"}, "did you mean 'charP'"),
        ({"task": "nothing"}, "found the task 'nothing', expected one of"),
        ({"compat": "ranx"}, "found compat='ranx', expected"),
        ({"order": "random"}, "found order='random', expected"),
        ({"topics": "some"}, "found topics='some', expected"),
        ({"locate": "all"}, "found locate='all', expected"),
        ({"merge": "any"}, "found merge='any', expected"),
        ({"errors": "ignore"}, "found errors='ignore', expected"),
        ({"depth": -1}, "found depth=-1, expected"),
        ({"measures": [3]}, r"found 3 \(int\), expected a measure"),
    ],
)
def test_what_does_not_exist_is_a_usage_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(fovea.UsageError, match=message):
        fovea.evaluate(JUDGED, RUN, **{"measures": "charR", **options})


def test_nothing_in_common_and_broken_rules_are_input_errors_of_their_own(demo: Path) -> None:
    with pytest.raises(fovea.NothingInCommon, match="no topic in common"):
        fovea.evaluate(JUDGED, {"8": [("a", 0, 5)]}, "charR")
    with pytest.raises(fovea.RulesError):
        fovea.evaluate({"7": {"a": [(0, 9)]}}, {"7": [("a", 0, 5), ("a", 3, 9)]}, task="focused")
    assert issubclass(fovea.NothingInCommon, fovea.InputError) and issubclass(fovea.InputError, ValueError)


def test_warnings_come_once_per_kind_and_stand_in_the_remarks() -> None:
    judgements = {"7": {"a": [(0, 5)]}, "8": {"a": [(0, 5)]}}
    with pytest.warns(fovea.EvaluationWarning) as caught:
        scores = fovea.evaluate(judgements, [RUN, RUN, RUN], "charR")
    assert len(caught) == 1 and "2 more of this kind" in str(caught[0].message)
    assert len(scores.remarks) == 3


def test_columns_that_nobody_knows_are_named_once() -> None:
    with pytest.warns(fovea.EvaluationWarning, match="columns 'colour', 'size' are not known") as caught:
        fovea.evaluate(JUDGED, FRAME.assign(colour="red", size=3), "charR")
    assert len(caught) == 1


def test_a_damaged_collection_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "c.fovea"
    fovea.Collection.build(path, {"a": "some text " * 100})
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    try:
        fovea.Collection(path)["a"].text()
    except fovea.CorruptCollection as fault:
        assert isinstance(fault, RuntimeError)


def test_what_was_not_kept_is_counted(tmp_path: Path) -> None:
    rows = [f"1 0 a{number} 1\n" for number in range(218)] + [f"1 0 b{number} x\n" for number in range(218)]
    (tmp_path / "a.qrels").write_text("".join(rows))
    with pytest.raises(fovea.InputError, match="… and 208 more"):
        fovea.read_judgements(tmp_path / "a.qrels")


def test_rows_in_memory_are_counted_from_0_throughout() -> None:
    judgements = {"1": {"a": [(0, 9)]}}
    with pytest.raises(fovea.RulesError) as fault:
        fovea.evaluate(judgements, {"1": [("a", 0, 5), ("a", 3, 8)]}, "charR", task="focused")
    assert "row 1: " in str(fault.value) and "of row 0" in str(fault.value) and "line" not in str(fault.value)
    quoted = fovea.Diagnostic("error", "runs", 2, 0, "x", "found 'a line 7', as on line 1")
    assert str(quoted) == "runs: row 1: found 'a line 7', as on row 0"


def test_toml_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / "deep.toml"
    deep.write_text("[" + ".".join(["a"] * 50_000) + "]\n")
    collection = fovea.Collection.build(tmp_path / "c.fovea", {"a": "some text"})
    index = fovea.Index.build(tmp_path / "c.index", collection)
    readers = [
        lambda: fovea.report(deep, tmp_path / "report"),
        lambda: fovea.Index.build(tmp_path / "other.index", collection, roles=deep),
        lambda: index.search("text", preset=os.fspath(deep)),
    ]
    for reader in readers:
        with pytest.raises(fovea.InputError, match="deep.toml:1:33: found a key or value of more than 16 levels"):
            reader()
