"""Evaluation in shards: whatever the partition, the merge tree and the engine, the scores of one machine, bit by bit."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import fovea
from conftest import Chunks
from fovea import layouts, shards

pytestmark = pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")


class World:
    """Judgements and three runs at random, with unanswered, unjudged and tied topics."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = random.Random(seed)
        topics = [f"q{number}" for number in draw.sample(range(1000), 25)]
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
        state = shards.merge(shards.evaluate(plan, pyarrow.Table.from_pylist(half), str(n)) for n, half in enumerate(halves))
        table = pyarrow.Table.from_pylist(rows)
        assert shards.finish(plan, state) == fovea.evaluate(
            chunks.judgement_file, table, chunks.measures, topics=topics, topic_order="id"
        )


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
    assert scores == fovea.evaluate(judgements, runs, ["charP@1", "charR"], topic_order="id")


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


def test_judgements_by_bucket_are_read_by_the_tasks_of_their_bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_memory_does_not_hold_is_finished_run_by_run(tmp_path: Path) -> None:
    world = World(8)
    plan = shards.plan(world.judgements, world.measures)
    for number, part in enumerate(world.parts(4)):
        for _ in range(1 + number % 2):  # a task that is repeated does no harm
            shards.store(shards.evaluate(plan, part, f"s{number}"), tmp_path / "states")
    shards.store(shards.judged(plan), tmp_path / "states")
    stored = shards.finish_stored(plan, tmp_path / "states")
    expected = world.expected()
    assert stored.runs == expected.runs and stored.mean == expected.mean
    again = fovea.Scores.open(tmp_path / "states")
    assert again["beta", "AP"] == expected["beta", "AP"]
    assert [row for row in again["beta"].per_topic] == [row for row in expected["beta"].per_topic]
    two = again.with_runs(["alpha", "beta"])
    wanted = expected.with_runs(["alpha", "beta"])
    assert two.compare(baseline="alpha", measures="AP").pairs == wanted.compare(baseline="alpha", measures="AP").pairs
    with pytest.raises(KeyError, match="found the run 'delta'"):
        again["delta"]


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
