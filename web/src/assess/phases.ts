// The phases of a track: what organisers open and close, and what everybody is told.
import { ask, Fault, type Me, type Phase } from "./api";
import { setPhases } from "../app/state";
import { announce, button, h, setRows, table } from "../shared/dom";
import { forgetTyped, rememberTyped, typed, whenBack } from "./typed";

const kWhat: Record<Phase["phase"], string> = {
  topics: "Participants write topics",
  selection: "Organisers choose among them",
  runs: "Groups send their runs",
  pooling: "The pool is made from the runs",
  assessment: "Assessors judge the pooled articles",
  results: "Groups see the results",
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

const nameOfDay = (phase: Phase["phase"], which: "from" | "until") => `phase/${phase}/${which}`;

/** The organiser's table, with what was refused above it. `changed` is called when a phase is another than before. */
export class PhaseTable {
  private readonly said = h("p", { role: "alert", class: "error" });
  private readonly phases = table("Phases of the track", ["Phase", "What happens", "State", "First day", "Last day", ""]);
  readonly node = h("section", { id: "phases" }, h("h2", {}, "Phases"), this.said, this.phases);
  private readonly days = new Map<string, HTMLInputElement>();

  constructor(private readonly changed: () => void = () => undefined) {}

  /** A day that somebody is typing stays, and one that the server does not have yet, unless it was refused. */
  async refresh(refused = false): Promise<void> {
    const { phases } = await ask<{ phases: Phase[] }>("GET", "phases");
    setPhases(phases);
    setRows(this.phases, phases.map(({ phase, state }) => ({ phase, state })), (each) => this.row(each));
    for (const each of phases) {
      for (const which of ["from", "until"] as const) {
        const day = this.days.get(`${which} ${each.phase}`) as HTMLInputElement;
        if (refused || day !== document.activeElement) day.value = typed(nameOfDay(each.phase, which)) ?? each[which];
      }
    }
  }

  /** Sends once more the days that the server does not have: the page was left, or the log-in had ended. */
  async sendTyped(): Promise<void> {
    for (const phase of Object.keys(kWhat) as Phase["phase"][]) {
      for (const which of ["from", "until"] as const) {
        const day = typed(nameOfDay(phase, which));
        if (day !== undefined) await this.announceDay(phase, which, day);
      }
    }
  }

  private async announceDay(phase: Phase["phase"], which: "from" | "until", day: string): Promise<void> {
    // A year that is being typed is one of the first thousand until its last digit is there.
    if (day && day < "1000") return;
    const name = nameOfDay(phase, which);
    rememberTyped(name, day);
    const status = await this.act({ phase, act: "dates", [which]: day }, "Announced.");
    if (status === 0 || status === 401) whenBack(() => typed(name) === day && void this.announceDay(phase, which, day));
    else if (status !== 429 && status < 500 && typed(name) === day) forgetTyped(name);
    if (status !== 0) await this.refresh(status >= 400 && status !== 401);
  }

  /** The status that the server answered with; 0 without a network. */
  private async act(body: Record<string, string>, said: string): Promise<number> {
    try {
      await ask("POST", "admin/phase", body);
      this.said.textContent = "";
      announce(said);
      this.changed();
      return 200;
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
      return fault instanceof Fault ? fault.status : 0;
    }
  }

  private row({ phase, state }: Pick<Phase, "phase" | "state">): (Node | string)[] {
    const day = (which: "from" | "until", label: string) => {
      const input = h("input", {
        type: "date", "aria-label": `${label} of ${phase}`,
        input: () => rememberTyped(nameOfDay(phase, which), input.value),
        change: () => void this.announceDay(phase, which, input.value),
      });
      this.days.set(`${which} ${phase}`, input);
      return input;
    };
    const open = state === "open";
    const label = open ? "Close" : state === "closed" ? "Open again" : "Open";
    return [phase, kWhat[phase], state, day("from", "First day"), day("until", "Last day"),
      button(label, () => void this.act({ phase, act: open ? "close" : "open" }, open ? "Closed." : "Opened.").then((status) => (status === 0 ? undefined : this.refresh(status !== 200))), { "aria-label": `${label}: ${phase}` })];
  }
}
