// The topics of an assessor, and the articles of one of them.
import { ask, Fault, type Assignment, type ItemList, type Me } from "./api";
import { announce, button, h } from "../shared/dom";
import { formsOf, formView, isOpen, type Form } from "./forms";
import type { Outbox } from "./outbox";
import { many } from "../shared/messages";
import { keep, kept } from "./storage";
import { statusName } from "./panels";
import { phaseNote } from "./phases";
import { kPractice } from "./practice";
import { forgetTyped, keepTyped } from "./typed";

const kMinute = 60_000;
/** ", about 25 minutes left"; nothing where the pace is not known. */
export function timeLeft(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "";
  const minutes = Math.max(1, Math.round(ms / kMinute));
  return `, about ${minutes < 90 ? many(minutes, "minute") : many(Math.round(minutes / 60), "hour")} left`;
}

export function topicsView(me: Me): HTMLElement {
  const rows = me.assignments.map((each) => {
    const meter = h("progress", { max: Math.max(1, each.items), value: each.judged, "aria-label": `Topic ${each.topic}` });
    const state = each.state === "open" ? "" : ` · ${each.state}`;
    return h("li", {}, h("a", { href: `#${each.id}`, dir: "auto" }, `${each.topic} ${each.fields.title ?? ""}`), meter, h("small", {}, `${each.judged} of ${each.items} judged${state}${each.author ? " · your own topic" : ""}${each.part === "final" ? " · you decide where two assessors disagree" : ""}`));
  });
  const fresh = me.assignments.every((each) => each.judged === 0);
  return h("main", { class: "plain" }, h("h1", {}, "Your topics"), phaseNote(me),
    me.assignments.length ? h("ul", { class: "cards" }, ...rows) : h("p", {}, "No topic has been assigned to you yet."),
    h("p", {}, h("a", { class: "button", href: `#${kPractice}` }, fresh ? "New here? Learn it in five minutes" : "Replay the tour")));
}

/** The list of a topic; from the copy in the browser where there is no network. */
export async function loadList(account: string, id: number): Promise<ItemList> {
  const key = `${account}/items/${id}`;
  try {
    const list = await ask<ItemList>("GET", `assignments/${id}/items`);
    await keep(key, list);
    return list;
  } catch (fault) {
    const copy = fault instanceof Fault && fault.status === 0 ? await kept<ItemList>(key) : undefined;
    if (!copy) throw fault;
    return copy;
  }
}

export async function itemsView(assignment: Assignment, list: ItemList, own: boolean, outbox: Outbox, changed: () => void): Promise<HTMLElement> {
  const forms = own ? await formsOf(assignment.id) : [];
  const open = list.items.filter((each) => each.status === "open");
  const link = (doc: string) => `#${assignment.id}/${encodeURIComponent(doc)}`;
  const said = h("p", { role: "alert", class: "error" });
  const finish = async () => {
    try {
      // The last verdict may be on its way still.
      if (outbox.unsent) said.textContent = "The topic is done when all that you did is sent.";
      await outbox.sent();
      await ask("POST", `assignments/${assignment.id}/finish`);
      announce("The topic is done.");
      changed();
    } catch (fault) {
      said.textContent = (fault as Error).message;
    }
  };
  const block = (form: Form, shown: boolean) => {
    const details = h("details", { open: shown }, h("summary", {}, `${form.title}${isOpen(form) ? "" : " · answered"}`), formView(String(assignment.id), form, (question, value) => ask("PUT", `assignments/${assignment.id}/answers`, { op: crypto.randomUUID(), form: form.form, question, value })));
    return details;
  };
  const relevant = list.items.filter((each) => each.status === "relevant").length;
  const extra = keepTyped(h("input", { id: "extra", autocomplete: "off", required: true }), `extra/${assignment.id}`);
  const found = h("ul", { class: "found" });
  const add = async (doc: string) => {
    try {
      await ask("POST", `assignments/${assignment.id}/extra`, { doc });
      forgetTyped(`extra/${assignment.id}`);
      location.hash = link(doc);
    } catch (fault) {
      said.textContent = (fault as Error).message;
    }
  };
  const look = async () => {
    try {
      const { articles } = await ask<{ articles: { doc: string; passages: { text: string }[] }[] }>("GET", `search?q=${encodeURIComponent(extra.value)}&k=20`);
      found.replaceChildren(...articles.map((each) => h("li", {}, h("b", { dir: "auto" }, each.doc), " ", h("span", { dir: "auto" }, each.passages.map((passage) => passage.text).join(" … ").slice(0, 300)), " ",
        list.items.some((item) => item.doc === each.doc) ? h("a", { href: link(each.doc) }, "in the list") : button("Add", () => void add(each.doc), { "aria-label": `Add ${each.doc}` }))));
      announce(`${articles.length} articles`);
    } catch (fault) {
      said.textContent = fault instanceof Fault && fault.status === 404 ? "This track has no index. Enter the id of an article." : (fault as Error).message;
    }
  };
  return h("main", { class: "plain" },
    h("p", {}, h("a", { href: "#assess" }, "All topics")),
    h("h1", { dir: "auto" }, `Topic ${list.topic}: ${assignment.fields.title ?? ""}`),
    ...["description", "narrative"].filter((name) => assignment.fields[name]).map((name) => h("p", { dir: "auto" }, assignment.fields[name])),
    h("p", {}, `${list.items.length - open.length} of ${list.items.length} judged, ${relevant} relevant${open.length ? timeLeft(list.left_ms) : ""}${list.state === "open" ? "" : `; the topic is ${list.state}`}.`),
    ...forms.filter((form) => form.when === "before").map((form) => block(form, isOpen(form))),
    open.length > 0 && h("p", {}, h("a", { class: "button main", href: link(open[0].doc), id: "begin" }, open.length === list.items.length ? "Begin" : "Go on")),
    ...forms.filter((form) => form.when === "after").map((form) => block(form, open.length === 0 && isOpen(form))),
    own && open.length === 0 && list.state === "open" && h("p", {}, button("The topic is done", () => void finish(), { class: "main", id: "finish" })),
    said,
    h("h2", {}, "Articles"),
    h("ol", { class: "items" }, ...list.items.map((each) => h("li", { "data-status": each.status }, h("a", { href: link(each.doc), dir: "auto" }, each.title || each.doc), " ",
      h("small", {}, `${each.title && each.title !== each.doc ? `${each.doc} · ` : ""}${statusName(each.status)}${each.extra ? " · added" : ""}`)))),
    own && h("section", {}, h("h2", {}, "Another article"),
      h("p", {}, "If you know a relevant article that is missing here, add it by its id, or search for it."),
      h("form", { class: "row", submit: (event: Event) => { event.preventDefault(); void look(); } }, h("label", { for: "extra" }, "Id or words"), extra, h("button", {}, "Search"), button("Add this id", () => void add(extra.value))), found));
}
