"""fovea: how well systems answer with the right parts of documents.

One call goes from judgements and runs, in files, frames, mappings or a framework's chunks, to scores:

>>> import fovea
>>> from fovea import charR, charP
>>> judgements = {"7": {"lighthouse": [(400, 500), (900, 950)]}}
>>> chunks = {"7": [("lighthouse", 350, 550), ("galleon", 0, 300)]}
>>> scores = fovea.evaluate(judgements, {"chunks-500": chunks}, [charR@2, charP@2])
>>> scores["chunks-500", charP@2]
0.2

It is the library behind the command ``fovea``, which comes along: options have the command's names, figures are the
command's to the last bit. Every measure is an object here (``fovea.AgP``); ``fovea.measures()`` lists them.
"""

from __future__ import annotations

from typing import Any

from . import _native
from ._errors import (
    CorruptCollection,
    Diagnostic,
    EvaluationWarning,
    FoveaError,
    InputError,
    NothingInCommon,
    RulesError,
    UsageError,
)
from ._evaluation import evaluate
from ._inputs import collect, read_judgements, read_run
from ._measure import Measure, parse_measures
from ._native import Judgements, Run
from ._scores import Score, Scores, read_scores

__version__: str = _native.version

#: Loaded when they are asked for: most evaluations need none of them.
_LATER = {
    "CollectionLike": "_typing",
    "Collection": "_collection",
    "Comparison": "_comparison",
    "Document": "_collection",
    "Index": "_search",
    "Nexi": "_topics",
    "Result": "_search",
    "Topic": "_topics",
    "JudgementsLike": "_typing",
    "RunsLike": "_typing",
    "check": "_tools",
    "convert": "_tools",
    "parse_nexi": "_topics",
    "read_topics": "_topics",
    "report": "_tools",
    "distributed": "",
    "simulate": "_tools",
    "testing": "",
}

__all__ = [
    "CorruptCollection",
    "Diagnostic",
    "EvaluationWarning",
    "FoveaError",
    "InputError",
    "Judgements",
    "Measure",
    "NothingInCommon",
    "RulesError",
    "Run",
    "Score",
    "Scores",
    "UsageError",
    "collect",
    "evaluate",
    "measures",
    "parse_measures",
    "read_judgements",
    "read_run",
    "read_scores",
    *(name for name, module in _LATER.items() if module),
]


def measures() -> list[Measure]:
    """All measures there are.

    >>> len(measures()) > 50
    True
    """
    return [Measure(name) for name in _native.measure_names()]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module

        if not _LATER[name]:
            return import_module(f"fovea.{name}")
        value = getattr(import_module(f"fovea.{_LATER[name]}"), name)
    elif not name.startswith("_") and _native.has_measure(name):
        value = Measure(name)
    else:
        raise AttributeError(f"module 'fovea' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_native.measure_names()})
