"""More scores than memory holds: states in a folder, finished run by run, and read when they are asked for."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import fovea
from fovea.distributed import steps as shards
from test_shards import World

pytestmark = pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")


def stored_world(world: World, folder: Path, **options: Any) -> shards.StoredScores:
    plan = shards.plan(world.judgements, world.measures, **options)
    for number, part in enumerate(world.parts(4)):
        for _ in range(1 + number % 2):  # a task that is repeated does no harm
            shards.store(shards.evaluate(plan, part, f"s{number}"), folder)
    return shards.finish_stored(plan, folder)


@pytest.mark.parametrize("topics", ["all", "answered"])
def test_what_memory_does_not_hold_is_finished_run_by_run(tmp_path: Path, topics: str) -> None:
    world = World(8)
    stored = stored_world(world, tmp_path / "states", topics=topics)
    table = pyarrow.Table.from_pylist(sorted(world.rows, key=lambda row: row["run"]))
    expected = fovea.evaluate(world.judgements, table, world.measures, topics=topics, topic_order="id")
    assert stored.runs == expected.runs and stored.mean == expected.mean
    again = fovea.Scores.open(tmp_path / "states")
    assert again["beta", "AP"] == expected["beta", "AP"]
    assert again["beta", "AP", "Ärger"] == expected["beta", "AP", "Ärger"]
    assert again["beta"] == expected["beta"]
    assert again.with_runs(["gamma", "alpha"]) == expected.with_runs(["gamma", "alpha"])
    assert again.with_runs(expected.runs) == expected
    for run in expected.runs:
        values = [row.value for row in expected[run].per_topic if row.measure == "AP"]
        assert again.variance[run]["AP"] == pytest.approx(statistics.variance(values), rel=1e-12)
    with pytest.raises(KeyError, match="found the run 'delta'"):
        again["delta"]


def test_runs_are_compared_with_a_baseline_two_at_a_time(tmp_path: Path) -> None:
    world = World(8)
    stored = stored_world(world, tmp_path / "states")
    expected = world.expected()
    for options in (
        {"measures": ["AP", "P@3"]},
        {"measures": "AP", "test": "wilcoxon", "correct": "bonferroni"},
        {"measures": "AP", "test": "randomisation", "resamples": 200, "seed": 7},
        {"measures": "nDCG@5", "test": "bootstrap", "resamples": 200, "tails": 1, "alpha": 0.2},
    ):
        assert stored.compare("beta", **options) == expected.compare("beta", **options).pairs
    with pytest.raises(fovea.UsageError, match="expected a test of two"):
        stored.compare("beta", test="tukey")


def test_finishing_needs_no_judgements_but_those_of_its_own_plan(tmp_path: Path) -> None:
    world = World(9)
    qrels = tmp_path / "q.qrels"
    qrels.write_text("".join(f"{t} 0 {d} {g}\n" for t, docs in world.judgements.items() for d, g in docs.items()))
    plan = shards.plan(qrels, world.measures)
    runs = world.write(tmp_path / "runs", 3)
    stored = shards.evaluate_files(plan, runs, folder=tmp_path / "states")
    qrels.unlink()
    assert stored.with_runs(stored.runs) == world.expected()
    assert shards.finish_stored(plan, tmp_path / "states").mean == stored.mean
    other = shards.plan(world.judgements, ["AP"])
    with pytest.raises(fovea.InputError, match="expected those of one plan|states of another plan"):
        shards.finish_stored(other, tmp_path / "states")


def test_failed_runs_and_files_are_told_as_they_are_without_a_folder(tmp_path: Path) -> None:
    world = World(3)
    runs = world.write(tmp_path / "runs", 3)
    table = pyarrow.parquet.read_table(runs / "part-1.parquet")
    rows = table.to_pylist()
    rows[4]["score"] = None
    broken = rows[4]["run"]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, table.schema), runs / "part-1.parquet")
    plan = shards.plan(world.judgements, world.measures)
    with pytest.raises(fovea.InputError, match=r"part-1\.parquet: row 4, score: found nothing, expected a score"):
        shards.evaluate_files(plan, runs, folder=tmp_path / "states")
    assert not (tmp_path / "states" / "_scores.json").exists()
    stored = shards.evaluate_files(plan, runs, folder=tmp_path / "states", errors="skip")
    assert list(stored.failures) == [broken] and broken not in stored.runs and "row 4" in stored.failures[broken]
    expected = world.expected()
    assert all(stored[run, "AP"] == expected[run, "AP"] for run in stored.runs)
    (runs / "part-9.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(fovea.InputError, match="part-9.parquet"):
        shards.evaluate_files(plan, runs, folder=tmp_path / "states", errors="skip")
    with pytest.raises(fovea.InputError, match="part-9.parquet"):
        shards.evaluate_files(plan, runs / "part-9.parquet", folder=tmp_path / "none")


def test_a_state_is_stored_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(5)
    plan = shards.plan(world.judgements, world.measures)
    states = [shards.evaluate(plan, part, f"s{number}") for number, part in enumerate(world.parts(2))]
    shards.store(states[0], tmp_path)
    before = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    write = pyarrow.parquet.write_table

    def full(table: Any, path: str) -> None:
        write(table, path)
        raise OSError("no space left")

    monkeypatch.setattr(pyarrow.parquet, "write_table", full)
    with pytest.raises(OSError, match="no space"):
        shards.store(states[1], tmp_path)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == before
    monkeypatch.undo()
    (tmp_path / "run=alpha" / ".part-0.killed").write_bytes(b"half a fi")  # what a killed task leaves
    shards.store(states[1], tmp_path)
    assert shards.finish_stored(plan, tmp_path).with_runs(["alpha", "beta", "gamma"]) == world.expected()


def test_names_of_runs_may_hold_anything(tmp_path: Path) -> None:
    plan = shards.plan({"7": {"a": 1}}, "AP")
    names = ["a/b", "..", "ä ö", "run=x", "50%"]
    for number, name in enumerate(names):
        shards.store(shards.evaluate(plan, {"7": {"a": 1.0}}, f"s{number}", run=name), tmp_path / "states")
    stored = shards.finish_stored(plan, tmp_path / "states")
    assert sorted(stored.runs) == sorted(names) and stored.with_runs(names).runs == names
    assert sorted(path.name for path in tmp_path.iterdir()) == ["states"]
    content = json.loads((tmp_path / "states" / "_scores.json").read_text())
    assert sorted(content["mean"]) == sorted(names)
