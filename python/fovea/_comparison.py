"""`Comparison`: which runs differ, and by how much."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._errors import UsageError

if TYPE_CHECKING:
    from ._scores import Scores


class Comparison:
    """Runs tested against each other by one or several measures.

    `ranking` and `pairs` are lists of dicts, for each measure in turn, with the names of ``fovea compare -o json``.
    """

    def __init__(self, compared: Any) -> None:
        self._compared = compared
        self._json: dict[str, Any] = json.loads(compared.to_json())

    @property
    def plan(self) -> dict[str, Any]:
        """Test, tails, correction, alpha and the rest of what was asked for."""
        return dict(self._json["plan"])

    @property
    def measures(self) -> list[str]:
        return [one["measure"] for one in self._json["measures"]]

    @property
    def ranking(self) -> list[dict[str, Any]]:
        return [{"measure": one["measure"], **run} for one in self._json["measures"] for run in one["ranking"]]

    @property
    def pairs(self) -> list[dict[str, Any]]:
        return [{"measure": one["measure"], **pair} for one in self._json["measures"] for pair in one["pairs"]]

    def pair(self, first: str, second: str, measure: str | None = None) -> dict[str, Any]:
        """One pair, whichever way round it was tested; `first` and `second` in the result tell."""
        wanted = measure or self.measures[0]
        for one in self.pairs:
            if one["measure"] == wanted and {one["first"], one["second"]} == {first, second}:
                return one
        raise KeyError(f"found no pair of {first!r} and {second!r} by {wanted!r}")

    def to_pandas(self) -> Any:
        """A row per pair."""
        import pandas

        return pandas.DataFrame(self.pairs)

    def to_json(self) -> str:
        return str(self._compared.to_json())

    def to_csv(self) -> str:
        return str(self._compared.to_csv())

    def to_latex(self) -> str:
        return str(self._compared.to_latex())

    def to_markdown(self) -> str:
        return str(self._compared.to_markdown())

    def __repr__(self) -> str:
        return str(self._compared.to_text()).rstrip("\n")

    def _repr_html_(self) -> str:
        from ._html import comparison_html

        return comparison_html(self._json)


def compare(
    scores: Scores,
    baseline: Any,
    measures: Any,
    test: str,
    tails: int,
    correct: str,
    alpha: float,
    interval: str | None,
    resamples: int,
    seed: int,
    topics: str,
) -> Comparison:
    if len(scores.runs) < 2:
        raise UsageError("found one run, expected two or more to compare")
    if topics not in ("common", "all"):
        raise UsageError(f"found topics={topics!r}, expected 'common' or 'all'")
    names = [baseline] if isinstance(baseline, str) else list(baseline or [])
    if measures is None:
        columns = list(range(len(scores.measures)))
    else:
        columns = [scores._measure(one) for one in (measures if isinstance(measures, (list, tuple)) else [measures])]
    try:
        baselines = [scores._run(name) for name in names]
    except KeyError as fault:
        raise UsageError(fault.args[0]) from None
    return Comparison(
        scores._cube.compare(
            columns, baselines, test, tails, correct, alpha, interval, resamples, seed, topics == "all"
        )
    )
