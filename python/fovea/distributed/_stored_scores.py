"""More scores than memory holds: states in a folder, run by run, and what is made of them when it is asked for."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import uuid
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import quote

from .. import _native
from .._errors import InputError, UsageError, diagnostics_of, error_of
from .._scores import Scores
from ._layouts import files_below
from ._state import State, merge

#: Where the states are that belong to no run, and what the shard of the judgements is called.
JUDGED = "judgements"


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
        place = os.path.join(target, JUDGED if run is None else f"run={quote(run, safe='')}")
        os.makedirs(place, exist_ok=True)
        beside = os.path.join(place, f".part-{mark}.{uuid.uuid4().hex}")
        try:
            pyarrow.parquet.write_table(part.to_arrow(), beside)
            os.replace(beside, os.path.join(place, f"part-{mark}.parquet"))
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(beside)
            raise


def states_in(folder: str) -> list[State]:
    import pyarrow.parquet

    files = files_below(folder) if os.path.isdir(folder) else []
    return [State.from_arrow(pyarrow.parquet.ParquetFile(path).read()) for path in files]


_judged_folder: tuple[Any, State] | None = None


def _judged_in(folder: str) -> State:
    """What empty answers score, of a folder of states; kept, since all runs of it need the same."""
    global _judged_folder
    files = [(path, os.stat(path).st_mtime_ns) for path in files_below(os.path.join(folder, JUDGED))]
    if _judged_folder is None or _judged_folder[0] != files:
        _judged_folder = (files, merge(states_in(os.path.join(folder, JUDGED))))
    return _judged_folder[1]


class Finish(NamedTuple):
    """How states become scores where the judgements are not at hand: what the evaluation knew of its measures and topics."""

    text: str
    averages: list[str]
    task: str
    answered_only: bool
    folder: str

    def states(self, runs: Iterable[str]) -> Any:
        found = []
        for run in runs:
            place = os.path.join(self.folder, f"run={quote(run, safe='')}")
            found.append(merge([_judged_in(self.folder), *states_in(place)]))
            if found[-1]._native.plan != self.text:
                raise InputError(f"{place}: found states of another plan, expected those of this one")
        natives = [state._native for state in found]
        return _native.finish_states(natives, self.averages, self.task, self.answered_only, "runs")

    def __call__(self, run: str) -> tuple[str, dict[str, float], dict[str, float], list[Any]]:
        """Name, means, variances and why there are none."""
        cube, _, failures, _ = self.states([run])
        if cube is None:
            return run, {}, {}, failures
        (means,) = cube.means.values()
        return run, means, dict(zip(cube.measures, cube.variances()[0])), failures


class StoredScores:
    """Scores that stand in a folder and are read when they are asked for: ``Scores.open(folder)``."""

    def __init__(self, folder: Any) -> None:
        place = os.path.abspath(os.fspath(folder))
        with open(os.path.join(place, "_scores.json"), encoding="utf-8") as file:
            content = json.load(file)
        #: {run: {measure: value}}, as `Scores.mean`.
        self.mean: dict[str, dict[str, float]] = content.pop("mean")
        #: {run: {measure: value}}: of the scores of topics, with n − 1 below.
        self.variance: dict[str, dict[str, float]] = content.pop("variance")
        #: {run: reason} of runs without scores.
        self.failures: dict[str, str] = content.pop("failed")
        self._options: dict[str, Any] = content.pop("options")
        self._finish = Finish(**content, folder=place)

    @property
    def runs(self) -> list[str]:
        return list(self.mean)

    def __getitem__(self, key: Any) -> Any:
        """``[run]`` is the `Scores` of one run, ``[run, measure]`` a mean, ``[run, measure, topic]`` a value."""
        run = key[0] if isinstance(key, tuple) else key
        if run not in self.mean:
            raise KeyError(f"found the run {run!r}, expected one such as {', '.join(map(repr, self.runs[:3]))}")
        if isinstance(key, tuple) and len(key) == 2 and key[1] in self.mean[run]:
            return self.mean[run][key[1]]
        scores = self.with_runs([run])
        return scores[key] if isinstance(key, tuple) else scores

    def with_runs(self, runs: Iterable[str]) -> Scores:
        """Some runs together, as one machine has them, where they fit into memory."""
        cube, remarks, failures, facts = self._finish.states(runs)
        for _, kind, rows in failures:
            raise error_of(kind, rows)
        options = {**self._options, "topic_order": "id"}
        return Scores(cube, remarks=list(dict.fromkeys(diagnostics_of(remarks))), facts=facts, options=options)

    def compare(
        self,
        baseline: str,
        map: Callable[..., Iterable[Any]] = map,
        *,
        test: str = "t",
        correct: str = "holm",
        alpha: float = 0.05,
        **options: Any,
    ) -> list[dict[str, Any]]:
        """Every run against a baseline, each a task with two runs in memory: the pairs of `Scores.compare`, whose options it
        takes, by measure and with the best run first."""
        if test == "tukey":
            raise UsageError("found test='tukey', which looks at all runs at once, expected a test of two")
        others = [run for run in self.runs if run != baseline]
        against = _Against(self._finish.folder, baseline, {"test": test, "correct": "none", "alpha": alpha, **options})
        compared = list(map(against, others))
        pairs: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for run, found in zip(others, compared):
            for pair in found:
                pairs.setdefault(pair["measure"], []).append((run, pair))
        for measure, of_measure in pairs.items():
            of_measure.sort(key=lambda one: (-self.mean[one[0]][measure], one[0]))
            tested = [pair for _, pair in of_measure if pair["p"] is not None]
            for pair, adjusted in zip(tested, _native.corrected([pair["p"] for pair in tested], correct)):
                pair.update(adjusted_p=adjusted, significant=adjusted <= alpha)
        return [pair for of_measure in pairs.values() for _, pair in of_measure]

    def __repr__(self) -> str:
        return f"StoredScores({self._finish.folder!r}), {len(self.mean)} runs"


class _Against(NamedTuple):
    folder: str
    baseline: str
    options: dict[str, Any]

    def __call__(self, run: str) -> list[dict[str, Any]]:
        two = StoredScores(self.folder).with_runs([self.baseline, run])
        return two.compare(self.baseline, **self.options).pairs
