// The phases of a track: what organisers open and close, and what everybody is told.
import { ask, type Me, type Phase } from "./api";
import { announce, button, h, table } from "./dom";

const kWhat: Record<Phase["phase"], string> = {
  topics: "Participants write topics",
  selection: "Organisers choose among them",
  runs: "Groups send their runs",
  pooling: "What is judged is put together",
  assessment: "Assessors judge",
  results: "Groups see how they did",
};

export function days({ from, until }: Phase): string {
  if (!from) return until ? `until ${until}` : "";
  return until ? `${from} to ${until}` : `from ${from}`;
}

/** What is open now, in a sentence; nothing where the track has no phases. */
export function phaseNote({ phases }: Me): HTMLElement | false {
  const open = phases.filter(({ state }) => state === "open");
  return open.length > 0 && h("p", { class: "phases" }, `Now: ${open.map((each) => `${kWhat[each.phase].toLowerCase()}${each.until ? `, until ${each.until}` : ""}`).join("; ")}.`);
}

/** The organiser's table. `say` shows what went wrong, or an empty text. */
export class PhaseTable {
  readonly node = h("section", { id: "phases" });
  private drawn = "";

  constructor(private readonly say: (message: string) => void) {}

  async refresh(): Promise<void> {
    const { phases } = await ask<{ phases: Phase[] }>("GET", "phases");
    const text = JSON.stringify(phases);
    if (text === this.drawn) return;
    this.drawn = text;
    this.node.replaceChildren(h("h2", {}, "Phases"), table("Phases of the track", ["Phase", "What happens", "State", "First day", "Last day", ""], phases.map((each) => this.row(each))));
  }

  private async act(body: Record<string, string>, said: string): Promise<void> {
    try {
      await ask("POST", "admin/phase", body);
      this.say("");
      announce(said);
    } catch (fault) {
      this.say((fault as Error).message);
      // What was refused is not shown any more.
      this.drawn = "";
    }
    await this.refresh();
  }

  private row(each: Phase): (Node | string)[] {
    const { phase, state } = each;
    const day = (which: "from" | "until", label: string) => h("input", {
      type: "date", value: each[which], "aria-label": `${label} of ${phase}`,
      change: (event: Event) => void this.act({ phase, act: "dates", [which]: (event.target as HTMLInputElement).value }, "Announced."),
    });
    const open = state === "open";
    const label = open ? "Close" : state === "closed" ? "Open again" : "Open";
    return [phase, kWhat[phase], state, day("from", "First day"), day("until", "Last day"),
      button(label, () => void this.act({ phase, act: open ? "close" : "open" }, open ? "Closed." : "Opened."), { "aria-label": `${label}: ${phase}` })];
  }
}
