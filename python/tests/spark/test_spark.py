"""On a real standalone cluster: both layouts, the figures of one machine, kills, and an error with its row."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from spark_cluster import cluster, spark  # noqa: F401 - fixtures

import fovea
import fovea.distributed
from conftest import DEMO
from fovea.distributed import _layouts as layouts
from fovea.distributed import steps as shards
from fovea.distributed._spark import mapped
from test_engines import rows_of
from test_shards import World

pytestmark = pytest.mark.filterwarnings("ignore")


def frame_of(spark: Any, world: World) -> Any:
    rows = [tuple(row.values()) for row in world.rows]
    world.draw.shuffle(rows)
    return spark.createDataFrame(rows, list(world.rows[0]))


def test_files_are_tasks(spark: Any, tmp_path: Path) -> None:
    world = World(21)
    folder = world.write(tmp_path / "runs", 5)
    assert fovea.distributed.evaluate(world.judgements, str(folder), world.measures, engine=spark) == world.expected()


def test_loose_rows_are_shuffled_by_topic(spark: Any) -> None:
    world = World(22)
    assert fovea.distributed.evaluate(world.judgements, frame_of(spark, world), world.measures, engine=spark) == world.expected()


def test_loose_rows_are_laid_out_once_and_are_then_files(spark: Any, tmp_path: Path) -> None:
    world = World(23)
    laid = fovea.distributed.layout(frame_of(spark, world), tmp_path / "laid", 3)
    assert sorted(path.name for path in Path(laid).glob("bucket=*")) == ["bucket=0", "bucket=1", "bucket=2"]
    for path in Path(laid).rglob("*.parquet"):
        topics = pyarrow.parquet.ParquetFile(path).read()["topic"].to_pylist()
        assert {f"bucket={shards.bucket_of(topic, 3)}" for topic in topics} == {path.parent.name}
        assert topics == sorted(topics, key=str.encode)
        assert layouts.sorted_by(pyarrow.parquet.ParquetFile(path).schema_arrow.metadata) == "topic"
    # Rows and judgements in as many buckets, and what Spark has not committed is not there.
    judged = shards.layout_judgements(world.judgements, tmp_path / "judged", 3)
    unfinished = Path(laid) / "_temporary" / "0" / "bucket=0"
    unfinished.mkdir(parents=True)
    (unfinished / "part-0.parquet").write_bytes(b"PAR1 half")
    assert fovea.distributed.evaluate(judged, laid, world.measures, engine=spark) == world.expected()
    with pytest.raises(fovea.UsageError, match="found judgements by bucket and loose rows"):
        fovea.distributed.evaluate(judged, frame_of(spark, world), world.measures, engine=spark)


def test_loose_rows_are_scored_into_a_folder_and_finished_run_by_run(spark: Any, tmp_path: Path) -> None:
    world = World(26)
    rows = frame_of(spark, world)
    stored = fovea.distributed.evaluate(world.judgements, rows, world.measures, folder=tmp_path / "states", engine=spark)
    assert stored.with_runs(stored.runs) == world.expected()


def test_a_row_per_question_with_a_list_of_results_is_shuffled_too(spark: Any) -> None:
    world = World(27)
    lists: dict[tuple[str, str], list[Any]] = {}
    for row in world.rows:
        lists.setdefault((row["run"], row["topic"]), []).append((row["doc"], row["score"]))
    schema = "run string, topic string, results array<struct<doc: string, score: double>>"
    rows = spark.createDataFrame([(*key, results) for key, results in lists.items()], schema)
    assert fovea.distributed.evaluate(world.judgements, rows, world.measures, engine=spark) == world.expected()


def test_a_bad_row_comes_home_with_its_file_and_is_not_tried_again(spark: Any, tmp_path: Path) -> None:
    world = World(24)
    folder = world.write(tmp_path / "runs", 3)
    table = pyarrow.parquet.read_table(folder / "part-1.parquet")
    rows = table.to_pylist()
    rows[3]["doc"] = None
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, table.schema), folder / "part-1.parquet")
    with pytest.raises(fovea.InputError, match=r"part-1\.parquet: row 3, doc: found nothing, expected an id"):
        fovea.distributed.evaluate(world.judgements, str(folder), world.measures, engine=spark)


def test_bad_loose_rows_come_home_from_a_shuffle_and_from_a_layout(spark: Any, tmp_path: Path) -> None:
    schema = "run string, topic string, doc string, score double"
    rows = [("r", f"t{number}", f"d{number}", 1.0) for number in range(20)]
    judgements = {f"t{number}": {f"d{number}": 1} for number in range(20)}
    no_doc = spark.createDataFrame([*rows, ("r", "t7", None, 2.0)], schema)
    with pytest.raises(fovea.InputError, match=r"partition \d+, piece \d+: row \d+, doc: found nothing, expected an id"):
        fovea.distributed.evaluate(judgements, no_doc, ["AP"], engine=spark)
    no_topic = spark.createDataFrame([*rows, ("r", None, "d", 2.0)], schema)
    with pytest.raises(fovea.InputError, match=r"partition \d+, piece \d+: row \d+, topic: found nothing"):
        fovea.distributed.evaluate(judgements, no_topic, ["AP"], engine=spark)
    laid = fovea.distributed.layout(no_topic, tmp_path / "laid", 2)
    with pytest.raises(fovea.InputError, match=r"bucket=0/part-.*\.parquet: row \d+, topic: found nothing"):
        fovea.distributed.evaluate(judgements, laid, ["AP"], engine=spark)


class SlowTask:
    """Tells by a file that it began, and waits a little, so that there is something to kill."""

    def __init__(self, plan: shards.Plan, folder: str) -> None:
        self.plan, self.folder = plan, folder

    def __call__(self, task: shards.Task) -> shards.State:
        Path(self.folder, f"begun-{os.getpid()}-{time.monotonic_ns()}").touch()
        time.sleep(0.5)
        return shards.work(self.plan, task)


@contextlib.contextmanager
def killing(cluster: Any, victim: str, marks: Path) -> Iterator[None]:
    """Kills the executor of the first task that tells by a mark that it began, or the worker of that executor with it."""
    marks.mkdir()
    killed: list[str] = []
    over = threading.Event()

    def kill() -> None:
        while not any(marks.iterdir()) and not over.is_set():
            time.sleep(0.02)
        for mark in list(marks.iterdir())[:1]:
            worker, executor = cluster.executor_of(int(mark.name.split("-")[1]))
            if victim == "worker":
                cluster.processes[worker].kill()
            os.kill(executor, signal.SIGKILL)
            killed.append(worker)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        for worker in killed if victim == "worker" else []:
            cluster.processes[worker].wait()
            cluster.start_worker(worker)
    assert killed


@pytest.mark.parametrize("victim", ["executor", "worker"])
def test_an_executor_or_a_worker_that_is_killed_does_no_harm(spark: Any, cluster: Any, tmp_path: Path, victim: str) -> None:
    world = World(25)
    folder = world.write(tmp_path / "runs", 12)
    plan = shards.plan(world.judgements, world.measures)
    marks = tmp_path / "marks"
    with killing(cluster, victim, marks):
        states = mapped(spark)(SlowTask(plan, str(marks)), shards.tasks(plan, folder))
    assert shards.finish(plan, shards.merge(states)) == world.expected()


class SlowRows:
    """Rows as they are, after a little, which a file tells of."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, batches: Any) -> Any:
        Path(self.folder, f"begun-{os.getpid()}-{time.monotonic_ns()}").touch()
        time.sleep(0.5)
        yield from batches


def test_an_executor_that_is_killed_in_a_shuffle_does_no_harm(spark: Any, cluster: Any, tmp_path: Path) -> None:
    world = World(28)
    marks = tmp_path / "marks"
    rows = frame_of(spark, world).repartition(6)
    slow = rows.mapInArrow(SlowRows(str(marks)), rows.schema)
    with killing(cluster, "executor", marks):
        stored = fovea.distributed.evaluate(world.judgements, slow, world.measures, folder=tmp_path / "states", engine=spark)
    assert stored.with_runs(stored.runs) == world.expected()


def test_index_shards_answer_as_one_index(spark: Any, tmp_path: Path) -> None:
    collection = fovea.Collection.build(tmp_path / "demo.fovea", DEMO / "articles")
    whole = fovea.Index.build(tmp_path / "whole.index", collection)
    parts = [tmp_path / f"{number}.index" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        fovea.Index.build(part, collection, shard=f"{number}/2")
    options = {"preset": "default", "task": "focused"}
    topics = DEMO / "topics.xml"
    assert rows_of(fovea.distributed.search(parts, topics, engine=spark, **options)) == rows_of(whole.run(topics, **options))


def test_ten_million_rows_pass_executors_of_one_gigabyte(spark: Any) -> None:
    topics, results = 10_000, 1_000
    judgements = {f"t{topic}": {f"d{topic % 7}": 1} for topic in range(topics)}
    rows = spark.range(topics * results).selectExpr(
        "'big' AS run", f"concat('t', id % {topics}) AS topic", f"concat('d', div(id, {topics})) AS doc",
        "CAST(id AS double) AS score",
    )
    scores = fovea.distributed.evaluate(judgements, rows, ["RR"], engine=spark)
    # Document d(n) has the n-th lowest score, so that document d(k) stands at rank results − k.
    expected = {f"t{topic}": 1 / (results - topic % 7) for topic in range(topics)}
    assert {row.topic: row.value for row in scores.per_topic} == expected
