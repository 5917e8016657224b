"""Writes a random world into the folder it runs in: same_bytes.py SEED. Judgements (q), two runs (a, b) in a format that
the seed chooses, and, for every third seed, rows that are wrong."""
import json
import random
import sys

seed = int(sys.argv[1])
r = random.Random(seed)
topics = [f"t{n}" for n in r.sample(range(100), r.randint(1, 6))]
documents = {f"d{n}": r.randint(20, 4000) for n in range(r.randint(1, 12))}
spans = seed % 2 == 0
bad = seed % 3 == 0


def span(length):
    begin = r.randrange(length)
    return begin, r.randint(1, length - begin)


with open("q", "w") as q:
    for topic in topics:
        for document, length in documents.items():
            if r.random() < 0.6:
                if spans:
                    highlights = []
                    at = 0
                    while r.random() < 0.6 and at < length - 2:
                        begin = r.randint(at, length - 2)
                        size = r.randint(1, length - begin - 1)
                        highlights.append((begin, size))
                        at = begin + size + 1
                    relevant = sum(size for _, size in highlights)
                    entry = [highlights[0][0]] if highlights else []
                    print(topic, "Q0", document, relevant, length, *entry, *(f"{b}:{n}" for b, n in highlights), file=q)
                else:
                    print(topic, 0, document, r.choice([0, 0, 1, 2]), file=q)

format = r.choice(["fol", "json"]) if spans else r.choice(["trec", "json"])
for name in "ab":
    with open(name, "w") as run:
        rows = []
        for topic in topics + (["unjudged"] if r.random() < 0.3 else []):
            ranked = [r.choice(list(documents)) for _ in range(r.randint(0, 15))]
            if not spans:
                ranked = list(dict.fromkeys(ranked))
            for rank, document in enumerate(ranked, 1):
                score = round(20 - rank * r.random() / 2, 3)
                begin, size = span(documents[document])
                if format == "json":
                    row = {"topic": topic, "doc": document, "rank": rank, "score": score}
                    if spans:
                        row |= {"offset": begin, "length": size}
                    rows.append(json.dumps(row))
                elif format == "fol":
                    rows.append(f"{topic} Q0 {document} {rank} {score} {name} {begin} {size}")
                else:
                    rows.append(f"{topic} Q0 {document} {rank} {score} {name}")
        if bad and rows:
            for _ in range(r.randint(1, 3)):
                rows[r.randrange(len(rows))] = r.choice(["nonsense", "t1 Q0 d1 x y z", '{"topic": 1', ""])
        run.write("".join(row + "\n" for row in rows))
