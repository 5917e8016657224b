"""What tests share: the demo track, a small chunk evaluation, and the figures of the real command."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import fovea

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "demo"
COMMAND = os.environ.get("FOVEA", "fovea")


def figures_of_command(*arguments: Any) -> dict[tuple[str, str, str], float]:
    """{(run, topic, measure): value} as ``fovea eval`` prints them with every digit; the topic of means is "all"."""
    words = [COMMAND, "eval", "-q", "-o", "jsonl", "--quiet", *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {(row["run"], row["query_id"], row["measure"]): row["value"] for row in rows}


def figures_of(scores: fovea.Scores) -> dict[tuple[str, str, str], float]:
    figures = {(row.run, row.topic, row.measure): row.value for row in scores.per_topic}
    for run, means in scores.mean.items():
        figures.update({(run, "all", name): value for name, value in means.items()})
    return figures


class Chunks:
    """Evidence and two runs of chunks, made at random, in every shape that people have them in."""

    def __init__(self, folder: Path, seed: int = 7) -> None:
        self.seed = seed
        draw = random.Random(seed)
        words = "harbour lantern compass anchor rigging tide pilot beacon chart winds".split()
        self.texts = {
            f"doc-{d}": " ".join(draw.choice(words) + str(draw.randrange(10_000)) for _ in range(120)) for d in range(12)
        }
        self.judgements: dict[str, dict[str, list[tuple[int, int]]]] = {}
        self.runs: dict[str, dict[str, list[tuple[str, int, int, float]]]] = {"small": {}, "large": {}}
        for topic in map(str, range(1, 21)):
            judged = {}
            for doc in draw.sample(sorted(self.texts), 3):
                begin = draw.randrange(900)
                judged[doc] = [(begin, begin + draw.randrange(10, 120))]
            self.judgements[topic] = judged
            for name, size in (("small", 80), ("large", 300)):
                places = draw.sample([(doc, at) for doc in self.texts for at in range(0, 1000, size)], 8)
                scores = sorted((draw.random() for _ in places), reverse=True)
                self.runs[name][topic] = [
                    (doc, at, min(at + size, len(self.texts[doc])), score) for (doc, at), score in zip(places, scores)
                ]
        self.judgement_file = folder / "evidence.jsonl"
        self.judgement_file.write_text(
            "".join(
                json.dumps({"topic": topic, "doc": doc, "spans": spans}) + "\n"
                for topic, judged in self.judgements.items()
                for doc, spans in judged.items()
            )
        )
        self.run_files = []
        for name in self.runs:
            path = folder / f"{name}.jsonl"
            path.write_text("".join(json.dumps(row) + "\n" for row in self.rows(name)))
            self.run_files.append(path)

    def rows(self, name: str) -> list[dict[str, Any]]:
        return [
            {"topic": topic, "doc": doc, "begin": begin, "end": end, "score": score}
            for topic, results in self.runs[name].items()
            for doc, begin, end, score in results
        ]

    measures = ["charR@5", "charP@5", "IoU@5", "AiP", "chunkRR"]

    def expected(self) -> dict[tuple[str, str, str], float]:
        options = [word for name in self.measures for word in ("-m", name)]
        return figures_of_command(*options, self.judgement_file, *self.run_files)


@pytest.fixture(scope="session")
def chunks(tmp_path_factory: pytest.TempPathFactory) -> Chunks:
    return Chunks(tmp_path_factory.mktemp("chunks"))


@pytest.fixture
def demo() -> Path:
    return DEMO
