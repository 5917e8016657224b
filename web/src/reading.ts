// The reading view: an article as the assessor and as each run saw it, side by side.
//
// Offsets count code points, so the text is cut into code points once and every mark is a slice of them.

import type { Reading, Retrieved, Spans, Text, Words } from "./data";

type Article = Reading["topics"][number]["articles"][number];
type Flag = [number, HTMLElement];

const kMostColumns = 3;

function inside(spans: Spans, at: number): boolean {
  return spans.some(([begin, end]) => begin <= at && at < end);
}

/** A place in the text, such as the best entry point. */
function flag(kind: string, label: string): HTMLElement {
  const mark = document.createElement("span");
  mark.className = `flag ${kind}`;
  mark.textContent = label;
  return mark;
}

function stretch(words: string, begin: number, end: number, kind: string): Node {
  if (kind === "") return document.createTextNode(words);
  const mark = document.createElement("mark");
  mark.className = kind;
  mark.dataset.begin = String(begin);
  mark.dataset.end = String(end);
  mark.textContent = words;
  return mark;
}

/** The text in its paragraphs, with highlighted and retrieved stretches marked and flags at single places. */
function markUp(text: string[], blocks: Text["blocks"], highlights: Spans, retrieved: Spans, flags: Flag[]): Node {
  const out = document.createDocumentFragment();
  const cuts = new Set<number>([0, text.length]);
  for (const [begin, end] of [...highlights, ...retrieved, ...blocks]) {
    cuts.add(Math.min(begin, text.length)).add(Math.min(end, text.length));
  }
  for (const [at] of flags) cuts.add(Math.min(at, text.length));
  const places = Array.from(cuts).sort((a, b) => a - b);
  let block = 0;
  let parent: Node = out;
  places.forEach((begin, index) => {
    while (block < blocks.length && blocks[block][1] <= begin) {
      block += 1;
      parent = out;
    }
    if (block < blocks.length && blocks[block][0] === begin) {
      const element = document.createElement("div");
      element.className = blocks[block][2] === 1 ? "block heading" : "block";
      out.append(element);
      parent = element;
    }
    for (const [at, element] of flags) if (Math.min(at, text.length) === begin) parent.appendChild(element);
    const end = places[index + 1];
    if (end === undefined) return;
    const relevant = inside(highlights, begin);
    const found = inside(retrieved, begin);
    const kind = relevant && found ? "both" : relevant ? "relevant" : found ? "retrieved" : "";
    parent.appendChild(stretch(text.slice(begin, end).join(""), begin, end, kind));
  });
  return out;
}

function column(name: string, title: string, note: string, plain: boolean, content: Node): HTMLElement {
  const article = document.createElement("article");
  article.dataset.column = name;
  const heading = document.createElement("h3");
  heading.textContent = title;
  const line = document.createElement("p");
  line.className = "note";
  line.textContent = note;
  const body = document.createElement("div");
  body.className = plain ? "text plain" : "text";
  body.tabIndex = 0;
  body.setAttribute("role", "region");
  body.setAttribute("aria-label", `The article as seen by ${title}`);
  body.append(content);
  article.append(heading, line, body);
  return article;
}

function assessorColumn(article: Article, text: string[], source: Text, title: string): HTMLElement {
  const flags: Flag[] = article.bep === null ? [] : [[article.bep, flag("bep", "BEP")]];
  const size = article.highlights.reduce((sum, [begin, end]) => sum + end - begin, 0);
  const note = size === 0 ? "judged not relevant" : `${size} of ${text.length} characters highlighted`;
  const content = markUp(text, source.blocks, article.highlights, [], flags);
  return column("assessor", title, note, source.blocks.length === 0, content);
}

function common(one: Spans, other: Spans): number {
  let sum = 0;
  for (const [begin, end] of one) {
    for (const [from, to] of other) sum += Math.max(0, Math.min(end, to) - Math.max(begin, from));
  }
  return sum;
}

/** What became of the article in a run, in one line. */
function noteOf(article: Article, retrieved: Retrieved, tolerance: number | null): string {
  if (retrieved.entry !== null) {
    if (article.bep === null) return `entry point at ${retrieved.entry}`;
    return `entry point ${Math.abs(retrieved.entry - article.bep)} characters from the best one`;
  }
  if (tolerance === null) {
    const shown = retrieved.spans.reduce((sum, [begin, end]) => sum + end - begin, 0);
    return `${shown} characters shown, ${common(article.highlights, retrieved.spans)} of them evidence`;
  }
  const score = `score ${(retrieved.score ?? 0).toFixed(4)} (T2I ${tolerance})`;
  return retrieved.stop === null ? `${score}, read to the end` : score;
}

function runColumn(run: string, article: Article, text: string[], source: Text, tolerance: number | null): HTMLElement {
  const retrieved = article.runs[run];
  const flags: Flag[] = [];
  if (retrieved.entry !== null) {
    if (article.bep !== null) flags.push([article.bep, flag("bep", "BEP")]);
    flags.push([retrieved.entry, flag("entry", "entry point")]);
  }
  if (retrieved.stop !== null) flags.push([retrieved.stop, flag("stop", "reading stops")]);
  const content = markUp(text, source.blocks, article.highlights, retrieved.spans, flags);
  return column(run, run, noteOf(article, retrieved, tolerance), source.blocks.length === 0, content);
}

// ---- On paper ---------------------------------------------------------------------------------------------

/** So many articles are printed, with so many characters around what is marked and of long marks, and so many in all. */
const kMostPrinted = 10;
const kAround = 60;
const kOfLongMark = 110;
const kMostCharacters = 500;

/** An article that runs answer badly: the run that answers it best. */
interface Badly {
  topic: Reading["topics"][number];
  article: Article;
  run: string | null;
  worth: number;
}

/** How much of the highlighted text a run returned, or its score; 1 is all there is to win. */
function share(article: Article, retrieved: Retrieved): number {
  if (retrieved.score !== null) return retrieved.score;
  const all = article.highlights.reduce((sum, [begin, end]) => sum + end - begin, 0);
  return common(article.highlights, retrieved.spans) / all;
}

/** The relevant articles that even the best run answers worst, the worst first. */
function worst(reading: Reading): Badly[] {
  const all: Badly[] = [];
  for (const topic of reading.topics) {
    for (const article of topic.articles) {
      if (article.highlights.length === 0) continue;
      const best: Badly = { topic, article, run: null, worth: 0 };
      for (const [run, retrieved] of Object.entries(article.runs)) {
        const worth = retrieved.entry === null ? share(article, retrieved) : 0;
        if (worth > best.worth) Object.assign(best, { run, worth });
      }
      if (best.worth < 1) all.push(best);
    }
  }
  return all.sort((a, b) => a.worth - b.worth).slice(0, kMostPrinted);
}

/** What is marked, with a little of the text around it. */
function excerpt(text: string[], highlights: Spans, retrieved: Spans): HTMLElement {
  const out = document.createElement("p");
  out.className = "text";
  const cuts = new Set<number>([0, text.length]);
  for (const [begin, end] of [...highlights, ...retrieved]) cuts.add(Math.min(begin, text.length)).add(Math.min(end, text.length));
  const places = Array.from(cuts).sort((a, b) => a - b);
  let left = kMostCharacters;
  const add = (begin: number, end: number, kind: string) => {
    if (left <= 0 || begin >= end) return;
    const stop = Math.min(end, begin + left);
    out.append(stretch(text.slice(begin, stop).join("").replace(/\s+/g, " "), begin, stop, kind));
    left -= stop - begin;
  };
  places.slice(0, -1).forEach((begin, index) => {
    const end = places[index + 1];
    const relevant = inside(highlights, begin);
    const found = inside(retrieved, begin);
    const kind = relevant && found ? "both" : relevant ? "relevant" : found ? "retrieved" : "";
    const most = kind === "" ? kAround : kOfLongMark;
    if (end - begin <= 2 * most) return add(begin, end, kind);
    if (kind !== "" || begin > 0) add(begin, begin + most, kind);
    if (left > 0) out.append(" … ");
    if (kind !== "" || end < text.length) add(end - most, end, kind);
  });
  if (left <= 0) out.append(" …");
  return out;
}

/** Paper gets excerpts of the worst articles instead of one article as a whole. */
function printed(reading: Reading, words: Words): Node[] {
  const found = worst(reading);
  const first = document.createElement("p");
  first.textContent =
    found.length === 0
      ? `Every ${words.article} with highlighted text is returned as well as can be.`
      : `The ${words.article}s with highlighted text that even the best ${words.run} returns worst, around what is marked.`;
  return [
    first,
    ...found.map(({ topic, article, run }) => {
      const part = document.createElement("article");
      const heading = document.createElement("h3");
      heading.textContent = `${topic.id}${topic.title === "" ? "" : `: ${topic.title}`} – ${article.doc}`;
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = run === null ? `No ${words.run} shown here returns any of it.`
        : `${run}: ${noteOf(article, article.runs[run], reading.tolerance)}`;
      const text = Array.from(reading.texts[article.doc].text);
      part.append(heading, note, excerpt(text, article.highlights, run === null ? [] : article.runs[run].spans));
      return part;
    }),
  ];
}

/** All columns show the same part of the article. */
function scrollTogether(columns: HTMLElement): void {
  const bodies = Array.from(columns.querySelectorAll<HTMLElement>(".text"));
  for (const body of bodies) {
    body.addEventListener("scroll", () => {
      for (const other of bodies) if (other !== body && other.scrollTop !== body.scrollTop) other.scrollTop = body.scrollTop;
    });
  }
}

/** The reading view, to be opened from elsewhere on the page. */
export interface ReadingView {
  /** On a topic, with these runs, at the article where they differ most; nothing where the view does not have the topic. */
  open(topic: string, runs: string[], scroll: boolean): void;
}

/** How much of what matters a run found in an article, to see where two runs differ. */
function worth(article: Article, run: string): number {
  const retrieved = article.runs[run];
  if (!retrieved) return 0;
  return retrieved.score ?? common(article.highlights, retrieved.spans) / 1e6;
}

/** The article where two runs, or a run and nothing, differ most. */
function mostDifferent(articles: Article[], runs: string[]): number {
  let best = 0;
  let most = -1;
  articles.forEach((article, index) => {
    const values = runs.map((run) => worth(article, run));
    const apart = Math.max(...values) - Math.min(...values);
    if (apart > most) {
      most = apart;
      best = index;
    }
  });
  return best;
}

export function setUpReading(section: HTMLElement, reading: Reading, words: Words): ReadingView {
  const topics = section.querySelector<HTMLSelectElement>("select[name=topic]")!;
  const docs = section.querySelector<HTMLSelectElement>("select[name=article]")!;
  const runs = section.querySelector<HTMLElement>(".runs")!;
  const columns = section.querySelector<HTMLElement>(".columns")!;
  const chosen = new Set<string>();

  const currentTopic = () => reading.topics[Number(topics.value)];
  const currentArticle = () => currentTopic().articles[Number(docs.value)];

  const showColumns = () => {
    const article = currentArticle();
    const source = reading.texts[article.doc];
    const text = Array.from(source.text);
    columns.replaceChildren(assessorColumn(article, text, source, words.assessor));
    for (const run of Object.keys(article.runs)) {
      if (chosen.has(run)) columns.append(runColumn(run, article, text, source, reading.tolerance));
    }
    scrollTogether(columns);
    // Begin where there is something to see.
    const first = columns.querySelector<HTMLElement>("mark, .flag");
    const body = first?.closest<HTMLElement>(".text");
    if (first && body) body.scrollTop = Math.max(0, first.offsetTop - 40);
  };

  const showArticle = () => {
    const names = Object.keys(currentArticle().runs);
    if (!names.some((name) => chosen.has(name))) {
      chosen.clear();
      // Of all runs, those that return text explain a score best.
      const entries = currentArticle().runs;
      const ordered = [...names].sort((a, b) => Number(entries[a].entry !== null) - Number(entries[b].entry !== null));
      ordered.slice(0, kMostColumns - 1).forEach((name) => chosen.add(name));
    }
    runs.replaceChildren(
      ...names.map((name) => {
        const label = document.createElement("label");
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = chosen.has(name);
        box.addEventListener("change", () => {
          if (box.checked) chosen.add(name);
          else chosen.delete(name);
          showColumns();
        });
        label.append(box, ` ${name}`);
        return label;
      }),
    );
    if (names.length === 0) runs.textContent = `No ${words.run} shown here returned this ${words.article}.`;
    showColumns();
  };

  const showTopic = (article: number) => {
    docs.replaceChildren(
      ...currentTopic().articles.map((one, index) => {
        const relevant = one.highlights.length > 0 ? "" : " (not relevant)";
        return new Option(one.doc + relevant, String(index), false, index === article);
      }),
    );
    showArticle();
  };

  reading.topics.forEach((topic, index) => {
    topics.add(new Option(topic.title === "" ? topic.id : `${topic.id}: ${topic.title}`, String(index)));
  });
  topics.addEventListener("change", () => showTopic(0));
  docs.addEventListener("change", showArticle);
  showTopic(0);
  const paper = section.querySelector<HTMLElement>(".printed")!;
  window.addEventListener("beforeprint", () => paper.replaceChildren(...printed(reading, words)));
  return {
    open(topic, wanted, scroll) {
      const index = reading.topics.findIndex((one) => one.id === topic);
      if (index < 0) return;
      topics.value = String(index);
      chosen.clear();
      for (const run of wanted) chosen.add(run);
      showTopic(mostDifferent(currentTopic().articles, wanted));
      if (!scroll) return;
      section.closest("section")!.scrollIntoView();
      topics.focus({ preventScroll: true });
    },
  };
}
