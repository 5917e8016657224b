"""What bench/scale.sh measures. Prints lines of three figures: CPU seconds (user and system, of this process and all below it),
wall seconds, and this process's peak of memory in MB."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.parquet

import fovea
from fovea.distributed import _layouts as layouts
from fovea.distributed import steps as shards

warnings.simplefilter("ignore")
MEASURES = ["AP", "P@10", "RR", "nDCG@10", "R@100"]
TOPICS, RESULTS, RUNS = 1000, 100, 20


def cpu() -> float:
    """Of this process and all below it that run or have ended: Spark's machine is one of them."""
    parents, ticks = {}, {}
    for entry in os.listdir("/proc"):
        try:
            fields = Path("/proc", entry, "stat").read_text().rsplit(")", 1)[1].split() if entry.isdigit() else []
        except OSError:
            continue  # it has ended meanwhile
        if fields:
            parents[int(entry)] = int(fields[1])
            ticks[int(entry)] = sum(map(int, fields[11:15]))

    def is_below(process: int) -> bool:
        while process > 1 and process != os.getpid():
            process = parents.get(process, 0)
        return process == os.getpid()

    return sum(spent for process, spent in ticks.items() if is_below(process)) / os.sysconf("SC_CLK_TCK")


def timed(work: Callable[[], Any], times: int = 3) -> None:
    best = wall = 1e9
    for _ in range(times):
        before, began = cpu(), time.monotonic()
        work()
        best, wall = min(best, cpu() - before), min(wall, time.monotonic() - began)
    print(best, wall, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, flush=True)


# ---- Two million results, in files ----


def generate(folder: Path) -> None:
    """A file per run, the same in four files, and all rows in one file that is sorted by topic, in row groups of 100,000."""
    if (folder / "runs").exists() and (folder / "large").exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    draw = random.Random(1)
    (folder / "new").mkdir(parents=True)
    (folder / "q.qrels").write_text(
        "".join(f"t{t} 0 d{d} {draw.randrange(3)}\n" for t in range(TOPICS) for d in draw.sample(range(2000), 50))
    )
    documents = pyarrow.array([f"d{number}" for number in range(2000)])
    topics = pyarrow.array([f"t{t}" for t in range(TOPICS) for _ in range(RESULTS)])
    tables = []
    for run in range(RUNS):
        starts = [draw.randrange(2000) for _ in range(TOPICS)]
        steps = [draw.randrange(1, 2000, 2) for _ in range(TOPICS)]
        steps = [step + 2 if step % 5 == 0 else step for step in steps]  # prime to 2,000: no document comes twice
        chosen = [(start + step * rank) % 2000 for start, step in zip(starts, steps) for rank in range(RESULTS)]
        columns = {
            "run": pyarrow.array([f"r{run:02}"] * (TOPICS * RESULTS)),
            "topic": topics,
            "doc": documents.take(pyarrow.array(chosen)),
            "score": pyarrow.compute.random(TOPICS * RESULTS, initializer=run),
        }
        tables.append(pyarrow.table(columns))
        pyarrow.parquet.write_table(tables[-1], folder / "new" / f"r{run:02}.parquet")
    (folder / "large").mkdir()
    for part in range(4):
        five = pyarrow.concat_tables(tables[part::4])
        pyarrow.parquet.write_table(five, folder / "large" / f"part-{part}.parquet")
    rows = pyarrow.concat_tables(tables).sort_by([("topic", "ascending"), ("run", "ascending")])
    rows = rows.replace_schema_metadata({layouts.SORTED: "topic"})
    pyarrow.parquet.write_table(rows, folder / "sorted.parquet", row_group_size=100_000)
    pyarrow.parquet.write_table(rows.slice(0, 100_000), folder / "group.parquet", row_group_size=100_000)
    os.rename(folder / "new", folder / "runs")


def files_of(folder: Path) -> list[Path]:
    return sorted((folder / "runs").iterdir())


def plan_of(folder: Path) -> shards.Plan:
    return shards.plan(folder / "q.qrels", MEASURES)


def agree(folder: Path) -> None:
    tables = pyarrow.concat_tables([pyarrow.parquet.read_table(path) for path in files_of(folder)])
    expected = fovea.evaluate(folder / "q.qrels", tables, MEASURES, topic_order="id")
    plan = plan_of(folder)
    for runs in (folder / "runs", folder / "sorted.parquet"):
        assert shards.evaluate_files(plan, runs) == expected


def whole(folder: Path) -> None:
    judgements = fovea.read_judgements(folder / "q.qrels")
    timed(lambda: [fovea.evaluate(judgements, pyarrow.parquet.read_table(path), MEASURES, threads=1) for path in files_of(folder)])


def tasks(folder: Path) -> None:
    plan = plan_of(folder)
    shards.judged(plan)
    timed(lambda: [shards.evaluate(plan, path).to_bytes() for path in files_of(folder)])


def piece(folder: Path, name: str) -> None:
    """One shard: a row group, or twenty of them."""
    plan = plan_of(folder)
    timed(lambda: shards.evaluate(plan, folder / f"{name}.parquet"), 1)


def slow(folder: Path, threads: int) -> None:
    """So many tasks at a time, each of which waits for storage."""
    plan = plan_of(folder)
    scores = []
    with ThreadPoolExecutor(threads) as pool:
        timed(lambda: scores.append(shards.evaluate_files(plan, folder / "runs", pool.map)), 1)
    print(sum(value for of_run in scores[0].mean.values() for value in of_run.values()))


# ---- Millions of score rows, in states ----


class MadeStates:
    """States of any size without their results: the rows of one evaluated run, under other names and with other values."""

    def __init__(self, topics: int) -> None:
        names = [f"t{number:07}" for number in range(topics)]
        self.plan = shards.plan({name: {"a": 1} for name in names}, MEASURES)
        state = shards.evaluate(self.plan, {name: {"a": 1.0} for name in names}, "s", run="r")
        self.table = state.to_arrow()
        self.header = json.loads(self.table.schema.metadata[b"fovea.state"])
        # Fifty values: fractions as measures have them, which Parquet keeps small.
        self.values = pyarrow.array([number / 50 for number in range(50)])

    def state(self, runs: range, shard: str, part: int = 0, parts: int = 1) -> shards.State:
        """Of some runs, on every `parts`-th topic."""
        mine = pyarrow.array(range(part, self.table.num_rows, parts))
        topics = self.table["topic"].combine_chunks().take(mine)
        size = len(mine)
        names = [f"r{run:06}" for run in runs]
        of_run = pyarrow.array([number for number in range(len(names)) for _ in range(size)], pyarrow.int32())
        none = pyarrow.array([0] * (size * len(names)), pyarrow.int32())
        columns = {
            "run": pyarrow.DictionaryArray.from_arrays(of_run, pyarrow.array(names, pyarrow.large_string())),
            "topic": pyarrow.concat_arrays([topics] * len(names)),
            "shard": pyarrow.DictionaryArray.from_arrays(none, pyarrow.array([shard], pyarrow.large_string())),
        }
        for number, measure in enumerate(self.header["measures"]):
            drawn = pyarrow.compute.random(size * len(names), initializer=runs.start * 10 + number)
            chosen = pyarrow.compute.cast(pyarrow.compute.floor(pyarrow.compute.multiply(drawn, 50.0)), pyarrow.int32())
            columns[measure] = self.values.take(chosen)
        counted = self.header["counts"][0]
        header = {
            **self.header,
            "runs": names,
            "shards": [shard],
            "shard_rows": [size * len(names)],
            "counts": [{**counted, "run": run, "answered": size} for run in range(len(names))],
        }
        return shards.State.from_arrow(pyarrow.table(columns).replace_schema_metadata({"fovea.state": json.dumps(header)}))


def merge(rows: int) -> None:
    made = MadeStates(rows // 20)
    states = [made.state(range(20), f"s{part}", part, 4) for part in range(4)]
    assert sum(map(len, states)) == rows
    timed(lambda: shards.merge(states))


def finish(rows: int) -> None:
    made = MadeStates(rows // 20)
    state = shards.merge([made.state(range(20), "s"), shards.judged(made.plan)])
    timed(lambda: shards.finish(made.plan, state))


def store(folder: Path, runs: int, topics: int) -> None:
    shutil.rmtree(folder / "states", ignore_errors=True)
    made = MadeStates(topics)
    for run in range(runs):
        shards.store(made.state(range(run, run + 1), f"s{run}"), folder / "states")
    shards.store(shards.judged(made.plan), folder / "states")
    (folder / "states" / "_topics").write_text(str(topics))


def finish_stored(folder: Path, runs: int) -> None:
    """The plan, without its judgements' memory, and the first of the runs."""
    target = folder / "states"
    plan = MadeStates(int((target / "_topics").read_text())).plan
    for place in sorted(target.glob("run=*"))[runs:]:
        shutil.rmtree(place)
    timed(lambda: shards.finish_stored(plan, target), 1)
    assert len(fovea.Scores.open(target).runs) == runs


# ---- Spark ----


class Dummy:
    """Reads every batch, and gives back a row."""

    def __call__(self, batches: Any) -> Any:
        rows = sum(batch.num_rows for batch in batches)
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array([str(rows).encode()], pyarrow.binary())], ["state"])


def spark(folder: Path) -> None:
    """Three lines: a dummy after a shuffle by topic, loose rows, files as tasks; each after a first time. Files are four, since
    Spark takes some 40 ms of CPU for any task."""
    from pyspark.sql import SparkSession

    import fovea.distributed

    os.environ["PYSPARK_PYTHON"] = sys.executable
    quiet = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
    session = SparkSession.builder.master("local[2]").config(map=quiet).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    loose = session.read.parquet(str(folder / "runs"))
    shuffled = loose.repartition("topic").sortWithinPartitions("topic", "run")
    plain = shards.evaluate_files(plan_of(folder), folder / "runs")
    for rows in (loose, str(folder / "large")):
        assert fovea.distributed.evaluate(folder / "q.qrels", rows, MEASURES, engine=session) == plain
    for work in (
        lambda: shuffled.mapInArrow(Dummy(), "state binary").collect(),
        lambda: fovea.distributed.evaluate(folder / "q.qrels", loose, MEASURES, engine=session),
        lambda: fovea.distributed.evaluate(folder / "q.qrels", str(folder / "large"), MEASURES, engine=session),
    ):
        work()
        timed(work, 2)
    session.stop()


if __name__ == "__main__":
    {
        "generate": lambda folder: generate(folder),
        "agree": lambda folder: agree(folder),
        "whole": lambda folder: whole(folder),
        "tasks": lambda folder: tasks(folder),
        "piece": lambda folder, name: piece(folder, name),
        "slow": lambda folder, threads: slow(folder, int(threads)),
        "merge": lambda folder, rows: merge(int(rows)),
        "finish": lambda folder, rows: finish(int(rows)),
        "store": lambda folder, runs, topics: store(folder, int(runs), int(topics)),
        "finish-stored": lambda folder, runs: finish_stored(folder, int(runs)),
        "spark": lambda folder: spark(folder),
    }[sys.argv[2]](Path(sys.argv[1]), *sys.argv[3:])
