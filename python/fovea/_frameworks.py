"""Results of LangChain, LlamaIndex and Haystack, known by their shape; none of them is imported.

An object becomes the fields of a line of JSON lines: doc, begin, end, text, score.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._errors import InputError


def fields_of(result: Any, place: str, with_text: bool) -> dict[str, Any]:
    """The fields of one result; its text only where there are texts to compare it with, or no offsets."""
    if isinstance(result, Mapping):
        return dict(result)
    if isinstance(result, str):
        return {"doc": result}
    if isinstance(result, tuple):
        if len(result) == 2 and hasattr(result[0], "page_content"):
            return _scored(_langchain(result[0], place), result[1])
        if len(result) in (3, 4):
            fields = {"doc": result[0], "begin": result[1], "end": result[2]}
            return _scored(fields, result[3] if len(result) == 4 else None)
        raise InputError(f"{place}: found a tuple of {len(result)}, expected (document, begin, end[, score])")
    if hasattr(result, "page_content"):
        fields = _langchain(result, place)
    elif hasattr(result, "node"):
        fields = _scored(_llama_index(result.node, place), getattr(result, "score", None))
    elif hasattr(result, "start_char_idx"):
        fields = _llama_index(result, place)
    elif hasattr(result, "content") and hasattr(result, "meta"):
        fields = _scored(_haystack(result, place), getattr(result, "score", None))
    else:
        raise InputError(
            f"{place}: found a {type(result).__name__}, expected (document, begin, end[, score]), a mapping of fields "
            "or a document of LangChain, LlamaIndex or Haystack"
        )
    if "begin" in fields and not with_text:
        fields.pop("text", None)
    return fields


def _scored(fields: dict[str, Any], score: Any) -> dict[str, Any]:
    return fields if score is None else {**fields, "score": score}


def _placed(doc: Any, text: str, begin: Any, end: Any, place: str, where: str) -> dict[str, Any]:
    if doc is None:
        raise InputError(f"{place}: found no document of the chunk, expected it in {where}")
    fields = {"doc": doc if isinstance(doc, int) else str(doc), "text": text}
    if begin is None:
        return fields
    if not isinstance(begin, int) or begin < 0:
        raise InputError(f"{place}: found the offset {begin!r}, expected a whole number from 0")
    return {**fields, "begin": begin, "end": begin + len(text) if end is None else end}


def _langchain(document: Any, place: str) -> dict[str, Any]:
    metadata = document.metadata or {}
    doc = metadata.get("doc_id", metadata.get("source"))
    where = 'metadata["doc_id"] or metadata["source"]'
    return _placed(doc, document.page_content, metadata.get("start_index"), None, place, where)


def _llama_index(node: Any, place: str) -> dict[str, Any]:
    source = getattr(node, "source_node", None)
    doc = getattr(source, "node_id", None)
    begin = getattr(node, "start_char_idx", None)
    end = getattr(node, "end_char_idx", None)
    text = node.text if isinstance(getattr(node, "text", None), str) else node.get_content()
    return _placed(doc, text, None if end is None else begin, end, place, "source_node.node_id")


def _haystack(document: Any, place: str) -> dict[str, Any]:
    meta = document.meta or {}
    return _placed(
        meta.get("source_id"), document.content or "", meta.get("split_idx_start"), None, place, 'meta["source_id"]'
    )
