"""Indexes and search: what ``fovea index`` and ``fovea search`` do.

The command does the work, in a process of its own, so that a search here is the command's in every preset and task. Many
queries are best given at once: `Index.run` and `Index.search_all`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from typing import Any, Iterable, NamedTuple

from . import inputs
from ._native import Run
from .collection import Collection
from .errors import NothingInCommon, UsageError
from .tools import run_command


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
        """Makes the index of a collection. Options are the command's long ones: ``stem="english"``, ``no_positions=True``."""
        stored = inputs.path_of(collection)
        if stored is None:
            stored = collection._stored.path if isinstance(collection, Collection) else collection
        run_command(["index", stored, "-o", os.fspath(path), "--quiet", *_options(options)])
        return Index(path)

    def search(self, query: str, k: int = 10, **options: Any) -> list[Result]:
        """The best results of one query."""
        return self.search_all([query], k, **options)[0]

    def search_all(self, queries: Iterable[str], k: int = 10, **options: Any) -> list[list[Result]]:
        """The best results of many queries."""
        questions = {str(number): query for number, query in enumerate(queries)}
        found: dict[str, list[Result]] = {topic: [] for topic in questions}
        if not questions:
            return []
        try:
            run = self.run(questions, results=k, **options)
        except NothingInCommon:  # no word of any query is in the index
            return list(found.values())
        for number, topic in enumerate(run.topics):
            for _, doc, begin, end, path, _, _, score in run.rows(number):
                found[topic].append(Result(doc, begin, end, path, score))
        return list(found.values())

    def run(self, topics: Any, *, tag: str = "fovea", **options: Any) -> Run:
        """A run for `evaluate`: of a topic file, of topics, or of {topic: question}. Options are the command's: ``preset``,
        ``task``, ``results``, ``set``."""
        with tempfile.TemporaryDirectory() as folder:
            asked = inputs.path_of(topics)
            if asked is None:
                questions = topics if isinstance(topics, Mapping) else {one.id: one.title for one in topics}
                asked = os.path.join(folder, "topics.jsonl")
                with open(asked, "w", encoding="utf-8") as file:
                    for topic, question in questions.items():
                        file.write(json.dumps({"id": str(topic), "title": question}) + "\n")
            made = os.path.join(folder, f"{tag}.jsonl")
            words = ["search", *self.paths, asked, "--to", "jsonl", "--tag", tag, "-o", made]
            run_command([*words, *_options(options)])
            return inputs.read_run(made)

    def __repr__(self) -> str:
        return f"Index({', '.join(map(repr, self.paths))})"


def _options(options: Mapping[str, Any]) -> list[str]:
    """Options of the command: ``no_positions=True`` is ``--no-positions``, a list gives an option several times."""
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            words += [option] if value else []
        elif value is not None:
            for one in value if isinstance(value, (list, tuple)) else [value]:
                text = inputs.path_of(one) or (one._stored.path if isinstance(one, Collection) else str(one))
                words.append(f"{option}={text}")
    return words
