// What stands around an article: topic, outline with heat, the list of marks, comment, cue words, suggestions, history.
import type { AssessorSide } from "./api";
import type { HistoryEvent, Status } from "./journal";
import { setTitle } from "../app/state";
import { announce, button, h, setChildren } from "../shared/dom";
import { many } from "../shared/messages";
import type { Judging } from "./judging";
import { change, settings } from "./keys";
import { intersect, size } from "./spans";
import { forgetTyped, rememberTyped, typed } from "./typed";

export function statusName(status: Status): string {
  return { open: "not judged", relevant: "relevant", not_relevant: "not relevant", problem: "a problem" }[status];
}

const stopWords = new Set("a an and at by for from how in is of on or the to what which with".split(" "));

/** Headings of the outline that come into sight together. */
const kHeadings = 50;
/** Headings of deeper levels are left out of it. */
const kDeepest = 3;

export class Panels {
  readonly topic: HTMLElement;
  readonly title = h("h1", { dir: "auto" });
  readonly outline = h("details", { class: "outline", open: matchMedia("(min-width: 70rem)").matches });
  readonly side = h("div");
  readonly comment = h("textarea", { rows: 3, id: "comment", maxlength: 3000, disabled: true });
  private readonly headings = h("nav", { "aria-label": "Outline" });
  private readonly marks = h("ol", { class: "marks", "aria-label": "Marks" });
  private readonly said = h("div");
  private readonly past = h("ol", { class: "history" });
  private readonly look = button("Underline what they returned", () => this.judging.run("returned"));
  private readonly cues = h("input", { id: "cues", autocomplete: "off" });
  private heats: { bar: HTMLElement; section: readonly [number, number]; heat: number }[] = [];
  private least = Infinity;
  /** Headings of the article that were looked at. */
  private drawn = 0;

  constructor(private readonly judging: Judging) {
    const { fields, topic } = judging.context.assignment;
    this.topic = h("section", { class: "topic", "aria-label": "Topic" },
      h("h2", { dir: "auto" }, `Topic ${topic}: ${fields.title ?? ""}`),
      ...["description", "narrative", "ontopic_keywords"].filter((name) => fields[name]).map((name) => h("p", { dir: "auto" }, fields[name])));
    this.topic.hidden = sessionStorage.getItem("topic") === "hidden";
    this.outline.append(h("summary", {}, "Outline"), this.headings);
    this.cues.value = sessionStorage.getItem(`cues ${topic}`) ?? (fields.title ?? "").split(/\W+/u).filter((word) => word && !stopWords.has(word.toLowerCase())).join(" ");
    this.cues.addEventListener("change", () => {
      sessionStorage.setItem(`cues ${topic}`, this.cues.value);
      judging.findCues(this.cues.value);
    });
    const shown = h("input", { type: "checkbox", id: "cues-shown", change: () => {
      change({ cues: shown.checked });
      judging.findCues(this.cues.value);
    } });
    shown.checked = settings().cues;
    this.comment.addEventListener("input", () => rememberTyped(this.commentName, this.comment.value));
    this.comment.addEventListener("change", () => this.keepComment());
    const history = h("details", { toggle: () => history.open && this.drawHistory() }, h("summary", {}, "History"), this.past);
    this.side.append(
      h("section", {}, h("h2", {}, "Marks"), this.marks), this.said,
      h("section", {}, h("label", { for: "comment" }, "Comment"), this.comment),
      h("section", {}, h("label", { for: "cues" }, "Cue words"), this.cues, h("label", { class: "pair" }, shown, h("span", {}, "Show them ", h("span", { class: "cue" }, "like this")))),
      history);
  }

  private get commentName(): string {
    return `comment/${this.judging.context.assignment.id}/${this.judging.item?.doc}`;
  }
  /** What is in the queue needs to be remembered no more. */
  private keepComment(): void {
    const { value } = this.comment;
    if (this.judging.act({ kind: "comment", data: { text: value } }, "The comment is kept.") || value === this.judging.journal.comment) forgetTyped(this.commentName);
  }

  get cueWords(): string {
    return this.cues.value;
  }

  showTopic(): void {
    this.topic.hidden = !this.topic.hidden;
    sessionStorage.setItem("topic", this.topic.hidden ? "hidden" : "shown");
    if (!this.topic.hidden) {
      this.topic.scrollIntoView({ block: "nearest" });
      announce(this.topic.textContent ?? "");
    }
  }

  /** Another article. */
  open(): void {
    const { item, journal, state } = this.judging;
    this.title.textContent = item?.doc ?? "";
    setTitle(item?.doc ?? "");
    // Not before: what is typed belongs to an article.
    this.comment.disabled = false;
    const unsent = typed(this.commentName);
    this.comment.value = unsent ?? journal.comment;
    if (unsent !== undefined) this.keepComment();
    const origins = state?.origins ?? [];
    const suggestions = state?.suggestions ?? [];
    const { sides = [] } = state ?? {};
    const words = ({ status, spans, grades }: AssessorSide) => [statusName(status), spans.length && many(spans.length, "mark"), Object.keys(grades).length && many(Object.keys(grades).length, "grade")].filter(Boolean).join(", ");
    this.said.replaceChildren(
      ...(sides.length ? [h("section", { id: "sides" }, h("h2", {}, "Decide"), h("p", {}, "Accept what one assessor said, merge both, or mark by yourself."),
        ...sides.map((side) => h("p", { class: "row" }, h("span", { class: `of-${side.part}` }, side.account), words(side), button("Accept", () => this.judging.decide(side), { "aria-label": `Accept what ${side.account} said` }))),
        !Object.keys(sides[0].grades).length && h("p", {}, button("Merge both", () => this.judging.decide(undefined), { id: "merge-sides" })))] : []),
      ...suggestions.map((each) => h("section", {}, h("h2", {}, `Suggested by ${each.source}`), h("p", {}, `${statusName(each.status)}, ${each.spans.length} marks`), each.spans.length > 0 && button("Accept", () => this.judging.accept()))),
      origins.length ? h("section", {}, h("h2", {}, "Returned by"), h("ul", {}, ...origins.map((each) => h("li", { dir: "auto" }, `${each.run}, rank ${each.rank}`))), this.look) : "");
    this.showLooking(this.judging.looking);
    this.past.replaceChildren();
    this.marks.replaceChildren();
    this.headings.replaceChildren();
    this.heats = [];
    this.drawn = 0;
    this.least = Infinity;
  }

  /** The comment as it is stored, unless one is being written. */
  showComment(): void {
    if (typed(this.commentName) === undefined && document.activeElement !== this.comment) this.comment.value = this.judging.journal.comment;
  }

  showLooking(on: boolean): void {
    this.look.setAttribute("aria-pressed", String(on));
  }

  /** Adds the headings that have been drawn since. They stand in short lists: the browser leaves out those that are out of sight. */
  drawOutline(): void {
    const { article } = this.judging;
    if (!article) return;
    const fresh = article.headings.slice(this.drawn).filter(({ level }) => level <= kDeepest);
    this.drawn = article.headings.length;
    const least = fresh.reduce((sum, { level }) => Math.min(sum, level), this.least);
    if (least !== this.least) this.headings.style.setProperty("--least", String((this.least = least)));
    for (const { block, title, level, section } of fresh) {
      if (this.heats.length % kHeadings === 0) this.headings.append(h("ol", { class: "headings" }));
      const bar = h("span", { class: "heat", "aria-hidden": "true" });
      this.heats.push({ bar, section, heat: 0 });
      const entry = h("li", {}, bar, button(title, () => this.judging.moveTo(article.unitAt(block.span[0], "sentence"))));
      entry.style.setProperty("--level", String(level));
      this.headings.lastElementChild?.append(entry);
    }
    if (article.headings[0]) this.title.textContent = article.headings[0].title;
    if (fresh.length) this.showHeat(this.heats.slice(-fresh.length));
  }

  private showHeat(heats = this.heats): void {
    const { spans } = this.judging.journal.state;
    for (const each of heats) {
      const heat = this.judging.gradeOf(each.section) ?? size(intersect([each.section], spans)) / Math.max(1, each.section[1] - each.section[0]);
      if (heat !== each.heat) each.bar.style.setProperty("--heat", String((each.heat = heat)));
    }
  }

  show(): void {
    const { article, journal, item } = this.judging;
    if (!article || !item) return;
    const { spans, bep } = journal.state;
    this.showHeat();
    const cut = (begin: number, end: number) => {
      const text = article.text.slice(begin, Math.min(end, begin + 80)).replace(/\s+/g, " ");
      return end > begin + 80 ? `${text}…` : text;
    };
    const entry = bep === null ? [] : [`entry ${bep}`];
    const nothing = spans.length || bep !== null ? [] : ["nothing"];
    const rows = setChildren(this.marks, [...nothing, ...entry, ...spans.map(([begin, end]) => `${begin}-${end}`)], (key, place) => {
      if (nothing.length) return h("li", { class: "none" }, "No marks yet.");
      if (place < entry.length && bep !== null) {
        return h("li", { class: "entry" }, button(`Entry point: ${cut(bep, bep + 60)}`, () => this.judging.moveTo(article.unitAt(bep, "sentence")), { dir: "auto" }), button("Remove", () => this.judging.setEntry(null), { "aria-label": "Remove the entry point" }));
      }
      const [begin, end] = spans[place - entry.length];
      return h("li", { "data-span": key },
        button(cut(begin, end), () => this.judging.moveTo([begin, end]), { dir: "auto" }), button("Remove", () => this.judging.erase([begin, end])));
    });
    // A mark before others moves their numbers.
    rows.slice(nothing.length + entry.length).forEach((row, i) => {
      if (row.dataset.number === String(i + 1)) return;
      row.dataset.number = String(i + 1);
      row.firstElementChild?.setAttribute("aria-label", `Go to mark ${i + 1}: ${row.firstElementChild.textContent}`);
      row.lastElementChild?.setAttribute("aria-label", `Remove mark ${i + 1}`);
    });
  }

  private drawHistory(): void {
    const words: Record<string, string> = { add: "marked", remove: "erased", bep: "entry point", judge: "judged", reopen: "reopened", grade: "graded", comment: "comment", undo: "undone", redo: "redone", look: "looked at what runs returned" };
    const line = (event: HistoryEvent) => h("li", { dir: "auto" }, `${new Date(event.server_ms).toLocaleString()}: ${words[event.kind] ?? event.kind} ${detail(event.data)}`);
    const events = (this.judging.state?.history ?? []).filter((event) => event.kind !== "time");
    this.past.replaceChildren(...(events.length ? events.slice(-200).map(line) : [h("li", {}, "No earlier changes.")]));
  }
}

function detail(data: Record<string, unknown>): string {
  if (data.begin !== undefined) return `characters ${data.begin} to ${data.end}`;
  return [data.verdict, data.text, data.at, data.path, data.e !== undefined ? `e ${data.e}, s ${data.s}` : undefined].filter((each) => each !== undefined && each !== null).join(" ").replace("_", " ");
}
