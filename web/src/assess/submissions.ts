// The runs of a group: sending one in, what the check says of it, and those that were sent. Organisers see the runs of all groups.
import { ask, Fault, query, upload } from "./api";
import { confirmed } from "../shared/dialog";
import { announce, button, h, table } from "../shared/dom";
import { many } from "../shared/messages";
import { forgetTyped, keepTyped } from "./typed";

interface Question {
  key: string;
  kind: "text" | "long" | "choice" | "flag" | "number";
  question: string;
  required: boolean;
  offers: string[];
}
interface FaultRow {
  severity: "error" | "warning";
  line: number;
  column: number;
  message: string;
}
interface Verdict {
  withdrawn?: { by: "group" | "organiser"; reason: string };
  topics?: number;
  unanswered?: number;
  results?: number;
  kinds?: Record<string, number>;
  errors?: number;
  faults?: FaultRow[];
  repaired?: number;
}
export interface SentRun {
  id: number;
  group: string;
  name: string;
  version: number;
  bytes: number;
  sha256: string;
  state: "checking" | "accepted" | "refused" | "replaced" | "withdrawn";
  form: Record<string, string | number | boolean>;
  publish: boolean;
  sent_ms: number;
  kept: boolean;
  verdict: Verdict;
  message?: string;
}
interface Sent {
  group: string;
  open: boolean;
  most_bytes: number;
  form: Question[];
  runs: SentRun[];
}
interface Count {
  runs: string;
  used: number;
  most: number;
}

const kWait = 1000;
export const size = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.max(1, Math.round(bytes / 2 ** 10))} kB` : bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;
const when = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");

/** A run that was refused comes with the refusal. */
function answered(fault: unknown): SentRun {
  if (fault instanceof Fault && (fault.answer as SentRun | undefined)?.id !== undefined) return fault.answer as SentRun;
  throw fault;
}

/** What an accepted run holds, in a line. */
export function holds({ topics, unanswered, results, kinds }: Verdict): string {
  if (results === undefined) return "";
  const parts = Object.entries(kinds ?? {}).map(([kind, count]) => `${count} ${kind}`);
  return `${many(topics ?? 0, "topic")}${unanswered ? ` (${unanswered} not answered)` : ""}, ${many(results, "result")}: ${parts.join(", ")}`;
}

export class RunsPage {
  readonly node = h("div");
  /** What was refused, each beside the button that asked for it. */
  private readonly refusal = h("span", { role: "alert", class: "error", id: "upload-refusal" });
  private readonly said = h("p", { role: "alert", class: "error", id: "runs-refusal" });
  private readonly answer = h("section", { "aria-live": "polite", id: "verdict" });
  private readonly list = h("section", { id: "sent" });
  private readonly counts = h("p", { role: "status", id: "counts" });
  private sent: Sent | undefined;
  private inputs: Record<string, HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement> = {};
  private readonly replace = h("input", { type: "checkbox", id: "run-replace" });
  private readonly replaces = h("p", { class: "row", hidden: true }, this.replace, h("label", { for: "run-replace" }, "Replace the accepted run of this name"));
  private asked = 0;
  /** The upload whose verdict is shown: a later one replaces it. */
  private turn = 0;
  private left = false;

  async open(): Promise<void> {
    this.sent = await ask<Sent>("GET", "submissions");
    const { group, open } = this.sent;
    this.node.replaceChildren(h("h1", {}, group ? `Runs of ${group}` : "Runs of all groups"),
      ...(group ? [open ? this.form(this.sent) : h("p", { class: "note" }, "Runs cannot be sent now: the phase “runs” is not open.")] : []), this.answer, this.list, ...(group ? [this.tokens()] : []));
    this.draw();
    if (group && open) void this.count();
  }
  leave(): void {
    this.left = true;
  }

  private form({ form, most_bytes }: Sent): HTMLElement {
    const file = h("input", { type: "file", id: "run-file", required: true });
    const publish = h("input", { type: "checkbox", id: "run-publish" });
    const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Sent so far" });
    const send = h("button", { class: "main", id: "send-run" }, "Send and check");
    this.inputs = {};
    const rows = form.map((each) => this.question(each));
    const fields = Object.entries({ ...this.inputs, publish });
    for (const [key, input] of fields) keepTyped(input, `run/${key}`);
    file.addEventListener("change", () => {
      const name = this.inputs.name as HTMLInputElement;
      if (!name.value && file.files?.[0]) name.value = file.files[0].name.replace(/\.(gz|zst|txt|run|xml|jsonl)\b/g, "").replace(/[^A-Za-z0-9._-]/g, "_");
      void this.count();
    });
    return h("form", {
      class: "sending",
      input: () => void this.count(),
      submit: async (event: Event) => {
        event.preventDefault();
        const given = file.files?.[0];
        if (!given || send.ariaDisabled === "true") return;
        this.refusal.textContent = "";
        if (given.size > most_bytes) {
          this.refusal.textContent = `The file has ${size(given.size)}. A run may have at most ${size(most_bytes)}, compressed or not.`;
          return;
        }
        // Not disabled: it would lose the focus.
        send.ariaDisabled = "true";
        const turn = ++this.turn;
        this.answer.replaceChildren();
        progress.hidden = false;
        announce("The run is being sent.");
        try {
          const values = { ...this.values(), file: given.name, publish: publish.checked ? 1 : 0, replace: this.replace.checked ? 1 : 0 };
          const run = await upload<SentRun>(`submissions?${query(values)}`, given, (share) => { progress.value = share; });
          this.replace.checked = false;
          if (run.state !== "refused") this.reset(file, fields);
          send.ariaDisabled = "false";
          progress.hidden = true;
          await this.show(run, turn);
        } catch (fault) {
          this.refusal.textContent = (fault as Error).message;
        } finally {
          send.ariaDisabled = "false";
          progress.hidden = true;
        }
      },
    }, h("h2", {}, "Send a run"),
      h("p", { class: "row" }, h("label", { for: "run-file" }, "File (plain, .gz or .zst)"), file), ...rows, this.replaces,
      h("p", { class: "row" }, publish, h("label", { for: "run-publish" }, "Share this run with others after the results are published")),
      this.counts, h("p", { class: "row" }, send, progress, this.refusal));
  }

  /** Ready for the next run: only what most runs of a group share stays. */
  private reset(file: HTMLInputElement, fields: readonly [string, HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement][]): void {
    file.value = "";
    for (const [key, input] of fields) {
      if (key === "task" || key === "result") continue;
      if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = false;
      else input.value = "";
    }
    forgetTyped(...fields.map(([key]) => `run/${key}`));
  }

  private question({ key, kind, question, required, offers }: Question): HTMLElement {
    const id = `run-${key}`;
    const label = h("label", { for: id }, question);
    if (kind === "flag") {
      const input = h("input", { type: "checkbox", id });
      this.inputs[key] = input;
      return h("p", { class: "row" }, input, label);
    }
    if (kind === "choice") {
      const input = h("select", { id, required }, h("option", { value: "" }, "choose"), ...offers.map((each) => h("option", {}, each)));
      this.inputs[key] = input;
      return h("p", { class: "row" }, label, input);
    }
    if (kind === "long") {
      const input = h("textarea", { id, rows: 2, maxlength: 2000 });
      this.inputs[key] = input;
      return h("p", {}, label, input);
    }
    const input = h("input", { id, required, autocomplete: "off", list: offers.length ? `${id}-offers` : null, inputmode: kind === "number" ? "decimal" : null });
    this.inputs[key] = input;
    return h("p", { class: "row" }, label, input, offers.length > 0 && h("datalist", { id: `${id}-offers` }, ...offers.map((each) => h("option", { value: each }))));
  }

  private values(): Record<string, string | number> {
    const out: Record<string, string | number> = {};
    for (const [key, input] of Object.entries(this.inputs)) {
      const value = input instanceof HTMLInputElement && input.type === "checkbox" ? (input.checked ? "1" : "") : input.value.trim();
      if (value) out[key] = value;
    }
    return out;
  }

  /** How many such runs there are already, and may be. */
  private async count(): Promise<void> {
    const { name = "", task = "", result = "", reference = 0, topk = "" } = this.values();
    const stands = this.sent?.runs.some((each) => each.state === "accepted" && each.name === name && each.group === this.sent?.group) ?? false;
    this.replaces.hidden = !stands;
    const turn = ++this.asked;
    const { counts } = await ask<{ counts: Count[] }>("GET", `submissions/allowance?${query({ task, result, reference, topk, name: stands ? name : "" })}`);
    if (turn !== this.asked) return;
    const text = counts.map(({ runs, used, most }) => `${used} of ${most} ${runs}`).join("; ");
    const full = counts.some(({ used, most }) => used >= most);
    this.counts.textContent = text ? `Sent so far: ${text}.${full ? " The limit is reached." : ""}` : "";
    this.counts.classList.toggle("error", full);
  }

  /** The verdict on a run. While it is checked the server is asked again and again, until the page is left. */
  private async show(first: SentRun, turn = ++this.turn): Promise<void> {
    let run = first;
    while (run.state === "checking") {
      this.answer.replaceChildren(h("p", { role: "status" }, `${run.name} was received and is being checked …`));
      await new Promise((resolve) => setTimeout(resolve, kWait));
      if (this.left || turn !== this.turn) return;
      run = await ask<SentRun>("GET", `submissions/${run.id}`).catch(answered);
      if (this.left || turn !== this.turn) return;
    }
    announce(run.state === "accepted" ? "The run is accepted." : "The run is refused.");
    this.answer.replaceChildren(...this.verdict(run));
    await this.refresh();
  }

  /** The verdict on a run of the list, where it can be seen. */
  private showVerdict(run: SentRun): void {
    ++this.turn;
    this.answer.replaceChildren(...this.verdict(run));
    const title = this.answer.firstElementChild as HTMLElement;
    title.tabIndex = -1;
    title.focus();
    title.scrollIntoView({ block: "start" });
  }

  private verdict(run: SentRun): HTMLElement[] {
    const { verdict } = run;
    if (run.state === "accepted") return [h("h2", {}, `${run.name}, version ${run.version}: accepted`), h("p", {}, holds(verdict)), h("p", {}, h("small", { class: "sum" }, `SHA-256 ${run.sha256}`))];
    const faults = verdict.faults ?? [];
    return [h("h2", {}, `${run.name}, version ${run.version}: refused`),
      h("p", {}, `${many(verdict.errors ?? faults.length, "fault")}${(verdict.errors ?? 0) > faults.length ? `; the first ${faults.length}` : ""}:`),
      table("Faults by line", ["Line", "Column", "What"], faults.map((each) => [each.line ? String(each.line) : "–", each.column ? String(each.column) : "–", each.message])),
      h("p", { class: "row" }, h("a", { class: "button", href: `/api/submissions/${run.id}/faults`, download: true }, "Download all faults"),
        ...(verdict.repaired === undefined ? [] : [h("a", { class: "button", href: `/api/submissions/${run.id}/repaired`, download: true }, "Download the repaired run"),
          button(`Send the repaired run (${many(verdict.repaired, "change")})`, () => void this.takeRepaired(run), { class: "main", id: "take-repaired" })])),
      h("p", {}, h("small", {}, "A refused file is kept for one day."))];
  }

  private async takeRepaired(run: SentRun): Promise<void> {
    try {
      await this.show(await ask<SentRun>("POST", `submissions/${run.id}/repaired`).catch(answered));
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
    }
  }

  private async withdraw(run: SentRun): Promise<void> {
    const sure = await confirmed({
      title: `Withdraw ${run.name}?`, action: "Withdraw",
      text: `Version ${run.version} of ${run.name}${this.sent?.group ? "" : ` of ${run.group}`} will not be pooled or scored. `
        + "The file stays on record, and you can restore the run while the phase “runs” is open.",
      ...(!this.sent?.group && { reason: "Reason, which the group will see" }),
    });
    if (sure !== undefined) await this.change(`submissions/${run.id}/withdraw`, "Withdrawn.", { reason: sure });
  }

  private async change(path: string, done: string, body?: object): Promise<void> {
    this.said.textContent = "";
    try {
      await ask("POST", path, body);
      announce(done);
      await this.refresh();
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
    }
  }

  private async refresh(): Promise<void> {
    this.sent = await ask<Sent>("GET", "submissions");
    this.draw();
    if (this.sent.group && this.sent.open) await this.count();
  }

  private draw(): void {
    const { runs = [], open = false, group = "" } = this.sent ?? {};
    const acts = (run: SentRun) => h("span", { class: "row" },
      run.kept && h("a", { href: `/api/submissions/${run.id}/file`, download: true, "aria-label": `Download ${run.name}, version ${run.version}` }, "File"),
      run.state === "refused" && button("Faults", () => this.showVerdict(run), { "aria-label": `Faults of ${run.name}, version ${run.version}` }),
      run.state === "accepted" && open && button("Withdraw", () => void this.withdraw(run), { "aria-label": `Withdraw ${run.name}` }),
      run.state === "withdrawn" && open && !(group && run.verdict.withdrawn?.by === "organiser")
        && button("Restore", () => void this.change(`submissions/${run.id}/restore`, "Restored."), { "aria-label": `Restore ${run.name}, version ${run.version}` }));
    const state = ({ state, verdict: { withdrawn } }: SentRun) => h("span", { "data-state": state }, state,
      withdrawn?.by === "organiser" && h("small", { class: "block", dir: "auto" }, `by an organiser${withdrawn.reason ? `: ${withdrawn.reason}` : ""}`));
    const newest = [...runs].reverse();
    this.list.replaceChildren(h("h2", {}, "Sent so far"),
      newest.length ? table("Runs, the newest first", [...(group ? [] : ["Group"]), "Run", "Version", "State", "Task", "Results", "Sent", "Size", "SHA-256", ""], newest.map((run) =>
        [...(group ? [] : [run.group]), run.name, String(run.version), state(run), String(run.form.task ?? ""), `${run.form.result ?? ""}${run.verdict.results === undefined ? "" : ` · ${run.verdict.results}`}`, when(run.sent_ms), size(run.bytes), h("code", { title: run.sha256 }, run.sha256.slice(0, 12)), acts(run)])) : h("p", {}, "No runs yet."), this.said);
  }

  private tokens(): HTMLElement {
    const shown = h("div");
    const make = async () => {
      try {
        const { token, until_ms } = await ask<{ token: string; until_ms: number }>("POST", "submissions/token");
        const line = `curl -H "Authorization: Bearer ${token}" --data-binary @my.run.gz "${location.origin}/api/submissions?name=my-run&task=focused&result=element"`;
        shown.replaceChildren(h("label", { for: "token" }, `Valid until ${when(until_ms)}. Copy it now: it is shown only once.`), h("input", { id: "token", readonly: true, value: token, size: 50 }), h("pre", { class: "scroll", tabindex: 0 }, line));
      } catch (fault) {
        this.said.textContent = (fault as Error).message;
      }
    };
    return h("section", {}, h("h2", {}, "From the command line"), h("p", {}, "With a token, a script can send runs and read their verdicts, and do nothing else. A new token replaces the old one."), h("p", {}, button("Make a token", () => void make(), { id: "make-token" })), shown);
  }
}
