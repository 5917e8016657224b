// The organiser's table of candidates: who wrote what, what is unlikely about it, and what becomes of it.
import { ask, isOpenPhase, type Me } from "./api";
import type { Summary } from "./candidates";
import { many } from "../shared/messages";
import { announce, button, h, setRows, table } from "../shared/dom";
import { forgetTyped, keepTyped } from "./typed";

interface Row {
  id: number;
  author: string;
  group: string;
  state: Summary["state"];
  fields: Record<string, string>;
  judged: number;
  relevant: number;
  cas: boolean;
  words: number;
  warnings: { code: string; message: string }[];
  nearest: string;
  overlap: number;
  number: string;
  reason: string;
}

const kFormats = { inex: "INEX XML", tsv: "TSV", jsonl: "JSON lines" };

/** What a row of the table shows. The reason is none of it while it can be typed. */
interface Shown extends Row {
  open: boolean;
  /** All that are chosen, in the order of the track, where this one is. */
  order: number[];
}

export class Selection {
  private readonly said = h("p", { role: "alert", class: "error" });
  private readonly count = h("p", { id: "chosen-count" });
  private readonly closed = h("p", { class: "note" }, "You cannot choose topics now because the phase “selection” is not open. ", h("a", { href: "#organise" }, "Phases"));
  private readonly none = h("p", {}, "No proposals yet.");
  private readonly candidates = table("Proposals", ["Topic", "Group, author", "Relevant", "Kind", "Words", "Overlap", "Warnings", "Decision", ""]);
  /** Places for reasons by candidate, of those that are rejected. */
  private readonly reasons = new Map<number, HTMLInputElement>();
  private readonly first = h("input", { id: "first", size: 12, autocomplete: "off", required: true });
  private readonly numbering = h("form", { class: "row", submit: (event: Event) => { event.preventDefault(); void this.do("number", { first: this.first.value }, "Numbered."); } },
    h("label", { for: "first" }, "Number them from"), this.first, h("button", { id: "number" }, "Number"));
  readonly node = h("div", { class: "choosing" }, h("h1", {}, "Topics"),
    this.said, this.count, this.closed, this.none, this.candidates, this.numbering,
    h("h2", {}, "Downloads"), this.exports("Chosen topics", ""), this.exports("Rejected proposals", "&rejected=1"));

  constructor(private readonly me: Me) {}

  async open(): Promise<void> {
    await this.refresh().catch((fault: Error) => { this.said.textContent = fault.message; });
  }
  leave(): void {
    // Nothing goes on in the background.
  }

  async refresh(): Promise<void> {
    const [{ candidates }, { phases }] = await Promise.all([ask<{ candidates: Row[] }>("GET", "selection"), ask<Pick<Me, "phases">>("GET", "phases")]);
    this.me.phases = phases;
    const open = isOpenPhase(this.me, "selection");
    const chosen = candidates.filter(({ state }) => state === "chosen");
    const order = chosen.map(({ id }) => id);
    this.count.textContent = `${many(candidates.length, "proposal")}, ${chosen.length} chosen. Authors see the decision, and your reason if you give one, when the selection is closed.`;
    this.closed.hidden = open;
    this.none.hidden = candidates.length > 0;
    this.candidates.hidden = candidates.length === 0;
    this.numbering.hidden = !open || chosen.length === 0;
    // As an attribute: what somebody has typed stays.
    this.first.setAttribute("value", chosen[0]?.number || `${new Date().getFullYear()}001`);
    setRows<Shown>(this.candidates, candidates.map((row) => ({ ...row, reason: open ? "" : row.reason, open, order: row.state === "chosen" ? order : [] })), (row) => this.cells(row));
    for (const { id, reason } of candidates) this.reasons.get(id)?.setAttribute("value", reason);
  }

  private exports(what: string, rest: string): HTMLElement {
    return h("p", { class: "row" }, `${what}: `, ...Object.entries(kFormats).map(([format, name]) => h("a", { class: "button", href: `/api/topics?format=${format}${rest}`, download: true, "aria-label": `${what} as ${name}` }, name)));
  }

  private async do(path: string, body: unknown, words: string, then?: () => void): Promise<void> {
    this.said.textContent = "";
    try {
      await ask("POST", `admin/${path}`, body);
      then?.();
      await this.refresh();
      announce(words);
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
    }
  }

  private cells(row: Shown): (Node | string)[] {
    const { id, state, open, order } = row;
    const at = order.indexOf(id);
    const move = (by: number) => {
      const moved = order.filter((each) => each !== id);
      moved.splice(at + by, 0, id);
      void this.do("order", { candidates: moved }, "Moved.");
    };
    const decide = (decision: Summary["state"], reason = "", then?: () => void) => void this.do("candidate", { candidate: id, decision, reason }, "Decided.", then);
    const reason = h("input", { "aria-label": `Why not ${id}`, placeholder: "reason (optional)", change: () => decide("rejected", reason.value, () => forgetTyped(`reason/${id}`)) });
    if (state === "rejected") keepTyped(reason, `reason/${id}`);
    if (state === "rejected") this.reasons.set(id, reason);
    const decided = state === "chosen" ? `${at + 1}.${row.number ? ` ${row.number}` : ""}` : state === "rejected" ? "not chosen" : "open";
    const deed = (label: string, act: () => void) => button(label, act, { "aria-label": `${label}: ${id}` });
    return [
      h("span", {}, h("a", { href: `#candidate/${id}`, dir: "auto" }, row.fields.title || `Topic ${id}`), h("small", {}, ` ${id}`), row.fields.description ? h("small", { class: "block", dir: "auto" }, row.fields.description) : false),
      h("span", { dir: "auto" }, row.group, h("small", { class: "block" }, row.author)),
      `${row.relevant}/${row.judged}`, row.cas ? "CAS" : "CO", String(row.words),
      row.overlap > 0 ? `${Math.round(100 * row.overlap)} % with ${row.nearest}` : "–",
      row.warnings.length ? h("ul", { class: "tight" }, ...row.warnings.map(({ code, message }) => h("li", { "data-code": code, dir: "auto" }, message))) : "–",
      h("span", { class: "decision", "data-state": state }, decided),
      open ? h("span", { class: "row" },
        state !== "chosen" && deed("Choose", () => decide("chosen")), state !== "rejected" && deed("Reject", () => decide("rejected")), state !== "handed_in" && deed("Undecided", () => decide("handed_in")),
        at > 0 && deed("Up", () => move(-1)), at >= 0 && at + 1 < order.length && deed("Down", () => move(1)), state === "rejected" && reason) : h("span", { dir: "auto" }, row.reason),
    ];
  }
}
