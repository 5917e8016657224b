// The reading view: an article as the assessor and as each run saw it, side by side.
//
// Offsets count code points, so the text is cut into code points once and every mark is a slice of them.

import type { Reading, Retrieved, Spans } from "./data";

type Article = Reading["topics"][number]["articles"][number];

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

/** The text with highlighted and retrieved stretches marked, and with flags at single places. */
function markUp(text: string[], highlights: Spans, retrieved: Spans, flags: [number, HTMLElement][]): DocumentFragment {
  const cuts = new Set<number>([0, text.length]);
  for (const [begin, end] of [...highlights, ...retrieved]) cuts.add(begin).add(Math.min(end, text.length));
  for (const [at] of flags) cuts.add(Math.min(at, text.length));
  const places = Array.from(cuts).sort((a, b) => a - b);
  const out = document.createDocumentFragment();
  places.forEach((begin, index) => {
    for (const [at, element] of flags) if (Math.min(at, text.length) === begin) out.append(element);
    const end = places[index + 1];
    if (end === undefined || begin === end) return;
    const relevant = inside(highlights, begin);
    const found = inside(retrieved, begin);
    const words = text.slice(begin, end).join("");
    if (!relevant && !found) {
      out.append(words);
      return;
    }
    const mark = document.createElement("mark");
    mark.className = relevant && found ? "both" : relevant ? "relevant" : "retrieved";
    mark.dataset.begin = String(begin);
    mark.dataset.end = String(end);
    mark.textContent = words;
    out.append(mark);
  });
  return out;
}

function column(title: string, note: string, content: DocumentFragment): HTMLElement {
  const article = document.createElement("article");
  const heading = document.createElement("h4");
  heading.textContent = title;
  const line = document.createElement("p");
  line.className = "note";
  line.textContent = note;
  const body = document.createElement("div");
  body.className = "text";
  body.tabIndex = 0;
  body.append(content);
  article.append(heading, line, body);
  return article;
}

function assessorColumn(article: Article, text: string[]): HTMLElement {
  const flags: [number, HTMLElement][] = article.bep === null ? [] : [[article.bep, flag("bep", "BEP")]];
  const size = article.highlights.reduce((sum, [begin, end]) => sum + end - begin, 0);
  const note = size === 0 ? "judged not relevant" : `${size} of ${text.length} characters highlighted`;
  const element = column("Assessor", note, markUp(text, article.highlights, [], flags));
  element.dataset.column = "assessor";
  return element;
}

function runColumn(run: string, article: Article, retrieved: Retrieved, text: string[], tolerance: number): HTMLElement {
  const flags: [number, HTMLElement][] =
    retrieved.stop === null ? [] : [[retrieved.stop, flag("stop", "reading stops")]];
  const note = `T2I(${tolerance}) = ${retrieved.score.toFixed(4)}`;
  const element = column(run, note, markUp(text, article.highlights, retrieved.spans, flags));
  element.dataset.column = run;
  return element;
}

export function setUpReading(section: HTMLElement, reading: Reading): void {
  const topics = section.querySelector<HTMLSelectElement>("select[name=topic]")!;
  const docs = section.querySelector<HTMLSelectElement>("select[name=article]")!;
  const runs = section.querySelector<HTMLElement>(".runs")!;
  const columns = section.querySelector<HTMLElement>(".columns")!;
  const chosen = new Set<string>();

  const currentTopic = () => reading.topics[Number(topics.value)];
  const currentArticle = () => currentTopic().articles[Number(docs.value)];

  const showColumns = () => {
    const article = currentArticle();
    const text = Array.from(reading.texts[article.doc]);
    columns.replaceChildren(assessorColumn(article, text));
    for (const run of Object.keys(article.runs)) {
      if (chosen.has(run)) columns.append(runColumn(run, article, article.runs[run], text, reading.tolerance));
    }
  };

  const showArticle = () => {
    const names = Object.keys(currentArticle().runs);
    if (!names.some((name) => chosen.has(name))) {
      chosen.clear();
      names.slice(0, kMostColumns - 1).forEach((name) => chosen.add(name));
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
    showColumns();
  };

  const showTopic = () => {
    docs.replaceChildren(
      ...currentTopic().articles.map((article, index) => {
        const relevant = article.highlights.length > 0 ? "" : " (not relevant)";
        return new Option(article.doc + relevant, String(index));
      }),
    );
    showArticle();
  };

  reading.topics.forEach((topic, index) => topics.add(new Option(`${topic.id}: ${topic.title}`, String(index))));
  topics.addEventListener("change", showTopic);
  docs.addEventListener("change", showArticle);
  showTopic();
}
