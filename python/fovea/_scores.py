"""`Scores`: run × topic × measure, and what is said of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native
from ._errors import Diagnostic, UsageError
from ._measure import canonical

if TYPE_CHECKING:
    from ._charts import Chart
    from ._comparison import Comparison


class Score(NamedTuple):
    """What one run scores on one topic by one measure."""

    run: str
    topic: str
    measure: str
    value: float


class Failure(NamedTuple):
    """A run that could not be evaluated, and why."""

    run: str
    error: Exception


class PerTopic:
    """The scores of topics as a long table: iterable, and an Arrow stream where pyarrow is installed."""

    def __init__(self, scores: Scores) -> None:
        self._scores = scores

    def __iter__(self) -> Iterator[Score]:
        cube = self._scores._cube
        measures = list(enumerate(self._scores.measures))
        for r, run in enumerate(self._scores.runs):
            for t, topic in enumerate(self._scores.topics):
                for m, measure in measures:
                    value = cube.value(r, t, m)
                    if value is not None:
                        yield Score(run, topic, measure, value)

    def columns(self) -> dict[str, list[Any]]:
        rows = list(self)
        return {name: [row[position] for row in rows] for position, name in enumerate(Score._fields)}

    def to_arrow(self) -> Any:
        import pyarrow

        return pyarrow.table(self.columns())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self.columns())

    def to_polars(self) -> Any:
        import polars

        return polars.DataFrame(self.columns())


class _File:
    """A file that was evaluated, and what it was then."""

    _HASHED_AT_ONCE = 1 << 24  #: bytes; more would cost a good part of an evaluation

    def __init__(self, role: str, name: str) -> None:
        self.role, self.name = role, name
        self._state = self._state_now()
        self._sha256 = self._hash() if self._state is not None and self._state[2] <= self._HASHED_AT_ONCE else None

    def sha256(self) -> str | None:
        if self._sha256 is None and self._state is not None and self._state_now() == self._state:
            self._sha256 = self._hash()
        return self._sha256

    def _state_now(self) -> tuple[int, ...] | None:
        try:
            found = os.stat(self.name)
        except OSError:
            return None
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def _hash(self) -> str:
        checksum = hashlib.sha256()
        with open(self.name, "rb") as file:
            while block := file.read(1 << 20):
                checksum.update(block)
        return checksum.hexdigest()


def _accounted(files: dict[str, Any]) -> list[_File]:
    roles = [("judgements", files.get("judgements")), *(("run", run) for run in files.get("runs", []))]
    found = []
    for role, given in [*roles, ("collection", files.get("collection"))]:
        name = getattr(given, "file", given) if role == "run" else given
        if isinstance(name, (str, os.PathLike)) and os.path.isfile(name):
            found.append(_File(role, os.fspath(name)))
    return found


class Scores:
    """The scores of an evaluation. Immutable.

    ``scores[run]`` is the `Scores` of one run, ``scores[run, measure]`` a mean, ``scores[run, measure, topic]`` a value.

    >>> from fovea import evaluate
    >>> scores = evaluate({"7": {"a": 1}, "8": {"b": 1}}, {"mine": {"7": {"a": 2.0}, "8": {"c": 2.0, "b": 1.0}}}, "AP")
    >>> scores["mine", "AP"], scores["mine", "AP", "7"]
    (0.75, 1.0)
    """

    def __init__(
        self,
        cube: Any,
        *,
        remarks: list[Diagnostic] | None = None,
        failures: list[Failure] | None = None,
        facts: tuple[Any, ...] = ("", "all judged topics", "", []),
        options: dict[str, Any] | None = None,
        files: dict[str, Any] | list[_File] | None = None,
        curves: str = "",
    ) -> None:
        self._cube = cube
        self._names: tuple[list[str], list[str], list[str]] | None = None
        self.remarks = remarks or []
        self.failures = failures or []
        self._facts = facts
        self._options = options or {}
        self._files = files if isinstance(files, list) else _accounted(files or {})
        self._curves = curves

    @staticmethod
    def open(folder: Any) -> Any:
        """Scores that were finished run by run (`fovea.distributed.steps.finish_stored`), read on demand."""
        from .distributed._stored_scores import StoredScores

        return StoredScores(folder)

    # ---- Names ----

    def _all_names(self) -> tuple[list[str], list[str], list[str]]:
        if self._names is None:
            self._names = (self._cube.runs, self._cube.topics, self._cube.measures)
        return self._names

    @property
    def runs(self) -> list[str]:
        return list(self._all_names()[0])

    @property
    def topics(self) -> list[str]:
        """In the order of the judgements, whether they count or not."""
        return list(self._all_names()[1])

    @property
    def measures(self) -> list[str]:
        return list(self._all_names()[2])

    def _run(self, run: Any) -> int:
        return _position(self._all_names()[0], str(run), "run")

    def _topic(self, topic: Any) -> int:
        return _position(self._all_names()[1], str(topic), "topic")

    def _measure(self, measure: Any) -> int:
        names = self._all_names()[2]
        text = str(measure)
        if text in names:
            return names.index(text)
        try:
            text = canonical(measure)
        except UsageError:
            pass  # it may be a name that another tool gave
        return _position(names, text, "measure")

    # ---- Values ----

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return self.with_runs([key])
        if len(key) == 2:
            return self._cube.summary(self._run(key[0]), self._measure(key[1]))
        if len(key) == 3:
            return self._cube.value(self._run(key[0]), self._topic(key[2]), self._measure(key[1]))
        raise KeyError(f"found {len(key)} keys, expected a run, a measure and a topic")

    def with_runs(self, runs: list[str]) -> Scores:
        """The scores of these runs, in this order."""
        return self._with(self._cube.with_runs([self._run(run) for run in runs]))

    def _with(self, cube: Any) -> Scores:
        return Scores(
            cube,
            remarks=self.remarks,
            failures=self.failures,
            facts=self._facts,
            options=self._options,
            files=self._files,
            curves=self._curves,
        )

    def in_order_of_ids(self) -> Scores:
        """The same with topics in the byte order of their ids, and means summed in that order."""
        return self._with(self._cube.in_order_of_ids())

    @property
    def mean(self) -> dict[str, dict[str, float]]:
        """{run: {measure: value}}: means, but sums of counts and geometric means where measures have them."""
        return self._cube.means  # type: ignore[no-any-return]

    @property
    def per_topic(self) -> PerTopic:
        return PerTopic(self)

    @property
    def values(self) -> Any:
        """A numpy array of runs × topics × measures, not copied; 0 where a run has no score."""
        return self._cube.values()

    def __eq__(self, other: object) -> bool:
        """Same names, same bits."""
        if not isinstance(other, Scores):
            return NotImplemented
        return bool(self._cube.same(other._cube))

    __hash__ = None  # type: ignore[assignment]

    # ---- Statistics ----

    def ci(
        self, level: float = 0.95, method: str = "t", resamples: int = 1000, seed: int = 1
    ) -> dict[str, dict[str, tuple[float, float] | None]]:
        """Intervals of the means, {run: {measure: (low, high)}}; None where there is none.

        Where t would leave the range of scores from 0 to 1, the bootstrap's interval is given.
        """
        runs, _, measures = self._all_names()
        rows = self._cube.intervals(level, method, resamples, seed)
        return {
            run: {name: row[:2] if row else None for name, row in zip(measures, of_run)}
            for run, of_run in zip(runs, rows)
        }

    def compare(
        self,
        baseline: Any = None,
        *,
        measures: Any = None,
        test: str = "t",
        tails: int = 2,
        correct: str = "holm",
        alpha: float = 0.05,
        interval: str | None = None,
        resamples: int = 1000,
        seed: int = 1,
        topics: str = "common",
    ) -> Comparison:
        """Tests every pair of runs, or every run against the baselines, by each measure: ``fovea compare``."""
        from ._comparison import compare

        return compare(self, baseline, measures, test, tails, correct, alpha, interval, resamples, seed, topics)

    # ---- Tables, files, pictures ----

    def to_pandas(self, per_topic: bool = False) -> Any:
        """A row per run with a column per measure, or with `per_topic` the long table run, topic, measure, value."""
        import pandas

        if per_topic:
            return self.per_topic.to_pandas()
        means = self.mean
        return pandas.DataFrame([means[run] for run in self.runs], index=pandas.Index(self.runs, name="run"))

    def to_polars(self, per_topic: bool = False) -> Any:
        import polars

        if per_topic:
            return self.per_topic.to_polars()
        return polars.DataFrame([{"run": run, **row} for run, row in self.mean.items()])

    def to_text(
        self, format: str = "table", *, per_topic: bool = False, summary: bool = True, decimals: int | None = 4
    ) -> str:
        """What ``fovea eval -o FORMAT`` prints; `decimals=None` gives every digit."""
        return str(self._cube.written(format, per_topic, summary, decimals))

    def save(self, path: Any) -> None:
        """Writes the scores of all topics: .jsonl, .csv, .tsv, .json, .md, .tex or .parquet (with pyarrow).

        JSON lines, CSV and Parquet can be read again with `fovea.read_scores`.
        """
        name = os.fspath(path)
        ending = os.path.splitext(name)[1]
        if ending == ".parquet":
            import pyarrow.parquet

            pyarrow.parquet.write_table(self.per_topic.to_arrow(), name)
            return
        formats = {".jsonl": "jsonl", ".csv": "csv", ".tsv": "tsv", ".json": "json", ".md": "md", ".tex": "latex"}
        if ending not in formats:
            raise UsageError(f"found {name!r}, expected a file that ends in {', '.join(formats)} or .parquet")
        _native.write_file(name, self._cube.written(formats[ending], True, True, None).encode())

    @property
    def account(self) -> dict[str, Any]:
        """What a reader needs to get the same figures again: version, options, rules, checksums.

        Checksums are those of the files that were evaluated. A large file is read for it when the account is, and has none
        (``None``) if it was changed meanwhile.
        """
        task, topic_rule, tie_rule, missing = self._facts
        return {
            "version": _native.version,
            "options": dict(self._options),
            "task": task,
            "topics": topic_rule,
            "ties": tie_rule,
            "missing_topics": list(missing),
            "files": [{"role": one.role, "name": one.name, "sha256": one.sha256()} for one in self._files],
        }

    def chart(self, kind: str = "intervals", **options: Any) -> Chart:
        """A Vega-Lite chart: ``"intervals"``, ``"topics"``, ``"curve"`` or ``"scatter"``."""
        from ._charts import chart_of

        return chart_of(self, kind, **options)

    def __repr__(self) -> str:
        return self.to_text("table").rstrip("\n")

    def _repr_html_(self) -> str:
        from ._html import scores_html

        return scores_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        cube = self._cube
        runs, topics, measures = self._all_names()
        values = [
            [[cube.value(r, t, m) for m in range(len(measures))] for t in range(len(topics))] for r in range(len(runs))
        ]
        summaries = [[cube.summary(r, m) for m in range(len(measures))] for r in range(len(runs))]
        return (_restored, (runs, topics, measures, cube.averages, values, summaries, self.remarks, self._facts, self._options))


def _restored(
    runs: list[str],
    topics: list[str],
    measures: list[str],
    averages: list[str],
    values: Any,
    summaries: Any,
    remarks: list[Diagnostic],
    facts: tuple[Any, ...],
    options: dict[str, Any],
) -> Scores:
    cube = _native.make_scores(runs, topics, measures, averages, values, summaries)
    return Scores(cube, remarks=remarks, facts=facts, options=options)


def read_scores(paths: Any) -> Scores:
    """Scores that were computed before, by fovea or by another tool: JSON lines, CSV, Parquet, ``trec_eval -q``."""
    names = [os.fspath(paths)] if isinstance(paths, (str, os.PathLike)) else [os.fspath(path) for path in paths]
    if names and all(name.endswith(".parquet") for name in names):
        import pyarrow.parquet

        rows = [row for name in names for row in pyarrow.parquet.read_table(name).to_pylist()]
        return _of_rows(rows)
    return Scores(_native.read_scores(names))


def _of_rows(rows: list[dict[str, Any]]) -> Scores:
    runs, topics, measures = (list(dict.fromkeys(row[name] for row in rows)) for name in ("run", "topic", "measure"))
    values: list[list[list[float | None]]] = [[[None] * len(measures) for _ in topics] for _ in runs]
    places = [{name: position for position, name in enumerate(names)} for names in (runs, topics, measures)]
    for row in rows:
        values[places[0][row["run"]]][places[1][row["topic"]]][places[2][row["measure"]]] = row["value"]
    return Scores(_native.make_scores(runs, topics, measures, ["mean"] * len(measures), values, None))


def _position(names: list[str], name: str, what: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        import difflib

        near = difflib.get_close_matches(name, names, 3, 0) or names[:3]
        raise KeyError(f"found the {what} {name!r}, expected one such as {', '.join(map(repr, near))}") from None
