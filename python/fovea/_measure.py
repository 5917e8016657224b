"""Measures as objects: ``charR @ 5``, ``AgP(t2i=300)``, ``P(rel=2) @ [5, 10]``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _native
from ._errors import UsageError


class Measure:
    """A measure of fovea, with or without parameters and cutoff.

    ``str()`` gives the canonical name, which equality and hash follow; ``help()`` what the measure is.

    >>> from fovea import AgP, P, iP
    >>> AgP(t2i=300)
    AgP(t2i=300)
    >>> P(rel=2) @ [5, 10]
    [P(rel=2)@5, P(rel=2)@10]
    >>> iP @ 0.01 == iP @ "0.010"
    True
    """

    __slots__ = ("_base", "_parameters", "_cutoff", "_names")

    def __init__(self, name: str, parameters: dict[str, Any] | None = None, cutoff: Any = None) -> None:
        self._base = name
        self._parameters = dict(parameters or {})
        self._cutoff = cutoff
        self._names: tuple[str, ...] | None = None

    def __call__(self, **parameters: Any) -> Measure:
        """The same measure with these parameters."""
        return _checked(Measure(self._base, {**self._parameters, **parameters}, self._cutoff))

    def __matmul__(self, cutoff: Any) -> Any:
        """The measure at a rank or recall point, or a list of measures at several."""
        if isinstance(cutoff, (list, tuple)):
            return [self @ one for one in cutoff]
        if self._cutoff is not None:
            raise UsageError(f"found {self} @ {cutoff}, expected one cutoff")
        return _checked(Measure(self._base, self._parameters, cutoff))

    def _asked(self) -> str:
        text = self._base
        if self._parameters:
            text += "(" + ",".join(f"{name}={_value(value)}" for name, value in self._parameters.items()) + ")"
        return text if self._cutoff is None else f"{text}@{self._cutoff}"

    @property
    def names(self) -> tuple[str, ...]:
        """The canonical names of all that it stands for: ``P`` alone is P at its usual ranks."""
        if self._names is None:
            self._names = tuple(_native.parse_measures(self._asked()))
        return self._names

    def __str__(self) -> str:
        names = self._names if self._names is not None else _names_or_none(self)
        return names[0] if names and len(names) == 1 else self._asked()

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, (Measure, str)) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Measure, (self._base, self._parameters, self._cutoff))

    @property
    def name(self) -> str:
        """Without parameters and cutoff."""
        return str(self._record["name"])

    @property
    def _record(self) -> dict[str, Any]:
        return _native.measure_record(self._base)

    @property
    def summary(self) -> str:
        return str(self._record["summary"])

    @property
    def definition(self) -> str:
        return str(self._record["definition"])

    @property
    def formula(self) -> str:
        return str(self._record["formula"])

    @property
    def source(self) -> str:
        """Paper, year and section."""
        return str(self._record["source"])

    @property
    def examples(self) -> list[dict[str, Any]]:
        """Worked examples: judgements, run, measure, value and why."""
        return list(self._record["examples"])

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return str(self._record["description"])


#: Whatever names a measure: an object, a name or a list in the grammar, an object of ir_measures.
MeasureLike = Measure | str | Any


def _names_or_none(measure: Measure) -> tuple[str, ...] | None:
    try:
        return measure.names
    except UsageError:
        return None


def _checked(measure: Measure) -> Measure:
    measure.names  # an unknown parameter is said where it stands
    return measure


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "{" + ",".join(_value(one) for one in value) + "}"
    return str(value)


def from_ir_measures(measure: Any) -> str:
    """The name here of a measure of ir_measures; RBP's p is always written, since its default differs."""
    text = str(measure)
    if getattr(measure, "NAME", "") != "RBP" or "p=" in text:
        return text
    name, _, cutoff = text.partition("@")
    inside = name[len("RBP(") : -1]
    return f"RBP({','.join(filter(None, [inside, 'p=0.8']))})" + (f"@{cutoff}" if cutoff else "")


def expressions(measures: Any) -> list[str]:
    """Texts in the grammar for whatever was given as measures."""
    if measures is None:
        return []
    if type(measures) is not list and (isinstance(measures, (str, Measure)) or not isinstance(measures, Iterable)):
        measures = [measures]
    given = list(measures)
    if set(map(type, given)) == {str}:
        return given
    texts: list[str] = []
    for one in given:
        if isinstance(one, str):
            texts.append(one)
        elif isinstance(one, Measure):
            texts.append(one._asked())
        elif hasattr(one, "NAME") and hasattr(one, "params"):
            texts.append(from_ir_measures(one))
        elif isinstance(one, (list, tuple)):
            texts.extend(expressions(one))
        else:
            raise UsageError(f"found {one!r} ({type(one).__name__}), expected a measure")
    return texts


def canonical(measure: MeasureLike) -> str:
    """The one canonical name that a measure has."""
    names = [name for text in expressions(measure) for name in _native.parse_measures(text)]
    if len(names) != 1:
        raise UsageError(f"found {measure}, which stands for {len(names)} measures, expected one")
    return names[0]


def parse_measures(measures: Any) -> list[Measure]:
    """The measures that a list in the grammar, or anything else that names measures, stands for.

    >>> parse_measures("map, P_10")
    [AP, P@10]
    """
    return [_of_name(name) for text in expressions(measures) for name in _native.parse_measures(text)]


def _of_name(name: str) -> Measure:
    head, _, cutoff = name.partition("@")
    base, _, inside = head.partition("(")
    measure = Measure(base)
    if inside or cutoff:
        measure = _Named(name)
    return measure


class _Named(Measure):
    """A measure by its whole canonical name."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name.partition("@")[0].partition("(")[0])
        self._names = (name,)

    def _asked(self) -> str:
        assert self._names is not None
        return self._names[0]

    def __call__(self, **parameters: Any) -> Measure:
        raise UsageError(f"found parameters for {self}, which has them already")

    def __matmul__(self, cutoff: Any) -> Any:
        if "@" in str(self):
            raise UsageError(f"found {self} @ {cutoff}, expected one cutoff")
        return parse_measures(f"{self}@{cutoff}")[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_Named, (str(self),))
