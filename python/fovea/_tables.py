"""Frames of pandas, polars, pyarrow and DuckDB, and Parquet files: read in place through Arrow's C stream."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import InputError

if TYPE_CHECKING:
    from ._inputs import GivenRun, Texts
    from ._native import Judgements, Run


def is_frame(given: Any) -> bool:
    return hasattr(given, "__arrow_c_stream__")


def is_parquet(path: str) -> bool:
    """A Parquet file, or a folder that holds some."""
    if path.endswith(".parquet"):
        return True
    return os.path.isdir(path) and any(name.endswith(".parquet") for name in os.listdir(path))


def read_parquet(path: str) -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise ImportError(f"{path}: Parquet files are read with pyarrow (pip install 'fovea[arrow]')") from None
    return pyarrow.parquet.read_table(path)


def table_of(frame: Any, name: str) -> Any:
    """The table that a frame is. pandas hands its frames over only where pyarrow is; elsewhere their columns are read."""
    try:
        stream = frame.__arrow_c_stream__()
    except ImportError:
        return _native.table_from_columns({column: frame[column].tolist() for column in frame.columns}, name)
    except InputError:
        raise
    except Exception as fault:  # whatever the other library says about its frame
        raise InputError(f"{name}: found a {type(frame).__name__} that cannot be read: {fault}") from fault
    return _native.table_from_stream(stream, name)


def runs_of(
    frame: Any, name: str, columns: Mapping[str, str] | None, texts: Texts, order: str | None, first_row: int = 0
) -> list[GivenRun]:
    from ._inputs import GivenRun
    from .distributed._layouts import flat

    table = table_of(flat(frame), name)
    renamed = _renamed(table, columns)
    runs = _native.runs_from_table(table, name, renamed, order == "file", texts.texts, texts.collection, texts.locate, first_row)
    return [GivenRun(run, run.tag) for run in runs]


#: Columns that make a frame of judgements more than a table of spans and grades: it is then read as JSON lines are.
_NESTED = ("quotes", "elements")
#: Columns of one graded element.
_ELEMENT = ("path", "exhaustivity", "specificity", "size", "highlighted", "too_small")


def rows_of(frame: Any, name: str, columns: Mapping[str, str] | None) -> list[dict[str, Any]]:
    """The rows of a frame as dicts, columns under the names that are meant, without what is empty."""
    if hasattr(frame, "to_dicts"):  # polars
        rows = frame.to_dicts()
    elif hasattr(frame, "to_dict"):  # pandas
        rows = frame.to_dict("records")
    else:
        import pyarrow

        try:
            rows = pyarrow.table(frame).to_pylist()
        except Exception as fault:  # whatever the other library says about its frame
            raise InputError(f"{name}: found a {type(frame).__name__} that cannot be read: {fault}") from fault
    renamed = dict(columns or {})
    return [
        {_native.field_meant(renamed.get(str(key), str(key))): value for key, value in row.items() if not _is_empty(value)}
        for row in rows
    ]


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def _nested_judgements(frame: Any, columns: Mapping[str, str] | None, texts: Texts) -> Judgements:
    """Judgements with quotes or graded elements: a list in a row, or a row for each. Rows of one topic and document are one
    line, the others are left empty, so that lines are counted as rows."""
    from ._inputs import _lines

    first: dict[tuple[str, str], dict[str, Any]] = {}
    lines: list[dict[str, Any] | None] = []
    for row in rows_of(frame, "judgements", columns):
        if "quotes" in row:
            row["quotes"] = [row["quotes"]] if isinstance(row["quotes"], str) else list(row["quotes"])
        if "path" in row:
            row["elements"] = [*row.get("elements", []), {name: row.pop(name) for name in _ELEMENT if name in row}]
        key = (str(row.get("topic")), str(row.get("doc")))
        known = first.setdefault(key, row)
        if known is not row:
            for name in (*_NESTED, "spans"):
                if name in row:
                    known[name] = [*known.get(name, []), *row.pop(name)]
            for name, value in row.items():
                if known.setdefault(name, value) != value:
                    raise InputError(f"judgements: row {len(lines)}, {name}: found {value!r}, expected {known[name]!r}, as above")
        lines.append(row if known is row else None)
    text = b"\n".join(b"" if line is None else _lines([_plain_lists(line)], "judgements") for line in lines)
    return _native.judgements_from_lines("judgements", text, texts.texts, texts.collection, texts.locate)


def _plain_lists(row: dict[str, Any]) -> dict[str, Any]:
    """Lists of numpy and its like as Python's."""

    def plain(value: Any) -> Any:
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, (list, tuple)):
            return [plain(one) for one in value]
        if isinstance(value, Mapping):
            return {name: plain(one) for name, one in value.items() if one is not None}
        return value

    return {name: plain(value) for name, value in row.items()}


def judgements_of(frame: Any, columns: Mapping[str, str] | None, texts: Texts) -> Judgements:
    table = table_of(frame, "judgements")
    renamed = _renamed(table, columns)
    meant = {_native.field_meant(renamed.get(name, name)) for name in table.columns}
    if meant & {*_NESTED, "exhaustivity"}:
        return _nested_judgements(frame, columns, texts)
    return _native.judgements_from_table(table, "judgements", renamed)


def _renamed(table: Any, columns: Mapping[str, str] | None) -> dict[str, str]:
    """Judgements and runs share `columns`, so a name that is not in a table may be the other's."""
    there = set(table.columns)
    return {str(name): str(field) for name, field in (columns or {}).items() if name in there}


def judgements_of_rows(rows: list[Any]) -> Judgements:
    """Named tuples query_id, doc_id, relevance, as ir_datasets has them; begin and end where they have spans."""
    return _native.judgements_from_table(_table_of_rows(rows, "relevance", "judgements"), "judgements", {})


def run_of_rows(rows: Any, name: str) -> Run:
    """Named tuples query_id, doc_id, score, as ir_measures has them; begin and end where they are passages."""
    runs: list[Run] = _native.runs_from_table(_table_of_rows(rows, "score", name), name, {}, False, None, None, "only")
    return runs[0]


def _table_of_rows(rows: Any, value: str, name: str) -> Any:
    fields = ["query_id", "doc_id", value, *(field for field in ("begin", "end") if hasattr(rows[0], field))]
    return _native.table_from_columns({field: [getattr(row, field) for row in rows] for field in fields}, name)
