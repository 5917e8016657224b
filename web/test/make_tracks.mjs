// Tracks of every size, made from the demo: `node make_tracks.mjs DEMO OUT` writes OUT/{small,one,many,chunks}.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [demo, out] = process.argv.slice(2).map((folder) => resolve(folder));
const lines = (file) => readFileSync(join(demo, file), "utf8").trim().split("\n");
const topicOf = (line) => line.split(/\s+/)[0];

function folder(name) {
  const path = join(out, name);
  mkdirSync(path, { recursive: true });
  symlinkSync(join(demo, "seafaring.fovea"), join(path, "seafaring.fovea"));
  symlinkSync(join(demo, "topics.xml"), join(path, "topics.xml"));
  return (file, text) => writeFileSync(join(path, file), text);
}

const head = (title) => `title = "${title}"\ncollection = "seafaring.fovea"\ntopics = "topics.xml"\njudgements = "judgements.qrels"\n`;
const five = (line) => Number(topicOf(line)) <= 5;

// Two runs of one task on five topics.
{
  const write = folder("small");
  write("judgements.qrels", lines("judgements.qrels").filter(five).join("\n") + "\n");
  for (const name of ["articles", "ranges"]) write(`${name}.run`, lines(`runs/${name}.run`).filter(five).join("\n") + "\n");
  write("track.toml", `${head("Two runs")}[[run]]\nfile = "*.run"\ntask = "relevant in context"\n`);
}

// One run.
{
  const write = folder("one");
  write("judgements.qrels", lines("judgements.qrels").join("\n") + "\n");
  write("sections.run", lines("runs/sections.run").join("\n") + "\n");
  write("track.toml", `${head("One run")}[[run]]\nfile = "sections.run"\ntask = "focused"\n`);
}

// 200 runs of 20 participants: each lacks some of the results, the later ones more.
{
  const write = folder("many");
  write("judgements.qrels", lines("judgements.qrels").join("\n") + "\n");
  const sections = lines("runs/sections.run");
  let track = head("Two hundred runs");
  for (let run = 1; run <= 200; run += 1) {
    const kept = sections.filter((_, index) => (index * 7919 + run * 104729) % 211 >= run - 1);
    const tag = `p${String((run % 20) + 1).padStart(2, "0")}-a-run-with-a-rather-long-name-${run}`;
    write(`${run}.run`, kept.map((line) => line.split(/\s+/).map((field, i) => (i === 5 ? tag : field)).join(" ")).join("\n") + "\n");
    track += `[[run]]\nfile = "${run}.run"\ntask = "focused"\nparticipant = "Participant ${(run % 20) + 1}"\ntime_ms = ${5 + (run * 37) % 300}\n`;
  }
  write("track.toml", track);
}

// Two chunkers: the passages of a run, widened to the chunks that they begin in.
{
  const write = folder("chunks");
  const lengths = new Map();
  const evidence = lines("judgements.qrels").flatMap((line) => {
    const [topic, , doc, , length, , ...spans] = line.split(/\s+/);
    lengths.set(doc, Number(length));
    if (spans.length === 0) return [];
    const pairs = spans.map((span) => span.split(":").map(Number)).map(([at, size]) => [at, at + size]);
    return [JSON.stringify({ topic, doc, spans: pairs.sort((a, b) => a[0] - b[0]), length: Number(length) })];
  });
  write("evidence.jsonl", evidence.join("\n") + "\n");
  const passages = lines("runs/passages.jsonl").map((line) => JSON.parse(line));
  for (const size of [250, 600]) {
    const seen = new Set();
    const rows = passages.flatMap(({ topic, doc, begin }, index) => {
      const first = Math.floor(begin / size) * size;
      const key = `${topic} ${doc} ${first}`;
      if (seen.has(key) || !lengths.has(doc) || first >= lengths.get(doc)) return [];
      seen.add(key);
      const end = Math.min(first + size, lengths.get(doc));
      return [JSON.stringify({ topic, doc, begin: first, end, score: 10000 - index, run: `chunks-${size}` })];
    });
    write(`chunks-${size}.jsonl`, rows.join("\n") + "\n");
  }
  write("track.toml", `title = "Two chunkers"\ncollection = "seafaring.fovea"\njudgements = "evidence.jsonl"\n[[run]]\nfile = "chunks-*.jsonl"\ntask = "chunks"\n`);
}
