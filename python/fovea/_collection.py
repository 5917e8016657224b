"""Collections: stored documents, their text and their elements."""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from . import _native
from ._inputs import path_of


class Element(NamedTuple):
    """An element of a document: its path and its characters."""

    path: str
    begin: int
    end: int


class Document:
    """A document of a collection. Offsets count Unicode code points."""

    def __init__(self, stored: Any) -> None:
        self._stored = stored

    @property
    def id(self) -> str:
        return str(self._stored.id)

    @property
    def length(self) -> int:
        return int(self._stored.length)

    def text(self, begin: int = 0, end: int | None = None) -> str:
        return str(self._stored.text(begin, end))

    def span(self, path: str) -> tuple[int, int] | None:
        """The characters of the element that a path names; None if there is none."""
        span: tuple[int, int] | None = self._stored.span(path)
        return span

    def path(self, begin: int, end: int) -> str:
        """The smallest element around some characters."""
        return str(self._stored.path(begin, end))

    def elements(self) -> list[Element]:
        return [Element(*row) for row in self._stored.elements()]

    def __len__(self) -> int:
        return self.length

    def __repr__(self) -> str:
        return f"Document({self.id!r}, {self.length} characters)"


class Collection:
    """A stored collection, as ``fovea catalog build`` makes it: ``c["1164"]``, ``len(c)``, ``"1164" in c``."""

    def __init__(self, path: Any) -> None:
        self._stored = _native.open_collection(os.fspath(path))

    @staticmethod
    def build(
        path: Any, sources: Any, *, id: str | None = None, only: Iterable[str] = (), force: bool = False
    ) -> Collection:
        """Makes a collection of folders and files, of ``{id: text}``, or of (name, bytes) pairs.

        What a document is, XML or text, is told by the ending of its name or by its first character. `id` says where ids
        come from: ``"name"``, ``"path"``, ``"stem-path"`` or the path of an element; the keys of a mapping are ids as they
        are. tar and zip archives are opened by Python.
        """
        target = os.fspath(path)
        if isinstance(sources, Mapping):
            pairs = ((str(name), _bytes(text)) for name, text in sources.items())
            _native.build_from_documents(target, pairs, id or "path", force)
            return Collection(target)
        one = path_of(sources)
        given: Any = [one] if one is not None else sources
        listed = list(given) if isinstance(given, (list, tuple)) else None
        if listed is not None and all(path_of(source) is not None for source in listed):
            paths = [os.fspath(source) for source in listed]
            if any(_is_archive(source) for source in paths):
                _native.build_from_documents(target, _packed(paths), id or "name", force)
            else:
                _native.build_from_paths(target, paths, id or "name", list(only), force)
        else:
            pairs = ((str(name), _bytes(text)) for name, text in given)
            _native.build_from_documents(target, pairs, id or "name", force)
        return Collection(target)

    def __len__(self) -> int:
        return len(self._stored)

    def __contains__(self, doc: object) -> bool:
        return self._stored.find(str(doc)) is not None

    def __getitem__(self, doc: Any) -> Document:
        stored = self._stored.find(str(doc))
        if stored is None:
            raise KeyError(doc)
        return Document(stored)

    def __iter__(self) -> Iterator[str]:
        """The ids of all documents, in the order of their bytes."""
        return iter(self._stored.ids())

    def __repr__(self) -> str:
        return f"Collection({self._stored.path!r}, {len(self)} documents)"


def _bytes(text: Any) -> bytes:
    return text if isinstance(text, bytes) else str(text).encode("utf-8")


def _is_archive(path: str) -> bool:
    return os.path.isfile(path) and (tarfile.is_tarfile(path) or zipfile.is_zipfile(path))


def _packed(paths: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files of archives and folders, one after the other."""
    for path in paths:
        if os.path.isdir(path):
            for folder, _, names in sorted(os.walk(path)):
                for name in sorted(names):
                    file = os.path.join(folder, name)
                    with open(file, "rb") as content:
                        yield os.path.relpath(file, path), content.read()
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for entry in archive.infolist():
                    if not entry.is_dir():
                        yield entry.filename, archive.read(entry)
        elif _is_archive(path):
            with tarfile.open(path) as tar:
                for member in tar:
                    inside = tar.extractfile(member) if member.isfile() else None
                    if inside is not None:
                        yield member.name.removeprefix("./"), inside.read()
        else:
            with open(path, "rb") as content:
                yield os.path.basename(path), content.read()
