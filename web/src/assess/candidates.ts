// The topics that an author writes, as a list.
import { ask, isOpenPhase, type Me, type Phase } from "./api";
import { button, h } from "../shared/dom";
import { days } from "./phases";

export interface Summary {
  id: number;
  title: string;
  state: "draft" | "handed_in" | "chosen" | "rejected" | "withdrawn";
  version: number;
  judged: number;
  relevant: number;
  number?: string;
  reason?: string;
}

export const kStates: Record<Summary["state"], string> = {
  draft: "draft, only you can see it", handed_in: "handed in", chosen: "chosen", rejected: "not chosen", withdrawn: "withdrawn",
};

/** Why nothing can be written now; empty when it can. */
export function whyNot(me: Me): string {
  if (isOpenPhase(me, "topics")) return "";
  const { state, ...when } = me.phases.find(({ phase }) => phase === "topics") as Phase;
  const announced = days({ state, ...when });
  return state === "closed" ? "Topics are written: the phase is closed." : `Topics cannot be written yet${announced ? ` (${announced})` : ""}.`;
}

export async function candidatesView(me: Me): Promise<HTMLElement> {
  const { candidates } = await ask<{ candidates: Summary[] }>("GET", "candidates");
  const { phases } = await ask<{ phases: Phase[] }>("GET", "phases");
  me.phases = phases;
  const said = h("p", { role: "alert", class: "error" });
  const add = async () => {
    try {
      const { id } = await ask<{ id: number }>("POST", "candidates", { op: crypto.randomUUID() });
      location.hash = `#candidate/${id}`;
    } catch (fault) {
      said.textContent = (fault as Error).message;
    }
  };
  const shown = candidates.filter(({ state }) => state !== "withdrawn");
  const refusal = whyNot(me);
  const topics = phases.find(({ phase }) => phase === "topics");
  return h("main", { class: "plain" }, h("h1", {}, "Topics that you write"),
    h("p", {}, `You write for ${me.group ?? ""}. A topic is yours alone until you hand it in.${topics?.until && !refusal ? ` Topics can be handed in until ${topics.until}.` : ""}`),
    refusal ? h("p", { class: "note" }, refusal) : h("p", {}, button("Write a topic", () => void add(), { class: "main", id: "new-topic" })), said,
    shown.length ? h("ul", { class: "cards" }, ...shown.map((each) => h("li", { "data-state": each.state },
      h("a", { href: `#candidate/${each.id}`, dir: "auto" }, each.title || `Topic ${each.id}, without a title yet`),
      h("small", {}, `${kStates[each.state]}${each.number ? ` as ${each.number}` : ""} · ${each.relevant} relevant of ${each.judged} judged`),
      each.reason && h("p", { dir: "auto" }, `Why not: ${each.reason}`)))) : h("p", {}, "You have not written a topic yet."));
}
