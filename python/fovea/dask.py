"""Evaluation and search by the workers of Dask.

``fovea.dask.evaluate(client, "q.qrels", "runs/", ["AP"])``: paths are those that all workers see. A worker that is lost costs its
tasks' time and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import shards


def mapped(client: Any) -> Callable[..., list[Any]]:
    """The engine: calls a function for every task on the workers, and gathers what it returns."""

    def run(function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
        return list(client.gather(client.map(function, list(tasks), pure=False)))

    return run


def evaluate(
    client: Any,
    judgements: Any,
    runs: Any,
    measures: Any = None,
    *,
    folder: Any = None,
    errors: str = "raise",
    **options: Any,
) -> Any:
    """Scores of the files below `runs`, each a task; stored in a `folder` where one is given (`fovea.shards.evaluate_files`)."""
    plan = shards.plan(judgements, measures, **options)
    return shards.evaluate_files(plan, runs, mapped(client), folder=folder, errors=errors)


def search(client: Any, indexes: Any, topics: Any, **options: Any) -> Any:
    """A run of index shards, as that of one index: see `fovea.shards.search`."""
    return shards.search(indexes, topics, mapped(client), **options)
