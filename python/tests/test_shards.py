"""Evaluation in shards: whatever the partition, the merge tree and the engine, the scores of one machine, bit by bit."""

from __future__ import annotations

import json
import pickle
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import fovea
from conftest import Chunks
from fovea.distributed import _layouts as layouts
from fovea.distributed import steps as shards

pytestmark = pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")


class World:
    """Judgements and three runs at random, with unanswered, unjudged and tied topics."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = random.Random(seed)
        # The order of bytes is neither that of numbers nor that of UTF-16.
        topics = [*(f"q{number}" for number in draw.sample(range(1000), 22)), "Ärger", "～", "\U0001f40d"]
        docs = [f"d{number}" for number in range(15)]
        self.judgements = {topic: {doc: draw.randrange(3) for doc in draw.sample(docs, 6)} for topic in topics}
        self.rows = [
            {"run": run, "topic": topic, "doc": doc, "score": float(draw.randrange(8))}
            for run in ("alpha", "beta", "gamma")
            for topic in [*topics, f"unjudged-{run}"]
            if draw.random() < 0.85
            for doc in draw.sample(docs, 7)
        ]

    measures = ["AP", "nDCG@5", "P@3", "NumRel", "GMAP"]

    def expected(self) -> fovea.Scores:
        table = pyarrow.Table.from_pylist(sorted(self.rows, key=lambda row: row["run"]))
        return fovea.evaluate(self.judgements, table, self.measures, topic_order="id")

    def parts(self, count: int) -> list[Any]:
        """A random partition in which all results of one run and topic lie together, rows in any order."""
        place: dict[tuple[str, str], int] = {}
        parts: list[list[dict[str, Any]]] = [[] for _ in range(count)]
        rows = list(self.rows)
        self.draw.shuffle(rows)
        for row in rows:
            parts[place.setdefault((row["run"], row["topic"]), self.draw.randrange(count))].append(row)
        schema = pyarrow.Table.from_pylist(self.rows).schema
        return [pyarrow.Table.from_pylist(part, schema) for part in parts]

    def write(self, folder: Path, count: int) -> Path:
        folder.mkdir()
        for number, part in enumerate(self.parts(count)):
            pyarrow.parquet.write_table(part, folder / f"part-{number}.parquet")
        return folder


def remarks_of(scores: fovea.Scores) -> list[str]:
    """All but the remark on documents, which has examples of ids on one machine."""
    return [str(one) for one in scores.remarks if one.code != "few-documents"]


@pytest.mark.parametrize("seed", range(8))
def test_any_partition_and_merge_tree_gives_the_scores_and_remarks_of_one_machine(seed: int) -> None:
    world = World(seed)
    plan = shards.plan(world.judgements, world.measures)
    expected = world.expected()
    for count in (1, 3, 30):
        states = [shards.evaluate(plan, part, f"s{number}") for number, part in enumerate(world.parts(count))]
        states += [pickle.loads(pickle.dumps(state)) for state in world.draw.sample(states, len(states) // 2)]  # repeated
        states.append(shards.judged(plan))
        while len(states) > 1:
            world.draw.shuffle(states)
            size = world.draw.randrange(2, 5)
            states = [*states[size:], shards.merge(states[:size])]
        scores = shards.finish(plan, states[0])
        assert scores == expected, f"seed {seed}, {count} shards"
        assert scores.mean == expected.mean and scores.ci() == expected.ci()
        for test in ("t", "wilcoxon", "bootstrap"):
            tested = [one.compare(measures="AP", test=test, resamples=50).pairs for one in (scores, expected)]
            assert tested[0] == tested[1]
        assert remarks_of(scores) == remarks_of(expected)
        assert scores.account["missing_topics"] == expected.account["missing_topics"]


def test_finish_adds_the_empty_answers_where_nobody_did() -> None:
    world = World(1)
    plan = shards.plan(world.judgements, world.measures)
    state = shards.merge(shards.evaluate(plan, part, f"s{number}") for number, part in enumerate(world.parts(4)))
    assert shards.finish(plan, state) == world.expected()


def test_spans_chunks_and_answered_topics_are_the_same(chunks: Chunks) -> None:
    rows = [{"run": name, **row} for name in sorted(chunks.runs) for row in chunks.rows(name)]
    for topics in ("all", "answered"):
        plan = shards.plan(chunks.judgement_file, chunks.measures, topics=topics)
        halves = [[row for row in rows if (row["topic"] < "5") is first] for first in (True, False)]
        for half in halves:
            random.Random(chunks.seed).shuffle(half)
        state = shards.merge(shards.evaluate(plan, pyarrow.Table.from_pylist(half), str(n)) for n, half in enumerate(halves))
        table = pyarrow.Table.from_pylist(rows)
        assert shards.finish(plan, state) == fovea.evaluate(
            chunks.judgement_file, table, chunks.measures, topics=topics, topic_order="id"
        )


@pytest.mark.parametrize("seed", range(4))
def test_tied_spans_and_ranks_count_in_the_same_order_however_rows_arrive(seed: int) -> None:
    draw = random.Random(seed)
    judgements = {f"t{t}": {doc: [(draw.randrange(50), draw.randrange(50, 99))] for doc in "abc"} for t in range(12)}
    for rank in ("score", "rank"):
        rows = [
            {"run": "r", "topic": f"t{t}", "doc": draw.choice("abcd"), "begin": 10 * n, "end": 10 * n + draw.randrange(1, 40)}
            | {rank: draw.randrange(2) + 1 if rank == "rank" else draw.randrange(2)}
            for t in range(12)
            for n in range(8)
        ]
        expected = fovea.evaluate(judgements, pyarrow.Table.from_pylist(rows), ["charP@3", "IoU@2", "AiP"], topic_order="id")
        plan = shards.plan(judgements, ["charP@3", "IoU@2", "AiP"])
        draw.shuffle(rows)
        parts = [[row for row in rows if int(row["topic"][1:]) % 3 == part] for part in range(3)]
        states = [shards.evaluate(plan, pyarrow.Table.from_pylist(part), str(number)) for number, part in enumerate(parts)]
        assert shards.finish(plan, shards.merge(states)) == expected, f"seed {seed}, by {rank}"


def test_elements_of_a_collection_and_the_rules_of_a_task_are_the_same(demo: Path, tmp_path: Path) -> None:
    collection = tmp_path / "demo.fovea"
    fovea.Collection.build(collection, demo / "articles")
    runs = [demo / "runs" / name for name in ("articles.run", "passages.jsonl", "ranges.run")]
    options: dict[str, Any] = {"task": "relevant-in-context", "collection": str(collection)}
    plan = shards.plan(demo / "judgements.qrels", **options)
    scores = shards.evaluate_files(plan, runs)
    expected = fovea.evaluate(demo / "judgements.qrels", runs, topic_order="id", **options)
    assert scores == expected.with_runs(scores.runs)
    broken = [*runs, demo / "runs" / "paragraphs.xml"]
    with pytest.raises(fovea.RulesError) as fault:
        shards.evaluate_files(plan, broken)
    with pytest.raises(fovea.RulesError) as of_one:
        fovea.evaluate(demo / "judgements.qrels", broken, topic_order="id", **options)
    assert str(fault.value) == str(of_one.value)
    skipped = shards.evaluate_files(plan, broken, errors="skip")
    assert len(skipped.failures) == 1 and skipped == scores


def test_a_pair_of_run_and_topic_from_two_shards_is_named_with_both() -> None:
    plan = shards.plan({"7": {"a": 1}}, "AP")
    one = shards.evaluate(plan, {"7": {"a": 1.0}}, "one", run="mine")
    two = shards.evaluate(plan, {"7": {"b": 1.0}}, "two", run="mine")
    with pytest.raises(fovea.InputError, match="topic '7' of run 'mine' stands in shards 'one' and 'two'"):
        shards.merge([one, two])
    assert len(shards.merge([one, one, one])) == 1
    other = shards.evaluate(plan, {"7": {"b": 1.0}}, "one", run="mine")
    with pytest.raises(fovea.InputError, match="shard 'one' came twice with different scores"):
        shards.merge([one, other])


def test_states_of_other_options_judgements_and_versions_are_not_merged() -> None:
    plan = shards.plan({"7": {"a": 1}}, "AP")
    state = shards.evaluate(plan, {"7": {"a": 1.0}}, "one")
    for other, what in (
        (shards.plan({"7": {"a": 1}}, "AP", depth=3), "depth"),
        (shards.plan({"7": {"a": 2}}, "AP"), "judgements"),
        (shards.plan({"7": {"a": 1}}, "RR"), "measures"),
        (plan._replace(text=json.dumps({**json.loads(plan.text), "version": "0"}, sort_keys=True)), "version"),
    ):
        with pytest.raises(fovea.InputError, match=f"expected those of one plan: {what}"):
            shards.merge([state, shards.evaluate(other, {"7": {"a": 1.0}}, "two")])
        with pytest.raises(fovea.InputError, match="expected those of one plan"):
            shards.finish(other, state)


def test_the_same_input_gives_the_same_bytes_and_a_state_is_an_arrow_table() -> None:
    world = World(2)
    plan = shards.plan(world.judgements, world.measures)
    part = world.parts(1)[0]
    rows = part.to_pylist()
    world.draw.shuffle(rows)
    state = shards.evaluate(plan, part, "s")
    assert state == shards.evaluate(plan, pyarrow.Table.from_pylist(rows), "s")
    table = state.to_arrow()
    table.validate(full=True)
    assert table.column_names == ["run", "topic", "shard", *state.measures] and table.num_rows == len(state)
    assert shards.State.from_arrow(table) == state
    assert shards.State.from_arrow(table.take(list(reversed(range(table.num_rows))))) == state
    with pytest.raises(fovea.InputError, match="found a table that is no state of a shard"):
        shards.State.from_arrow(pyarrow.table({"a": [1]}))
    with pytest.raises(fovea.CorruptCollection):
        shards.State.from_bytes(state.to_bytes()[:-3])


def test_bad_rows_travel_home_with_file_and_row(tmp_path: Path) -> None:
    world = World(3)
    folder = world.write(tmp_path / "runs", 3)
    table = pyarrow.parquet.read_table(folder / "part-1.parquet")
    rows = table.to_pylist()
    rows[4]["score"] = None
    broken = rows[4]["run"]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, table.schema), folder / "part-1.parquet")
    plan = shards.plan(world.judgements, world.measures)
    with pytest.raises(fovea.InputError, match=r"part-1\.parquet: row 4, score: found nothing, expected a score"):
        shards.evaluate_files(plan, folder)
    scores = shards.evaluate_files(plan, folder, errors="skip")
    assert [failure.run for failure in scores.failures] == [broken] and broken not in scores.runs
    expected = world.expected()
    assert all(scores[run, "AP"] == expected[run, "AP"] for run in scores.runs)


def test_a_file_that_cannot_be_read_is_an_error_at_home_and_no_exception_in_the_task(tmp_path: Path) -> None:
    world = World(4)
    folder = world.write(tmp_path / "runs", 2)
    (folder / "part-9.parquet").write_bytes(b"PAR1 and nothing else")
    plan = shards.plan(world.judgements, world.measures)
    state = shards.evaluate(plan, folder / "part-9.parquet")
    assert len(state) == 0
    with pytest.raises(fovea.InputError, match="part-9.parquet"):
        shards.evaluate_files(plan, folder)


def test_a_file_that_cannot_be_read_is_no_run_that_could_be_skipped(tmp_path: Path) -> None:
    world = World(4)
    folder = world.write(tmp_path / "runs", 2)
    topic = next(iter(world.judgements))
    (folder / "bad.run").write_text(f"{topic} Q0 d1 1 1.0 bad\n{topic} Q0 d2 2 high bad\n")
    plan = shards.plan(world.judgements, world.measures)
    with pytest.raises(fovea.InputError, match=r"bad\.run:2:\d+: found 'high', expected"):
        shards.evaluate_files(plan, folder)
    skipped = shards.evaluate_files(plan, folder, errors="skip")
    assert skipped == world.expected() and [failure.run for failure in skipped.failures] == ["bad"]
    (folder / "bad.run").write_text("q1 Q0 d1 1\n")
    for errors in ("raise", "skip"):
        with pytest.raises(fovea.InputError, match=r"bad\.run: found rows of 4 columns"):
            shards.evaluate_files(plan, folder, errors=errors)
    with pytest.raises(fovea.UsageError, match="found errors='ignore', expected 'raise' or 'skip'"):
        shards.evaluate_files(plan, folder, errors="ignore")


@pytest.mark.parametrize(
    "table, message",
    [
        (pyarrow.table({"a": [1]}), "expected a column"),
        (pyarrow.table({"topic": ["q"], "doc": ["d"], "score": ["much"]}), "found"),
        (pyarrow.table({"topic": [None], "doc": ["d"], "score": [1.0]}), "row 0, topic"),
        (pyarrow.table({"topic": ["q"], "doc": [["d"]], "score": [1.0]}), "doc"),
        (pyarrow.table({"topic": ["q"], "results": pyarrow.array([[{"x": 1}]])}), "expected a column"),
    ],
)
def test_no_bad_table_is_an_exception_in_a_task(tmp_path: Path, table: Any, message: str) -> None:
    pyarrow.parquet.write_table(table, tmp_path / "bad.parquet")
    plan = shards.plan({"q": {"d": 1}}, "AP")
    state = shards.evaluate(plan, tmp_path / "bad.parquet")
    with pytest.raises(fovea.InputError, match=f"bad.parquet.*{message}"):
        shards.finish(plan, state)


def test_the_first_fifty_messages_by_file_and_row_are_kept_and_all_are_counted(tmp_path: Path) -> None:
    draw = random.Random(15)
    plan = shards.plan({f"t{number}": {"d": 1} for number in range(40)}, "AP")
    for file in range(4):
        rows = [{"run": "r", "topic": f"t{file * 10 + n % 10}", "doc": None if n % 2 else f"d{n}", "score": 1.0} for n in range(60)]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / f"{file}.parquet")
    states = [shards.evaluate(plan, tmp_path / f"{file}.parquet", f"s{file}") for file in range(4)]
    bytes_of = set()
    for _ in range(10):
        left = [*states, *draw.sample(states, 2)]
        while len(left) > 1:
            draw.shuffle(left)
            left = [*left[2:], shards.merge(left[:2])]
        bytes_of.add(left[0].to_bytes())
    assert len(bytes_of) == 1
    header = json.loads(shards.State.from_bytes(bytes_of.pop()).to_arrow().schema.metadata[b"fovea.state"])
    places = [Path(one["file"]).name for one in header["messages"]]
    assert places == [f"{file}.parquet: row {row}, doc" for file in range(2) for row in range(1, 60, 2)][:50]
    assert sum(one["count"] for one in header["message_counts"]) == 4 * 30


def test_files_of_every_format_are_tasks(tmp_path: Path) -> None:
    world = World(5)
    folder = tmp_path / "runs"
    folder.mkdir()
    for run in ("alpha", "beta", "gamma"):
        (folder / f"{run}.run").write_text(
            "".join(f"{row['topic']} Q0 {row['doc']} 0 {row['score']} {run}\n" for row in world.rows if row["run"] == run)
        )
    plan = shards.plan(world.judgements, world.measures)
    assert shards.evaluate_files(plan, folder) == world.expected()


def test_a_row_per_question_with_a_list_of_results_is_read(tmp_path: Path) -> None:
    log = pyarrow.Table.from_pylist(
        [
            {"run": "a", "query_id": "7", "results": [{"doc_id": "x", "begin": 0, "end": 5}, {"doc_id": "y", "begin": 0, "end": 9}]},
            {"run": "a", "query_id": "8", "results": []},
            {"run": "b", "query_id": "8", "results": [{"doc_id": "y", "begin": 3, "end": 4}]},
        ]
    )
    pyarrow.parquet.write_table(log, tmp_path / "log.parquet")
    judgements = {"7": {"y": [(0, 9)]}, "8": {"y": [(0, 4)]}}
    plan = shards.plan(judgements, ["charP@1", "charR"])
    scores = shards.evaluate_files(plan, tmp_path / "log.parquet")
    runs = {"a": {"7": [("x", 0, 5), ("y", 0, 9)]}, "b": {"8": [("y", 3, 4)]}}
    expected = fovea.evaluate(judgements, runs, ["charP@1", "charR"], topic_order="id")
    assert scores == expected
    assert fovea.evaluate(judgements, tmp_path / "log.parquet", ["charP@1", "charR"], topic_order="id") == expected


def test_loose_rows_are_laid_out_in_buckets_and_read_a_row_group_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(6)
    loose = world.write(tmp_path / "loose", 4)
    laid = Path(shards.layout(loose, tmp_path / "laid", 3))
    files = sorted(laid.rglob("*.parquet"))
    assert [file.parent.name for file in files] == ["bucket=0", "bucket=1", "bucket=2"]
    for file in files:
        table = pyarrow.parquet.ParquetFile(file).read()
        topics = table["topic"].to_pylist()
        assert topics == sorted(topics)
        assert {shards.bucket_of(topic, 3) for topic in topics} == {int(file.parent.name[-1])}
        pyarrow.parquet.write_table(table, file, row_group_size=10)
    plan = shards.plan(world.judgements, world.measures)
    pieces = list(layouts.pieces(str(files[0])))
    assert len(pieces) > 2
    assert shards.evaluate_files(plan, laid) == world.expected()
    with pytest.raises(fovea.UsageError, match="expected a name that is free"):
        shards.layout(loose, laid, 3)
    table = pyarrow.parquet.ParquetFile(files[1]).read()
    rows = table.to_pylist()
    bad = max(number for number, row in enumerate(rows) if row["topic"] in world.judgements)
    rows[bad]["score"] = None
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, table.schema), files[1], row_group_size=10)
    with pytest.raises(fovea.InputError, match=f"part-0.parquet: row {bad}, score: found nothing"):
        shards.evaluate_files(plan, laid)

    def full(*_: Any, **__: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(pyarrow.parquet, "write_table", full)
    with pytest.raises(OSError, match="no space"):
        shards.layout(loose, tmp_path / "other", 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["laid", "loose"]


def test_buckets_are_those_of_the_published_hash() -> None:
    published = {"": 0xCBF29CE484222325, "a": 0xAF63DC4C8601EC8C, "foobar": 0x85944171F73967E8}  # FNV-1a, 64 bits
    for buckets in (1, 7, 1000):
        assert {text: shards.bucket_of(text, buckets) for text in published} == {
            text: value % buckets for text, value in published.items()
        }


def test_a_layout_that_is_killed_leaves_nothing_under_its_name(tmp_path: Path) -> None:
    world = World(6)
    loose = world.write(tmp_path / "loose", 2)
    code = (
        "import os, signal, sys, pyarrow.parquet; from fovea.distributed import steps as shards\n"
        "write, left = pyarrow.parquet.write_table, [2]\n"
        "def dying(*given, **named):\n"
        "    left[0] -= 1\n"
        "    return write(*given, **named) if left[0] else os.kill(os.getpid(), signal.SIGKILL)\n"
        "pyarrow.parquet.write_table = dying\n"
        "shards.layout(sys.argv[1], sys.argv[2], 3)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(loose), str(tmp_path / "laid")], capture_output=True)
    assert done.returncode == -signal.SIGKILL and not (tmp_path / "laid").exists()
    shards.layout(loose, tmp_path / "laid", 3)
    assert shards.evaluate_files(shards.plan(world.judgements, world.measures), tmp_path / "laid") == world.expected()


def test_judgements_in_parquet_lie_together_or_by_bucket(tmp_path: Path) -> None:
    world = World(10)
    rows = [{"topic": t, "doc": d, "grade": g} for t, docs in world.judgements.items() for d, g in docs.items()]
    loose = world.write(tmp_path / "loose", 2)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "judgements.parquet")
    plan = shards.plan(tmp_path / "judgements.parquet", world.measures)
    assert shards.evaluate_files(plan, loose) == world.expected()
    for bucket in range(3):
        folder = tmp_path / "judged" / f"bucket={bucket}"
        folder.mkdir(parents=True)
        own = [row for row in rows if shards.bucket_of(row["topic"], 3) == bucket]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(own), folder / "part.parquet")
    laid = shards.layout(loose, tmp_path / "laid", 3)
    assert shards.evaluate_files(shards.plan(tmp_path / "judged", world.measures), laid) == world.expected()


def test_results_in_other_buckets_than_the_judgements_are_refused(tmp_path: Path) -> None:
    world = World(7)
    loose = world.write(tmp_path / "loose", 2)
    judged = shards.layout_judgements(world.judgements, tmp_path / "judged", 4)
    plan = shards.plan(judged, world.measures)
    with pytest.raises(fovea.InputError, match="found no bucket=B in a path, expected results in 4 buckets"):
        shards.evaluate_files(plan, loose)
    with pytest.raises(fovea.InputError, match="found bucket=[4-7], expected results in 4 buckets"):
        shards.evaluate_files(plan, shards.layout(loose, tmp_path / "eight", 8))
    with pytest.raises(fovea.InputError, match="which belongs to bucket . of 4, expected those of bucket"):
        shards.evaluate_files(plan, shards.layout(loose, tmp_path / "three", 3))
    assert shards.evaluate_files(plan, shards.layout(loose, tmp_path / "four", 4)) == world.expected()


def test_a_bucket_without_judgements_holds_unjudged_topics_only(tmp_path: Path) -> None:
    topics = {bucket: next(f"t{n}" for n in range(99) if shards.bucket_of(f"t{n}", 4) == bucket) for bucket in range(4)}
    judgements = {topics[1]: {"a": 1}}
    rows = pyarrow.table({"run": ["r"] * 2, "topic": [topics[1], topics[2]], "doc": ["a"] * 2, "score": [1.0] * 2})
    plan = shards.plan(shards.layout_judgements(judgements, tmp_path / "judged", 4), "AP")
    scores = shards.evaluate_files(plan, shards.layout(rows, tmp_path / "laid", 4))
    assert scores == fovea.evaluate(judgements, rows, "AP", topic_order="id")
    assert [one.code for one in scores.remarks] == ["unjudged-topics"]


def test_judgements_are_read_once_in_a_process_unless_they_are_meant_in_another_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pyarrow.table({"topic": ["7", "7"], "doc": ["a", "b"], "first": [1, 0], "second": [0, 1]})
    pyarrow.parquet.write_table(table, tmp_path / "judgements.parquet")
    read: list[str] = []
    really = shards._read
    monkeypatch.setattr(shards, "_read", lambda plan, bucket: read.append(bucket) or really(plan, bucket))
    run = {"7": {"a": 2.0, "b": 1.0}}
    for column, expected in (("first", 1.0), ("second", 0.5)):
        plan = shards.plan(tmp_path / "judgements.parquet", "RR", columns={column: "grade"})
        for name in ("one", "two"):
            assert shards.finish(plan, shards.evaluate(plan, run, name))["run", "RR"] == expected
        shards.plan(tmp_path / "judgements.parquet", "AP", columns={column: "grade"})
    assert len(read) == 2


def test_judgements_by_bucket_are_read_by_the_tasks_of_their_bucket(tmp_path: Path) -> None:
    world = World(7)
    loose = world.write(tmp_path / "loose", 2)
    laid = shards.layout(loose, tmp_path / "laid", 4)
    judged = shards.layout_judgements(world.judgements, tmp_path / "judged", 4)
    plan = shards.plan(judged, world.measures)
    assert sorted(plan.fingerprints) == ["0", "1", "2", "3"]
    assert shards.evaluate_files(plan, laid) == world.expected()
    (tmp_path / "judged" / "bucket=1" / "judgements.jsonl").write_text('{"topic":"q","doc":"d","grade":1}\n')
    shards._judgements.clear()
    shards._evaluations.clear()
    with pytest.raises(fovea.InputError, match="found other judgements than when the plan was made"):
        shards.judged(plan, "1")


def test_a_plan_says_what_does_not_go_together() -> None:
    with pytest.raises(fovea.UsageError, match="found neither measures nor a task"):
        shards.plan({"7": {"a": 1}})
    with pytest.raises(fovea.UsageError, match="found the option 'compat'"):
        shards.plan({"7": {"a": 1}}, "AP", compat="trec_eval")
    with pytest.raises(fovea.UsageError, match="did you mean"):
        shards.plan({"7": {"a": 1}}, "APP")
    with pytest.raises(fovea.InputError):
        shards.plan({"7": {"a": 1}}, "charR")
    with pytest.raises(fovea.InputError, match="found no file"):
        shards.tasks(shards.plan({"7": {"a": 1}}, "AP"), [])


def test_a_thousand_shards_are_merged_in_one_process() -> None:
    plan = shards.plan({f"t{number}": {"a": 1} for number in range(1000)}, ["AP", "RR"])
    states = [shards.evaluate(plan, {f"t{number}": {"a": 1.0}}, f"s{number}", run="r") for number in range(1000)]
    scores = shards.finish(plan, shards.merge(states))
    assert scores["r", "AP"] == 1 and len(scores.topics) == 1000


def test_the_command_has_the_order_of_ids_too(tmp_path: Path) -> None:
    from conftest import figures_of, figures_of_command

    world = World(9)
    qrels = tmp_path / "q.qrels"
    qrels.write_text("".join(f"{t} 0 {d} {g}\n" for t, docs in world.judgements.items() for d, g in docs.items()))
    run = tmp_path / "alpha.run"
    run.write_text("".join(f"{r['topic']} Q0 {r['doc']} 0 {r['score']} alpha\n" for r in world.rows if r["run"] == "alpha"))
    expected = figures_of_command("-m", "AP", "--topic-order", "id", qrels, run)
    assert figures_of(fovea.evaluate(qrels, run, "AP", topic_order="id")) == expected
    assert figures_of(shards.evaluate_files(shards.plan(qrels, "AP"), run)) == expected
    topics = [topic for _, topic, _ in expected if topic != "all"]
    assert topics == sorted(topics)
