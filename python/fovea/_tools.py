"""What is done with files beside evaluating them: `check`, `convert`, `simulate`, `report`."""

from __future__ import annotations

import os
from typing import Any

from . import _inputs as inputs
from . import _native
from ._errors import Diagnostic, InputError, UsageError, diagnostics_of, message_of, warn
from ._native import Judgements, Run


class Check:
    """What a file is, and everything that is wrong with it. True when nothing is."""

    def __init__(self, path: str, kind: str, facts: dict[str, Any], faults: list[Diagnostic], breaches: list[Diagnostic]):
        self.path = path
        self.kind = kind
        self.facts = facts
        self.errors = [one for one in faults if one.severity == "error"]
        self.warnings = [one for one in faults if one.severity == "warning"]
        self.breaches = breaches

    def __bool__(self) -> bool:
        return not self.errors and not self.breaches

    def __repr__(self) -> str:
        lines = [f"{self.path}: {self.kind}"]
        lines += [f"  {name} {value}" for name, value in self.facts.items()]
        lines += [str(one) for one in (*self.errors, *self.warnings, *self.breaches)]
        return "\n".join(lines)


def check(
    path: Any, *, task: str | None = None, collection: Any = None, texts: Any = None, kind: str | None = None
) -> Check:
    """What ``fovea check`` finds in a run, judgements or topics: faults with their places, breaches of a task's rules."""
    name = _path(path)
    what, facts, faults, breaches = _native.check(name, task, inputs.stored(collection), inputs.texts_of(texts), kind)
    return Check(name, what, facts, diagnostics_of(faults), diagnostics_of(breaches))


def convert(
    source: Any, to: str, output: Any = None, *, collection: Any = None, texts: Any = None, kind: str | None = None
) -> bytes | None:
    """Writes a run, judgements or topics in another format: to a file, or as bytes that are returned.

    What the format cannot say is a warning that lists it.
    """
    stored = inputs.stored(collection)
    where = inputs.texts_of(texts)
    if isinstance(source, Run):
        text, unsaid = _native.convert_run(source, to, stored)
    elif isinstance(source, Judgements):
        text, unsaid = _native.convert_judgements(source, to, where, stored)
    else:
        text, unsaid = _native.convert_file(_path(source), to, stored, where, kind)
    if unsaid:
        lost = ", ".join(f"{what} ({count})" for what, count in unsaid.items())
        warn([("warning", "", 0, 0, "unsaid", f"lost in {to}: {lost}")])
    if output is None:
        return bytes(text)
    _native.write_file(os.fspath(output), text)
    return None


def simulate(
    judgements: Any,
    space: str = "SR",
    *,
    collection: Any = None,
    run: Any = None,
    quant: str = "sog",
    from_highlights: bool = False,
    specificity_steps: str = "thirds",
    swaps: int = 0,
    drops: float = 0,
    jitter: int = 0,
    seed: int = 1,
) -> dict[str, Run]:
    """Runs of known worth, made from judgements: {name: run}.

    ``space="SR"`` gives the runs of Pehcevski and Thom (highlighted passages, the elements around and inside them, whole
    documents, in good and in swapped orders); ``"graded"`` those of Kazai et al. from graded elements, ordered by the
    quantisation `quant`, and ``"perfect"`` those of Gövert et al.; ``"noise"`` gives `run`, or the best run there is, made worse.
    """
    if space not in ("SR", "graded", "perfect", "noise"):
        raise UsageError(f"found space={space!r}, expected 'SR', 'graded', 'perfect' or 'noise'")
    stored = inputs.stored(collection)
    given = inputs.judgements_of(judgements, inputs.Texts(None, stored), "reject", None)
    if isinstance(given, str):
        given = _native.read_judgements([given], None, "reject", stored)
    if space == "SR":
        runs = _native.simulate_runs(given, stored)
    elif space == "noise":
        if not (swaps or drops or jitter):
            raise UsageError("space='noise' changes nothing without swaps, drops or jitter")
        base = run if run is None or isinstance(run, Run) else inputs.read_run(run, collection=collection)
        runs = [_native.noisy_run(base, given, stored, swaps, drops, jitter, seed)]
    else:
        runs = _native.simulate_graded_runs(given, stored, quant, space == "perfect", from_highlights, specificity_steps)
    return {one.name: one for one in runs}


def report(track: Any, output: Any = "report", *, title: str | None = None, task: str | None = None,
           measures: Any = None, force: bool = False) -> str:
    """Writes the report of a track (a TOML file) to a folder, and returns the path of its page.

    What is sound is reported; broken rules are warnings, and anything else that is wrong is an exception after the report.
    """
    from ._measure import expressions

    page, said, only_rules = _native.write_track_report(
        _path(track), os.fspath(output), title or "", task, expressions(measures), force
    )
    faults = diagnostics_of(said)
    if not only_rules:
        raise InputError(message_of(said), faults)
    if faults:  # what is sound is reported all the same
        warn([("warning", *one[1:]) for one in faults])
    return str(page)


def _path(given: Any) -> str:
    path = inputs.path_of(given)
    if path is None:
        raise InputError(f"found a {type(given).__name__}, expected a path")
    return path
