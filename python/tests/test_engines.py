"""The engines that run in every build: a process pool, and Dask with two processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, Iterator

import pytest

import fovea
from conftest import DEMO
from fovea import shards
from test_shards import World

pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_pool_of_processes_gives_the_scores_of_one(tmp_path: Path) -> None:
    import fovea.pool

    world = World(11)
    folder = world.write(tmp_path / "runs", 5)
    assert fovea.pool.evaluate(world.judgements, folder, world.measures, processes=2) == world.expected()


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as made:
            yield made


def test_dask_gives_the_scores_of_one_machine(client: Any, tmp_path: Path) -> None:
    import fovea.dask

    world = World(12)
    folder = world.write(tmp_path / "runs", 6)
    assert fovea.dask.evaluate(client, world.judgements, folder, world.measures) == world.expected()


class SlowOnce:
    """Does its task, after it has told by a file that it began, and waits the first time until it is killed."""

    def __init__(self, plan: shards.Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder

    def __call__(self, task: shards.Task) -> shards.State:
        mark = self.folder / "begun"
        try:
            with open(mark, "x") as file:
                file.write(str(os.getpid()))
            signal.pause()
        except FileExistsError:
            pass
        return shards.work(self.plan, task)


def test_a_worker_of_dask_that_is_killed_does_no_harm(client: Any, tmp_path: Path) -> None:
    import fovea.dask

    world = World(13)
    folder = world.write(tmp_path / "runs", 6)
    plan = shards.plan(world.judgements, world.measures)
    futures = client.map(SlowOnce(plan, tmp_path), shards.tasks(plan, folder), pure=False)
    deadline = time.monotonic() + 60
    while not (tmp_path / "begun").exists() or not (tmp_path / "begun").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(int((tmp_path / "begun").read_text()), signal.SIGKILL)
    assert shards.finish(plan, shards.merge(client.gather(futures))) == world.expected()


@pytest.fixture(scope="module")
def index_shards(tmp_path_factory: pytest.TempPathFactory) -> tuple[fovea.Index, list[Path]]:
    folder = tmp_path_factory.mktemp("search")
    collection = fovea.Collection.build(folder / "demo.fovea", DEMO / "articles")
    whole = fovea.Index.build(folder / "whole.index", collection)
    parts = []
    for number in (1, 2, 3):
        parts.append(folder / f"part-{number}.index")
        fovea.Index.build(parts[-1], collection, shard=f"{number}/3")
    return whole, parts


def rows_of(run: Any) -> list[Any]:
    return [row for topic in range(len(run.topics)) for row in run.rows(topic)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"set": "articles.expand=rm3"},
        {"preset": "default", "task": "focused"},
        {"preset": "peking", "task": "relevant-in-context"},
        {"preset": "doshisha", "task": "thorough", "query": "castitle"},
    ],
)
def test_index_shards_answer_as_one_index(index_shards: Any, options: dict[str, Any]) -> None:
    whole, parts = index_shards
    topics = DEMO / "topics.xml"
    expected = rows_of(whole.run(topics, **options))
    assert expected and rows_of(shards.search(parts, topics, **options)) == expected
    assert rows_of(fovea.Index(*parts).run(topics, **options)) == expected


def test_dask_searches_index_shards(client: Any, index_shards: Any) -> None:
    import fovea.dask

    whole, parts = index_shards
    topics = DEMO / "topics.xml"
    expected = rows_of(whole.run(topics, preset="default", task="focused"))
    assert rows_of(fovea.dask.search(client, parts, topics, preset="default", task="focused")) == expected


def test_ray_gives_the_scores_of_one_machine(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    import fovea.ray

    world = World(14)
    folder = world.write(tmp_path / "runs", 4)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert fovea.ray.evaluate(world.judgements, folder, world.measures) == world.expected()
    finally:
        ray.shutdown()
