"""Frames of pandas, polars, pyarrow and DuckDB, and Parquet files: read in place through Arrow's C stream."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import InputError

if TYPE_CHECKING:
    from ._native import Judgements, Run
    from .inputs import GivenRun, Texts


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
    frame: Any, name: str, columns: Mapping[str, str] | None, texts: Texts, order: str | None
) -> list[GivenRun]:
    from .inputs import GivenRun

    table = table_of(frame, name)
    renamed = _renamed(table, columns)
    runs = _native.runs_from_table(table, name, renamed, order == "file", texts.texts, texts.collection, texts.locate)
    return [GivenRun(run, run.tag) for run in runs]


def judgements_of(frame: Any, columns: Mapping[str, str] | None, texts: Texts) -> Judgements:
    table = table_of(frame, "judgements")
    return _native.judgements_from_table(table, "judgements", _renamed(table, columns))


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
