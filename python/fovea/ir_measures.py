"""fovea as a provider of ir_measures, and its measures as ir_measures has them.

`register` makes both known to ir_measures; importing this module changes nothing there. The provider goes in front of the
others, because only fovea sees spans: a list of measures over rows of passages would otherwise send ``AP`` to a provider that
keeps one row per document. It takes a document measure only where the definition is the same.

>>> import ir_measures
>>> import fovea.ir_measures
>>> fovea.ir_measures.register()
>>> from fovea.ir_measures import charR
>>> ir_measures.calc_aggregate([charR@5], {"7": {"a": [(0, 10)]}}, {"7": [("a", 0, 5)]})
{charR@5: 0.5}
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any

import ir_measures as _theirs
from ir_measures.measures import base as _base

from . import _native
from ._errors import EvaluationWarning, NothingInCommon, UsageError
from ._evaluation import evaluate
from ._inputs import Texts, judgements_of
from ._measure import canonical, from_ir_measures

#: Their document measures that are defined here as there, and the parameters that leave them so.
_SAME: dict[str, set[str]] = {
    "AP": {"cutoff", "rel"},
    "Bpref": {"rel"},
    "NumRel": {"rel"},
    "NumRet": {"rel"},
    "P": {"cutoff", "rel"},
    "R": {"cutoff", "rel"},
    "RBP": {"p", "rel", "cutoff"},
    "RR": {"cutoff", "rel"},
    "Rprec": {"rel"},
    "SetAP": {"rel"},
    "SetP": {"rel"},
    "SetR": {"rel"},
    "Success": {"cutoff", "rel"},
    "nDCG": {"cutoff"},
}


def _made(name: str) -> Any:
    """An object of a class of theirs for a measure of ours."""
    record = _native.measure_record(name)
    spec = {"cutoff": _base.ParamInfo(desc="the rank or recall point behind @")}
    spec.update({parameter: _base.ParamInfo(desc=meaning) for parameter, meaning in record["parameters"]})
    ours = type(
        f"_{name}",
        (_base.Measure,),
        {"__name__": name, "NAME": name, "__doc__": record["description"], "SUPPORTED_PARAMS": spec, "_of_fovea": True},
    )
    return ours()


#: The measures that ir_measures has none of the name for.
MEASURES: dict[str, Any] = {
    name: _made(name)
    for name in _native.measure_names()
    if name not in _base.registry and name.isidentifier()
}


def __getattr__(name: str) -> Any:
    if name in MEASURES:
        return MEASURES[name]
    raise AttributeError(f"module 'fovea.ir_measures' has no attribute {name!r}")


def is_ours(measure: Any) -> bool:
    return bool(getattr(measure, "_of_fovea", False))


class Evaluator(_theirs.Evaluator):  # type: ignore[misc]
    def __init__(self, measures: Iterable[Any], qrels: Any) -> None:
        self._judgements = judgements_of(qrels, Texts(), "reject", None)
        if isinstance(self._judgements, str):
            self._judgements = _native.read_judgements([self._judgements])
        self._asked: dict[str, list[Any]] = {}
        for measure in measures:
            self._asked.setdefault(canonical(from_ir_measures(measure)), []).append(measure)
        super().__init__(list(measures), self._judgements.topics)

    def _iter_calc(self, run: Any) -> Iterator[Any]:
        rows = run if hasattr(run, "items") or hasattr(run, "columns") else _rows(run)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", EvaluationWarning)
                # Topics that a run does not answer get each measure's default, as from every provider.
                scores = evaluate(self._judgements, rows, list(self._asked), topics="answered")
        except NothingInCommon:
            return
        for row in scores.per_topic:
            for measure in self._asked[row.measure]:
                yield _theirs.Metric(query_id=row.topic, measure=measure, value=row.value)


def _rows(run: Any) -> Any:
    return list(run) if not isinstance(run, (list, tuple)) and hasattr(run, "__iter__") else run


class Provider(_theirs.Provider):  # type: ignore[misc]
    """fovea, as ir_measures knows providers."""

    NAME = "fovea"

    def supports(self, measure: Any) -> bool:
        measure.validate_params()
        if is_ours(measure):
            try:
                canonical(from_ir_measures(measure))
            except UsageError:
                return False
            return True
        given = {name for name, value in measure.params.items() if value != measure.SUPPORTED_PARAMS[name].default}
        if measure.NAME == "RBP" and "rel" not in given:
            return False  # graded
        return measure.NAME in _SAME and given <= _SAME[measure.NAME]

    def _evaluator(self, measures: Iterable[Any], qrels: Any) -> Evaluator:
        return Evaluator(measures, qrels)

    def run_inputs(self, measures: Iterable[Any]) -> list[str]:
        return ["query_id", "doc_id", "score", *(["begin", "end"] if _asks_for_spans(measures) else [])]

    def qrel_inputs(self, measures: Iterable[Any]) -> list[str]:
        return ["query_id", "doc_id", "relevance", *(["begin", "end"] if _asks_for_spans(measures) else [])]


def _asks_for_spans(measures: Iterable[Any]) -> bool:
    return any(is_ours(one) and _native.measure_record(one.NAME)["needs_highlights"] for one in measures)


provider = Provider()


def register() -> None:
    """Makes fovea's measures and its provider known to ir_measures, for this process; again does nothing more."""
    for name, measure in MEASURES.items():
        _base.registry.setdefault(name, measure)
    if all(one.NAME != provider.NAME for one in _theirs.DefaultPipeline.providers):
        _theirs.DefaultPipeline.providers.insert(0, provider)
        _theirs.providers.registry[provider.NAME] = provider
