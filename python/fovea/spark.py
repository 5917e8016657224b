"""Evaluation and search on Spark.

``fovea.spark.evaluate(spark, "q.qrels", rows, ["AP"])``: `rows` is a path that all workers see, each file of which is a task, or
a DataFrame of loose rows, which are shuffled by topic. For loose rows that are evaluated more than once, lay them out first
(`layout`): moving rows costs many times their evaluation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import IntegerType, StructField, StructType

from . import _native, inputs, layouts, shards
from .errors import InputError, UsageError

_ROWS_AT_ONCE = 1 << 18


def mapped(spark: SparkSession) -> Callable[..., list[Any]]:
    """The engine: calls a function for every task on the workers, and gathers what it returns."""

    def run(function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
        given = list(tasks)
        return list(spark.sparkContext.parallelize(given, len(given)).map(function).collect())

    return run


def evaluate(
    spark: SparkSession,
    judgements: Any,
    rows: Any,
    measures: Any = None,
    *,
    folder: Any = None,
    errors: str = "raise",
    **options: Any,
) -> Any:
    """Scores of files, each a task, or of the loose rows of a DataFrame; stored in a `folder` where one is given
    (`fovea.shards.evaluate_files`)."""
    plan = shards.plan(judgements, measures, **options)
    if inputs.path_of(rows) is not None:
        return shards.evaluate_files(plan, rows, mapped(spark), folder=folder, errors=errors)
    if "" not in plan.fingerprints:
        raise UsageError("found judgements by bucket and loose rows, expected rows that are laid out in as many buckets")
    target = None if folder is None else os.path.abspath(os.fspath(folder))
    topic, run = _named(rows, "topic", options), _named(rows, "run", options)
    keys = [name for name in (topic, run) if name is not None]
    sorted_rows = rows.repartition(topic).sortWithinPartitions(*keys)
    made = sorted_rows.mapInArrow(_evaluating(plan, topic, target), "state binary").collect()
    if target is not None:
        return shards.finish_stored(plan, target, mapped(spark), errors=errors)
    states = [shards.State.from_bytes(bytes(row.state)) for row in made]
    judged = [shards.judged(plan, bucket) for bucket in plan.fingerprints]
    return shards.finish(plan, shards.merge([*judged, *states]), errors=errors)


def layout(rows: DataFrame, folder: Any, buckets: int, *, columns: Any = None) -> str:
    """Shuffles loose rows once into files that are tasks, ``bucket=B/part-….parquet``, sorted by topic and run."""
    topic, run = _named(rows, "topic", {"columns": columns}), _named(rows, "run", {"columns": columns})
    target = str(os.path.abspath(os.fspath(folder)))
    schema = StructType([*rows.schema.fields, StructField("bucket", IntegerType())])
    keys = ["bucket", *(name for name in (topic, run) if name is not None)]
    marked = rows.mapInArrow(_adding_buckets(topic, buckets), schema).withMetadata(topic, {layouts.SORTED: True})
    marked.repartition(buckets, "bucket").sortWithinPartitions(*keys).write.partitionBy("bucket").parquet(target)
    return target


def search(spark: SparkSession, indexes: Any, topics: Any, **options: Any) -> Any:
    """A run of index shards, as that of one index: see `fovea.shards.search`."""
    return shards.search(indexes, topics, mapped(spark), **options)


def _named(rows: DataFrame, field: str, options: Any) -> Any:
    columns = options.get("columns") or {}
    for name in rows.columns:
        if columns.get(name, _native.field_meant(name)) == field:
            return name
    if field == "topic":
        raise InputError(f"runs: found only the columns {', '.join(rows.columns)}, expected a column 'topic'")
    return None


def _adding_buckets(topic: str, buckets: int) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Adds the bucket of every row."""

    def add(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            table = pyarrow.Table.from_batches([batch])
            if table.num_rows > 0:
                table = table.append_column("bucket", layouts.with_buckets(table, topic, buckets, empty=0))
                yield from table.combine_chunks().to_batches()

    return add


def _evaluating(plan: shards.Plan, topic: str, folder: str | None) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Scores a stream of rows that is sorted by topic, some whole topics at a time, and gives the state, unless it is stored."""

    def evaluate_stream(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        partition = context.partitionId() if context is not None else 0
        states = [
            shards.evaluate(plan, piece, f"partition {partition}, piece {number}")
            for number, piece in enumerate(layouts.whole_topics(batches, topic, _ROWS_AT_ONCE))
        ]
        if states and folder is not None:
            shards.store(shards.merge(states), folder)
        elif states:
            state = shards.merge(states).to_bytes()
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array([state], pyarrow.binary())], ["state"])

    return evaluate_stream
