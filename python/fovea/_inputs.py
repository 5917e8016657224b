"""Turns whatever somebody has into judgements and runs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from . import _frameworks as frameworks
from . import _native
from . import _tables as tables
from ._errors import InputError
from ._native import Judgements, Run

_SCORES = frozenset((int, float))
_RESULTS = frozenset((dict, list))


class Texts(NamedTuple):
    """Where the texts of documents are, and what becomes of a chunk that stands at several places."""

    texts: Any = None
    collection: Any = None
    locate: str = "only"

    @property
    def found(self) -> bool:
        return self.texts is not None or self.collection is not None


class Collected(dict):  # type: ignore[type-arg]
    """What `collect` gathered: {topic: [result, …]}."""

    def __init__(self, results: dict[str, list[Any]], name: str) -> None:
        super().__init__(results)
        self.name = name


def collect(retrieve: Callable[[str], Iterable[Any]], topics: Any, *, name: str | None = None) -> Collected:
    """Calls `retrieve(question)` for each topic and keeps what it returns, for `evaluate`.

    `topics` is {topic: question}, or what `fovea.read_topics` gives; a topic's question is its title.

    >>> run = collect(lambda question: [("guide.md", 0, 40)], {"7": "how to begin"})
    >>> run["7"]
    [('guide.md', 0, 40)]
    """
    questions = topics if isinstance(topics, Mapping) else {one.id: one.title for one in topics}
    results = {str(topic): list(retrieve(question)) for topic, question in questions.items()}
    return Collected(results, name or getattr(retrieve, "__name__", None) or "run")


def path_of(given: Any) -> str | None:
    """The path that was given, if it is one."""
    if isinstance(given, bytes):
        return os.fsdecode(given)
    if isinstance(given, (str, os.PathLike)):
        return os.fspath(given)  # type: ignore[return-value]
    return None


def _kinds(given: Mapping[Any, Any]) -> set[type]:
    """The types of its values, faster than a look at each."""
    return set(map(type, given.values()))


# ---- Judgements ----


def is_judgement_row(given: Any) -> bool:
    return hasattr(given, "query_id") and hasattr(given, "doc_id") and hasattr(given, "relevance")


def judgements_of(given: Any, texts: Texts, merge: str, columns: Mapping[str, str] | None) -> Judgements | str:
    """Judgements, or the path that they are to be read from as they are needed."""
    if type(given) is dict:  # first, since small evaluations in memory are made by the thousand
        return judgements_of_mapping(given)
    if isinstance(given, Judgements):
        return given
    path = path_of(given)
    if path is not None and tables.is_parquet(path):
        return tables.judgements_of(tables.read_parquet(path), columns, texts)
    if path is not None:
        return path
    if tables.is_frame(given):
        return tables.judgements_of(given, columns, texts)
    if isinstance(given, Mapping):
        return judgements_of_mapping(given)
    if isinstance(given, Iterable):
        rows = list(given)
        paths = [path_of(row) for row in rows]
        if rows and all(path is not None for path in paths):
            return read_judgements(rows, merge=merge, collection=texts.collection, texts=texts.texts, locate=texts.locate)
        if rows and all(is_judgement_row(row) for row in rows):
            return tables.judgements_of_rows(rows)
        if rows and all(isinstance(row, Mapping) for row in rows):
            return _native.judgements_from_lines(
                "judgements", _lines(rows, "judgements"), texts.texts, texts.collection, texts.locate
            )
    raise InputError(f"judgements: found {_shown(given)}, expected a path, a frame or a mapping by topic")


def judgements_of_mapping(given: Mapping[Any, Any]) -> Judgements:
    plain = dict(given)  # a copy: what is in it may be code that changes what was given
    for topic, documents in plain.items() if _kinds(plain) != {dict} else ():
        if not isinstance(documents, Mapping):
            raise InputError(
                f"judgements: topic {topic!r}: found {_shown(documents)}, "
                "expected a mapping from documents to grades or lists of spans"
            )
        plain[topic] = dict(documents)
    return _native.judgements_from_dict(plain)


def read_judgements(
    paths: Any,
    *,
    format: str | None = None,
    merge: str = "reject",
    collection: Any = None,
    texts: Any = None,
    locate: str = "only",
) -> Judgements:
    """Reads judgements of any format, told apart by content, from a file, a folder or several of them."""
    one = path_of(paths)
    given = [one] if one is not None else [path_of(path) for path in paths]
    names = [name for name in given if name is not None]
    if len(names) < len(given):
        raise InputError(f"judgements: found {_shown(paths)}, expected paths")
    return _native.read_judgements(names, format, merge, stored(collection), texts_of(texts), locate)


# ---- Runs ----


class GivenRun(NamedTuple):
    """A run, or the path of one, and what it is called if somebody said so."""

    run: Run | str
    name: str


def runs_of(given: Any, texts: Texts, columns: Mapping[str, str] | None, order: str | None) -> list[GivenRun]:
    """All runs that were given, one or several."""
    if is_named_runs(given):
        return [
            one._replace(name=str(name))
            for name, value in given.items()
            for one in _run_of(value, f"runs[{name!r}]", texts, columns, order, single=True)
        ]
    if isinstance(given, (list, tuple)) and not is_row_list(given):
        return [
            one
            for number, value in enumerate(given)
            for one in _run_of(value, f"runs[{number}]", texts, columns, order)
        ]
    return _run_of(given, "runs", texts, columns, order)


def is_named_runs(given: Any) -> bool:
    """Whether it is {name: run}: its values are paths, frames, runs, or mappings of mappings or lists."""
    if type(given) is not dict and (not isinstance(given, Mapping) or isinstance(given, Collected)):
        return False
    value = next(iter(given.values()), None)
    if type(value) is dict:
        return any(issubclass(kind, (Mapping, list, tuple)) for kind in _kinds(value) - _SCORES)
    if isinstance(value, Run) or path_of(value) is not None or tables.is_frame(value) or isinstance(value, Collected):
        return True
    if not isinstance(value, Mapping):
        return False
    return any(isinstance(one, (Mapping, list, tuple)) for one in value.values())


def is_row_list(given: Any) -> bool:
    """Whether it is a list of results with topics, as ir_datasets and ir_measures have them."""
    return bool(given) and all(hasattr(row, "query_id") and hasattr(row, "doc_id") and hasattr(row, "score") for row in given)


def _run_of(
    given: Any,
    place: str,
    texts: Texts,
    columns: Mapping[str, str] | None,
    order: str | None,
    single: bool = False,
) -> list[GivenRun]:
    if type(given) is dict:
        return [GivenRun(_run_of_mapping(given, place, texts), "run")]
    if isinstance(given, Run):
        return [GivenRun(given, "")]
    path = path_of(given)
    if path is not None and tables.is_parquet(path):
        name = os.path.splitext(os.path.basename(path.rstrip("/")))[0]
        runs = tables.runs_of(tables.read_parquet(path), place, columns, texts, order)
        return [one if one.name else one._replace(name=name) for one in runs]
    if path is not None:
        return [GivenRun(path, "")]
    if tables.is_frame(given):
        runs = tables.runs_of(given, place, columns, texts, order)
        if single and len(runs) > 1:
            names = ", ".join(one.name for one in runs[:5])
            raise InputError(f"{place}: found {len(runs)} runs in its column run ({names}), expected one")
        return [one if one.name else one._replace(name="run") for one in runs]
    if isinstance(given, Mapping):
        return [GivenRun(_run_of_mapping(given, place, texts), getattr(given, "name", "run"))]
    if isinstance(given, (list, tuple)) and is_row_list(given):
        return [GivenRun(tables.run_of_rows(given, place), "run")]
    raise InputError(f"{place}: found {_shown(given)}, expected a path, a frame, a Run or a mapping by topic")


def _run_of_mapping(given: Mapping[Any, Any], place: str, texts: Texts) -> Run:
    plain = dict(given)  # a copy: what is in it may be code that changes what was given
    for topic, results in plain.items() if _kinds(plain) - _RESULTS else ():
        if isinstance(results, Mapping):
            plain[topic] = dict(results)
    if not texts.found:
        run = _native.run_from_dict(place, plain)
        if run is not None:
            return run
    for topic, results in plain.items():
        if not isinstance(results, (dict, list, tuple)):
            raise InputError(
                f"{place}: topic {topic!r}: found {_shown(results)}, "
                "expected a mapping from documents to scores or a list of results"
            )
    if all(isinstance(results, dict) for results in plain.values()):
        run = _native.run_from_dict(place, plain)
        assert run is not None
        return run
    rows = [
        {"topic": _topic(topic), **frameworks.fields_of(result, f"{place}: topic {topic!r}, result {position}", texts.found)}
        for topic, results in plain.items()
        for position, result in enumerate(results)
    ]
    return _native.run_from_lines(place, _lines(rows, place), texts.texts, texts.collection, texts.locate)


def _topic(topic: Any) -> Any:
    return topic if isinstance(topic, (str, int)) else str(topic)


def _lines(rows: Iterable[Mapping[str, Any]], place: str) -> bytes:
    lines = []
    for number, row in enumerate(rows):
        try:
            lines.append(json.dumps(dict(row), default=_plain, allow_nan=False))
        except (TypeError, ValueError) as fault:
            raise InputError(f"{place}: row {number}: found {_shown(row)}, expected the fields of a result ({fault})") from None
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _plain(value: Any) -> Any:
    """Numbers of numpy and its like."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} is no number or text")


def read_run(
    path: Any,
    *,
    format: str | None = None,
    collection: Any = None,
    texts: Any = None,
    locate: str = "only",
) -> Run:
    """Reads a run of any format, told by its content."""
    name = path_of(path)
    if name is None:
        raise InputError(f"found {_shown(path)}, expected the path of a run")
    return _native.read_run(name, format, texts_of(texts), stored(collection), locate)


# ---- Chunkings ----


def chunking_of(given: Any, columns: Mapping[str, str] | None) -> str | bytes | None:
    """The path of a chunking, or its JSON lines: of {doc: [(begin, end), …]}, {doc: [text, …]}, or a frame of chunks."""
    if given is None:
        return None
    path = path_of(given)
    if path is not None:
        return path
    if tables.is_frame(given):
        rows = tables.rows_of(given, "chunking", columns)
    elif isinstance(given, Mapping):
        rows = [
            {"doc": doc, **_chunk_fields(chunk, f"chunking: document {doc!r}")}
            for doc, chunks in given.items()
            for chunk in _each(chunks, f"chunking: document {doc!r}")
        ]
    elif isinstance(given, (list, tuple)) and all(isinstance(row, Mapping) for row in given):
        rows = list(given)
    else:
        raise InputError(f"chunking: found {_shown(given)}, expected a path, a frame or a mapping from documents to chunks")
    names = ("doc", "begin", "end", "text")
    meant = [{_native.field_meant(str(name)): value for name, value in row.items() if value is not None} for row in rows]
    return _lines([{name: row[name] for name in names if name in row} for row in meant], "chunking")


def _each(chunks: Any, place: str) -> Iterable[Any]:
    if isinstance(chunks, (str, bytes)) or not isinstance(chunks, Iterable):
        raise InputError(f"{place}: found {_shown(chunks)}, expected a list of chunks")
    return chunks


def _chunk_fields(chunk: Any, place: str) -> dict[str, Any]:
    if isinstance(chunk, str):
        return {"text": chunk}
    if isinstance(chunk, (tuple, list)) and len(chunk) == 2:
        return {"begin": chunk[0], "end": chunk[1]}
    raise InputError(f"{place}: found {_shown(chunk)}, expected (begin, end) or a text")


# ---- Texts ----


def stored(collection: Any) -> Any:
    """The stored collection behind what was given: a Collection, or the path of one."""
    if collection is None:
        return None
    path = path_of(collection)
    if path is not None:
        return _native.open_collection(path)
    return collection._stored


def texts_of(texts: Any) -> Any:
    """A folder or a mapping, as the library takes them."""
    if texts is None:
        return None
    path = path_of(texts)
    if path is not None:
        if not os.path.isdir(path):
            raise NotADirectoryError(f"texts: {path!r} is no folder")
        return path
    if isinstance(texts, Mapping):
        return texts
    raise InputError(f"texts: found {_shown(texts)}, expected a folder or a mapping from documents to texts")


def _shown(given: Any) -> str:
    text = repr(given)
    return f"{text} ({type(given).__name__})" if len(text) <= 60 else f"a {type(given).__name__}"
