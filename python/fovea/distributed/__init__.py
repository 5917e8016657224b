"""Evaluation and search by several processes or machines, with the figures of one, to the last bit.

``fovea.distributed.evaluate("q.qrels", "runs/", ["AP"], engine="ray")`` gives the scores of ``fovea.evaluate``.

The engine is one of

* ``"processes"``: processes of this machine (the default); one that is killed ends the evaluation with ``BrokenProcessPool``,
* a ``dask.distributed.Client``; a worker that is lost costs time and nothing else,
* a ``SparkSession``; `runs` may then be a DataFrame of loose rows, too,
* ``"ray"``, after ``ray.init()``,
* any function that is called as ``map(function, tasks)``.

Paths are those that all workers see. The steps that an engine takes (`plan`, `evaluate`, `merge`, `finish`) are in
`fovea.distributed.steps`, for engines of your own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import steps
from ._engines import Engine, is_spark, started
from ._layouts import layout as _layout
from ._layouts import layout_judgements as layout_judgements

if TYPE_CHECKING:
    from .._native import Run
    from .._typing import (
        CollectionLike,
        Errors,
        JudgementsLike,
        MeasuresLike,
        MergePolicy,
        Order,
        PathLike,
        Task,
        TopicsCounted,
        TopicsLike,
    )

__all__ = ["Engine", "evaluate", "layout", "layout_judgements", "search", "steps"]


def evaluate(
    judgements: JudgementsLike,
    runs: Any,
    measures: MeasuresLike = None,
    *,
    engine: Engine = "processes",
    processes: int | None = None,
    folder: PathLike | None = None,
    errors: Errors = "raise",
    task: Task | None = None,
    collection: CollectionLike = None,
    order: Order | None = None,
    depth: int = 0,
    rel_level: int = 1,
    topics: TopicsCounted = "all",
    merge: MergePolicy = "reject",
    columns: Mapping[str, str] | None = None,
    lenient: bool = False,
    judged_only: bool = False,
) -> Any:
    """Scores of the files below `runs`, each of which is a task.

    Parameters
    ----------
    judgements
        As for `fovea.evaluate`; a path that all workers see is best, everything else travels to each of them.
    runs
        A file or folder, or several; with Spark also a DataFrame, whose rows are shuffled by topic.
    measures
        As for `fovea.evaluate`; without them `task` must be given.
    engine
        Who does the work: see above.
    processes
        How many, with ``engine="processes"``; as many as there are cores without it.
    folder
        Where workers store what they score, instead of sending it home: for more scores than memory holds.
    errors
        ``"skip"`` leaves out runs that cannot be evaluated (`Scores.failures`).
    task, collection, order, depth, rel_level, topics, merge, columns, lenient, judged_only
        As for `fovea.evaluate`.

    Returns
    -------
    Scores, those of `fovea.evaluate` with ``topic_order="id"``; with `folder` a `steps.StoredScores`.

    Raises
    ------
    InputError, UsageError
        As `fovea.evaluate`, and when two files hold results of one run and topic.
    """
    plan = steps.plan(
        judgements,
        measures,
        task=task,
        collection=collection,
        order=order,
        depth=depth,
        rel_level=rel_level,
        topics=topics,
        merge=merge,
        columns=columns,
        lenient=lenient,
        judged_only=judged_only,
    )
    if is_spark(engine) and hasattr(runs, "mapInArrow"):
        from . import _spark

        return _spark.evaluate_rows(engine, plan, runs, folder=folder, errors=errors, columns=columns)
    with started(engine, processes) as map:
        return steps.evaluate_files(plan, runs, map, folder=folder, errors=errors)


def search(
    indexes: Any,
    topics: TopicsLike,
    *,
    engine: Engine = "processes",
    processes: int | None = None,
    tag: str = "fovea",
    **options: Any,
) -> Run:
    """A run over the indexes of all shards, with the rows and scores of one index.

    Parameters
    ----------
    indexes
        The paths of the shards.
    topics
        A topic file, topics, or ``{topic: question}``.
    engine, processes
        As for `evaluate`.
    tag
        The name of the run.
    options
        Those of `fovea.Index.run`: ``preset``, ``task``, ``results``, ``set``, ``query``, ``cas``, ``collection``.

    Returns
    -------
    Run
    """
    with started(engine, processes) as map:
        return steps.search(indexes, topics, map, tag=tag, **options)  # type: ignore[no-any-return]


def layout(
    rows: Any, folder: PathLike, buckets: int, *, columns: Mapping[str, str] | None = None
) -> str:
    """Shuffles loose rows once into files that are tasks: moving rows costs many times their evaluation.

    Parameters
    ----------
    rows
        A frame, a Parquet file, a folder of them, or a DataFrame of Spark.
    folder
        Where the files go; it appears whole or not at all.
    buckets
        How many parts there are; `layout_judgements` makes judgements that fit.
    columns
        Names of columns, as for `fovea.evaluate`.

    Returns
    -------
    str, the path of the folder.
    """
    if hasattr(rows, "mapInArrow"):
        from . import _spark

        return _spark.layout(rows, folder, buckets, columns=columns)
    return _layout(rows, folder, buckets, columns=columns)
