"""Evaluation and search by the processes of one machine.

``fovea.pool.evaluate("q.qrels", "runs/", ["AP"], processes=8)`` gives the scores of `fovea.evaluate` with ``topic_order="id"``. A
pool repeats nothing: a process that is killed ends it with ``BrokenProcessPool``.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from . import shards


def _started(processes: int | None) -> ProcessPoolExecutor:
    """Processes are spawned: a fork of one that has evaluated must not."""
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))


def evaluate(
    judgements: Any,
    runs: Any,
    measures: Any = None,
    *,
    processes: int | None = None,
    folder: Any = None,
    errors: str = "raise",
    **options: Any,
) -> Any:
    """Scores of the files below `runs`, each a task; stored in a `folder` where one is given (`fovea.shards.evaluate_files`)."""
    plan = shards.plan(judgements, measures, **options)
    with _started(processes) as pool:
        return shards.evaluate_files(plan, runs, pool.map, folder=folder, errors=errors)


def search(indexes: Any, topics: Any, *, processes: int | None = None, **options: Any) -> Any:
    """A run of index shards, as that of one index: see `fovea.shards.search`."""
    with _started(processes) as pool:
        return shards.search(indexes, topics, pool.map, **options)
