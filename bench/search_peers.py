"""Other engines on the same words and the same queries, one thread: tantivy, bm25s, PISA and Lucene where they install.

Usage: search_peers.py ARTICLES QUERIES SCRATCH

ARTICLES is a folder of XML files, QUERIES has a line per query, id TAB words. Prints lines of engine, what, value:
words (of the documents), build (CPU seconds), size (MB), and for 10 and 1,500 results median and p99 (milliseconds).
An engine that is missing is named on standard error. Lucene is used when LUCENE_JARS has its class path.
"""

import html
import os
import re
import subprocess
import sys
import time


def texts(folder):
    """The words of each file, in the order of the names, as [A-Za-z0-9]+ in lower case."""
    files = sorted(os.path.join(base, name) for base, _, names in os.walk(folder) for name in names if name.endswith(".xml"))
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r"<!DOCTYPE.*?>|<\?.*?\?>|<!--.*?-->", " ", text, flags=re.S)
        text = html.unescape(re.sub(r"<[^>]*>", " ", text))
        yield re.findall("[a-z0-9]+", text.lower())


def say(engine, what, value):
    print(f"{engine}\t{what}\t{value}", flush=True)


def time_queries(engine, queries, search):
    for results in (10, 1500):
        times = []
        for measured in (False, True):
            for query in queries:
                begin = time.perf_counter()
                search(query, results)
                if measured:
                    times.append(1000 * (time.perf_counter() - begin))
        times.sort()
        say(engine, f"median {results}", times[len(times) // 2])
        say(engine, f"p99 {results}", times[len(times) * 99 // 100])


def folder_size(folder):
    return sum(os.path.getsize(os.path.join(base, name)) for base, _, names in os.walk(folder) for name in names) / 1e6


def tantivy_engine(documents, queries, scratch):
    import tantivy

    folder = os.path.join(scratch, "tantivy")
    os.makedirs(folder)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", stored=False, tokenizer_name="whitespace", index_option="position")
    index = tantivy.Index(builder.build(), path=folder)
    begin = time.process_time()
    writer = index.writer(heap_size=500_000_000, num_threads=1)
    for words in documents:
        writer.add_document(tantivy.Document(body=" ".join(words)))
    writer.commit()
    writer.wait_merging_threads()
    say("tantivy", "build", time.process_time() - begin)
    say("tantivy", "size", folder_size(folder))
    index.reload()
    searcher = index.searcher()
    time_queries(
        "tantivy", queries, lambda query, results: searcher.search(index.parse_query(query, ["body"]), results)
    )


def bm25s_engine(documents, queries, scratch):
    import bm25s

    begin = time.process_time()
    vocabulary = {}
    numbers = [[vocabulary.setdefault(word, len(vocabulary)) for word in words] for words in documents]
    retriever = bm25s.BM25(method="lucene", k1=0.9, b=0.4)
    retriever.index((numbers, vocabulary), show_progress=False)
    say("bm25s", "build", time.process_time() - begin)
    most = len(numbers)
    time_queries(
        "bm25s",
        queries,
        lambda query, results: retriever.retrieve(
            [[vocabulary[word] for word in query.split() if word in vocabulary]],
            k=min(results, most),
            show_progress=False,
            n_threads=0,
        ),
    )


def pisa_engine(documents, queries, scratch):
    import pandas
    import pyterrier_pisa

    folder = os.path.join(scratch, "pisa")
    begin = time.process_time()
    index = pyterrier_pisa.PisaIndex(folder, stemmer="none", threads=1)
    index.index({"docno": str(i), "text": " ".join(words)} for i, words in enumerate(documents))
    say("PISA", "build", time.process_time() - begin)
    for results in (10, 1500):
        ranker = index.bm25(k1=0.9, b=0.4, num_results=results, threads=1, query_algorithm="block_max_maxscore")
        topics = pandas.DataFrame({"qid": [str(i) for i in range(len(queries))], "query": queries})
        ranker(topics)
        begin = time.perf_counter()
        ranker(topics)
        # One call for all queries: a mean, with the making of the table of results.
        say("PISA", f"median {results}", 1000 * (time.perf_counter() - begin) / len(queries))


def lucene_engine(documents, queries, scratch):
    jars = os.environ.get("LUCENE_JARS")
    if not jars:
        raise ImportError("LUCENE_JARS is not set")
    words_file = os.path.join(scratch, "documents.txt")
    with open(words_file, "w", encoding="utf-8") as file:
        file.writelines(" ".join(words) + "\n" for words in documents)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "LucenePeer.java")
    command = ["java", "-cp", jars, source, words_file, sys.argv[2], os.path.join(scratch, "lucene")]
    subprocess.run(command, check=True)


def main():
    articles, queries_file, scratch = sys.argv[1:]
    documents = list(texts(articles))
    say("words", "words", sum(map(len, documents)))
    with open(queries_file, encoding="utf-8") as file:
        queries = [line.rstrip("\n").split("\t", 1)[1].strip() for line in file]
    for engine in (tantivy_engine, lucene_engine, pisa_engine, bm25s_engine):
        try:
            engine(documents, queries, scratch)
        except ImportError as error:
            print(f"bench: no peer: {error}", file=sys.stderr)


main()
