"""Evaluation and search by the workers of Ray.

``fovea.ray.evaluate("q.qrels", "runs/", ["AP"])`` after ``ray.init()``: paths are those that all workers see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import ray

from . import shards


def mapped(function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
    """The engine: calls a function for every task on the workers, and gathers what it returns."""

    def call(task: Any) -> Any:
        return function(task)

    remote = ray.remote(call)
    return list(ray.get([remote.remote(task) for task in tasks]))


def evaluate(
    judgements: Any, runs: Any, measures: Any = None, *, folder: Any = None, errors: str = "raise", **options: Any
) -> Any:
    """Scores of the files below `runs`, each a task; stored in a `folder` where one is given (`fovea.shards.evaluate_files`)."""
    plan = shards.plan(judgements, measures, **options)
    return shards.evaluate_files(plan, runs, mapped, folder=folder, errors=errors)


def search(indexes: Any, topics: Any, **options: Any) -> Any:
    """A run of index shards, as that of one index: see `fovea.shards.search`."""
    return shards.search(indexes, topics, mapped, **options)
