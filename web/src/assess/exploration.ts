// Exploring the collection for a topic: a search box, what it finds in context, and a verdict on each article by a key.
import { ask, Fault, query, type Columns } from "./api";
import { Article } from "./article";
import { openDialog } from "../shared/dialog";
import { announce, button, h } from "../shared/dom";

interface Found {
  doc: string;
  title: string;
  passages: { text: string }[];
}

export const kExplored = 25;

export class Exploration {
  readonly node = h("section", { id: "exploration", "aria-labelledby": "exploration-title" });
  private readonly said = h("p", { role: "alert", class: "error" });
  private readonly count = h("p", { id: "explored", role: "status" });
  private readonly list = h("ol", { class: "explored" });
  private readonly past = h("p", { class: "searches" });
  private readonly box = h("input", { id: "explore", type: "search", autocomplete: "off", required: true });
  private readonly verdicts = new Map<string, boolean>();
  private readonly rows = new Map<string, () => void>();

  /** `act` sends an act and gives whether it was taken; `changed` is told when the count changes. */
  constructor(private readonly writable: boolean, verdicts: { doc: string; relevant: boolean }[], private readonly searches: string[],
    private readonly act: (body: Record<string, unknown>) => Promise<void>, private readonly changed: () => void) {
    for (const { doc, relevant } of verdicts) this.verdicts.set(doc, relevant);
    this.node.append(h("h2", { id: "exploration-title" }, "Explore the collection"),
      h("p", {}, `Search as your topic would, and judge the first ${kExplored} articles. Keys in the list: `, h("kbd", {}, "r"), " relevant, ", h("kbd", {}, "n"), " not, ", h("kbd", {}, "u"), " undecided, ", h("kbd", {}, "o"), " read, arrows move."),
      h("form", { class: "row", role: "search", submit: (event: Event) => { event.preventDefault(); void this.search(); } }, h("label", { for: "explore" }, "Search"), this.box, h("button", {}, "Search")),
      this.said, this.count, this.list, this.past);
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.drawCount();
    this.drawPast();
    // What was judged before is there again, to be changed.
    this.draw(verdicts.map(({ doc }) => ({ doc, title: "", passages: [] })));
  }

  /** What is searched for unless somebody writes something else. */
  suggest(title: string): void {
    if (!this.box.value && document.activeElement !== this.box) this.box.value = title;
  }

  private async search(): Promise<void> {
    const text = this.box.value.trim();
    this.said.textContent = "";
    try {
      const { articles } = await ask<{ articles: Found[] }>("GET", `search?${query({ q: text, k: kExplored })}`);
      if (this.writable) await this.act({ act: "search", query: text });
      if (this.searches[this.searches.length - 1] !== text) this.searches.push(text);
      this.drawPast();
      this.draw(articles);
      announce(`${articles.length} articles`);
      if (articles.length) this.focus(0);
      else this.said.textContent = "The index contains none of these words.";
    } catch (fault) {
      this.said.textContent = fault instanceof Fault && fault.status === 404 ? "This track has no index." : (fault as Error).message;
    }
  }

  private draw(found: readonly Found[]): void {
    this.rows.clear();
    this.list.replaceChildren(...found.map((each, i) => {
      const mark = h("b", { class: "verdict" });
      const yes = button("Relevant", () => void this.judge(each.doc, true), { "aria-label": `Relevant: ${each.doc}` });
      const no = button("Not relevant", () => void this.judge(each.doc, false), { "aria-label": `Not relevant: ${each.doc}` });
      const row = h("li", { tabindex: i === 0 ? 0 : -1, "data-doc": each.doc },
        h("div", { class: "found-title" }, h("b", { dir: "auto" }, each.title || each.doc), each.title ? h("small", { dir: "auto" }, each.doc) : false, mark),
        ...each.passages.map((passage) => h("p", { dir: "auto" }, passage.text)),
        h("p", { class: "row" }, ...(this.writable ? [yes, no] : []), button("Read", () => void this.read(each.doc), { "aria-label": `Read: ${each.doc}` })));
      const refresh = () => {
        const verdict = this.verdicts.get(each.doc);
        mark.textContent = verdict === undefined ? "" : verdict ? "relevant" : "not relevant";
        if (verdict === undefined) delete row.dataset.verdict;
        else row.dataset.verdict = verdict ? "yes" : "no";
        yes.setAttribute("aria-pressed", String(verdict === true));
        no.setAttribute("aria-pressed", String(verdict === false));
      };
      this.rows.set(each.doc, refresh);
      refresh();
      return row;
    }));
  }

  private drawCount(): void {
    const relevant = [...this.verdicts.values()].filter(Boolean).length;
    this.count.textContent = `${relevant} relevant of ${this.verdicts.size} judged; judge ${kExplored} in all.`;
  }
  private drawPast(): void {
    this.past.replaceChildren(...(this.searches.length ? ["Searched so far: ", ...[...new Set(this.searches)].slice(-10).map((text) => button(text, () => { this.box.value = text; void this.search(); }, { class: "past" }))] : []));
  }

  private key(event: KeyboardEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>("li[data-doc]");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = [...this.list.children].indexOf(row);
    const doc = row.dataset.doc as string;
    const verdict = { r: true, n: false, u: null }[event.key];
    if (event.key === "ArrowDown" || event.key === "j") this.focus(at + 1);
    else if (event.key === "ArrowUp" || event.key === "k") this.focus(at - 1);
    else if (event.key === "o") void this.read(doc);
    else if (verdict !== undefined && this.writable) void this.judge(doc, verdict).then((taken) => { if (taken && verdict !== null) this.focus(at + 1); });
    else return;
    event.preventDefault();
  }
  private focus(at: number): void {
    const rows = [...this.list.children] as HTMLElement[];
    if (!rows[at]) return;
    for (const [i, each] of rows.entries()) each.tabIndex = i === at ? 0 : -1;
    rows[at].focus();
  }

  private async judge(doc: string, relevant: boolean | null): Promise<boolean> {
    this.said.textContent = "";
    try {
      await this.act({ act: "judge", doc, relevant });
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
      return false;
    }
    if (relevant === null) this.verdicts.delete(doc);
    else this.verdicts.set(doc, relevant);
    this.rows.get(doc)?.();
    this.drawCount();
    announce(`${doc}: ${relevant === null ? "undecided" : relevant ? "relevant" : "not relevant"}`);
    this.changed();
    return true;
  }

  private async read(doc: string): Promise<void> {
    try {
      const article = new Article(await ask<Columns>("GET", `article?${query({ id: doc })}`));
      await article.draw(() => undefined, () => false);
      const judge = (relevant: boolean) =>
        button(relevant ? "Relevant" : "Not relevant", () => void this.judge(doc, relevant).then(() => dialog.close()));
      const dialog = openDialog({
        title: doc, wide: true, body: [h("div", { class: "frame" }, article.node)],
        actions: [...(this.writable ? [true, false].map(judge) : []), button("Close", () => dialog.close(), { class: "main" })],
      });
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
    }
  }
}
