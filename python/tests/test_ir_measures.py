"""fovea as a provider of ir_measures, and in PyTerrier's experiments."""

from __future__ import annotations

import random
from collections import namedtuple
from typing import Any

import ir_measures
import pandas
import pytest

import fovea
import fovea.ir_measures
from conftest import Chunks
from fovea.ir_measures import charR, iP, provider

fovea.ir_measures.register()

DOCUMENT_MEASURES = [
    ir_measures.AP,
    ir_measures.AP(rel=2) @ 20,
    ir_measures.Bpref,
    ir_measures.NumRet,
    ir_measures.NumRel,
    ir_measures.P @ 5,
    ir_measures.P(rel=2) @ 10,
    ir_measures.R @ 10,
    ir_measures.RR,
    ir_measures.RR(rel=2),
    ir_measures.Rprec,
    ir_measures.SetAP,
    ir_measures.SetP,
    ir_measures.SetR,
    ir_measures.Success @ 3,
    ir_measures.nDCG,
    ir_measures.nDCG @ 10,
]


def random_documents(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    draw = random.Random(seed)
    docs = [f"d{number}" for number in range(60)]
    judgements = {f"q{t}": {doc: draw.choice([0, 0, 1, 2]) for doc in draw.sample(docs, 30)} for t in range(15)}
    run = {f"q{t}": {doc: draw.choice([draw.random(), 0.5]) for doc in draw.sample(docs, 40)} for t in range(2, 17)}
    return judgements, run


@pytest.mark.parametrize("measure", DOCUMENT_MEASURES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_document_measures_have_the_figures_of_the_other_providers(measure: Any, seed: int) -> None:
    judgements, run = random_documents(seed)
    assert provider.supports(measure)
    ours = {row.query_id: row.value for row in provider.iter_calc([measure], judgements, run)}
    others = [one for one in ir_measures.DefaultPipeline.providers if one is not provider]
    theirs = {
        row.query_id: row.value for row in ir_measures.providers.FallbackProvider(others).iter_calc([measure], judgements, run)
    }
    assert ours == theirs, f"seed {seed}"


@pytest.mark.parametrize(
    "measure",
    [ir_measures.P(judged_only=True) @ 5, ir_measures.nDCG(dcg="exp-log2") @ 5, ir_measures.RBP, ir_measures.nDCG(gains={1: 5})],
    ids=str,
)
def test_measures_with_another_meaning_stay_with_the_others(measure: Any) -> None:
    assert not provider.supports(measure)


def test_the_provider_comes_first_and_sees_spans(chunks: Chunks) -> None:
    assert ir_measures.DefaultPipeline.providers[0] is provider
    judged = pandas.DataFrame(
        [
            {"query_id": topic, "doc_id": doc, "relevance": 1, "begin": begin, "end": end}
            for topic, docs in chunks.judgements.items()
            for doc, spans in docs.items()
            for begin, end in spans
        ]
    )
    run = pandas.DataFrame(chunks.rows("small")).rename(columns={"topic": "query_id", "doc": "doc_id"})
    found = ir_measures.calc_aggregate([charR @ 5, ir_measures.AP], judged, run)
    expected = fovea.evaluate(chunks.judgements, {"small": chunks.runs["small"]}, ["charR@5", "AP"])
    assert found[charR @ 5] == pytest.approx(expected["small", "charR@5"], abs=1e-15)
    assert found[ir_measures.AP] == pytest.approx(expected["small", "AP"], abs=1e-15)
    assert set(provider.run_inputs([charR @ 5])) == {"query_id", "doc_id", "score", "begin", "end"}


def test_mappings_judgements_and_named_tuples_reach_it_untouched(chunks: Chunks) -> None:
    expected = fovea.evaluate(chunks.judgements, {"small": chunks.runs["small"]}, "charR@5")["small", "charR@5"]
    judgements = fovea.read_judgements(chunks.judgement_file)
    row = namedtuple("row", "query_id doc_id score begin end")
    rows = (row(one["topic"], one["doc"], one["score"], one["begin"], one["end"]) for one in chunks.rows("small"))
    for given, run in ((chunks.judgements, chunks.runs["small"]), (judgements, chunks.runs["small"]), (judgements, rows)):
        assert ir_measures.calc_aggregate([charR @ 5], given, run)[charR @ 5] == pytest.approx(expected, abs=1e-15)


def test_names_are_parsed_and_printed() -> None:
    assert ir_measures.parse_measure("charR@5") == charR @ 5
    assert str(iP @ 0.01) == "iP@0.01"
    assert not provider.supports(iP @ 7)


def test_experiments_of_pyterrier_take_spans(chunks: Chunks) -> None:
    pt = pytest.importorskip("pyterrier")
    topics = pandas.DataFrame({"qid": list(chunks.judgements), "query": list(chunks.judgements)})
    qrels = pandas.DataFrame(
        [
            {"qid": topic, "docno": doc, "label": 1, "begin": begin, "end": end}
            for topic, docs in chunks.judgements.items()
            for doc, spans in docs.items()
            for begin, end in spans
        ]
    )
    frames = [pandas.DataFrame(chunks.rows(name)).rename(columns={"topic": "qid", "doc": "docno"}) for name in chunks.runs]
    table = pt.Experiment(frames, topics, qrels, [charR @ 5, "map"], names=list(chunks.runs))
    expected = fovea.evaluate(chunks.judgements, chunks.runs, ["charR@5", "AP"])
    for _, row in table.iterrows():
        assert row["charR@5"] == pytest.approx(expected[row["name"], "charR@5"])
        assert row["map"] == pytest.approx(expected[row["name"], "AP"])
