"""The engine of Spark: tasks on its workers, and loose rows of a DataFrame, which are shuffled by topic."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import IntegerType, StructField, StructType

from .. import _native
from .._errors import InputError, UsageError
from . import _layouts as layouts
from . import steps

_ROWS_AT_ONCE = 1 << 18


def mapped(spark: SparkSession) -> Callable[..., list[Any]]:
    """The engine: calls a function for every task on the workers, and gathers what it returns."""

    def run(function: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
        given = list(tasks)
        return list(spark.sparkContext.parallelize(given, len(given)).map(function).collect())

    return run


def evaluate_rows(
    spark: SparkSession, plan: steps.Plan, rows: DataFrame, *, folder: Any, errors: str, columns: Any
) -> Any:
    """Scores of the loose rows of a DataFrame, which are shuffled by topic; stored in a `folder` where one is given."""
    if "" not in plan.fingerprints:
        raise UsageError("found judgements by bucket and loose rows, expected rows that are laid out in as many buckets")
    target = None if folder is None else os.path.abspath(os.fspath(folder))
    topic, run = _named(rows, "topic", columns), _named(rows, "run", columns)
    keys = [name for name in (topic, run) if name is not None]
    sorted_rows = rows.repartition(topic).sortWithinPartitions(*keys)
    made = sorted_rows.mapInArrow(_evaluating(plan, topic, target), "state binary").collect()
    if target is not None:
        return steps.finish_stored(plan, target, mapped(spark), errors=errors)
    states = [steps.State.from_bytes(bytes(row.state)) for row in made]
    judged = [steps.judged(plan, bucket) for bucket in plan.fingerprints]
    return steps.finish(plan, steps.merge([*judged, *states]), errors=errors)


def layout(rows: DataFrame, folder: Any, buckets: int, *, columns: Any = None) -> str:
    """Shuffles loose rows once into files that are tasks, ``bucket=B/part-….parquet``, sorted by topic and run."""
    topic, run = _named(rows, "topic", columns), _named(rows, "run", columns)
    target = str(os.path.abspath(os.fspath(folder)))
    schema = StructType([*rows.schema.fields, StructField("bucket", IntegerType())])
    keys = ["bucket", *(name for name in (topic, run) if name is not None)]
    marked = rows.mapInArrow(_adding_buckets(topic, buckets), schema).withMetadata(topic, {layouts.SORTED: True})
    marked.repartition(buckets, "bucket").sortWithinPartitions(*keys).write.partitionBy("bucket").parquet(target)
    return target


def _named(rows: DataFrame, field: str, columns: Any) -> Any:
    for name in rows.columns:
        if (columns or {}).get(name, _native.field_meant(name)) == field:
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


def _evaluating(plan: steps.Plan, topic: str, folder: str | None) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Scores a stream of rows that is sorted by topic, some whole topics at a time, and gives the state, unless it is stored."""

    def evaluate_stream(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        partition = context.partitionId() if context is not None else 0
        states = [
            steps.evaluate(plan, piece, f"partition {partition}, piece {number}")
            for number, piece in enumerate(layouts.whole_topics(batches, topic, _ROWS_AT_ONCE))
        ]
        if states and folder is not None:
            steps.store(steps.merge(states), folder)
        elif states:
            state = steps.merge(states).to_bytes()
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array([state], pyarrow.binary())], ["state"])

    return evaluate_stream
