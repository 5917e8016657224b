"""The engines that run in every build: a process pool, and Dask with two processes, one of which is killed; search in shards."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fovea
import fovea.distributed
from conftest import DEMO, ROOT
from fovea.distributed import steps as shards
from test_shards import World

pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_pool_of_processes_gives_the_scores_of_one(tmp_path: Path) -> None:
    world = World(11)
    folder = world.write(tmp_path / "runs", 5)
    assert fovea.distributed.evaluate(world.judgements, folder, world.measures, processes=2) == world.expected()


def test_a_pool_of_processes_stores_more_than_memory_holds(tmp_path: Path) -> None:
    world = World(15)
    runs = world.write(tmp_path / "runs", 4)
    stored = fovea.distributed.evaluate(world.judgements, runs, world.measures, processes=2, folder=tmp_path / "states")
    assert stored.with_runs(stored.runs) == world.expected()


class DiesInAProcess:
    def __init__(self, plan: shards.Plan, home: int) -> None:
        self.plan, self.home = plan, home

    def __call__(self, task: shards.Task) -> shards.State:
        if os.getpid() != self.home and task.path.endswith("part-2.parquet"):
            os.kill(os.getpid(), signal.SIGKILL)
        return shards.work(self.plan, task)


def test_a_pool_whose_process_is_killed_ends_and_can_be_started_again(tmp_path: Path) -> None:
    from concurrent.futures.process import BrokenProcessPool

    from fovea.distributed._engines import started

    world = World(16)
    runs = world.write(tmp_path / "runs", 4)
    plan = shards.plan(world.judgements, world.measures)
    with pytest.raises(BrokenProcessPool), started("processes", 2) as engine:
        list(engine(DiesInAProcess(plan, os.getpid()), shards.tasks(plan, runs)))
    with started("processes", 2) as engine:
        assert shards.evaluate_files(plan, runs, engine) == world.expected()
    assert fovea.distributed.evaluate(world.judgements, runs, world.measures, engine=map) == world.expected()
    for wrong, options in (("thread", {}), (map, {"processes": 2})):
        with pytest.raises(fovea.UsageError, match="engine"):
            fovea.distributed.evaluate(world.judgements, runs, world.measures, engine=wrong, **options)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as made:
            yield made


def test_dask_gives_the_scores_of_one_machine(client: Any, tmp_path: Path) -> None:
    world = World(12)
    folder = world.write(tmp_path / "runs", 6)
    assert fovea.distributed.evaluate(world.judgements, folder, world.measures, engine=client) == world.expected()


def test_dask_stores_more_than_memory_holds_and_compares_it_with_a_baseline(client: Any, tmp_path: Path) -> None:
    from fovea.distributed._engines import started

    world = World(17)
    runs = world.write(tmp_path / "runs", 4)
    stored = fovea.distributed.evaluate(world.judgements, runs, world.measures, folder=tmp_path / "states", engine=client)
    expected = world.expected()
    assert stored.with_runs(stored.runs) == expected
    with started(client) as engine:
        pairs = stored.compare("alpha", engine, measures="AP")
    assert pairs == expected.compare("alpha", measures="AP").pairs


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


#: Whole, and cut into so many parts; with impacts, which are those of one index where parts know the statistics of all.
PARTS = (1, 2, 3, 5)


@pytest.fixture(scope="module")
def index_shards(tmp_path_factory: pytest.TempPathFactory) -> tuple[fovea.Index, dict[int, list[Path]]]:
    folder = tmp_path_factory.mktemp("search")
    collection = fovea.Collection.build(folder / "demo.fovea", DEMO / "articles")
    whole = fovea.Index.build(folder / "whole.index", collection, impacts=8)
    parts: dict[int, list[Path]] = {}
    for count in PARTS:
        parts[count] = [folder / f"{number}-of-{count}.index" for number in range(1, count + 1)]
        options: dict[str, Any] = {}
        for statistics in (None, folder / f"{count}.statistics"):
            if statistics is not None:
                fovea.Index.statistics(statistics, parts[count])
                options = {"impacts": 8, "statistics": statistics, "force": True}
            for number, part in enumerate(parts[count], 1):
                fovea.Index.build(part, collection, shard=f"{number}/{count}", **options)
    return whole, parts


def rows_of(run: Any) -> list[Any]:
    return [row for topic in range(len(run.topics)) for row in run.rows(topic)]


#: All presets, found as the files that they are.
PRESETS = sorted(path.stem for path in (ROOT / "src" / "search" / "presets").glob("*.toml"))


@pytest.mark.parametrize("preset", PRESETS)
def test_index_shards_answer_with_every_preset_as_one_index(index_shards: Any, preset: str) -> None:
    whole, parts = index_shards
    draw = random.Random(preset)
    for task in ("document", "focused", "relevant-in-context", "restricted-focused"):
        options = {"preset": preset, "task": task}
        expected = rows_of(whole.run(DEMO / "topics.xml", **options))
        chosen = list(parts[draw.choice(PARTS)])
        draw.shuffle(chosen)
        assert expected and rows_of(shards.search(chosen, DEMO / "topics.xml", **options)) == expected, options
        assert rows_of(fovea.Index(*chosen).run(DEMO / "topics.xml", **options)) == expected, options


@pytest.mark.parametrize("kind", ["rm3", "rocchio", "kl", "ngrams"])
def test_index_shards_expand_queries_as_one_index(index_shards: Any, kind: str) -> None:
    whole, parts = index_shards
    expected = rows_of(whole.run(DEMO / "topics.xml", set=f"articles.expand={kind}"))
    assert expected and rows_of(shards.search(parts[3], DEMO / "topics.xml", set=f"articles.expand={kind}")) == expected


@pytest.mark.parametrize("task", ["document", "focused"])
def test_index_shards_add_scores_of_categories_as_one_index(index_shards: Any, task: str) -> None:
    whole, parts = index_shards
    options = {"task": task, "set": ["articles.categories=element:category", "articles.category_weight=0.7"]}
    expected = rows_of(whole.run(DEMO / "topics.xml", **options))
    assert expected != rows_of(whole.run(DEMO / "topics.xml", task=task))
    assert rows_of(shards.search(parts[3], DEMO / "topics.xml", **options)) == expected


def test_what_is_outside_the_promise_is_said(index_shards: Any, tmp_path: Path) -> None:
    _, parts = index_shards
    options = {"preset": "otago", "set": "articles.rho=40"}
    with pytest.warns(fovea.EvaluationWarning, match="rho counts the postings of each index by itself"):
        shards.search(parts[2], DEMO / "topics.xml", **options)
    # Impacts that were made with the statistics of a part alone are refused.
    collection = fovea.Collection.build(tmp_path / "demo.fovea", DEMO / "articles")
    own = [tmp_path / f"{number}.index" for number in (1, 2)]
    for number, part in enumerate(own, 1):
        fovea.Index.build(part, collection, shard=f"{number}/2", impacts=8)
    with pytest.raises(fovea.InputError, match="each has statistics of its own"):
        shards.search(own, DEMO / "topics.xml", preset="otago")


def test_a_pool_of_processes_searches_index_shards(index_shards: Any) -> None:
    whole, parts = index_shards
    options = {"preset": "peking", "task": "relevant-in-context"}
    expected = rows_of(whole.run(DEMO / "topics.xml", **options))
    assert rows_of(fovea.distributed.search(parts[3], DEMO / "topics.xml", processes=2, **options)) == expected


def test_dask_searches_index_shards(client: Any, index_shards: Any) -> None:
    whole, parts = index_shards
    topics = DEMO / "topics.xml"
    expected = rows_of(whole.run(topics, preset="default", task="focused"))
    assert rows_of(fovea.distributed.search(parts[2], topics, engine=client, preset="default", task="focused")) == expected


def test_ray_gives_the_scores_of_one_machine(tmp_path: Path, index_shards: Any) -> None:
    ray = pytest.importorskip("ray")
    world = World(14)
    folder = world.write(tmp_path / "runs", 4)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert fovea.distributed.evaluate(world.judgements, folder, world.measures, engine="ray") == world.expected()
        whole, parts = index_shards
        expected = rows_of(whole.run(DEMO / "topics.xml", task="focused"))
        assert rows_of(fovea.distributed.search(parts[2], DEMO / "topics.xml", task="focused", engine="ray")) == expected
    finally:
        ray.shutdown()
