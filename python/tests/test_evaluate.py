"""`evaluate`: whatever shape judgements and runs come in, the figures are the command's to the last bit."""

from __future__ import annotations

import json
import pickle
import signal
import threading
import time
import unicodedata
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

import fovea
from conftest import Chunks, figures_of, figures_of_command


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
@pytest.mark.parametrize("runs", [["articles.run"], ["passages.jsonl", "articles.run"]])
def test_files_score_as_the_command_scores_them(demo: Path, runs: list[str]) -> None:
    paths = [demo / "runs" / run for run in runs]
    scores = fovea.evaluate(demo / "judgements.qrels", paths, ["AP", "P@5", "nDCG@10", "R@10"])
    command = figures_of_command("-m", "AP,P@5,nDCG@10,R@10", demo / "judgements.qrels", *paths)
    assert figures_of(scores) == command


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_without_measures_the_task_is_guessed_as_by_the_command(demo: Path) -> None:
    run = demo / "runs" / "passages.jsonl"
    scores = fovea.evaluate(demo / "judgements.qrels", run)
    assert figures_of(scores) == figures_of_command(demo / "judgements.qrels", run)
    assert scores.account["task"]


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
@pytest.mark.parametrize(
    "options, words",
    [
        ({"depth": 3}, ["--depth", "3"]),
        ({"topics": "answered"}, ["--topics", "answered"]),
        ({"order": "file"}, ["--order", "file"]),
        ({"compat": "trec_eval"}, ["--compat", "trec_eval"]),
    ],
)
def test_options_are_the_commands(demo: Path, options: dict[str, Any], words: list[str]) -> None:
    run = demo / "runs" / "articles.run"
    scores = fovea.evaluate(demo / "judgements.qrels", run, ["AP", "P@5"], **options)
    assert figures_of(scores) == figures_of_command("-m", "AP,P@5", *words, demo / "judgements.qrels", run)


def test_mappings_score_as_the_files_they_stand_for(chunks: Chunks) -> None:
    assert figures_of(fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures)) == chunks.expected()


def test_results_may_be_dicts_with_the_fields_of_json_lines(chunks: Chunks) -> None:
    runs = {
        name: {
            topic: [{"doc_id": doc, "start": begin, "end": end, "score": score} for doc, begin, end, score in results]
            for topic, results in topics.items()
        }
        for name, topics in chunks.runs.items()
    }
    assert figures_of(fovea.evaluate(chunks.judgements, runs, chunks.measures)) == chunks.expected()


def test_opened_files_serve_again_and_again(chunks: Chunks) -> None:
    judgements = fovea.read_judgements(chunks.judgement_file)
    runs = [fovea.read_run(path) for path in chunks.run_files]
    for _ in range(2):
        assert figures_of(fovea.evaluate(judgements, runs, chunks.measures)) == chunks.expected()


def test_chunks_are_found_in_the_texts_of_their_documents(chunks: Chunks) -> None:
    runs = {
        name: {topic: [{"doc": doc, "text": chunks.texts[doc][begin:end]} for doc, begin, end, _ in results] for topic, results in topics.items()}
        for name, topics in chunks.runs.items()
    }
    scores = fovea.evaluate(chunks.judgements, runs, chunks.measures, texts=chunks.texts)
    assert figures_of(scores) == chunks.expected()


def test_a_chunk_at_several_places_is_an_error_that_names_them_unless_the_next_is_asked_for() -> None:
    judgements = {"7": {"a": [(6, 11)]}}
    run = {"7": [{"doc": "a", "text": "tide"}, {"doc": "a", "text": "tide"}]}
    texts = {"a": "tide, tide and tide"}
    with pytest.raises(fovea.InputError, match="runs:.*0-4"):
        fovea.evaluate(judgements, run, "charR", texts=texts)
    with pytest.warns(fovea.EvaluationWarning):
        scores = fovea.evaluate(judgements, run, "charR", texts=texts, locate="next")
    assert scores["run", "charR"] == 0.8


def test_documents_with_scores_are_ranked_as_trec_eval_ranks_them(tmp_path: Path) -> None:
    judgements = {"q1": {"d1": 1, "d2": 0, "d3": 2}, "q2": {"d1": 1}}
    run = {"q1": {"d1": 0.5, "d2": 0.9, "d3": 0.5}, "q2": {"d9": 1, "d1": 0.1}}
    qrels = tmp_path / "q.qrels"
    qrels.write_text("".join(f"{t} 0 {d} {g}\n" for t, docs in judgements.items() for d, g in docs.items()))
    file = tmp_path / "run.trec"
    file.write_text("".join(f"{t} Q0 {d} 1 {s} run\n" for t, docs in run.items() for d, s in docs.items()))
    measures = ["AP", "nDCG", "RR", "P@2", "R@2"]
    with pytest.warns(fovea.EvaluationWarning, match="tied"):
        scores = fovea.evaluate(judgements, run, measures)
    assert figures_of(scores) == figures_of_command("-m", ",".join(measures), qrels, file)


def test_rows_of_ir_datasets_and_ir_measures_serve() -> None:
    qrel = namedtuple("qrel", "query_id doc_id relevance iteration")
    scored = namedtuple("scored", "query_id doc_id score")
    judgements = [qrel("q1", "d1", 1, "0"), qrel("q1", "d2", 0, "0")]
    run = [scored("q1", "d2", 2.0), scored("q1", "d1", 1.0)]
    assert fovea.evaluate(judgements, run, "AP")["run", "AP"] == 0.5


def test_collect_asks_a_retriever_for_each_topic(chunks: Chunks) -> None:
    topics = {topic: f"question {topic}" for topic in chunks.judgements}

    def small(question: str) -> list[Any]:
        return chunks.runs["small"][question.split()[1]]

    scores = fovea.evaluate(chunks.judgements, fovea.collect(small, topics), chunks.measures)
    assert scores.runs == ["small"]
    assert figures_of(scores) == {key: value for key, value in chunks.expected().items() if key[0] == "small"}


def test_runs_that_cannot_be_evaluated_are_left_out_only_when_asked(chunks: Chunks, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"topic":"1","doc":"a","begin":5,"end":2}\n')
    runs = [chunks.run_files[0], bad]
    with pytest.raises(fovea.InputError, match=r"bad.jsonl:1:\d+: found"):
        fovea.evaluate(chunks.judgements, runs, "charR")
    scores = fovea.evaluate(chunks.judgements, runs, "charR", errors="skip")
    assert scores.runs == ["small"]
    assert [failure.run for failure in scores.failures] == [str(bad)]


def test_one_bad_run_among_twenty_hides_none_of_the_others(tmp_path: Path) -> None:
    runs: list[Any] = []
    for number in range(17):
        runs.append(tmp_path / f"good{number}.run")
        runs[-1].write_text(f"1 Q0 a 1 9 r{number} 0 5\n")
    for name, rows in {
        "rows": "1 Q0 a 1 9 rows 0 x\n",
        "overlap": "1 Q0 a 1 9 overlap 0 5\n1 Q0 a 2 8 overlap 3 5\n",
        "elsewhere": "9 Q0 a 1 9 elsewhere 0 5\n",
    }.items():
        runs.insert(5, tmp_path / f"{name}.run")
        runs[5].write_text(rows)
    scores = fovea.evaluate({"1": {"a": [(0, 5)]}}, runs, "AiP", task="focused", errors="skip")
    assert scores.runs == [f"r{number}" for number in range(17)]
    assert {scores[run, "AiP"] for run in scores.runs} == {1.0}
    assert {Path(failure.run).stem: type(failure.error) for failure in scores.failures} == {
        "rows": fovea.InputError,
        "overlap": fovea.RulesError,
        "elsewhere": fovea.NothingInCommon,
    }


def test_topics_in_the_order_of_their_ids_give_the_same_figures_whatever_the_order_of_the_judgements(
    chunks: Chunks,
) -> None:
    backwards = dict(reversed(chunks.judgements.items()))
    one, other = (
        fovea.evaluate(judged, chunks.runs, chunks.measures, topic_order="id") for judged in (chunks.judgements, backwards)
    )
    assert one == other
    assert one.topics == sorted(one.topics)


def test_threads_change_no_figure(chunks: Chunks) -> None:
    once = fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures, threads=1)
    assert once == fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures, threads=2)
    found: list[fovea.Scores] = []
    calls = [
        threading.Thread(target=lambda: found.append(fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures)))
        for _ in range(8)
    ]
    for call in calls:
        call.start()
    for call in calls:
        call.join()
    assert len(found) == 8 and all(scores == once for scores in found)


MANY_MEASURES = ["AP", "nDCG", "RBP", "bpref", "infAP", *(f"P@{k}" for k in range(1, 200))]


def test_other_threads_run_while_scores_are_computed(tmp_path: Path) -> None:
    qrels, run = large_files(tmp_path, topics=2000)
    steps = 0
    done = threading.Event()

    def count() -> None:
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    fovea.evaluate(qrels, run, MANY_MEASURES)
    done.set()
    counter.join()
    # Without them it takes a step or two: before the call, and behind it.
    assert steps > 100


def test_an_interrupt_ends_a_call(tmp_path: Path) -> None:
    qrels, run = large_files(tmp_path, topics=2000)

    class Interrupted(Exception):
        pass

    def stop(*_: Any) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Interrupted):
            for _ in range(1000):
                fovea.evaluate(qrels, run, MANY_MEASURES)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def large_files(folder: Path, topics: int) -> tuple[Path, Path]:
    qrels, run = folder / "large.qrels", folder / "large.run"
    qrels.write_text("".join(f"{t} 0 d{d} {d % 2}\n" for t in range(topics) for d in range(50)))
    run.write_text("".join(f"{t} Q0 d{d} {d} {100 - d} x\n" for t in range(topics) for d in range(100)))
    return qrels, run


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_a_chunking_may_be_a_file_a_mapping_a_frame_or_texts(chunks: Chunks, tmp_path: Path) -> None:
    import pandas

    spans = {doc: [(at, min(at + 80, len(text))) for at in range(0, len(text), 80)] for doc, text in chunks.texts.items()}
    rows = [{"doc": doc, "begin": begin, "end": end} for doc, of_doc in spans.items() for begin, end in of_doc]
    path = tmp_path / "chunking.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = {"small": chunks.runs["small"]}
    expected = fovea.evaluate(chunks.judgements, run, "chunkAP", chunking=path)
    renamed = pandas.DataFrame(rows).rename(columns={"begin": "start", "doc": "document"})
    texts = {doc: [chunks.texts[doc][begin:end] for begin, end in of_doc] for doc, of_doc in spans.items()}
    for chunking in (spans, renamed, rows):
        assert fovea.evaluate(chunks.judgements, run, "chunkAP", chunking=chunking) == expected
    assert fovea.evaluate(chunks.judgements, run, "chunkAP", chunking=texts, texts=chunks.texts, locate="next") == expected
    for chunking, message in (
        (3, "chunking: found 3"),
        ({"a": 5}, "chunking: document 'a': found 5"),
        ({"a": [(1, 2, 3)]}, "expected .begin, end. or a text"),
        ({"a": [(5, 2)]}, "chunking: row 0"),
    ):
        with pytest.raises(fovea.InputError, match=message):
            fovea.evaluate(chunks.judgements, run, "chunkAP", chunking=chunking)


def test_scores_can_be_sent_to_another_process(chunks: Chunks) -> None:
    scores = fovea.evaluate(chunks.judgements, chunks.runs, chunks.measures)
    assert pickle.loads(pickle.dumps(scores)) == scores


def test_quotes_are_found_in_texts_of_another_normalisation(tmp_path: Path) -> None:
    letters = [chr(code) for code in range(0x20000) if unicodedata.normalize("NFD", chr(code)) != chr(code)]
    assert len(letters) > 10_000
    for written, quoted in (("NFD", "NFC"), ("NFC", "NFD")):
        words = [f"w{number}{letter}" for number, letter in enumerate(letters)]
        text, spans = "", []
        for word in words:
            spans.append(("doc", len(text), len(text) + len(unicodedata.normalize(written, word))))
            text += unicodedata.normalize(written, word) + " "
        line = {"topic": "q", "doc": "doc", "quotes": [unicodedata.normalize(quoted, word) for word in words]}
        (tmp_path / "j.jsonl").write_text(json.dumps(line) + "\n")
        run = {"q": spans}
        with pytest.warns(fovea.EvaluationWarning, match="differ in Unicode normalisation"):
            scores = fovea.evaluate(tmp_path / "j.jsonl", run, ["charP", "charR"], texts={"doc": text})
        assert scores.mean["run"] == {"charP": 1.0, "charR": 1.0}


def test_texts_tell_how_long_documents_are() -> None:
    judgements, texts = {"q": {"doc": [(0, 50)]}}, {"doc": "x" * 200}
    with pytest.warns(fovea.EvaluationWarning, match="200"):
        past = fovea.evaluate(judgements, {"q": [("doc", 0, 500)]}, "charP", texts=texts)
    assert past["run", "charP"] == 0.1
    whole = fovea.evaluate(judgements, {"q": {"doc": 1.0}}, ["charP", "AgP(t2i=300)"], texts=texts)
    assert whole["run", "charP"] == 0.25 and whole["run", "AgP(t2i=300)"] > 0


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_a_file_of_several_runs_is_several_runs(tmp_path: Path) -> None:
    (tmp_path / "j.qrels").write_text("1 0 a 1\n")
    rows = [{"topic": "1", "doc": doc, "score": score, "run": run} for run, doc, score in (("x", "a", 2), ("y", "b", 1))]
    (tmp_path / "both.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "both.run").write_text("".join(f"1 Q0 {row['doc']} 1 {row['score']} {row['run']}\n" for row in rows))
    for file in ("both.jsonl", "both.run"):
        scores = fovea.evaluate(tmp_path / "j.qrels", tmp_path / file, "AP")
        assert scores.mean == {"x": {"AP": 1.0}, "y": {"AP": 0.0}}
        with pytest.raises(fovea.InputError, match="found the runs 'x' and 'y' in one file, expected one run"):
            fovea.read_run(tmp_path / file)
        with pytest.raises(fovea.InputError, match="expected one run"):
            fovea.evaluate(tmp_path / "j.qrels", {"mine": tmp_path / file}, "AP")
