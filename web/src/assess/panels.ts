// What stands around an article: topic, outline with heat, the list of marks, comment, cue words, suggestions, history.
import type { HistoryEvent, Status } from "./journal";
import { announce, button, h } from "./dom";
import type { Judging } from "./judging";
import { intersect, size } from "./spans";

export function statusName(status: Status): string {
  return { open: "not judged", relevant: "relevant", not_relevant: "not relevant", problem: "a problem" }[status];
}

const stopWords = new Set("a an and at by for from how in is of on or the to what which with".split(" "));

export class Panels {
  readonly topic: HTMLElement;
  readonly title = h("h1", { dir: "auto" });
  readonly outline = h("details", { class: "outline", open: matchMedia("(min-width: 70rem)").matches });
  readonly side = h("div");
  readonly comment = h("textarea", { rows: 3, id: "comment", maxlength: 3000 });
  private readonly headings = h("ol", { class: "headings" });
  private readonly marks = h("ol", { class: "marks", "aria-label": "Marks" });
  private readonly said = h("div");
  private readonly past = h("ol", { class: "history" });
  private readonly cues = h("input", { id: "cues", autocomplete: "off" });
  private heats: { bar: HTMLElement; section: readonly [number, number] }[] = [];

  constructor(private readonly judging: Judging) {
    const { fields, topic } = judging.context.assignment;
    this.topic = h("section", { class: "topic", "aria-label": "Topic" },
      h("h2", { dir: "auto" }, `Topic ${topic}: ${fields.title ?? ""}`),
      ...["description", "narrative", "ontopic_keywords"].filter((name) => fields[name]).map((name) => h("p", { dir: "auto" }, fields[name])));
    this.topic.hidden = sessionStorage.getItem("topic") === "hidden";
    this.outline.append(h("summary", {}, "Outline"), h("nav", { "aria-label": "Outline" }, this.headings));
    this.cues.value = sessionStorage.getItem(`cues ${topic}`) ?? (fields.title ?? "").split(/\W+/u).filter((word) => word && !stopWords.has(word.toLowerCase())).join(" ");
    this.cues.addEventListener("change", () => {
      sessionStorage.setItem(`cues ${topic}`, this.cues.value);
      judging.findCues(this.cues.value);
    });
    this.comment.addEventListener("change", () => judging.act({ kind: "comment", data: { text: this.comment.value } }, "The comment is kept."));
    const history = h("details", { toggle: () => history.open && this.drawHistory() }, h("summary", {}, "History"), this.past);
    this.side.append(
      h("section", {}, h("h2", {}, "Marks"), this.marks), this.said,
      h("section", {}, h("label", { for: "comment" }, "Comment"), this.comment),
      h("section", {}, h("label", { for: "cues" }, "Cue words"), this.cues),
      history);
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
    document.title = `${item?.doc} – fovea`;
    this.comment.value = journal.comment;
    const origins = state?.origins ?? [];
    const suggestions = state?.suggestions ?? [];
    this.said.replaceChildren(
      ...suggestions.map((each) => h("section", {}, h("h2", {}, `Suggested by ${each.source}`), h("p", {}, `${statusName(each.status)}, ${each.spans.length} marks`), each.spans.length > 0 && button("Accept", () => this.judging.accept()))),
      origins.length ? h("section", {}, h("h2", {}, "Returned by"), h("ul", {}, ...origins.map((each) => h("li", {}, `${each.run}, rank ${each.rank}`)))) : "");
    this.past.replaceChildren();
  }

  drawOutline(): void {
    const { article } = this.judging;
    if (!article) return;
    const least = Math.min(...article.headings.map(({ level }) => level));
    this.heats = [];
    this.headings.replaceChildren(...article.headings.map(({ block, title, level, section }) => {
      const bar = h("span", { class: "heat", "aria-hidden": "true" });
      this.heats.push({ bar, section });
      const entry = h("li", {}, bar, button(title, () => this.judging.moveTo(article.unitAt(block.span[0], "sentence"))));
      entry.style.marginInlineStart = `${(level - least) * 0.8}rem`;
      return entry;
    }));
    if (article.headings[0]) this.title.textContent = article.headings[0].title;
  }

  show(): void {
    const { article, journal, item } = this.judging;
    if (!article || !item) return;
    const { spans, bep } = journal.state;
    for (const { bar, section } of this.heats) bar.style.setProperty("--heat", String(size(intersect([section], spans)) / Math.max(1, section[1] - section[0])));
    const cut = (begin: number, end: number) => {
      const text = article.text.slice(begin, Math.min(end, begin + 80)).replace(/\s+/g, " ");
      return end > begin + 80 ? `${text}…` : text;
    };
    this.marks.replaceChildren(
      ...(bep === null ? [] : [h("li", { class: "entry" }, button(`Entry point: ${cut(bep, bep + 60)}`, () => this.judging.moveTo(article.unitAt(bep, "sentence")), { dir: "auto" }), button("Remove", () => this.judging.setEntry(null), { "aria-label": "Remove the entry point" }))]),
      ...spans.map(([begin, end], i) => h("li", { "data-span": `${begin}-${end}` },
        button(cut(begin, end), () => this.judging.moveTo([begin, end]), { dir: "auto", "aria-label": `Go to mark ${i + 1}: ${cut(begin, end)}` }),
        button("Remove", () => this.judging.erase([begin, end]), { "aria-label": `Remove mark ${i + 1}` }))));
    if (!spans.length && bep === null) this.marks.replaceChildren(h("li", { class: "none" }, "Nothing is marked yet."));
  }

  private drawHistory(): void {
    const words: Record<string, string> = { add: "marked", remove: "erased", bep: "entry point", judge: "judged", reopen: "opened again", grade: "graded", comment: "comment", undo: "taken back", redo: "done again" };
    const line = (event: HistoryEvent) => h("li", { dir: "auto" }, `${new Date(event.server_ms).toLocaleString()}: ${words[event.kind] ?? event.kind} ${detail(event.data)}`);
    const events = (this.judging.state?.history ?? []).filter((event) => event.kind !== "time");
    this.past.replaceChildren(...(events.length ? events.slice(-200).map(line) : [h("li", {}, "Nothing was saved before this article was opened.")]));
  }
}

function detail(data: Record<string, unknown>): string {
  if (data.begin !== undefined) return `characters ${data.begin} to ${data.end}`;
  return [data.verdict, data.text, data.at, data.path, data.e !== undefined ? `e ${data.e}, s ${data.s}` : undefined].filter((each) => each !== undefined && each !== null).join(" ").replace("_", " ");
}
