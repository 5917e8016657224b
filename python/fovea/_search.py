"""Indexes and search: what ``fovea index`` and ``fovea search`` do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from . import _inputs as inputs
from . import _native
from ._collection import Collection
from ._errors import NothingInCommon, UsageError, warn
from ._native import Run
from ._topics import Topic, read_topics

#: The options of ``fovea index`` and ``fovea search``, under their long names, with what holds when they are not given.
_INDEXING: dict[str, Any] = {
    "tokens": "words",
    "stem": "harman",
    "stop": "none",
    "fold": None,
    "roles": None,
    "unit": "article",
    "classes": 32,
    "impacts": 0,
    "statistics": None,
    "keep": 0,
    "no_positions": False,
    "memory": 512,
    "threads": 0,
    "shard": "1/1",
    "force": False,
}
_SEARCHING: dict[str, Any] = {
    "preset": "reference",
    "task": "document",
    "set": (),
    "query": "",
    "cas": None,
    "whole": False,
    "results": 0,
    "exhaustive": False,
    "collection": None,
}


class Result(NamedTuple):
    """One result; `begin`, `end` and `path` are None where whole documents are asked for."""

    doc: str
    begin: int | None
    end: int | None
    path: str | None
    score: float


class Index:
    """One index, or several shards that answer as one."""

    def __init__(self, *shards: Any) -> None:
        if not shards:
            raise UsageError("found no index, expected one or several shards")
        self.paths = [os.fspath(shard) for shard in shards]
        for path in self.paths:
            open(path, "rb").close()

    @staticmethod
    def build(path: Any, collection: Any, **options: Any) -> Index:
        """Makes the index of a collection. Options are the command's long ones: ``stem="english"``, ``no_positions=True``,
        ``shard="2/8"``."""
        chosen = _chosen(options, _INDEXING)
        for name in ("roles", "statistics"):
            chosen[name] = None if chosen[name] is None else os.fspath(chosen[name])
        _native.build_index(os.fspath(path), inputs.stored(collection), *chosen.values())
        return Index(path)

    @staticmethod
    def statistics(path: Any, indexes: Iterable[Any], *, force: bool = False) -> None:
        """Collects the statistics of the indexes of all shards, for their impacts (``build(…, statistics=path)``)."""
        _native.write_statistics([os.fspath(index) for index in indexes], os.fspath(path), force)

    def search(self, query: str, k: int = 10, **options: Any) -> list[Result]:
        """The best results of one query."""
        return self.search_all([query], k, **options)[0]

    def search_all(self, queries: Iterable[str], k: int = 10, **options: Any) -> list[list[Result]]:
        """The best results of many queries."""
        asked = list(enumerate(queries))
        found: list[list[Result]] = [[] for _ in asked]
        if not asked:
            return found
        query = {"id": "", "title": "", "castitle": ""} if options.get("query") == "castitle" else {"id": "", "title": ""}
        search = self._session({"results": k, **options})
        search.read([{name: str(number) if name == "id" else text for name in query} for number, text in asked])
        run, _ = search.run("fovea")
        for topic in range(len(run.topics) if run is not None else 0):
            for _, doc, begin, end, path, _, _, score in run.rows(topic):
                found[int(run.topics[topic])].append(Result(doc, begin, end, path, score))
        return found

    def run(self, topics: Any, *, tag: str = "fovea", **options: Any) -> Run:
        """A run for `evaluate`: of a topic file, of topics, or of {topic: question}. Options are the command's: ``preset``,
        ``task``, ``results``, ``set``, ``query``, ``cas``, ``collection``. Topics without a known word are a warning."""
        search = self._session(options)
        search.read(topic_fields(topics))
        return settled(search.run(tag))

    def _session(self, options: Mapping[str, Any]) -> Any:
        return session(self.paths, options)

    def __repr__(self) -> str:
        return f"Index({', '.join(map(repr, self.paths))})"


def session(paths: list[str], options: Mapping[str, Any]) -> Any:
    """A search over indexes with the command's options."""
    chosen = _chosen(options, _SEARCHING)
    changes = [chosen["set"]] if isinstance(chosen["set"], str) else [str(change) for change in chosen["set"]]
    collection = chosen["collection"]
    stored = collection._stored.path if isinstance(collection, Collection) else os.fspath(collection) if collection else ""
    return _native.Search(
        paths,
        stored,
        os.fspath(chosen["preset"]),
        chosen["task"],
        changes,
        chosen["query"],
        chosen["cas"],
        chosen["whole"],
        chosen["results"],
        chosen["exhaustive"],
    )


def topic_fields(topics: Any) -> list[dict[str, str]]:
    """Topics as dicts of their fields: from a file, from topics, or from {topic: question}."""
    if inputs.path_of(topics) is not None:
        topics = read_topics(topics)
    if isinstance(topics, Mapping):
        topics = [Topic(str(topic), question) for topic, question in topics.items()]
    return [{name: text for name, text in one._asdict().items() if text} for one in topics]


def settled(found: tuple[Any, list[str]]) -> Run:
    """The run, with a warning for topics of which no word is known, and an exception where there are no others."""
    run, unknown = found
    if run is None:
        raise NothingInCommon("no word of any topic is in the index")
    if unknown:
        warn([("warning", "", 0, 0, "unknown-words", f"topic {topic}: no word of it is in the index") for topic in unknown])
    return run  # type: ignore[no-any-return]


def _chosen(options: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    for name in options:
        if name not in known:
            import difflib

            near = difflib.get_close_matches(name, known, 1) or list(known)[:3]
            raise UsageError(f"found the option {name!r}, expected one such as {', '.join(map(repr, near))}")
    return {**known, **{name: value for name, value in options.items() if value is not None}}
