"""`evaluate`: judgements and runs in, scores out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _native, inputs
from .errors import UsageError, error_of, warn
from .measure import expressions
from .scores import Failure, Scores


def evaluate(
    judgements: Any,
    runs: Any,
    measures: Any = None,
    *,
    task: str | None = None,
    collection: Any = None,
    texts: Any = None,
    locate: str = "only",
    chunking: Any = None,
    order: str | None = None,
    depth: int = 0,
    rel_level: int = 1,
    topics: str = "all",
    topic_order: str = "file",
    compat: str | None = None,
    merge: str = "reject",
    columns: Mapping[str, str] | None = None,
    lenient: bool = False,
    judged_only: bool = False,
    curves: bool = False,
    errors: str = "raise",
    threads: int | None = None,
) -> Scores:
    """Scores runs against judgements: the figures of ``fovea eval``, to the last bit.

    Judgements and runs may be paths, frames, mappings, or what `read_judgements` and `read_run` give; several runs are a
    list or ``{name: run}``. Options have the names of the command. ``errors="skip"`` leaves runs out that cannot be
    evaluated (`Scores.failures`).

    >>> judgements = {"7": {"lighthouse": [(400, 500), (900, 950)], "galleon": []}}
    >>> run = {"7": [("lighthouse", 350, 550), ("galleon", 0, 300)]}
    >>> scores = evaluate(judgements, run, ["charR", "charP@1"])
    >>> round(scores["run", "charR"], 4), scores["run", "charP@1"]
    (0.6667, 0.5)
    """
    if errors not in ("raise", "skip"):
        raise UsageError(f"found errors={errors!r}, expected 'raise' or 'skip'")
    for name, number in (("depth", depth), ("threads", threads or 0)):
        if not isinstance(number, int) or number < 0:
            raise UsageError(f"found {name}={number!r}, expected a whole number from 0")
    stored = inputs.stored(collection)
    where = inputs.Texts(inputs.texts_of(texts), stored, locate)
    asked = expressions(measures)
    given_runs = inputs.runs_of(runs, where, columns, order)
    given_judgements = inputs.judgements_of(judgements, where, merge, columns)
    if not given_runs:
        raise UsageError("found no run, expected at least one")
    opened = [one.run for one in given_runs]
    cube, remarks, failures, facts, curve_rows = _native.evaluate(
        given_judgements,
        opened,
        [one.name for one in given_runs],
        asked,
        task,
        task is not None,
        stored,
        where.texts,
        locate,
        inputs.chunking_of(chunking, columns),
        order,
        depth,
        rel_level,
        topics,
        topic_order,
        compat,
        merge,
        lenient,
        judged_only,
        curves,
        threads or 0,
    )
    skipped = []
    for run, kind, rows in failures:
        error = error_of(kind, rows)
        if errors == "raise" or run < 0 or cube is None:
            raise error
        one = given_runs[run]
        skipped.append(Failure(one.name or (one.run if isinstance(one.run, str) else one.run.name), error))
    said = warn(remarks, stacklevel=2) if remarks else []
    options = {
        "task": task,
        "locate": locate,
        "order": order,
        "depth": depth,
        "rel_level": rel_level,
        "topics": topics,
        "topic_order": topic_order,
        "compat": compat,
        "merge": merge,
        "lenient": lenient,
        "judged_only": judged_only,
    }
    files = {"judgements": given_judgements, "runs": opened, "collection": collection}
    return Scores(cube, remarks=said, failures=skipped, facts=facts, options=options, files=files, curves=curve_rows)
