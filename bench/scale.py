"""What bench/scale.sh measures: prints CPU seconds (user and system, of this process and its children) and peak memory in MB."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sys
import warnings
from pathlib import Path
from typing import Any, Callable

import pyarrow
import pyarrow.parquet

import fovea
from fovea import shards

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
    best = 1e9
    for _ in range(times):
        before = cpu()
        work()
        best = min(best, cpu() - before)
    print(best, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def generate(folder: Path) -> None:
    if (folder / "runs").exists():
        return
    draw = random.Random(1)
    (folder / "new").mkdir(parents=True)
    (folder / "q.qrels").write_text(
        "".join(f"t{t} 0 d{d} {draw.randrange(3)}\n" for t in range(TOPICS) for d in draw.sample(range(2000), 50))
    )
    for run in range(RUNS):
        columns: dict[str, list[Any]] = {"run": [], "topic": [], "doc": [], "score": []}
        for t in range(TOPICS):
            columns["run"] += [f"r{run}"] * RESULTS
            columns["topic"] += [f"t{t}"] * RESULTS
            columns["doc"] += [f"d{d}" for d in draw.sample(range(2000), RESULTS)]
            columns["score"] += [draw.random() for _ in range(RESULTS)]
        pyarrow.parquet.write_table(pyarrow.table(columns), folder / "new" / f"r{run}.parquet")
    os.rename(folder / "new", folder / "runs")


def plan_of(folder: Path) -> shards.Plan:
    return shards.plan(folder / "q.qrels", MEASURES)


def big_states(folder: Path, states: int, runs: int, topics: int) -> tuple[shards.Plan, list[Any]]:
    """States of runs × topics rows, cut by topic, made from one evaluated answer whose rows are copied."""
    judgements = {f"t{number:07}": {"a": 1} for number in range(topics)}
    plan = shards.plan(judgements, MEASURES)
    made = []
    for state in range(states):
        answers = {f"t{number:07}": {"a": 1.0} for number in range(state, topics, states)}
        one = shards.evaluate(plan, {f"r{run:03}": answers for run in range(runs)}, f"s{state}")
        made.append(one)
    return plan, made


def spark_session() -> Any:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


class Dummy:
    """Reads every batch, and gives back a row."""

    def __call__(self, batches: Any) -> Any:
        rows = sum(batch.num_rows for batch in batches)
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array([str(rows).encode()], pyarrow.binary())], ["state"])


def main(folder: Path, what: str) -> None:
    if what == "generate":
        generate(folder)
    elif what == "agree":
        tables = [pyarrow.parquet.read_table(path) for path in sorted((folder / "runs").iterdir())]
        expected = fovea.evaluate(folder / "q.qrels", pyarrow.concat_tables(tables), MEASURES, topic_order="id")
        found = shards.evaluate_files(plan_of(folder), folder / "runs")
        assert found.with_runs(expected.runs) == expected
    elif what == "whole":
        judgements = fovea.read_judgements(folder / "q.qrels")

        def whole() -> None:
            for path in sorted((folder / "runs").iterdir()):
                fovea.evaluate(judgements, pyarrow.parquet.read_table(path), MEASURES, threads=1)

        timed(whole)
    elif what == "tasks":
        plan = plan_of(folder)
        shards.judged(plan)
        timed(lambda: [shards.evaluate(plan, path).to_bytes() for path in sorted((folder / "runs").iterdir())])
    elif what == "merge":
        _, states = big_states(folder, 4, 20, 500_000)
        timed(lambda: shards.merge(states))
    elif what == "finish":
        plan, states = big_states(folder, 1, 20, 500_000)
        state = shards.merge([*states, shards.judged(plan)])
        timed(lambda: shards.finish(plan, state))
    elif what == "stored":
        target = folder / "states"
        shutil.rmtree(target, ignore_errors=True)
        runs, topics = int(os.environ.get("FOVEA_RUNS", "100")), 100_000
        plan = shards.plan({f"t{number:07}": {"a": 1} for number in range(topics)}, MEASURES)
        answers = {f"t{number:07}": {"a": 1.0} for number in range(topics)}
        for run in range(runs):
            shards.store(shards.evaluate(plan, answers, f"s{run}", run=f"r{run:04}"), target)
        timed(lambda: shards.finish_stored(plan, target), 1)
    else:
        spark = spark_session()
        rows = spark.read.parquet(str(folder / "runs")).repartition("topic").sortWithinPartitions("topic", "run")
        if what == "spark-dummy":
            rows.mapInArrow(Dummy(), "state binary").collect()
            timed(lambda: rows.mapInArrow(Dummy(), "state binary").collect())
        else:
            import fovea.spark

            loose = spark.read.parquet(str(folder / "runs"))
            work = lambda: fovea.spark.evaluate(spark, folder / "q.qrels", loose, MEASURES)  # noqa: E731
            work()
            timed(work)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
