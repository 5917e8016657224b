"""Objects of LangChain, LlamaIndex and Haystack: stand-ins of their shape always, the real packages where they are."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import fovea
from conftest import Chunks, figures_of

Maker = Callable[[Chunks, str, int, int, float, bool], Any]


def langchain(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool, make: Any = SimpleNamespace) -> Any:
    metadata = {"source": doc, **({"start_index": begin} if placed else {})}
    return make(page_content=chunks.texts[doc][begin:end], metadata=metadata)


def langchain_with_score(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool) -> Any:
    return (langchain(chunks, doc, begin, end, score, placed), score)


def llama_index(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool) -> Any:
    node = SimpleNamespace(
        text=chunks.texts[doc][begin:end],
        source_node=SimpleNamespace(node_id=doc),
        start_char_idx=begin if placed else None,
        end_char_idx=end if placed else None,
    )
    return SimpleNamespace(node=node, score=score)


def haystack(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool) -> Any:
    meta = {"source_id": doc, **({"split_idx_start": begin} if placed else {})}
    return SimpleNamespace(content=chunks.texts[doc][begin:end], meta=meta, score=score)


def real_langchain(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool) -> Any:
    documents = pytest.importorskip("langchain_core.documents")
    return langchain(chunks, doc, begin, end, score, placed, documents.Document)


def real_llama_index(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool) -> Any:
    schema = pytest.importorskip("llama_index.core.schema")
    place = {"start_char_idx": begin, "end_char_idx": end} if placed else {}
    source = {schema.NodeRelationship.SOURCE: schema.RelatedNodeInfo(node_id=doc)}
    node = schema.TextNode(text=chunks.texts[doc][begin:end], relationships=source, **place)
    return schema.NodeWithScore(node=node, score=score)


def real_haystack(chunks: Chunks, doc: str, begin: int, end: int, score: float, placed: bool) -> Any:
    package = pytest.importorskip("haystack")
    meta = {"source_id": doc, **({"split_idx_start": begin} if placed else {})}
    return package.Document(content=chunks.texts[doc][begin:end], meta=meta, score=score)


MAKERS: list[Maker] = [
    langchain,
    langchain_with_score,
    llama_index,
    haystack,
    real_langchain,
    real_llama_index,
    real_haystack,
]


def runs_of(chunks: Chunks, make: Maker, placed: bool) -> dict[str, Any]:
    return {
        name: {topic: [make(chunks, *result, placed) for result in results] for topic, results in topics.items()}
        for name, topics in chunks.runs.items()
    }


@pytest.mark.parametrize("make", MAKERS)
def test_objects_score_as_the_command_scores_their_offsets(chunks: Chunks, make: Maker) -> None:
    scores = fovea.evaluate(chunks.judgements, runs_of(chunks, make, True), chunks.measures)
    assert figures_of(scores) == chunks.expected()


@pytest.mark.parametrize("make", MAKERS)
def test_objects_without_offsets_are_looked_for_in_the_texts(chunks: Chunks, make: Maker) -> None:
    runs = runs_of(chunks, make, False)
    assert figures_of(fovea.evaluate(chunks.judgements, runs, chunks.measures, texts=chunks.texts)) == chunks.expected()
    with pytest.raises(fovea.InputError, match=r"runs\['small'\]"):
        fovea.evaluate(chunks.judgements, runs, chunks.measures)


def test_a_text_that_is_not_where_its_offset_says_is_refused(chunks: Chunks) -> None:
    wrong = {"1": [SimpleNamespace(page_content="none of it", metadata={"source": "doc-1", "start_index": 3})]}
    with pytest.raises(fovea.InputError, match="and not the text given"):
        fovea.evaluate({"1": {"doc-1": [(0, 9)]}}, wrong, "charR", texts=chunks.texts)


def test_an_object_that_says_too_little_is_named_with_topic_and_place() -> None:
    with pytest.raises(fovea.InputError, match=r"topic '1', result 0: found no document of the chunk, expected it in metadata"):
        fovea.evaluate({"1": {"a": [(0, 9)]}}, {"1": [SimpleNamespace(page_content="x", metadata={})]}, "charR")
    with pytest.raises(fovea.InputError, match="result 0: found a object, expected"):
        fovea.evaluate({"1": {"a": [(0, 9)]}}, {"1": [object()]}, "charR")
    with pytest.raises(fovea.InputError, match="found the offset -1, expected a whole number from 0"):
        bad = SimpleNamespace(page_content="x", metadata={"source": "a", "start_index": -1})
        fovea.evaluate({"1": {"a": [(0, 9)]}}, {"1": [bad]}, "charR")


def test_splitters_of_langchain_give_offsets(chunks: Chunks) -> None:
    splitters = pytest.importorskip("langchain_text_splitters")
    documents = pytest.importorskip("langchain_core.documents")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=0, add_start_index=True)
    pieces = splitter.split_documents([documents.Document(page_content=chunks.texts["doc-1"], metadata={"source": "doc-1"})])
    scores = fovea.evaluate({"1": {"doc-1": [(0, 500)]}}, {"1": pieces}, ["charR"], texts=chunks.texts)
    assert scores["run", "charR"] > 0.9
