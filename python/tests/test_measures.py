"""Measures as objects."""

from __future__ import annotations

import pickle
import pydoc
from collections.abc import Callable
from pathlib import Path

import ir_measures
import pytest

import fovea
from fovea import AgP, P, charR, iP
from fovea.distributed import steps as shards


def test_measures_are_spelt_in_the_grammar() -> None:
    assert str(charR @ 5) == "charR@5"
    assert str(AgP(t2i=300)) == "AgP(t2i=300)"
    assert [str(one) for one in P(rel=2) @ [5, 10]] == ["P(rel=2)@5", "P(rel=2)@10"]
    assert str(iP @ 0.01) == "iP@0.01"
    assert str(fovea.nDCG(gains={1: 3, 2: 9}) @ 10) == "nDCG(gains={1:3,2:9})@10"


def test_equality_and_hash_follow_the_canonical_name() -> None:
    assert charR @ 5 == charR @ "5" != charR @ 6
    assert len({charR @ 5, charR @ 5, charR @ 6}) == 2
    assert fovea.map == fovea.AP and P @ 5 == "P@5"
    assert pickle.loads(pickle.dumps(AgP(t2i=300))) == AgP(t2i=300)


def test_what_is_no_measure_is_said_where_it_stands() -> None:
    with pytest.raises(AttributeError):
        fovea.charX
    with pytest.raises(fovea.UsageError, match="speed"):
        AgP(speed=3)
    with pytest.raises(fovea.UsageError, match="one cutoff"):
        charR @ 5 @ 6


def test_records_tell_what_a_measure_is() -> None:
    assert AgP.definition and AgP.formula and AgP.source and AgP.examples
    assert AgP.definition.split(".")[0][:30] in AgP(t2i=300).__doc__
    assert AgP.summary in pydoc.render_doc(AgP) or AgP.summary in AgP.__doc__


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_examples_of_the_records_have_their_values(tmp_path: Path) -> None:
    tried = 0
    for measure in fovea.measures():
        for example in measure.examples:
            (tmp_path / "q").write_text(example["judgements"])
            (tmp_path / "r").write_text(example["run"])
            try:
                scores = fovea.evaluate(tmp_path / "q", tmp_path / "r", example["measure"])
            except (fovea.InputError, fovea.UsageError):
                continue  # it needs a collection, a chunking or another tool's mode, which the C++ tests give it
            assert scores.mean[scores.runs[0]][scores.measures[0]] == pytest.approx(example["value"], abs=5e-5), example
            tried += 1
    assert tried > 40


def test_names_of_trec_eval_and_objects_of_ir_measures_serve() -> None:
    judgements, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 1.0, "b": 2.0}}
    theirs = [ir_measures.nDCG @ 10, ir_measures.P(rel=1) @ 5]
    scores = fovea.evaluate(judgements, run, ["map", "P_5", *theirs, ir_measures.RBP(rel=1)])
    qrels = [ir_measures.Qrel(topic, doc, grade) for topic, docs in judgements.items() for doc, grade in docs.items()]
    rows = [ir_measures.ScoredDoc(topic, doc, score) for topic, docs in run.items() for doc, score in docs.items()]
    for measure, value in ir_measures.calc_aggregate(theirs, qrels, rows).items():
        assert scores["run", fovea.parse_measures(measure)[0]] == pytest.approx(value)
    assert scores["run", "AP"] == 0.5
    # The default of p is 0.8 there and 0.9 here.
    assert scores["run", fovea.RBP(p=0.8, rel=1)] == pytest.approx(0.2 * 0.8)


def refusal(call: Callable[[], object]) -> str:
    """The first line of the exception, without the file in front; empty where there is none."""
    try:
        call()
    except fovea.FoveaError as fault:
        return str(fault).splitlines()[0].split(": ", 1)[-1]
    return ""


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_what_cannot_be_computed_is_refused_in_the_same_words_everywhere(tmp_path: Path) -> None:
    (tmp_path / "j.qrels").write_text("1 Q0 a 10 60 0 0:10\n2 Q0 b 8 60 40 40:8\n")
    (tmp_path / "a.run").write_text("1 Q0 a 1 2 a 0 20\n2 Q0 b 1 2 a 30 20\n")
    (tmp_path / "track.toml").write_text('judgements = "j.qrels"\n[[run]]\nfile = "a.run"\ntask = "focused"\n')
    judgements, run = tmp_path / "j.qrels", tmp_path / "a.run"
    read = fovea.read_judgements(judgements)
    refused = 0
    for measure in fovea.measures():
        said = refusal(lambda: fovea.evaluate(judgements, run, measure))
        refused += said != ""
        assert refusal(lambda: fovea.evaluate(read, fovea.read_run(run), measure)) == said
        planned = refusal(lambda: shards.plan(judgements, measure))
        assert planned in (said, "")  # lengths and texts are missed when runs come
        report = refusal(lambda: fovea.report(tmp_path / "track.toml", tmp_path / "report", measures=measure, force=True))
        assert report == said, measure
    assert refused > 20
    for name in ("chunkAP", "chunkNDCG@5"):
        assert refusal(lambda: fovea.evaluate(judgements, run, name)) == (
            f"{name} counts the relevant chunks there are, and needs the chunking that the runs were made of"
        )
