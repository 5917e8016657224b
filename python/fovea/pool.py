"""Evaluation of many files by the processes of one machine.

``fovea.pool.evaluate("q.qrels", "runs/", ["AP"], processes=8)`` gives the scores of `fovea.evaluate` with ``topic_order="id"``.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from . import shards
from .scores import Scores


def evaluate(
    judgements: Any, runs: Any, measures: Any = None, *, processes: int | None = None, errors: str = "raise", **options: Any
) -> Scores:
    """Scores of the files below `runs`, each a task. Processes are spawned: a fork of one that has evaluated must not."""
    plan = shards.plan(judgements, measures, **options)
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        return shards.evaluate_files(plan, runs, pool.map, errors=errors)
