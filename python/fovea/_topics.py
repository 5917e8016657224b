"""Topics, and NEXI, the query language of their castitles."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _native


class Topic(NamedTuple):
    """What a user wanted, in the words of a topic file; fields that a file lacks are empty."""

    id: str
    title: str = ""
    castitle: str = ""
    phrasetitle: str = ""
    parent: str = ""
    description: str = ""
    narrative: str = ""
    keywords: str = ""
    query_type: str = ""


class Nexi(NamedTuple):
    """A query: its canonical text, an outline for people, and its parts as dicts and lists."""

    text: str
    outline: str
    parts: list[dict[str, Any]]

    def __str__(self) -> str:
        return self.text


def read_topics(paths: Any, *, format: str | None = None) -> list[Topic]:
    """The topics of a file, or of several, of any format."""
    names = [os.fspath(paths)] if isinstance(paths, (str, os.PathLike)) else [os.fspath(path) for path in paths]
    return [Topic(**fields) for fields in _native.read_topics(names, format)]


def parse_nexi(text: str) -> Nexi:
    """The syntax tree of a NEXI query.

    >>> query = parse_nexi('//article[about(., tall ships)]')
    >>> str(query)
    '//article[about(., tall ships)]'
    >>> query.parts[0]["filter"]["terms"][0]["words"]
    ['tall']
    """
    return Nexi(*_native.parse_nexi(text))
