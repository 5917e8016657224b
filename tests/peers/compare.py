"""Random judgements and runs, scored by fovea and by its peers from PyPI; every figure must be the same.

    compare.py FOVEA [SEED]

The seed is printed, so that a difference can be seen again. Peers that are not installed are named and passed over;
where none is, the exit code is 77.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

FOVEA = os.path.abspath(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
ROUNDS = 12

differences = 0
compared = 0


def same(name, topic, theirs, ours, tolerance=1e-9):
    global differences, compared
    compared += 1
    if ours is None or abs(theirs - ours) > tolerance:
        differences += 1
        if differences <= 20:
            print(f"  {name} on topic {topic}: the peer has {theirs}, fovea {ours}")


class World:
    """A few topics with graded judgements, for subtopics as well, and a run without ties."""

    def __init__(self, rng, folder):
        self.folder = folder
        self.qrels, self.run, self.subtopics = {}, {}, []
        documents = [f"d{n:02}" for n in range(40)]
        for topic in map(str, range(1, rng.randint(2, 6))):
            judged = rng.sample(documents, rng.randint(1, 30))
            grades = {doc: rng.choice([0, 0, 0, 1, 1, 2, 3, 4]) for doc in judged}
            grades[judged[0]] = rng.randint(1, 4)  # what peers do without anything relevant is another matter
            self.qrels[topic] = grades
            retrieved = rng.sample(documents, rng.randint(1, 40))
            scores = rng.sample(range(1, 1000), len(retrieved))
            self.run[topic] = {doc: score / 8 for doc, score in zip(retrieved, scores)}
            for subtopic in range(rng.randint(1, 5)):
                for doc in rng.sample(judged, rng.randint(1, len(judged))):
                    self.subtopics.append((topic, str(subtopic), doc, rng.choice([0, 1, 1, 2])))
        self.write("qrels", [f"{t} 0 {d} {g}" for t, docs in self.qrels.items() for d, g in docs.items()])
        self.write("run", [f"{t} Q0 {d} 0 {s} peer" for t, docs in self.run.items() for d, s in docs.items()])
        self.write("subtopics", [" ".join(map(str, row)) for row in self.subtopics])

    def write(self, name, lines):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write("".join(line + "\n" for line in lines))

    def fovea(self, arguments, judgements="qrels"):
        """Values by measure and topic, as fovea has them."""
        command = [FOVEA, "eval", "-q", "-n", "-o", "jsonl", "--quiet", *arguments, judgements, "run"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        rows = map(json.loads, done.stdout.splitlines())
        return {(row["measure"], row["query_id"]): row["value"] for row in rows}


def trec_eval(world, rng, pytrec_eval):
    # Interpolated precision follows version 10 here and version 9 there; below it is asked for as 9 has it.
    interpolated = {"iprec_at_recall", "11pt_avg"}
    texts = {"runid", "relstring"}
    names = sorted(set(pytrec_eval.supported_measures) - interpolated - texts - {"num_q", "gm_map", "gm_bpref"})
    level = rng.choice([1, 2])
    judged_only = rng.choice([0, 1])
    evaluator = pytrec_eval.RelevanceEvaluator(
        world.qrels, set(names) | interpolated, relevance_level=level, judged_docs_only_flag=judged_only)
    theirs = evaluator.evaluate(world.run)
    options = ["-l", str(level)] + (["-J"] if judged_only else [])
    ours = world.fovea(["--compat", "trec_eval", *options, "-m", ",".join(names)])
    points = ",".join(f"0.{n}" for n in range(10)) + ",1"
    interpolations = world.fovea([*options, "-m", f"IPrec(rounding=up)@{points}", "-m", "11pt_avg(rounding=up)"])
    for (measure, topic), value in interpolations.items():
        name = "11pt_avg" if measure.startswith("11pt") else "iprec_at_recall_" + measure.split("@")[-1]
        ours[name, topic] = value
    for topic, values in theirs.items():
        for name, value in values.items():
            same(name, topic, value, ours.get((name, topic)))
    return len(names)


PLAIN = """P@5 P(rel=2)@10 P(cutoff=3,judged_only=True) R@10 R(rel=2)@5 Rprec RPrec(rel=2,judged_only=True) AP AP(rel=2)@10
 AP(judged_only=True) RR RR(rel=2) RR@3 nDCG nDCG@5 nDCG(judged_only=True)@10 nDCG(gains={1:3,2:9,4:20})@10
 nDCG(dcg='log2')@7 Bpref BPref(rel=2) NumRet NumRet(rel=2) NumRelRet NumRel SetP SetP(rel=2,judged_only=True)
 SetP(relative=True) SetRelP SetR SetR(rel=2) SetF SetF(rel=2) SetAP Success@1 Success(rel=3,judged_only=True)@5 infAP
 Judged@5 Judged Compat Compat(p=0.8,normalize=False) Precision@7 MAP MRR NDCG Recall@3""".split()
USER_MODELS = """BPM(max_rel=4)@10 BPM(T=2.0,min_rel=1,max_rel=3)@5 SDCG(max_rel=4)@10 NERR8(max_rel=4)@10
 NERR9(max_rel=4)@10 NERR10(p=0.8,max_rel=4) NERR11(T=2.0,max_rel=4) INST(T=1.5,max_rel=4) INST(max_rel=4,min_rel=1)
 INSQ(max_rel=4) RBP(p=0.8,rel=1) RBP(p=0.5,rel=2)""".split()
SUBTOPICS = """alpha_nDCG@5 alpha_nDCG(alpha=0.2)@10 alpha_nDCG(rel=2)@20 alpha_DCG@5 alpha_DCG@1 ERR_IA@10 ERR_IA(rel=2)@5
 nERR_IA@10 NRBP NRBP(alpha=0.3,beta=0.8) nNRBP nNRBP(alpha=0.3,beta=0.8) AP_IA MAP_IA P_IA@5 P_IA(rel=2)@10 StRecall@3
 StRecall(rel=2)@10""".split()


def canonical(name):
    """The name that fovea prints for what was asked."""
    done = subprocess.run([FOVEA, "measures", "--canonical", name], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"fovea does not know {name}: {done.stderr}")
    return done.stdout.strip()


CANONICAL = {}


def ir(world, rng, ir_measures, names, judgements="qrels", tolerance=1e-9):
    measures = {name: ir_measures.parse_measure(name) for name in names}
    if judgements == "subtopics":
        qrels = [ir_measures.Qrel(t, d, g, s) for t, s, d, g in world.subtopics]
    else:
        qrels = [ir_measures.Qrel(t, d, g, "0") for t, docs in world.qrels.items() for d, g in docs.items()]
    run = [ir_measures.ScoredDoc(t, d, s) for t, docs in world.run.items() for d, s in docs.items()]
    theirs = {}
    # One by one: ir_measures reads the run once for several kinds of a subtopic measure, and finds it empty then.
    for measure in measures.values():
        for metric in ir_measures.iter_calc([measure], qrels, run):
            theirs[str(measure), metric.query_id] = metric.value
    ours = world.fovea([part for name in names for part in ("-m", name)], judgements)
    topics = {row[0] for row in world.subtopics} if judgements == "subtopics" else world.qrels
    for name, measure in measures.items():
        if name not in CANONICAL:
            CANONICAL[name] = canonical(name)
        for topic in topics:
            value = theirs.get((str(measure), topic))
            if value is not None:
                same(name, topic, value, ours.get((CANONICAL[name], topic)), tolerance)
    return len(measures)


def load(name):
    try:
        return __import__(name)
    except ImportError:
        print(f"peers: {name} is not installed; what it computes is not compared")
        return None


def main():
    pytrec_eval, ir_measures = load("pytrec_eval"), load("ir_measures")
    with_ndeval, with_cwl = load("_pyndeval"), load("cwl")
    if not pytrec_eval and not ir_measures:
        sys.exit(77)
    print(f"peers: seed {SEED}")
    rng = random.Random(SEED)
    asked = set()
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            world = World(rng, folder)
            if pytrec_eval:
                asked.add(("trec_eval", trec_eval(world, rng, pytrec_eval)))
            if not ir_measures:
                continue
            if pytrec_eval:
                asked.add(("ir_measures", ir(world, rng, ir_measures, PLAIN)))
            if with_cwl:
                asked.add(("cwl_eval", ir(world, rng, ir_measures, USER_MODELS)))
            if with_ndeval:
                asked.add(("ndeval", ir(world, rng, ir_measures, SUBTOPICS, "subtopics")))
            if subprocess.run(["perl", "-v"], capture_output=True).returncode == 0:  # prints five decimals
                names = ["ERR@5", "ERR@20", "nDCG(dcg='exp-log2')@5", "nDCG(dcg='exp-log2')@20"]
                asked.add(("gdeval", ir(world, rng, ir_measures, names, tolerance=6e-6)))
    for peer, count in sorted(asked):
        print(f"peers: {peer}, {count} measures")
    print(f"peers: {compared} figures compared, {differences} differ (seed {SEED})")
    sys.exit(1 if differences else 0)


main()
