"""Typical uses, for mypy: they must be accepted as they stand. Nothing here is run."""

from __future__ import annotations

from pathlib import Path

import fovea
from fovea import AgP, P, charR
from fovea.testing import assert_at_least


def evaluate_files(folder: Path) -> float:
    scores = fovea.evaluate(folder / "evidence.jsonl", [folder / "a.jsonl", "b.jsonl"], [charR @ 5, "AiP", P @ [5, 10]])
    for row in scores.per_topic:
        print(row.run, row.topic, row.measure, row.value + 1)
    low_and_high = scores.ci()["a"]["AiP"]
    if low_and_high is not None:
        print(low_and_high[0] - low_and_high[1])
    assert_at_least(scores, AgP(t2i=300), 0.8)
    comparison = scores.compare("a", test="randomisation")
    print(comparison.pairs[0]["difference"], comparison.to_latex())
    mean: float = scores.mean["a"]["AiP"]
    return mean


def evaluate_memory() -> list[str]:
    judgements = {"7": {"a": [(0, 5)]}}
    runs = {"one": {"7": [("a", 0, 5)]}, "two": fovea.collect(lambda question: [("a", 0, 5, 1.0)], {"7": "?"})}
    try:
        scores = fovea.evaluate(judgements, runs, threads=2, errors="skip")
    except fovea.InputError as fault:
        return [one.code for one in fault.diagnostics]
    return scores.runs


def look_into(path: Path) -> str:
    collection = fovea.Collection.build(path, {"a": "text"})
    topics = fovea.read_topics("topics.xml")
    run = fovea.Index.build("x.index", collection).run(topics)
    name: str = run.name
    return str(collection["a"].text(0, 3) + topics[0].title) + name
