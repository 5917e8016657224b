"""What is done with files beside evaluating them: `check`, `convert`, `simulate`, `report`."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from . import _native, inputs
from ._native import Judgements, Run
from .errors import Diagnostic, InputError, NothingInCommon, RulesError, UsageError, diagnostics_of, warn


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
    swaps: int = 0,
    drops: float = 0,
    jitter: int = 0,
    seed: int = 1,
) -> dict[str, Run]:
    """Runs of known worth, made from judgements: {name: run}.

    ``space="SR"`` gives the runs of Pehcevski and Thom (highlighted passages, the elements around and inside them, whole
    documents, in good and in swapped orders); ``"noise"`` gives `run`, or the best run there is, made worse.
    """
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
        raise UsageError(f"found space={space!r}, expected 'SR' or 'noise'")
    return {one.name: one for one in runs}


def report(track: Any, output: Any = "report", *, title: str | None = None, task: str | None = None,
           measures: Any = None, force: bool = False) -> str:
    """Writes the report of a track (a TOML file) to a folder, and returns the path of its page. Broken rules are warnings."""
    from .measure import expressions

    arguments = ["report", _path(track), "-o", os.fspath(output)]
    for option, value in (("--title", title), ("--task", task)):
        if value is not None:
            arguments += [option, value]
    for one in expressions(measures):
        arguments += ["-m", one]
    if force:
        arguments.append("--force")
    try:
        run_command(arguments)
    except RulesError as broken:  # what is sound is reported all the same
        warn([("warning", *one[1:]) for one in broken.diagnostics])
    return os.path.join(os.fspath(output), "report.html")


def run_command(arguments: list[str]) -> str:
    """What the command prints, in a process of its own; what it says besides is an exception or a warning."""
    done = subprocess.run([sys.executable, "-m", "fovea", *arguments], capture_output=True, text=True, check=False)
    said = [line.removeprefix("fovea: ") for line in done.stderr.splitlines() if line.strip()]
    rows = [("error", "", 0, 0, "command", line) for line in said]
    kinds = {1: UsageError, 3: RulesError, 4: NothingInCommon}
    if done.returncode != 0:
        raise kinds.get(done.returncode, InputError)("\n".join(said), diagnostics_of(rows))
    if said:
        warn([("warning", *row[1:]) for row in rows])
    return done.stdout


def _path(given: Any) -> str:
    path = inputs.path_of(given)
    if path is None:
        raise InputError(f"found a {type(given).__name__}, expected a path")
    return path
