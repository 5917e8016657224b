"""fovea's search in pipelines of PyTerrier."""

from __future__ import annotations

from typing import Any

import pandas
import pyterrier

from ._search import Index


class Retriever(pyterrier.Transformer):  # type: ignore[misc]
    """Ranks the documents of an index: columns qid and query in; docno, score, rank, begin and end beside them out.

    `k` is the number of results; options are those of ``fovea search`` (``preset``, ``task``, ``set``).
    """

    def __init__(self, index: Any, k: int = 1000, **options: Any) -> None:
        self.index = index if isinstance(index, Index) else Index(index)
        self.k = k
        self.options = options

    def transform(self, topics: Any) -> Any:
        found = self.index.search_all(list(topics["query"]), self.k, **self.options)
        rows = [
            {**topic, "docno": result.doc, "score": result.score, "rank": rank, "begin": result.begin, "end": result.end}
            for topic, results in zip(topics.to_dict("records"), found)
            for rank, result in enumerate(results)
        ]
        columns = [*topics.columns, "docno", "score", "rank", "begin", "end"]
        return pandas.DataFrame(rows, columns=columns)
