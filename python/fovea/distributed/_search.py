"""Search in shards: the steps of a search as tasks of an engine, each over one index of many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, NamedTuple

from .. import _native
from .._collection import Collection
from .._search import session, settled, topic_fields


class _SearchStep(NamedTuple):
    """One step of a search, done in one shard. Workers open all indexes, which is mapping them, and look into their own."""

    paths: list[str]
    topics: list[dict[str, str]]
    options: dict[str, Any]
    #: What feedback made the queries of, once there was a round of it.
    lent: tuple[Any, ...]
    step: str
    given: tuple[Any, ...]

    def __call__(self, shard: int) -> list[bytes]:
        search = session(self.paths, self.options)
        search.read(self.topics)
        if self.lent:
            search.expand(*self.lent)
        return list(getattr(search, self.step)(shard, *self.given))


def search(indexes: Any, topics: Any, map: Callable[..., Iterable[Any]] = map, *, tag: str = "fovea", **options: Any) -> Any:
    """A run of index shards, with the rows and scores of a single index of all documents.

    Two passes over the shards, each a task: counts of the words of all topics, which are integers and add up, then the best
    articles of each shard with the raw scores of their parts; expanded queries take a round of feedback between them. `map` is the
    engine; paths are those that all workers see. Options are those of ``Index.run``. Impacts are those of a single index where the
    shards were built with the statistics of all (`Index.statistics`); what stops after ``rho`` postings is not.
    """
    paths = [os.path.abspath(os.fspath(index)) for index in indexes]
    if isinstance(options.get("collection"), Collection):
        options["collection"] = options["collection"]._stored.path
    if options.get("collection") is not None:
        options["collection"] = os.path.abspath(os.fspath(options["collection"]))
    if os.path.isfile(options.get("preset") or ""):
        options["preset"] = os.path.abspath(os.fspath(options["preset"]))
    fields = topic_fields(topics)
    driver = session(paths, options)
    driver.read(fields)
    lent: tuple[Any, ...] = ()

    def everywhere(step: str, *given: Any) -> list[Any]:
        return list(map(_SearchStep(paths, fields, options, lent, step, given), range(len(paths))))

    counts = reduce(_native.merge_counts, everywhere("count"))
    if driver.expands:
        best = reduce(lambda a, b: driver.merge_answers(a, b, True), everywhere("answer", counts, True))
        words = reduce(_native.merge_lent, everywhere("lend", best))
        lent = (counts, words, reduce(_native.merge_counts, everywhere("count_lent", words)))
        driver.expand(*lent)
        counts = reduce(_native.merge_counts, everywhere("count"))
    answers = reduce(lambda a, b: driver.merge_answers(a, b, False), everywhere("answer", counts, False))
    return settled(driver.finish(tag, counts, answers))
