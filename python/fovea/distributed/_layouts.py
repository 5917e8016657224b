"""How results lie in files that are tasks: rows by question, pieces of whole topics, and buckets of topics."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .. import _inputs as inputs
from .. import _native
from .._errors import InputError, UsageError


def flat(table: Any) -> Any:
    """A table with a row per question and a list of results, as logs have it, with a row per result; any other as it is.

    Results are structs of the usual fields; without score and rank they count in the order of the list.
    """
    if not hasattr(table, "schema") or not hasattr(table, "num_rows"):
        return table
    import pyarrow
    import pyarrow.compute as compute

    lists = [
        field.name
        for field in table.schema
        if (pyarrow.types.is_list(field.type) or pyarrow.types.is_large_list(field.type))
        and pyarrow.types.is_struct(field.type.value_type)
    ]
    if len(lists) != 1:
        return table
    column = table[lists[0]].combine_chunks()
    if isinstance(column, pyarrow.ChunkedArray):
        column = pyarrow.concat_arrays(column.chunks) if column.num_chunks else pyarrow.array([], column.type)
    results = compute.list_flatten(column)
    parents = compute.list_parent_indices(column)
    columns = {name: table[name].take(parents) for name in table.column_names if name != lists[0]}
    for number, field in enumerate(column.type.value_type):
        columns[field.name] = compute.struct_field(results, [number])
    if not {"score", "rank"} & columns.keys():
        starts = compute.list_value_length(column).fill_null(0).to_pylist()
        columns["rank"] = pyarrow.array([rank for size in starts for rank in range(1, size + 1)], pyarrow.int32())
    return pyarrow.table(columns)


#: Metadata of a file whose rows are sorted by topic, so that it is read a row group at a time: of the schema, with the column's
#: name, or, where Spark wrote it, of the column.
SORTED = "fovea.sorted_by"
#: Beside buckets of judgements: how many there are, since one without judged topics is left out.
_LAYOUT = "_layout.json"
_OF_SPARK = b"org.apache.spark.sql.parquet.row.metadata"


def pieces(path: str) -> Iterator[Any]:
    """A Parquet file: as a whole, or where its rows are sorted by topic in pieces of whole topics."""
    import pyarrow
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
        topic = sorted_by(file.schema_arrow.metadata or {})
        if not topic:
            yield file.read()
            return
        yield from whole_topics((file.read_row_group(group) for group in range(file.num_row_groups)), topic)
    except (pyarrow.ArrowException, OSError) as fault:
        yield _Unreadable(path, fault)


def sorted_by(metadata: Mapping[bytes, bytes]) -> str:
    """The column that the rows of a file are sorted by; "" where that is not known."""
    if SORTED.encode() in metadata:
        return metadata[SORTED.encode()].decode()
    fields = json.loads(metadata.get(_OF_SPARK, b"{}")).get("fields", [])
    return str(next((field["name"] for field in fields if field.get("metadata", {}).get(SORTED)), ""))


def whole_topics(parts: Iterable[Any], topic: str, least: int = 1) -> Iterator[Any]:
    """Rows that are sorted by topic and come in parts, as tables of whole topics with so many rows at least."""
    import pyarrow

    kept: list[Any] = []
    for part in parts:
        rows = part if isinstance(part, pyarrow.Table) else pyarrow.Table.from_batches([part])
        if rows.num_rows == 0:
            continue
        kept.append(rows)
        ids = rows[topic]
        if sum(one.num_rows for one in kept) < least or ids[0] == ids[-1]:
            continue
        last, at = ids[-1], rows.num_rows - 1
        while ids[at - 1] == last:
            at -= 1
        yield pyarrow.concat_tables([*kept[:-1], rows.slice(0, at)])
        kept = [rows.slice(at)]
    if kept:
        yield pyarrow.concat_tables(kept)


class _Unreadable:
    """In the place of rows that cannot be read."""

    def __init__(self, path: str, fault: Exception) -> None:
        self._fault = InputError(f"{path}: found a file that cannot be read ({fault}), expected Parquet")

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        raise self._fault

    def __len__(self) -> int:
        return 1


def files_below(path: str) -> list[str]:
    """The files of a folder and of those in it, without what is hidden or not yet whole; or the file that it is."""
    if not os.path.isdir(path):
        return [path]
    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [os.path.join(folder, name) for name in files if not name.startswith((".", "_"))]
    return sorted(found)


def part_of_path(path: str | None, name: str) -> str | None:
    """``x`` of ``…/name=x/…``."""
    for part in (path or "").split(os.sep):
        if part.startswith(name + "="):
            return part.removeprefix(name + "=")
    return None


def bucket_of(topic: str, buckets: int) -> int:
    """The bucket of a topic: 64-bit FNV-1a of its id, modulo the buckets."""
    return int(_native.buckets_of([topic], buckets)[0])


def layout(rows: Any, folder: Any, buckets: int, *, columns: Mapping[str, str] | None = None) -> str:
    """Lays loose rows out as files that are tasks: ``bucket=B/part-0.parquet``, sorted by topic and run.

    `rows` is a frame, a Parquet file or a folder of them. The folder appears whole or not at all. `fovea.distributed.layout` does the
    same for rows that one machine does not hold.
    """
    import pyarrow
    import pyarrow.dataset
    import pyarrow.parquet

    target = _free(folder, buckets)
    path = inputs.path_of(rows)
    batches: Iterable[Any]
    if path is not None:
        batches = pyarrow.dataset.dataset(path, format="parquet").to_batches()
    else:
        batches = pyarrow.table(rows).to_batches()
    writers: dict[int, Any] = {}
    topic = ""
    with _appearing(target) as beside:
        for batch in batches:
            table = flat(pyarrow.Table.from_batches([batch]))
            topic = topic or _column(table, "topic", columns)
            for bucket, part in _split(table, topic, buckets):
                if bucket not in writers:
                    os.makedirs(os.path.join(beside, f"bucket={bucket}"))
                    writers[bucket] = pyarrow.parquet.ParquetWriter(
                        os.path.join(beside, f"bucket={bucket}", "loose"), part.schema
                    )
                writers[bucket].write_table(part)
        for bucket, writer in writers.items():
            writer.close()
            _sort_bucket(os.path.join(beside, f"bucket={bucket}"), topic, columns)
    return target


def _column(table: Any, field: str, columns: Mapping[str, str] | None) -> str:
    for name in table.column_names:
        if (columns or {}).get(name, _native.field_meant(name)) == field:
            return str(name)
    raise InputError(f"runs: found only the columns {', '.join(map(repr, table.column_names))}, expected a column {field!r}")


def with_buckets(table: Any, topic: str, buckets: int, *, empty: int | None = None) -> Any:
    """The bucket of every row. One without a topic is an error, unless it is to go to the bucket `empty`, so that whoever
    evaluates it says where it is."""
    import pyarrow

    if table[topic].null_count > 0 and empty is None:
        row = table[topic].to_pylist().index(None)
        raise InputError(f"runs: row {row}, {topic}: found nothing, expected an id")
    ids = table[topic].cast(pyarrow.string()).dictionary_encode().combine_chunks()
    if isinstance(ids, pyarrow.ChunkedArray):
        ids = ids.chunk(0)
    known = pyarrow.array(_native.buckets_of(ids.dictionary.to_pylist(), buckets), pyarrow.int32()).take(ids.indices)
    return known if empty is None else known.fill_null(empty)


def _split(table: Any, topic: str, buckets: int) -> Iterator[tuple[int, Any]]:
    import pyarrow.compute as compute

    if table.num_rows == 0:
        return
    of_row = with_buckets(table, topic, buckets)
    for bucket in compute.unique(of_row).to_pylist():
        yield bucket, table.filter(compute.equal(of_row, bucket))


def _sort_bucket(folder: str, topic: str, columns: Mapping[str, str] | None) -> None:
    import pyarrow.parquet

    loose = os.path.join(folder, "loose")
    table = pyarrow.parquet.read_table(loose)
    keys = [(topic, "ascending")]
    keys += [(name, "ascending") for name in table.column_names if (columns or {}).get(name, name) == "run"]
    table = table.sort_by(keys).replace_schema_metadata({SORTED: topic})
    pyarrow.parquet.write_table(table, os.path.join(folder, "part-0.parquet"), row_group_size=1 << 20)
    os.remove(loose)


def layout_judgements(judgements: Any, folder: Any, buckets: int, *, columns: Mapping[str, str] | None = None) -> str:
    """Judgements by bucket, for plans whose judgements are too large for a worker: ``bucket=B/judgements.jsonl``. Results must
    be laid out in as many buckets."""
    given = inputs.judgements_of(judgements, inputs.Texts(), "reject", columns)
    if isinstance(given, str):
        given = inputs.read_judgements(given)
    lines, _ = _native.convert_judgements(given, "jsonl", None, None)
    target = _free(folder, buckets)
    parts: dict[int, list[bytes]] = {}
    for line in bytes(lines).splitlines(keepends=True):
        parts.setdefault(bucket_of(str(json.loads(line)["topic"]), buckets), []).append(line)
    with _appearing(target) as beside:
        for bucket, content in parts.items():
            os.makedirs(os.path.join(beside, f"bucket={bucket}"))
            with open(os.path.join(beside, f"bucket={bucket}", "judgements.jsonl"), "wb") as file:
                file.write(b"".join(content))
        with open(os.path.join(beside, _LAYOUT), "w", encoding="utf-8") as file:
            json.dump({"buckets": buckets}, file)
    return target


def buckets_in(folder: str) -> int:
    """Into how many buckets judgements were laid out; 0 where that is not known."""
    try:
        with open(os.path.join(folder, _LAYOUT), encoding="utf-8") as file:
            return int(json.load(file)["buckets"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _free(folder: Any, buckets: int) -> str:
    target = str(os.fspath(folder))
    if os.path.exists(target):
        raise UsageError(f"{target}: found a folder, expected a name that is free")
    if buckets < 1:
        raise UsageError(f"found buckets={buckets!r}, expected a number from 1")
    return target


@contextlib.contextmanager
def _appearing(target: str) -> Iterator[str]:
    """A folder beside `target`, which takes that name when all is written, and is removed when it cannot be."""
    beside = f"{target}.{uuid.uuid4().hex}.temporary"
    try:
        os.makedirs(beside)
        yield beside
        os.rename(beside, target)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
