"""Evaluation in shards: what an engine runs where one machine is too small, with the figures of one machine bit for bit.

>>> from fovea.distributed import steps
>>> judgements = {"7": {"a": 1, "b": 0}, "8": {"c": 1}}
>>> plan = steps.plan(judgements, ["AP", "NumRel"])
>>> one = steps.evaluate(plan, {"7": {"a": 2.0, "b": 1.0}}, "one", run="mine")
>>> two = steps.evaluate(plan, {"8": {"d": 2.0, "c": 1.0}}, "two", run="mine")
>>> scores = steps.finish(plan, steps.merge([one, two]))
>>> scores["mine", "AP"], scores["mine", "AP", "8"]
(0.75, 0.5)

All results of one run and topic must lie in one shard; that is the only condition. States are merged in any order and any tree, a
shard that comes twice counts once, and a pair of run and topic from two shards is an error that names both. The functions are
pure: an engine may run them anywhere, and again; `fovea.distributed.evaluate` has some.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import warnings
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import unquote

from .. import _inputs as inputs
from .. import _native
from .. import _tables as tables
from .._errors import EvaluationWarning, InputError, UsageError, error_of, warn
from .._measure import expressions
from .._scores import Failure, Scores
from . import _layouts as layouts
from ._layouts import bucket_of as bucket_of
from ._layouts import files_below, flat, part_of_path, pieces
from ._layouts import layout as layout
from ._layouts import layout_judgements as layout_judgements
from ._search import search as search
from ._state import State as State
from ._state import merge as merge
from ._stored_scores import JUDGED, Finish, states_in
from ._stored_scores import StoredScores as StoredScores
from ._stored_scores import store as store

#: Of options that plans have, with their defaults; all are those of `fovea.evaluate`.
_OPTIONS: dict[str, Any] = {
    "task": None,
    "collection": None,
    "order": None,
    "depth": 0,
    "rel_level": 1,
    "topics": "all",
    "merge": "reject",
    "columns": None,
    "lenient": False,
    "judged_only": False,
}


class Plan(NamedTuple):
    """What is evaluated, and how: measures, options, and judgements by path and fingerprint. Small, and made to travel."""

    #: Version, measures, options and fingerprint, as JSON: states with another text are not merged.
    text: str
    measures: list[str]
    options: dict[str, Any]
    #: A path that all workers see, or the judgements themselves as JSON lines.
    judgements: str | bytes
    #: By bucket (see `layout_judgements`), or of all judgements under "".
    fingerprints: dict[str, str]
    #: How many buckets there are, with those that have no judgements; 0 where judgements lie together, or nobody wrote it down.
    buckets: int = 0


# ---- Plans ----


def plan(judgements: Any, measures: Any = None, **options: Any) -> Plan:
    """What is to be evaluated. Options are those of `fovea.evaluate`; without measures a task must be named.

    Judgements are best given as a path that all workers see; what is given otherwise travels inside the plan.
    """
    unknown = sorted(options.keys() - _OPTIONS.keys())
    if unknown:
        raise UsageError(f"found the option {unknown[0]!r}, expected one of {', '.join(_OPTIONS)}")
    chosen = {**_OPTIONS, **options}
    if measures is None and chosen["task"] is None:
        raise UsageError("found neither measures nor a task, expected one of them: a shard cannot tell the task of all runs")
    if chosen["collection"] is not None:
        chosen["collection"] = os.path.abspath(os.fspath(chosen["collection"]))
    asked = expressions(measures)
    path = inputs.path_of(judgements)
    if path is not None:
        path = os.path.abspath(path)
        fingerprints = {bucket: _fingerprint(file) for bucket, file in _buckets_of(path).items()}
        source: str | bytes = path
        buckets = layouts.buckets_in(path)
    else:
        buckets = 0
        where = inputs.Texts(None, inputs.stored(chosen["collection"]))
        given = inputs.judgements_of(judgements, where, chosen["merge"], chosen["columns"])
        if isinstance(given, str):
            given = inputs.read_judgements(given, collection=chosen["collection"])
        source, _ = _native.convert_judgements(given, "jsonl", None, where.collection)
        fingerprints = {"": hashlib.sha256(source).hexdigest()}
    told = {"version": _native.version, "measures": asked, "judgements": fingerprints, **chosen}
    made = Plan(json.dumps(told, sort_keys=True), asked, chosen, source, fingerprints, buckets)
    _evaluation(made, min(fingerprints))  # measures and judgements that do not go together are said here, not in every task
    return made


def _buckets_of(path: str) -> dict[str, str]:
    """The files of judgements by bucket: those of `layout_judgements`, or all under ""."""
    if os.path.isdir(path):
        buckets = {name.removeprefix("bucket="): name for name in sorted(os.listdir(path)) if name.startswith("bucket=")}
        if buckets:
            return {bucket: os.path.join(path, name) for bucket, name in buckets.items()}
    return {"": path}


def _fingerprint(path: str) -> str:
    """Of the names below `path`, and of every byte."""
    total = hashlib.sha256()
    for name in files_below(path):
        content = hashlib.sha256()
        with open(name, "rb") as file:
            for block in iter(lambda: file.read(1 << 20), b""):
                content.update(block)
        total.update(f"{os.path.relpath(name, path)}\0{content.hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


# ---- What a process keeps ----

_lock = threading.Lock()
_judgements: dict[str, Any] = {}
#: Options that judgements depend on, beside their bytes.
_READING = ("collection", "columns", "merge")
_evaluations: dict[tuple[str, str], Any] = {}
_MOST_KEPT = 4


def _read(plan: Plan, bucket: str) -> Any:
    stored = inputs.stored(plan.options["collection"])
    if isinstance(plan.judgements, bytes):
        return _native.judgements_from_lines("judgements", plan.judgements, None, stored, "only")
    path = _buckets_of(plan.judgements).get(bucket)
    if path is None:
        raise InputError(f"{plan.judgements}: found no bucket {bucket!r}, expected it as when the plan was made")
    if _fingerprint(path) != plan.fingerprints[bucket]:
        raise InputError(f"{path}: found other judgements than when the plan was made, expected the same bytes")
    if tables.is_parquet(path):
        return tables.judgements_of(tables.read_parquet(path), plan.options["columns"], inputs.Texts(None, stored))
    return inputs.read_judgements(path, merge=plan.options["merge"], collection=plan.options["collection"])


def _evaluation(plan: Plan, bucket: str) -> Any:
    """The evaluation of a plan, with its judgements, which are read once in a process and kept under their fingerprint."""
    with _lock:
        key = (plan.text, bucket)
        if key not in _evaluations:
            mark = json.dumps([plan.fingerprints[bucket], *(plan.options[name] for name in _READING)], sort_keys=True)
            if mark not in _judgements:
                read = _read(plan, bucket)
                while len(_judgements) >= _MOST_KEPT:
                    _judgements.pop(next(iter(_judgements)))
                _judgements[mark] = read
            while len(_evaluations) >= _MOST_KEPT:
                _evaluations.pop(next(iter(_evaluations)))
            chosen = plan.options
            _evaluations[key] = _native.ShardEvaluation(
                _judgements[mark],
                inputs.stored(chosen["collection"]),
                plan.measures,
                chosen["task"],
                chosen["order"],
                chosen["depth"],
                chosen["rel_level"],
                chosen["topics"],
                chosen["lenient"],
                chosen["judged_only"],
            )
        return _evaluations[key]


# ---- States ----


def evaluate(plan: Plan, rows: Any, shard: str | None = None, *, run: str | None = None, bucket: str | None = None) -> State:
    """The state of one shard: a path, a frame, or any other run. Pure: the same input gives the same bytes.

    `run` is the name of what has no column ``run``; else the file's, or ``run=NAME`` in its path. What is wrong with the
    rows is no exception here, where an engine would try again in vain: it travels in the state.
    """
    path = inputs.path_of(rows)
    name = shard if shard is not None else path
    if name is None:
        raise UsageError("found rows without a shard's name, expected one: shard='id'")
    if bucket is None:
        bucket = part_of_path(path, "bucket") if path is not None and "" not in plan.fingerprints else ""
    evaluation = _evaluation(plan, _judging(plan, bucket or ""))
    states = []
    parts = pieces(path) if path is not None and path.endswith(".parquet") else iter([rows])
    usual = run or (path and (part_of_path(path, "run") or os.path.splitext(os.path.basename(path))[0])) or "run"
    first = 0
    for number, piece in enumerate(parts):
        said: list[tuple[Any, ...]] = []
        given: list[inputs.GivenRun] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", EvaluationWarning)
            try:
                piece = flat(piece)
                given = _runs(piece, path or name, plan, first)
                said += _strays(plan, bucket or "", given, path or name)
            except InputError as fault:
                said += fault.diagnostics or [("error", path or name, 0, 0, "bad-shard", str(fault))]
            except MemoryError:
                raise  # another worker may have more
            except Exception as fault:  # whatever pyarrow says of a damaged file
                said.append(("error", path or name, 0, 0, "bad-shard", str(fault)))
        said += [("warning", path or name, 0, 0, "reading", str(one.message)) for one in caught]
        names = [one.name or usual for one in given]
        if len(set(names)) < len(names):
            said.append(("error", path or name, 0, 0, "same-name", "found two runs of one name, expected one of each"))
            given, names = [], []
        part = name if number == 0 else f"{name}#{number}"
        states.append(State(evaluation.evaluate(plan.text, part, [one.run for one in given], names, said)))
        first += len(piece) if hasattr(piece, "num_rows") else 0
    if not states:
        return State(evaluation.evaluate(plan.text, name, [], [], []))
    return merge(states) if len(states) > 1 else states[0]


def _judging(plan: Plan, bucket: str) -> str:
    """The bucket whose judgements a shard needs: its own, or any, where no topic of its own was judged."""
    if bucket in plan.fingerprints:
        return bucket
    if bucket.isdecimal() and int(bucket) < plan.buckets:
        return min(plan.fingerprints)
    expected = f"{plan.buckets or len(plan.fingerprints)} buckets, as the judgements are"
    raise InputError(f"runs: found {f'bucket={bucket}' if bucket else 'no bucket=B in a path'}, expected results in {expected}")


def _strays(plan: Plan, bucket: str, given: list[inputs.GivenRun], name: str) -> list[tuple[Any, ...]]:
    """An error where a topic is in a bucket that it does not belong to: its judgements would not be looked at."""
    for one in given if plan.buckets and "" not in plan.fingerprints else []:
        topics = [] if isinstance(one.run, str) else one.run.topics
        for topic, place in zip(topics, _native.buckets_of(topics, plan.buckets)):
            if place != int(bucket):
                where = f"found topic {topic!r}, which belongs to bucket {place} of {plan.buckets}"
                return [("error", name, 0, 0, "other-bucket", f"{where}, expected those of bucket {bucket}")]
    return []


def _runs(piece: Any, name: str, plan: Plan, first_row: int) -> list[inputs.GivenRun]:
    where = inputs.Texts(None, inputs.stored(plan.options["collection"]))
    columns, order = plan.options["columns"], plan.options["order"]
    if not tables.is_frame(piece):
        found = [one._replace(name="" if one.name == "run" else one.name) for one in inputs.runs_of(piece, where, columns, order)]
        opened = []
        for one in found:  # a path that is read now: a fault of it belongs to this shard
            if isinstance(one.run, str):
                read = inputs.read_run(one.run, collection=plan.options["collection"])
                one = inputs.GivenRun(read, one.name or read.tag)
            opened.append(one)
        return opened
    if len(piece) == 0:
        return []
    return tables.runs_of(piece, name, columns, where, order, first_row)


def judged(plan: Plan, bucket: str = "") -> State:
    """The state of the judgements: what an empty answer scores on every topic. `finish` adds it where nobody did."""
    return State(_evaluation(plan, bucket).judged(plan.text, _judged_name(bucket)))


def _judged_name(bucket: str) -> str:
    return f"{JUDGED}:{bucket}" if bucket else JUDGED


def finish(plan: Plan, state: State, *, errors: str = "raise") -> Scores:
    """The scores of one machine with ``topic_order="id"``; runs stand in the byte order of their names.

    ``errors="skip"`` leaves runs out that cannot be evaluated (`Scores.failures`). A file that could not be read at all is an
    error all the same: nobody knows which runs it held.
    """
    _check_errors(errors)
    if state._native.plan != plan.text:
        merge([state, judged(plan, min(plan.fingerprints))])  # which says what differs
    if not state._native.judged:
        state = merge([state, *(judged(plan, bucket) for bucket in plan.fingerprints)])
    evaluation = _evaluation(plan, min(plan.fingerprints))
    cube, remarks, failures, facts = evaluation.finish(state._native, "runs")
    skipped = []
    for run, kind, rows in failures:
        error = error_of(kind, rows)
        if errors == "raise" or not run or cube is None:
            raise error
        skipped.append(Failure(run, error))
    if cube is None:
        raise InputError("found no run in any shard, expected at least one")
    said = warn(remarks, stacklevel=2) if remarks else []
    options = {**plan.options, "topic_order": "id"}
    return Scores(cube, remarks=said, failures=skipped, facts=facts, options=options, files={"judgements": plan.judgements})


def _check_errors(errors: str) -> None:
    if errors not in ("raise", "skip"):
        raise UsageError(f"found errors={errors!r}, expected 'raise' or 'skip'")


# ---- More than memory holds ----


def finish_stored(
    plan: Plan, folder: Any, map: Callable[..., Iterable[Any]] = map, *, errors: str = "raise"
) -> StoredScores:
    """The scores of what `store` wrote, a run at a time, each a task: memory holds one run and the judged topics, and workers
    need no judgements."""
    _check_errors(errors)
    target = os.path.abspath(os.fspath(folder))
    runs = sorted(unquote(name.removeprefix("run=")) for name in os.listdir(target) if name.startswith("run="))
    told = states_in(os.path.join(target, JUDGED))
    for bucket in plan.fingerprints:
        if not any(_judged_name(bucket) in state.shards for state in told):
            told.append(judged(plan, bucket))
            store(told[-1], target)
    if not runs:
        finish(plan, merge(told))  # which says why there are none
    evaluation = _evaluation(plan, min(plan.fingerprints))
    finish_run = Finish(plan.text, evaluation.averages, evaluation.task, evaluation.answered_only, target)
    means, variances, failed = {}, {}, {}
    for run, mean, variance, failures in map(finish_run, runs):
        for name, kind, rows in failures:
            error = error_of(kind, rows)
            if errors == "raise" or not name:
                raise error
            failed[run] = str(error)
        if not failures:
            means[run], variances[run] = mean, variance
    content = {**finish_run._asdict(), "options": plan.options, "mean": means, "variance": variances, "failed": failed}
    del content["folder"]
    _native.write_file(os.path.join(target, "_scores.json"), json.dumps(content).encode())
    return StoredScores(target)


# ---- Tasks ----


class Task(NamedTuple):
    """One thing for a worker to do: a file of results, or with no path a part of the judgements."""

    path: str
    bucket: str


def tasks(plan: Plan, runs: Any) -> list[Task]:
    """The files below `runs`, a path or several, and the judgements: every one a task."""
    path = inputs.path_of(runs)
    given = [path] if path is not None else [os.fspath(one) for one in runs]
    files = [os.path.abspath(file) for one in given for file in files_below(one)]
    if not files:
        raise InputError(f"{given[0] if given else 'runs'}: found no file, expected results")
    whole = "" in plan.fingerprints
    made = [Task(file, "" if whole else part_of_path(file, "bucket") or "") for file in files]
    for bucket in {task.bucket for task in made}:
        _judging(plan, bucket)
    return [*(Task("", bucket) for bucket in plan.fingerprints), *made]


def work(plan: Plan, task: Task) -> State:
    """Does a task."""
    return evaluate(plan, task.path, bucket=task.bucket) if task.path else judged(plan, task.bucket)


def evaluate_files(
    plan: Plan, runs: Any, map: Callable[..., Iterable[Any]] = map, *, folder: Any = None, errors: str = "raise"
) -> Any:
    """Scores of the files below `runs`. `map` is the engine: it calls a function for every task, wherever it likes.

    With a `folder`, a path that all workers see, tasks store what they score there instead of sending it home, and the result is
    `StoredScores`: for more scores than memory holds.
    """
    if folder is None:
        return finish(plan, merge(map(_Work(plan), tasks(plan, runs))), errors=errors)
    store_files(plan, runs, folder, map)
    return finish_stored(plan, folder, map, errors=errors)


def store_files(plan: Plan, runs: Any, folder: Any, map: Callable[..., Iterable[int]] = map) -> int:
    """Evaluates the files below `runs` and stores what they score (`store`); how many rows there are is all that comes home."""
    return sum(map(_StoreWork(plan, os.path.abspath(os.fspath(folder))), tasks(plan, runs)))


class _Work(NamedTuple):
    plan: Plan

    def __call__(self, task: Task) -> State:
        return work(self.plan, task)


class _StoreWork(NamedTuple):
    plan: Plan
    folder: str

    def __call__(self, task: Task) -> int:
        state = work(self.plan, task)
        store(state, self.folder)
        return len(state)
