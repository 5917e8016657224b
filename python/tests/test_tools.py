"""Collections, topics, checking, converting, simulating, reporting, and the command itself."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import fovea
from conftest import COMMAND, DEMO, Chunks, figures_of


def test_a_collection_gives_documents_text_and_elements(demo: Path, tmp_path: Path) -> None:
    collection = fovea.Collection.build(tmp_path / "demo.fovea", demo / "articles")
    assert len(collection) == len(list((demo / "articles").iterdir())) and "lighthouse" in collection
    document = collection["lighthouse"]
    assert document.text(3, 9) == document.text()[3:9] and document.length == len(document.text())
    for element in document.elements():
        assert document.span(element.path) == (element.begin, element.end)
    root = document.elements()[0]
    assert document.path(root.begin, root.end) == root.path
    assert document.span("/nothing[1]") is None
    with pytest.raises(KeyError):
        collection["nothing"]
    assert sorted(collection) == sorted(path.stem for path in (demo / "articles").iterdir())


def test_collections_are_made_of_texts_pairs_and_archives(demo: Path, tmp_path: Path) -> None:
    texts = fovea.Collection.build(tmp_path / "t.fovea", {"notes/a": "one ä 𝄞", "b": "two"})
    assert texts["notes/a"].text() == "one ä 𝄞" and texts["notes/a"].length == 7
    pairs = fovea.Collection.build(tmp_path / "p.fovea", iter([("x.xml", b"<a>hello <b>you</b></a>")]))
    assert pairs["x"].text() == "hello you" and pairs["x"].span("/a[1]/b[1]") == (6, 9)
    articles = demo / "articles"
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as tar:
        tar.add(articles, "articles")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        for path in articles.iterdir():
            packed.write(path, f"articles/{path.name}")
    folder = fovea.Collection.build(tmp_path / "f.fovea", articles)
    for name in ("a.tar.gz", "a.zip"):
        archive = fovea.Collection.build(tmp_path / f"{name}.fovea", tmp_path / name)
        assert list(archive) == list(folder) and archive["tide"].text() == folder["tide"].text()
    with pytest.raises(fovea.InputError):
        fovea.Collection.build(tmp_path / "f.fovea", articles)
    with pytest.raises(ZeroDivisionError):
        fovea.Collection.build(tmp_path / "z.fovea", ((str(1 / zero), b"") for zero in [0]))


def test_elements_are_scored_through_a_collection(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "demo.fovea"
    collection = fovea.Collection.build(path, demo / "articles")
    scores = fovea.evaluate(demo / "judgements.qrels", demo / "runs" / "sections.run", "AiP", collection=collection)
    assert scores == fovea.evaluate(demo / "judgements.qrels", demo / "runs" / "sections.run", "AiP", collection=path)
    words = [COMMAND, "eval", "-m", "AiP", "-p", "full", "--collection", path, demo / "judgements.qrels", demo / "runs" / "sections.run"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True)
    assert float(done.stdout.split()[-1]) == scores[scores.runs[0], "AiP"]


def test_topics_and_nexi_are_read(demo: Path) -> None:
    topics = fovea.read_topics(demo / "topics.xml")
    assert topics[0].id and topics[0].title
    castitles = [fovea.parse_nexi(topic.castitle) for topic in topics if topic.castitle]
    assert castitles and all(query.parts for query in castitles)
    with pytest.raises(fovea.InputError, match="nexi:1:"):
        fovea.parse_nexi("//article[about(")


def test_check_tells_what_a_file_is_and_what_is_wrong(demo: Path, tmp_path: Path) -> None:
    found = fovea.check(demo / "judgements.qrels")
    assert found and found.kind == "judgements" and found.facts["topics"] == 12
    run = fovea.check(demo / "runs" / "passages.jsonl")
    assert run.kind == "run" and run.facts["format"] == "jsonl"
    assert fovea.check(demo / "topics.xml").kind == "topics"
    bad = tmp_path / "bad.run"
    bad.write_text("7 Q0 a 1 x t\n")
    found = fovea.check(bad)
    assert not found and found.errors[0].line == 1
    overlap = tmp_path / "o.jsonl"
    overlap.write_text('{"topic":"7","doc":"a","begin":0,"end":9}\n{"topic":"7","doc":"a","begin":5,"end":12}\n')
    assert fovea.check(overlap) and not fovea.check(overlap, task="focused")


def test_convert_writes_other_formats(chunks: Chunks, tmp_path: Path) -> None:
    assert fovea.convert(chunks.run_files[0], "jsonl", tmp_path / "again.jsonl") is None
    run = fovea.read_run(tmp_path / "again.jsonl")
    assert figures_of(fovea.evaluate(chunks.judgements, {"small": run}, chunks.measures)) == {
        key: value for key, value in chunks.expected().items() if key[0] == "small"
    }
    with pytest.warns(fovea.EvaluationWarning, match="lost in trec-qrels"):
        text = fovea.convert(fovea.read_judgements(chunks.judgement_file), "trec-qrels")
    assert text is not None and text.startswith(b"1 ")
    with pytest.raises(fovea.UsageError, match="found to='nothing'"):
        fovea.convert(run, "nothing")


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_simulated_runs_are_as_good_as_they_are_made(chunks: Chunks) -> None:
    runs = {name: run for name, run in fovea.simulate(chunks.judgements).items() if name.startswith("S_")}
    scores = fovea.evaluate(chunks.judgements, runs, ["charR", "charP"])
    assert scores["S_R", "charR"] == scores["S_R", "charP"] == 1
    noisy = fovea.simulate(chunks.judgements, "noise", jitter=50, seed=3)
    assert fovea.evaluate(chunks.judgements, noisy, "charR").values.mean() < 1
    with pytest.raises(fovea.UsageError):
        fovea.simulate(chunks.judgements, "noise")


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
@pytest.mark.parametrize("space", ["graded", "perfect"])
def test_runs_of_graded_elements_are_the_commands(space: str, tmp_path: Path) -> None:
    lines = tmp_path / "graded.jsonl"
    lines.write_text(
        '{"topic":"7","doc":"x","elements":[{"path":"/a[1]","exhaustivity":3,"specificity":1},'
        '{"path":"/a[1]/b[1]","exhaustivity":3,"specificity":3},{"path":"/a[1]/b[2]","exhaustivity":1,"specificity":2}]}\n'
    )
    words = [COMMAND, "simulate", "--space", space, lines, "-o", tmp_path / "sim"]
    subprocess.run(list(map(str, words)), check=True, capture_output=True)
    made = fovea.simulate(lines, space)
    assert sorted(made) == sorted(path.stem for path in (tmp_path / "sim").iterdir())
    for name, run in made.items():
        theirs = fovea.read_run(tmp_path / "sim" / f"{name}.run")
        assert [row[1:5] for row in run.rows(0)] == [row[1:5] for row in theirs.rows(0)]
    with pytest.raises(fovea.UsageError, match="found quant='nothing'"):
        fovea.simulate(lines, space, quant="nothing")
    with pytest.raises(fovea.UsageError, match="found specificity_steps='none'"):
        fovea.simulate(lines, space, specificity_steps="none")


def test_the_command_comes_along(demo: Path) -> None:
    words = ["eval", "-m", "AP", str(demo / "judgements.qrels"), str(demo / "runs" / "articles.run")]
    ours = subprocess.run([sys.executable, "-m", "fovea", *words], capture_output=True, text=True)
    theirs = subprocess.run([COMMAND, *words], capture_output=True, text=True)
    assert (ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)
    assert subprocess.run([sys.executable, "-m", "fovea", "nothing"], capture_output=True).returncode == 1


def test_a_track_is_reported_where_the_report_was_built(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "fovea", "demo", tmp_path / "track"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    try:
        with pytest.warns(fovea.EvaluationWarning, match="invalid.run"):  # a run of the demo breaks its rules
            page = fovea.report(tmp_path / "track" / "track.toml", tmp_path / "report", title="At sea")
    except fovea.UsageError as fault:
        assert "without the report" in str(fault)
        return
    assert "At sea" in Path(page).read_text()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> fovea.Index:
    folder = tmp_path_factory.mktemp("index")
    collection = fovea.Collection.build(folder / "demo.fovea", DEMO / "articles")
    return fovea.Index.build(folder / "demo.index", collection, stem="english")


def test_an_index_is_searched_as_by_the_command(index: fovea.Index, tmp_path: Path) -> None:
    found = index.search("lighthouse lamp", k=3)
    assert len(found) == 3 and found[0].score >= found[1].score and found[0].begin is None
    words = [COMMAND, "search", *index.paths, "lighthouse lamp", "-k", "3", "-f", "trec"]
    rows = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [row.split()[2] for row in rows] == [result.doc for result in found]
    assert index.search("xyzzy") == []


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
def test_a_run_of_an_index_can_be_evaluated(index: fovea.Index) -> None:
    topics = fovea.read_topics(DEMO / "topics.xml")
    run = index.run(topics, tag="bm25", results=20)
    assert run.name == "bm25" and fovea.evaluate(DEMO / "judgements.qrels", run, "AP")["bm25", "AP"] > 0.1
    with pytest.raises(fovea.FoveaError):
        index.run(topics, preset="nothing")
    with pytest.raises(FileNotFoundError):
        fovea.Index("nothing.index")


def test_options_of_indexing_and_searching_that_do_not_exist_are_said(index: fovea.Index, tmp_path: Path) -> None:
    for options, message in (
        ({"stem": "klingon"}, "found stem='klingon'"),
        ({"shard": "9"}, "found shard='9', expected I/N"),
        ({"stemmer": "s"}, "found the option 'stemmer', expected one such as 'stem'"),
        ({"impacts": 40}, "found impacts='40'"),
    ):
        with pytest.raises(fovea.UsageError, match=message):
            fovea.Index.build(tmp_path / "x.index", index.paths[0].replace("demo.index", "demo.fovea"), **options)
    with pytest.raises(fovea.UsageError, match="did you mean 'reference'"):
        index.search("tide", preset="refrence")
    with pytest.raises(fovea.UsageError, match="found cas='loose'"):
        index.search("tide", cas="loose")
    with pytest.raises(fovea.InputError, match="found a folder|exists"):
        fovea.Index.build(index.paths[0], index.paths[0].replace("demo.index", "demo.fovea"))
    with pytest.warns(fovea.EvaluationWarning, match="topic b: no word of it is in the index"):
        assert index.run({"a": "tide", "b": "xyzzy"}).topics == ["a"]
    with pytest.raises(fovea.NothingInCommon):
        index.run({"b": "xyzzy"})


@pytest.mark.filterwarnings("ignore::fovea.EvaluationWarning")
@pytest.mark.parametrize("preset, task", [("default", "focused"), ("peking", "relevant-in-context"), ("isi", "best-in-context")])
def test_parts_of_documents_are_found_as_by_the_command(index: fovea.Index, tmp_path: Path, preset: str, task: str) -> None:
    path = tmp_path / "theirs.jsonl"
    words = [COMMAND, "search", *index.paths, DEMO / "topics.xml", "--preset", preset, "--task", task, "-f", "jsonl", "-o", path]
    subprocess.run(list(map(str, words)), check=True, capture_output=True)
    theirs = fovea.read_run(path)
    ours = index.run(DEMO / "topics.xml", preset=preset, task=task)
    assert ours.topics == theirs.topics
    for topic in range(len(ours.topics)):
        assert ours.rows(topic) == theirs.rows(topic)


def test_an_index_is_a_retriever_of_pyterrier(index: fovea.Index) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyterrier")
    from fovea.pyterrier import Retriever

    found = Retriever(index, k=2)(pandas.DataFrame({"qid": ["1", "2"], "query": ["tide", "compass"]}))
    assert list(found.qid) == ["1", "1", "2", "2"] and list(found["rank"]) == [0, 1, 0, 1]
