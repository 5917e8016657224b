"""The cases of bench/python.sh: FOLDER CASE TOOL prints CPU seconds (ms, µs for the small cases) and peak memory in MB.

Every case runs three times in a fresh process, and the best counts: `FOLDER CASE TOOL`. `FOLDER generate` makes the data,
`FOLDER agree` compares the figures.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time

TOPICS, RESULTS, JUDGED = 1000, 1000, 200
MEASURES = ["AP", "P@10", "RR", "nDCG@10", "R@100"]
TREC_EVAL = {"AP": "map", "P@10": "P_10", "RR": "recip_rank", "nDCG@10": "ndcg_cut_10", "R@100": "recall_100"}


def generate(folder: str) -> None:
    if os.path.exists(f"{folder}/documents.run"):
        return
    os.makedirs(folder, exist_ok=True)
    draw = random.Random(1)
    with open(f"{folder}/q.qrels", "w") as qrels, open(f"{folder}/documents.run", "w") as run:
        for topic in range(TOPICS):
            docs = draw.sample(range(10 * RESULTS), RESULTS)
            judged = draw.sample(docs, JUDGED // 2) + draw.sample(range(10 * RESULTS, 11 * RESULTS), JUDGED // 2)
            qrels.writelines(f"q{topic} 0 doc-{doc:06d} {draw.choice([0, 0, 1, 2])}\n" for doc in judged)
            # Apart in single precision too, in which pytrec_eval compares them.
            scores = [round(30 - 0.03 * rank, 2) for rank in range(RESULTS)]
            run.writelines(f"q{topic} Q0 doc-{doc:06d} {rank} {score} bm25\n" for rank, (doc, score) in enumerate(zip(docs, scores), 1))


def read(folder: str) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    judgements: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    with open(f"{folder}/q.qrels") as rows:
        for row in rows:
            topic, _, doc, grade = row.split()
            judgements.setdefault(topic, {})[doc] = int(grade)
    with open(f"{folder}/documents.run") as rows:
        for row in rows:
            topic, _, doc, _, score, _ = row.split()
            run.setdefault(topic, {})[doc] = float(score)
    return judgements, run


def frames(judgements: dict, run: dict, library: str, shuffled: bool = False) -> tuple:
    import pandas

    judged = pandas.DataFrame([(t, d, g) for t, docs in judgements.items() for d, g in docs.items()], columns=["query_id", "doc_id", "relevance"])
    ranked = pandas.DataFrame([(t, d, s) for t, docs in run.items() for d, s in docs.items()], columns=["query_id", "doc_id", "score"])
    if shuffled:
        judged, ranked = judged.sample(frac=1, random_state=1), ranked.sample(frac=1, random_state=1)
    if library == "polars":
        import polars

        return polars.from_pandas(judged), polars.from_pandas(ranked)
    return judged, ranked


def timed(work, times: int = 1) -> float:
    """CPU seconds of all threads for one of `times` calls."""
    begin = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begin) / times


def pytrec(judgements: dict, run: dict) -> dict[str, float]:
    import pytrec_eval

    names = {"map", "P_10", "recip_rank", "ndcg_cut_10", "recall_100"}
    found = pytrec_eval.RelevanceEvaluator(judgements, names).evaluate(run)
    return {ours: sum(found[topic][theirs] for topic in judgements) / len(judgements) for ours, theirs in TREC_EVAL.items()}


def one_case(folder: str, case: str, tool: str) -> float:
    if case == "import":
        begin = time.process_time()
        __import__("pytrec_eval" if tool == "pytrec_eval" else tool)
        return time.process_time() - begin
    if case == "files":
        begin = time.process_time()
        if tool == "fovea":
            import fovea

            fovea.evaluate(f"{folder}/q.qrels", f"{folder}/documents.run", MEASURES).mean
        else:
            pytrec(*read(folder))
        return time.process_time() - begin
    if tool == "fovea":
        import fovea

        def call(judged, ranked):
            return fovea.evaluate(judged, ranked, MEASURES).mean
    elif tool == "pytrec_eval":
        call = pytrec
        __import__("pytrec_eval")
    elif tool == "ranx":
        import ranx

        def call(judged, ranked):
            names = ["map", "precision@10", "mrr", "ndcg@10", "recall@100"]
            return ranx.evaluate(ranx.Qrels(judged), ranx.Run(ranked), names)

        call({"q": {"a": 1}}, {"q": {"a": 1.0}})  # compiles
    else:
        import ir_measures
        from ir_measures import AP, RR, P, R, nDCG

        def call(judged, ranked):
            return ir_measures.calc_aggregate([AP, P @ 10, RR, nDCG @ 10, R @ 100], judged, ranked)

    if case == "small":
        judgements = {str(t): {f"d{t}": 1, f"e{t}": 0} for t in range(472)}
        run = {str(t): {f"{name}{t}": 5.0 - place for place, name in enumerate("abcde")} for t in range(472)}
        return 1e3 * timed(lambda: call(judgements, run), 50)
    if case == "one":
        return 1e6 * timed(lambda: call({"q": {"d": 1, "e": 0}}, {"q": {"a": 5.0, "b": 4.0, "c": 3.0, "d": 2.0, "e": 1.0}}), 2000)
    judgements, run = read(folder)
    if case in ("pandas", "polars", "shuffled"):
        judged, ranked = frames(judgements, run, "polars" if case == "polars" else "pandas", case == "shuffled")
        return timed(lambda: call(judged, ranked))
    return timed(lambda: call(judgements, run))


def agree(folder: str) -> None:
    import warnings

    import fovea

    warnings.simplefilter("ignore")
    judgements, run = read(folder)
    ours = fovea.evaluate(f"{folder}/q.qrels", f"{folder}/documents.run", MEASURES).mean["bm25"]
    assert ours == fovea.evaluate(judgements, run, MEASURES).mean["run"]
    for library, shuffled in (("pandas", False), ("polars", False), ("pandas", True)):
        judged, ranked = frames(judgements, run, library, shuffled)
        found = fovea.evaluate(judgements if shuffled else judged, ranked, MEASURES).mean["run"]
        assert found == ours, (library, found, ours)
    theirs = pytrec(judgements, run)
    assert theirs == ours, (theirs, ours)


def main() -> None:
    folder, case = sys.argv[1:3]
    if case == "generate":
        generate(folder)
    elif case == "agree":
        agree(folder)
    elif len(sys.argv) == 5:
        seconds = one_case(folder, case, sys.argv[3])
        print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    else:
        best = [
            tuple(map(float, subprocess.run([sys.executable, __file__, *sys.argv[1:4], "once"], capture_output=True, text=True, check=True).stdout.split()))
            for _ in range(3)
        ]
        print(*min(best))


if __name__ == "__main__":
    main()
