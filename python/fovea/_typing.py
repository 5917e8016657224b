"""What functions take, as types for editors: what is a path, judgements, runs, a collection; and the names of options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Union

from ._collection import Collection
from ._measure import Measure
from ._native import Judgements, Run
from ._topics import Topic

PathLike = Union[str, "os.PathLike[str]"]

#: A file or folder of any format, what `read_judgements` gives, a frame, ``{topic: {doc: grade}}``,
#: ``{topic: {doc: [(begin, end), …]}}`` or named tuples of ir_datasets.
JudgementsLike = Union[PathLike, Sequence[PathLike], Judgements, Mapping[str, Mapping[str, Any]], Iterable[Any], Any]

#: A file, what `read_run` gives, a frame, ``{topic: {doc: score}}`` or ``{topic: [result, …]}``; a list of these, or
#: ``{name: run}``.
RunsLike = Union[PathLike, Run, Mapping[str, Any], Sequence[Any], Any]

#: A collection, or its path.
CollectionLike = Union[Collection, PathLike, None]

#: Texts of documents: ``{doc: text}``, or a folder of files.
TextsLike = Union[Mapping[str, str], PathLike, None]

#: A measure, a name or several with commas, or a list of either; nothing for those of the task.
MeasuresLike = Union[Measure, str, Sequence[Measure | str | Any], None, Any]

#: A topic file, topics, or ``{topic: question}``.
TopicsLike = Union[PathLike, Iterable[Topic], Mapping[str, str]]

Errors = Literal["raise", "skip"]
Locate = Literal["only", "next"]
Order = Literal["file", "rank", "score"]
MergePolicy = Literal["reject", "union", "intersection", "first"]
TopicsCounted = Literal["all", "answered"]
TopicOrder = Literal["file", "id"]
Compat = Literal["inex_eval", "chroma", "legalbench", "trec_eval"]
Task = Literal[
    "thorough",
    "efficiency",
    "focused",
    "restricted-focused",
    "relevant-in-context",
    "restricted-relevant-in-context",
    "best-in-context",
    "document",
    "chunks",
]
Space = Literal["SR", "graded", "perfect", "noise"]
FileKind = Literal["run", "judgements", "topics"]
