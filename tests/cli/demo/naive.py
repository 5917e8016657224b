"""The demo track evaluated as naively as can be: sets of characters, one result after the other.

An oracle for the figures in this folder, written from the definitions of the measures and not from fovea's code.
Reads the unpacked track in the current folder and prints, like `fovea eval -o tsv`, one line per run with the default
measures of its task: naive.py
"""
import json
import xml.etree.ElementTree as ET
from pathlib import Path

# ---- documents: text and element paths


class Document:
    def __init__(self, path):
        self.spans = {}
        self.text = ""
        self._walk(ET.parse(path).getroot(), "", 1)

    def _walk(self, element, above, ordinal):
        path = f"{above}/{element.tag}[{ordinal}]"
        begin = len(self.text)
        self.text += element.text or ""
        seen = {}
        for child in element:
            seen[child.tag] = seen.get(child.tag, 0) + 1
            self._walk(child, path, seen[child.tag])
            self.text += child.tail or ""
        self.spans[path] = (begin, len(self.text))

    def characters(self, first, last=None):
        return range(self.spans[first][0], self.spans[last or first][1])


documents = {path.stem: Document(path) for path in Path("articles").glob("*.xml")}

# ---- judgements: topic -> document -> (highlighted characters, best entry point)

judged = {}
for line in Path("judgements.qrels").read_text().splitlines():
    topic, _, doc, _, _, *rest = line.split()
    relevant = set()
    for passage in rest[1:]:
        offset, length = map(int, passage.split(":"))
        relevant |= set(range(offset, offset + length))
    judged.setdefault(topic, {})[doc] = (relevant, int(rest[0]) if rest else None)

# ---- runs: topic -> list of (document, characters)


def columns(name):
    run = {}
    rows = [line.split() for line in Path("runs", name).read_text().splitlines()]
    if len(rows[0]) == 6:
        rows.sort(key=lambda row: (float(row[4]), row[2]), reverse=True)
    for topic, _, doc, _, _, _, *where in rows:
        document = documents[doc]
        if not where:
            found = range(len(document.text))
        elif where[0].startswith("/"):
            found = document.characters(*where)
        else:
            found = range(int(where[0]), int(where[0]) + int(where[1]))
        run.setdefault(topic, []).append((doc, found))
    return run


def submission(name):
    run = {}
    for topic in ET.parse(f"runs/{name}").getroot().iter("topic"):
        key = topic.get("topic-id") or topic.get("id")
        for result in topic.iter("result"):
            doc, path = result.find("file").text, result.find("path").text
            run.setdefault(key, []).append((doc, documents[doc].characters(path)))
    return run


def lines(name):
    run = {}
    for line in Path("runs", name).read_text().splitlines():
        row = json.loads(line)
        run.setdefault(row["topic"], []).append((row["doc"], range(row["begin"], row["end"])))
    return run


# ---- measures of one topic


def curve_points(results, truth):
    """Highlighted characters found, and precision, after each result."""
    seen, hits, points = set(), 0, []
    for doc, found in results:
        for at in found:
            if (doc, at) not in seen:
                seen.add((doc, at))
                hits += at in truth.get(doc, (set(), None))[0]
        points.append((hits, hits / len(seen)))
    return points


def interpolated(results, truth, recall_points):
    """iP at recall points in hundredths."""
    total = sum(len(relevant) for relevant, _ in truth.values())
    points = curve_points(results, truth)
    return [max([p for hits, p in points if 100 * hits >= x * total], default=0.0) for x in recall_points]


def ranking(results):
    return list(dict.fromkeys(doc for doc, _ in results))


def read_until_tired(doc, retrieved, relevant, tolerance=300):
    """The share of relevant characters among those read before the 300th irrelevant one."""
    order = sorted(retrieved) + [at for at in range(len(documents[doc].text)) if at not in retrieved]
    good = bad = 0
    for at in order:
        if bad == tolerance:
            break
        good, bad = (good + 1, bad) if at in relevant else (good, bad + 1)
    return good / (good + bad) if good else 0.0


def article_scores(results, truth, kind):
    scores = []
    for doc in ranking(results):
        relevant, bep = truth.get(doc, (set(), None))
        parts = [found for name, found in results if name == doc]
        if not relevant:
            scores.append(0.0)
        elif kind == "t2i":
            scores.append(read_until_tired(doc, set().union(*parts), relevant))
        else:
            scores.append(max(0.0, (500 - abs(parts[0][0] - bep)) / 500))
    return scores


def gp(scores, k):
    return sum(scores[:k]) / k


def average_gp(results, truth, kind):
    scores = article_scores(results, truth, kind)
    relevant = sum(1 for found, _ in truth.values() if found)
    ranks = [i for i, doc in enumerate(ranking(results)) if truth.get(doc, (set(), None))[0]]
    return sum(gp(scores, i + 1) for i in ranks) / relevant


def article_measures(results, truth):
    docs = ranking(results)
    good = {doc for doc, (found, _) in truth.items() if found}
    bad = set(truth) - good
    hits = [doc in good for doc in docs]
    ap = sum(sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit) / len(good)
    rr = next((1 / (i + 1) for i, hit in enumerate(hits) if hit), 0.0)
    bpref = 0.0
    for i, doc in enumerate(docs):
        if doc in good:
            before = sum(other in bad for other in docs[:i])
            least = min(len(bad), len(good))
            bpref += 1 - (min(before, len(good)) / least if least else 0)
    return [ap, sum(hits[:5]) / 5, sum(hits[:10]) / 10, rr, bpref / len(good)]


def elements_in_rank_order(results, truth):
    return [sum(interpolated(results, truth, range(101))) / 101, *interpolated(results, truth, (0, 1, 5, 10))]


def in_context(kind):
    def measures(results, truth):
        scores = article_scores(results, truth, kind)
        return [average_gp(results, truth, kind), *(gp(scores, k) for k in (5, 10, 25, 50))]

    return measures


runs = {
    "articles": (columns("articles.run"), in_context("t2i")),
    "passages": (lines("passages.jsonl"), in_context("t2i")),
    "ranges": (columns("ranges.run"), in_context("t2i")),
    "sections": (columns("sections.run"), elements_in_rank_order),
    "paragraphs": (submission("paragraphs.xml"), elements_in_rank_order),
    "entry-points": (columns("entry-points.run"), in_context("bep")),
    "thorough": (submission("thorough.xml"), elements_in_rank_order),
}
for name, (run, own) in runs.items():
    table = []
    for topic, truth in judged.items():
        results = run.get(topic, [])
        table.append(own(results, truth) + article_measures(results, truth))
    means = [sum(column) / len(table) for column in zip(*table)]
    print("\t".join([name, *(f"{mean:.4f}" for mean in means)]))
