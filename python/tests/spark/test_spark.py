"""On a real standalone cluster: both layouts, the figures of one machine, kills, and an error with its row."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import fovea
import fovea.spark
from conftest import DEMO
from fovea import shards
from spark_cluster import cluster, spark  # noqa: F401 - fixtures
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
    assert fovea.spark.evaluate(spark, world.judgements, str(folder), world.measures) == world.expected()


def test_loose_rows_are_shuffled_by_topic(spark: Any) -> None:
    world = World(22)
    assert fovea.spark.evaluate(spark, world.judgements, frame_of(spark, world), world.measures) == world.expected()


def test_loose_rows_are_laid_out_once_and_are_then_files(spark: Any, tmp_path: Path) -> None:
    world = World(23)
    laid = fovea.spark.layout(frame_of(spark, world), tmp_path / "laid", 3)
    assert sorted(path.name for path in Path(laid).glob("bucket=*")) == ["bucket=0", "bucket=1", "bucket=2"]
    for path in Path(laid).rglob("*.parquet"):
        topics = pyarrow.parquet.ParquetFile(path).read()["topic"].to_pylist()
        assert {f"bucket={shards.bucket_of(topic, 3)}" for topic in topics} == {path.parent.name}
    assert fovea.spark.evaluate(spark, world.judgements, laid, world.measures) == world.expected()


def test_a_bad_row_comes_home_with_its_file_and_is_not_tried_again(spark: Any, tmp_path: Path) -> None:
    world = World(24)
    folder = world.write(tmp_path / "runs", 3)
    table = pyarrow.parquet.read_table(folder / "part-1.parquet")
    rows = table.to_pylist()
    rows[3]["doc"] = None
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, table.schema), folder / "part-1.parquet")
    with pytest.raises(fovea.InputError, match=r"part-1\.parquet: row 3, doc: found nothing, expected an id"):
        fovea.spark.evaluate(spark, world.judgements, str(folder), world.measures)


class SlowTask:
    """Tells by a file that it began, and waits a little, so that there is something to kill."""

    def __init__(self, plan: shards.Plan, folder: str) -> None:
        self.plan, self.folder = plan, folder

    def __call__(self, task: shards.Task) -> shards.State:
        Path(self.folder, f"begun-{os.getpid()}-{time.monotonic_ns()}").touch()
        time.sleep(0.5)
        return shards.work(self.plan, task)


@pytest.mark.parametrize("victim", ["executor", "worker"])
def test_an_executor_or_a_worker_that_is_killed_does_no_harm(spark: Any, cluster: Any, tmp_path: Path, victim: str) -> None:
    world = World(25)
    folder = world.write(tmp_path / "runs", 12)
    plan = shards.plan(world.judgements, world.measures)
    marks = tmp_path / "marks"
    marks.mkdir()
    killed: list[int] = []

    def kill() -> None:
        while not any(marks.iterdir()):
            time.sleep(0.02)
        executors = cluster.children("worker-2")
        if victim == "worker":
            cluster.processes["worker-2"].kill()
        for process in executors:
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        states = fovea.spark.mapped(spark)(SlowTask(plan, str(marks)), shards.tasks(plan, folder))
    finally:
        thread.join()
        if victim == "worker":
            cluster.processes["worker-2"].wait()
            cluster.start_worker("worker-2")
    assert killed
    assert shards.finish(plan, shards.merge(states)) == world.expected()


def test_index_shards_answer_as_one_index(spark: Any, tmp_path: Path) -> None:
    collection = fovea.Collection.build(tmp_path / "demo.fovea", DEMO / "articles")
    whole = fovea.Index.build(tmp_path / "whole.index", collection)
    parts = [tmp_path / f"{number}.index" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        fovea.Index.build(part, collection, shard=f"{number}/2")
    options = {"preset": "default", "task": "focused"}
    topics = DEMO / "topics.xml"
    assert rows_of(fovea.spark.search(spark, parts, topics, **options)) == rows_of(whole.run(topics, **options))


def test_ten_million_rows_pass_executors_of_one_gigabyte(spark: Any) -> None:
    topics, results = 10_000, 1_000
    judgements = {f"t{topic}": {f"d{topic % 7}": 1} for topic in range(topics)}
    rows = spark.range(topics * results).selectExpr(
        "'big' AS run", f"concat('t', id % {topics}) AS topic", f"concat('d', div(id, {topics})) AS doc",
        "CAST(id AS double) AS score",
    )
    scores = fovea.spark.evaluate(spark, judgements, rows, ["RR"])
    # Document d(n) has the n-th lowest score, so that document d(k) stands at rank results − k.
    expected = {f"t{topic}": 1 / (results - topic % 7) for topic in range(topics)}
    assert {row.topic: row.value for row in scores.per_topic} == expected
