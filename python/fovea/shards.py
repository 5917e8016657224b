"""Evaluation in shards: what an engine runs where one machine is too small, with the figures of one machine bit for bit.

>>> from fovea import shards
>>> judgements = {"7": {"a": 1, "b": 0}, "8": {"c": 1}}
>>> plan = shards.plan(judgements, ["AP", "NumRel"])
>>> one = shards.evaluate(plan, {"7": {"a": 2.0, "b": 1.0}}, "one", run="mine")
>>> two = shards.evaluate(plan, {"8": {"d": 2.0, "c": 1.0}}, "two", run="mine")
>>> scores = shards.finish(plan, shards.merge([one, two]))
>>> scores["mine", "AP"], scores["mine", "AP", "8"]
(0.75, 0.5)

All results of one run and topic must lie in one shard; that is the only condition. States are merged in any order and any tree, a
shard that comes twice counts once, and a pair of run and topic from two shards is an error that names both. The functions are
pure: an engine may run them anywhere, and again. `fovea.pool`, `fovea.dask`, `fovea.ray` and `fovea.spark` do so.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import warnings
from collections.abc import Iterable
from typing import Any, Callable, NamedTuple
from urllib.parse import quote, unquote

from . import _native, inputs, tables
from .errors import EvaluationWarning, InputError, UsageError, error_of, warn
from .layouts import bucket_of as bucket_of
from .layouts import flat, part_of_path, pieces
from .layouts import layout as layout
from .layouts import layout_judgements as layout_judgements
from .measure import expressions
from .scores import Failure, Scores

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
_JUDGED = "judgements"


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


class State:
    """The scores of some shards: a row per run and topic. An Arrow table for whoever asks (``__arrow_c_stream__``)."""

    def __init__(self, native: Any) -> None:
        self._native = native

    @property
    def runs(self) -> list[str]:
        return list(self._native.runs)

    @property
    def shards(self) -> list[str]:
        return list(self._native.shards)

    @property
    def measures(self) -> list[str]:
        return list(self._native.measures)

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.stream()

    def to_arrow(self) -> Any:
        """A pyarrow table, with all but the rows in the metadata of its schema."""
        import pyarrow

        return pyarrow.table(self)

    @staticmethod
    def from_arrow(table: Any) -> State:
        """From what `to_arrow` gave, in any order of rows."""
        return State(_native.ShardState.from_stream(table.__arrow_c_stream__()))

    def to_bytes(self) -> bytes:
        return bytes(self._native.to_bytes())

    @staticmethod
    def from_bytes(content: bytes) -> State:
        return State(_native.ShardState.from_bytes(content))

    def __reduce__(self) -> tuple[Any, ...]:
        return (State.from_bytes, (self.to_bytes(),))

    def __eq__(self, other: object) -> bool:
        return self.to_bytes() == other.to_bytes() if isinstance(other, State) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State of {len(self)} rows, {len(self.runs)} runs, {len(self.shards)} shards"


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
    else:
        where = inputs.Texts(None, inputs.stored(chosen["collection"]))
        given = inputs.judgements_of(judgements, where, chosen["merge"], chosen["columns"])
        if isinstance(given, str):
            given = inputs.read_judgements(given, collection=chosen["collection"])
        source, _ = _native.convert_judgements(given, "jsonl", None, where.collection)
        fingerprints = {"": hashlib.sha256(source).hexdigest()}
    told = {"version": _native.version, "measures": asked, "judgements": fingerprints, **chosen}
    made = Plan(json.dumps(told, sort_keys=True), asked, chosen, source, fingerprints)
    _evaluation(made, min(fingerprints))  # measures and judgements that do not go together are said here, not in every task
    return made


def _buckets_of(path: str) -> dict[str, str]:
    """The files of judgements by bucket: those of `layout_judgements`, or all under ""."""
    if os.path.isdir(path):
        buckets = {name.removeprefix("bucket="): name for name in sorted(os.listdir(path)) if name.startswith("bucket=")}
        if buckets:
            return {bucket: os.path.join(path, name) for bucket, name in buckets.items()}
    return {"": path}


def _files_below(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [os.path.join(folder, name) for name in files if not name.startswith((".", "_"))]
    return sorted(found)


def _fingerprint(path: str) -> str:
    """Of the names below `path`, and of every byte."""
    total = hashlib.sha256()
    for name in _files_below(path):
        content = hashlib.sha256()
        with open(name, "rb") as file:
            for block in iter(lambda: file.read(1 << 20), b""):
                content.update(block)
        total.update(f"{os.path.relpath(name, path)}\0{content.hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


# ---- What a process keeps ----

_lock = threading.Lock()
_judgements: dict[str, Any] = {}
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
            mark = plan.fingerprints[bucket]
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
    evaluation = _evaluation(plan, bucket or "")
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
                given = _runs(piece, path or name, plan, first)
            except InputError as fault:
                said += fault.diagnostics or [("error", path or name, 0, 0, "bad-shard", str(fault))]
            except (OSError, ValueError, ImportError) as fault:  # what pyarrow says of a damaged file
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
    return tables.runs_of(flat(piece), name, columns, where, order, first_row)


def judged(plan: Plan, bucket: str = "") -> State:
    """The state of the judgements: what an empty answer scores on every topic. `finish` adds it where nobody did."""
    evaluation = _evaluation(plan, bucket)
    return State(evaluation.judged(plan.text, f"{_JUDGED}:{bucket}" if bucket else _JUDGED))


def merge(states: Iterable[State]) -> State:
    """One state of many, in any order and any tree."""
    return State(_native.merge_states([one._native for one in states]))


def finish(plan: Plan, state: State, *, errors: str = "raise") -> Scores:
    """The scores of one machine with ``topic_order="id"``; runs stand in the byte order of their names."""
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


# ---- More than memory holds ----


def store(state: State, folder: Any) -> None:
    """Writes a state run by run, ``run=NAME/part-….parquet``, beside what other tasks wrote there. Each file appears whole or not
    at all, and a task that is repeated writes the same files again."""
    import pyarrow.parquet

    target = str(os.fspath(folder))
    mark = hashlib.sha256("\0".join(state.shards).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    for number, run in [(None, None), *enumerate(state.runs)]:
        part = State(state._native.part(number))
        if run is None and not part.shards:
            continue
        place = os.path.join(target, _JUDGED if run is None else f"run={quote(run, safe='')}")
        os.makedirs(place, exist_ok=True)
        beside = os.path.join(place, f".part-{mark}.{os.getpid()}")
        pyarrow.parquet.write_table(part.to_arrow(), beside)
        os.replace(beside, os.path.join(place, f"part-{mark}.parquet"))


def _stored(folder: str) -> list[State]:
    import pyarrow.parquet

    files = _files_below(folder) if os.path.isdir(folder) else []
    return [State.from_arrow(pyarrow.parquet.ParquetFile(path).read()) for path in files]


class _FinishRun(NamedTuple):
    plan: Plan
    folder: str

    def __call__(self, run: str) -> tuple[str, dict[str, float], str | None]:
        """Name, means and what is wrong; the scores are written beside the rows."""
        empty = _stored(os.path.join(self.folder, _JUDGED)) or [judged(self.plan, bucket) for bucket in self.plan.fingerprints]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EvaluationWarning)
            try:
                scores = finish(self.plan, merge([*empty, *_stored(os.path.join(self.folder, run))]))
            except InputError as fault:
                return unquote(run.removeprefix("run=")), {}, str(fault)
        place = os.path.join(self.folder, run)
        scores.save(os.path.join(place, ".scores.parquet"))
        os.replace(os.path.join(place, ".scores.parquet"), os.path.join(place, "_scores.parquet"))
        return scores.runs[0], scores.mean[scores.runs[0]], None


def finish_stored(
    plan: Plan, folder: Any, map: Callable[..., Iterable[Any]] = map, *, errors: str = "raise"
) -> StoredScores:
    """The scores of what `store` wrote, a run at a time, each a task: memory holds one run and the judged topics."""
    target = str(os.fspath(folder))
    runs = sorted(name for name in os.listdir(target) if name.startswith("run="))
    means = {}
    failed = {}
    for run, mean, fault in map(_FinishRun(plan, os.path.abspath(target)), runs):
        if fault is not None and errors == "raise":
            raise InputError(fault)
        if fault is not None:
            failed[run] = fault
        else:
            means[run] = mean
    averages = _evaluation(plan, min(plan.fingerprints)).averages
    content = json.dumps({"plan": plan.text, "mean": means, "averages": averages, "failed": failed}, sort_keys=True)
    _native.write_file(os.path.join(target, "_scores.json"), content.encode())
    return StoredScores(target)


class StoredScores:
    """Scores that stand in a folder and are read when they are asked for: ``Scores.open(folder)``."""

    def __init__(self, folder: Any) -> None:
        self._folder = os.fspath(folder)
        with open(os.path.join(self._folder, "_scores.json"), encoding="utf-8") as file:
            content = json.load(file)
        self.mean: dict[str, dict[str, float]] = content["mean"]
        self.failures: dict[str, str] = content["failed"]
        self._averages: list[str] = content["averages"]

    @property
    def runs(self) -> list[str]:
        return list(self.mean)

    def __getitem__(self, key: Any) -> Any:
        """``[run]`` is the `Scores` of one run, ``[run, measure]`` a mean, ``[run, measure, topic]`` a value."""
        if isinstance(key, tuple) and len(key) == 2:
            return self.mean[key[0]][key[1]]
        run = key[0] if isinstance(key, tuple) else key
        if run not in self.mean:
            raise KeyError(f"found the run {run!r}, expected one such as {', '.join(map(repr, self.runs[:3]))}")
        scores = self.with_runs([run])
        return scores[key] if isinstance(key, tuple) else scores

    def with_runs(self, runs: Iterable[str]) -> Scores:
        """Some runs together, for comparisons: against baselines two at a time, or all where they fit."""
        import pyarrow.parquet

        from .scores import read_scores

        names = list(runs)
        paths = [os.path.join(self._folder, f"run={quote(run, safe='')}", "_scores.parquet") for run in names]
        read = read_scores(paths)._cube
        values = [
            [[read.value(r, t, m) for m in range(len(read.measures))] for t in range(len(read.topics))] for r in range(len(names))
        ]
        means = [[self.mean[run][measure] for measure in read.measures] for run in names]
        return Scores(_native.make_scores(names, read.topics, read.measures, self._averages, values, means))

    def __repr__(self) -> str:
        return f"StoredScores({self._folder!r}), {len(self.mean)} runs"


# ---- Tasks ----


class Task(NamedTuple):
    """One thing for a worker to do: a file of results, or with no path a part of the judgements."""

    path: str
    bucket: str


def tasks(plan: Plan, runs: Any) -> list[Task]:
    """The files below `runs`, a path or several, and the judgements: every one a task."""
    path = inputs.path_of(runs)
    given = [path] if path is not None else [os.fspath(one) for one in runs]
    files = [os.path.abspath(file) for one in given for file in _files_below(one)]
    if not files:
        raise InputError(f"{given[0] if given else 'runs'}: found no file, expected results")
    whole = "" in plan.fingerprints
    return [
        *(Task("", bucket) for bucket in plan.fingerprints),
        *(Task(file, "" if whole else part_of_path(file, "bucket") or "") for file in files),
    ]


def work(plan: Plan, task: Task) -> State:
    """Does a task."""
    return evaluate(plan, task.path, bucket=task.bucket) if task.path else judged(plan, task.bucket)


def evaluate_files(plan: Plan, runs: Any, map: Callable[..., Iterable[State]] = map, *, errors: str = "raise") -> Scores:
    """Scores of the files below `runs`. `map` is the engine: it calls a function for every task, wherever it likes."""
    return finish(plan, merge(map(_Work(plan), tasks(plan, runs))), errors=errors)


class _Work(NamedTuple):
    plan: Plan

    def __call__(self, task: Task) -> State:
        return work(self.plan, task)


# ---- Search ----


class _SearchStep(NamedTuple):
    """One step of a search, done in one shard. Workers open all indexes, which is mapping them, and look into their own."""

    paths: list[str]
    topics: list[dict[str, str]]
    options: dict[str, Any]
    #: What feedback made the queries of, once there was a round of it.
    lent: tuple[Any, ...]
    step: str
    given: tuple[Any, ...]

    def __call__(self, shard: int) -> list[bytes]:
        from .search import session

        search = session(self.paths, self.options)
        search.read(self.topics)
        if self.lent:
            search.expand(*self.lent)
        return list(getattr(search, self.step)(shard, *self.given))


def search(indexes: Any, topics: Any, map: Callable[..., Iterable[Any]] = map, *, tag: str = "fovea", **options: Any) -> Any:
    """A run of index shards, with the rows and scores of a single index of all documents.

    Two passes over the shards, each a task: counts of the words of all topics, which are integers and add up, then the best
    articles of each shard with the raw scores of their parts; expanded queries take a round of feedback between them. `map` is the
    engine; paths are those that all workers see. Options are those of ``Index.run``.
    """
    from functools import reduce

    from .collection import Collection
    from .search import session, settled, topic_fields

    paths = [os.path.abspath(os.fspath(index)) for index in indexes]
    if isinstance(options.get("collection"), Collection):
        options["collection"] = options["collection"]._stored.path
    if options.get("collection") is not None:
        options["collection"] = os.path.abspath(os.fspath(options["collection"]))
    fields = topic_fields(topics)
    driver = session(paths, options)
    driver.read(fields)
    lent: tuple[Any, ...] = ()

    def everywhere(step: str, *given: Any) -> list[Any]:
        return list(map(_SearchStep(paths, fields, options, lent, step, given), range(len(paths))))

    counts = reduce(_native.merge_counts, everywhere("count"))
    if driver.expands:
        best = reduce(lambda a, b: driver.merge_answers(a, b, True), everywhere("answer", counts, True))
        words = reduce(_native.merge_lent, everywhere("lend", best))
        lent = (counts, words, reduce(_native.merge_counts, everywhere("count_lent", words)))
        driver.expand(*lent)
        counts = reduce(_native.merge_counts, everywhere("count"))
    answers = reduce(lambda a, b: driver.merge_answers(a, b, False), everywhere("answer", counts, False))
    return settled(driver.finish(tag, counts, answers))
