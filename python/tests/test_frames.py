"""Frames of pandas, polars, pyarrow and DuckDB: the same run whatever library, type, batch or order of rows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import fovea
from conftest import Chunks, figures_of


def rows_of(chunks: Chunks) -> list[dict[str, Any]]:
    return [{"run": name, **row} for name in chunks.runs for row in chunks.rows(name)]


def judged_rows(chunks: Chunks) -> list[dict[str, Any]]:
    return [
        {"topic": topic, "doc": doc, "begin": begin, "end": end}
        for topic, docs in chunks.judgements.items()
        for doc, spans in docs.items()
        for begin, end in spans
    ]


def as_duckdb(rows: list[dict[str, Any]]) -> Any:
    table = pyarrow.Table.from_pylist(rows)
    return duckdb.connect().from_arrow(table)


MAKERS = {
    "pandas": pandas.DataFrame,
    "pandas-objects": lambda rows: pandas.DataFrame(rows).astype({"doc": object, "topic": object}),
    "pandas-categories": lambda rows: pandas.DataFrame(rows).astype({"doc": "category", "topic": "category"}),
    "polars": polars.DataFrame,
    "polars-categories": lambda rows: polars.DataFrame(rows).with_columns(polars.col("doc").cast(polars.Categorical)),
    "pyarrow": pyarrow.Table.from_pylist,
    "pyarrow-batches": lambda rows: pyarrow.Table.from_batches(pyarrow.Table.from_pylist(rows).to_batches(max_chunksize=7)),
    "pyarrow-views": lambda rows: _cast(rows, "doc", pyarrow.string_view()),
    "pyarrow-small": lambda rows: _cast(rows, "begin", pyarrow.int16()),
    "pyarrow-slice": lambda rows: pyarrow.Table.from_pylist([rows[0], *rows])[1:],
    "duckdb": as_duckdb,
}


def _cast(rows: list[dict[str, Any]], column: str, kind: Any) -> Any:
    table = pyarrow.Table.from_pylist(rows)
    place = table.schema.get_field_index(column)
    return table.set_column(place, column, table[column].cast(kind))


@pytest.mark.parametrize("library", MAKERS)
def test_frames_score_as_the_command_scores_their_files(chunks: Chunks, library: str) -> None:
    make = MAKERS[library]
    scores = fovea.evaluate(make(judged_rows(chunks)), make(rows_of(chunks)), chunks.measures)
    assert figures_of(scores) == chunks.expected()


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rows_and_where_they_are_cut_say_nothing(chunks: Chunks, seed: int) -> None:
    draw = random.Random(seed)
    rows = rows_of(chunks)
    draw.shuffle(rows)
    table = pyarrow.Table.from_pylist(rows)
    pieces, at = [], 0
    while at < table.num_rows:
        size = draw.randrange(1, 40)
        pieces += table.slice(at, size).to_batches()
        at += size
    scores = fovea.evaluate(chunks.judgements, pyarrow.Table.from_batches(pieces), chunks.measures)
    assert figures_of(scores) == chunks.expected(), f"seed {seed}"


def test_ties_are_broken_by_document_begin_end_and_path_and_not_by_row() -> None:
    judgements = {"7": {"a": [(0, 5)], "b": [(0, 5)]}}
    rows = [{"topic": "7", "doc": doc, "begin": begin, "end": begin + 5, "score": 1.0} for doc in "ab" for begin in (0, 10)]
    with pytest.warns(fovea.EvaluationWarning, match="tied"):
        found = {
            str(fovea.evaluate(judgements, pandas.DataFrame(order), ["charP@1", "charP@2", "charP@3"]).mean)
            for order in (rows, rows[::-1], rows[2:] + rows[:2])
        }
    assert len(found) == 1 and "'charP@1': 1.0" in found.pop()


def test_ranks_serve_where_there_are_no_scores_and_rows_where_there_are_neither() -> None:
    judgements = {"7": {"a": 1, "b": 0}}
    ranked = pandas.DataFrame({"topic": ["7", "7"], "doc": ["b", "a"], "rank": [2, 1]})
    assert fovea.evaluate(judgements, ranked, "RR")["run", "RR"] == 1
    assert fovea.evaluate(judgements, ranked.drop(columns="rank"), "RR")["run", "RR"] == 0.5
    scored = ranked.assign(score=[1.0, 2.0])
    assert fovea.evaluate(judgements, scored, "RR")["run", "RR"] == 1
    assert fovea.evaluate(judgements, scored, "RR", order="file")["run", "RR"] == 0.5


def test_other_names_are_understood_or_mapped(chunks: Chunks) -> None:
    frame = pandas.DataFrame(rows_of(chunks)).rename(columns={"topic": "qid", "doc": "chunk_doc", "begin": "start"})
    scores = fovea.evaluate(chunks.judgements, frame, chunks.measures, columns={"chunk_doc": "doc"})
    assert figures_of(scores) == chunks.expected()


def test_ids_may_be_whole_numbers() -> None:
    judgements = pandas.DataFrame({"query_id": [1, 1], "doc_id": [10, 20], "relevance": [1, 0]})
    run = pandas.DataFrame({"query_id": [1, 1], "doc_id": [20, 10], "score": [2.0, 1.0]})
    assert fovea.evaluate(judgements, run, "AP")["run", "AP"] == 0.5
    assert fovea.evaluate({1: {10: 1}}, run, "AP")["run", "AP"] == 0.5


def test_lists_of_spans_are_judgements() -> None:
    frame = polars.DataFrame({"topic": ["7"], "doc": ["a"], "spans": [[[0, 5], [10, 15]]]})
    assert fovea.evaluate(frame, {"7": [("a", 0, 5)]}, "charR")["run", "charR"] == 0.5


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "duckdb"])
def test_quotes_in_a_frame_are_found_in_the_texts(library: str) -> None:
    texts = {"guide": "Cut the wick. Light the lamp. Close the lantern.", "other": "Nothing here."}
    rows = [
        {"qid": "7", "doc": "guide", "evidence": ["Cut the wick."]},
        {"qid": "7", "doc": "guide", "evidence": ["Close the lantern."]},
        {"qid": "8", "doc": "other", "evidence": []},
    ]
    run = {"7": [("guide", 0, 13)], "8": [("other", 0, 3)]}
    with pytest.warns(fovea.EvaluationWarning, match="nothing is relevant"):
        scores = fovea.evaluate(MAKERS[library](rows), run, "charR", texts=texts)
    assert scores["run", "charR", "7"] == 13 / 31
    rows[1]["evidence"] = ["Close the door."]
    with pytest.raises(fovea.InputError, match="judgements: row 0"):
        fovea.evaluate(MAKERS[library](rows), run, "charR", texts=texts)


def test_a_quote_may_be_a_text_and_rows_that_contradict_each_other_are_named() -> None:
    texts = {"guide": "Cut the wick. Light the lamp."}
    frame = pandas.DataFrame({"topic": ["7", "7"], "doc": ["guide", "guide"], "quotes": ["Cut", "lamp"]})
    assert fovea.evaluate(frame, {"7": [("guide", 0, 29)]}, "charR", texts=texts)["run", "charR"] == 1
    with pytest.raises(fovea.InputError, match="judgements: row 1, length: found 30, expected 29, as above"):
        fovea.evaluate(frame.assign(length=[29, 30]), {"7": [("guide", 0, 29)]}, "charR", texts=texts)


@pytest.mark.parametrize("flat", [True, False])
def test_graded_elements_stand_in_frames(flat: bool, tmp_path: Path) -> None:
    grades = [("/a[1]", 3, 1), ("/a[1]/b[1]", 3, 3), ("/a[1]/b[2]", 1, 2)]
    fields = [{"path": path, "exhaustivity": e, "specificity": s} for path, e, s in grades]
    rows = [{"topic": "7", "doc": "x", **one} for one in fields] if flat else [{"topic": "7", "doc": "x", "elements": fields}]
    lines = tmp_path / "graded.jsonl"
    lines.write_text(json.dumps({"topic": "7", "doc": "x", "elements": fields}) + "\n")
    run = {"7": [{"doc": "x", "path": "/a[1]/b[1]"}, {"doc": "x", "path": "/a[1]"}]}
    for make in (pandas.DataFrame, polars.DataFrame, pyarrow.Table.from_pylist):
        scores = fovea.evaluate(make(rows), run, "inex2002")
        assert scores == fovea.evaluate(lines, run, scores.measures)


def test_an_index_that_is_not_unique_and_rows_out_of_order_do_not_matter(chunks: Chunks) -> None:
    frame = pandas.concat([pandas.DataFrame(chunks.rows("small")).assign(run="small"), pandas.DataFrame(chunks.rows("large")).assign(run="large")])
    assert not frame.index.is_unique
    assert figures_of(fovea.evaluate(chunks.judgements, frame, chunks.measures)) == chunks.expected()


def test_parquet_files_and_folders_of_them_are_runs(chunks: Chunks, tmp_path: Path) -> None:
    table = pyarrow.Table.from_pylist(rows_of(chunks))
    (tmp_path / "parts").mkdir()
    pyarrow.parquet.write_table(table, tmp_path / "runs.parquet")
    pyarrow.parquet.write_table(table[:100], tmp_path / "parts" / "1.parquet")
    pyarrow.parquet.write_table(table[100:], tmp_path / "parts" / "2.parquet")
    for path in (tmp_path / "runs.parquet", tmp_path / "parts"):
        assert figures_of(fovea.evaluate(chunks.judgements, path, chunks.measures)) == chunks.expected()


def test_pandas_without_pyarrow_is_read_by_columns(chunks: Chunks, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise ImportError("no pyarrow")

    monkeypatch.setattr(pandas.DataFrame, "__arrow_c_stream__", none)
    frame = pandas.DataFrame(rows_of(chunks))
    scores = fovea.evaluate(pandas.DataFrame(judged_rows(chunks)), frame, chunks.measures)
    assert figures_of(scores) == chunks.expected()
    with pytest.raises(fovea.InputError, match="runs: row 0, begin: found 'x'"):
        fovea.evaluate(chunks.judgements, frame.assign(begin="x"), "charR")


def test_texts_of_chunks_are_found_in_a_frame(chunks: Chunks) -> None:
    rows = [{**row, "text": chunks.texts[row["doc"]][row["begin"] : row["end"]]} for row in rows_of(chunks)]
    placeless = pandas.DataFrame(rows).drop(columns=["begin", "end"])
    assert figures_of(fovea.evaluate(chunks.judgements, placeless, chunks.measures, texts=chunks.texts)) == chunks.expected()
    rows[0]["text"] = "something else"
    with pytest.raises(fovea.InputError, match="and not the text given"):
        fovea.evaluate(chunks.judgements, pandas.DataFrame(rows), chunks.measures, texts=chunks.texts)


def test_a_frame_may_be_dropped_before_its_run_is_used(chunks: Chunks) -> None:
    from fovea import _inputs as inputs

    runs = inputs.runs_of(polars.DataFrame(rows_of(chunks)), inputs.Texts(), None, None)
    assert figures_of(fovea.evaluate(chunks.judgements, [one.run for one in runs], chunks.measures)) == chunks.expected()


@pytest.mark.parametrize("kind", [pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint32(), pyarrow.int64()])
def test_categories_may_have_codes_of_every_width(kind: Any) -> None:
    codes = pyarrow.array([1, 0, None], kind)
    docs = pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(["a", "b"]))
    run = pyarrow.table({"topic": ["7", "7", "7"], "doc": docs, "score": [3.0, 2.0, 1.0]})
    assert fovea.evaluate({"7": {"a": 1}}, run[:2], "RR")["run", "RR"] == 0.5
    with pytest.raises(fovea.InputError, match="row 2, doc: found nothing"):
        fovea.evaluate({"7": {"a": 1}}, run, "RR")


def test_a_frame_of_something_else_is_said() -> None:
    with pytest.raises(fovea.InputError, match="expected a table of columns"):
        fovea.evaluate({"7": {"a": 1}}, pyarrow.chunked_array([[1, 2]]), "RR")
