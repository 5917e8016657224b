// The organiser's page: who judges what, how far they are, how far they agree, what the runs score by now, and what comes out.
import { ask, Fault, type Me } from "./api";
import { intervalChart } from "./chart";
import { showBoth } from "./compare";
import { announce, button, h, offer, setChildren, setRows, table } from "../shared/dom";
import { PhaseTable } from "./phases";
import { PoolPanel } from "./pooling";
import type { Span } from "./spans";
import { forgetTyped, keepTyped } from "./typed";

interface Progress {
  id: number;
  topic: string;
  account: string;
  part: string;
  state: "open" | "done" | "locked";
  items: number;
  judged: number;
  relevant: number;
  problems: number;
  active_ms: number;
  left_ms: number | null;
}
interface Score {
  mean: number;
  judged_only: number;
  interval: [number, number] | null;
}
interface Live {
  seq: number;
  measures?: string[];
  topics?: string[];
  runs?: { run: string; scores: Record<string, Score>; judged_at_10: number | null; first_unjudged: number | null; fault?: string }[];
  fault?: string;
}
interface Side {
  status: string;
  spans: Span[];
  bep: number | null;
  grades: Record<string, [number, number]>;
}
interface Agreement {
  topics: { topic: string; both_relevant: number; neither: number; main_only: number; second_only: number; kappa: number | null; overlap: number | null }[];
  median_bep_distance: number | null;
  entry_points: number;
  tau: number | null;
  disagreements?: { topic: string; doc: string; main: Side; second: Side }[];
}
interface Pull {
  documents: number;
  kappa: number | null;
  text_f1: number | null;
  median_bep_distance: number | null;
  unchanged: number | null;
}
/** What organisers choose from. */
interface Overview {
  topics: { id: string; title: string }[];
  accounts: { name: string; role: string; group: string }[];
  snapshots: string[];
  answers: { form: string; question: string; value: string; count: number }[];
}

const kEvery = 2000;
const number = (value: number | null | undefined, digits = 3) => (value === null || value === undefined ? "–" : value.toFixed(digits));
const time = (ms: number | null) => (ms === null ? "–" : ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`);

/** Undefined where the server does not know of it. */
async function maybe<Answer>(path: string): Promise<Answer | undefined> {
  try {
    return await ask<Answer>("GET", path);
  } catch (fault) {
    if (fault instanceof Fault && [404, 422, 503].includes(fault.status)) return undefined;
    throw fault;
  }
}

export class Organiser {
  readonly node = h("main", { class: "plain wide" }, h("p", { class: "row" }, h("a", { href: "#" }, "Your topics")), h("h1", {}, "Organising"));
  private readonly said = h("p", { role: "alert", class: "error" });
  private readonly phases = new PhaseTable((message) => { this.said.textContent = message; });
  private readonly pool = new PoolPanel((message) => { this.said.textContent = message; }, () => { this.drawn = undefined; });
  private readonly people = h("section", { hidden: true });
  private readonly work = h("section");
  private readonly scores = h("section", { hidden: true });
  private readonly agreement = h("section");
  private readonly pull = h("section");
  private readonly answers = h("section");
  private readonly output = h("section", { hidden: true });
  private readonly reuse = h("div");
  // Forms are made once, and only what they offer is brought up to date: nothing that is typed or chosen there goes while others judge.
  private readonly topic = h("select", { id: "topic" });
  private readonly account = h("select", { id: "account" });
  private readonly groups = h("datalist", { id: "groups" });
  private readonly moment = h("select", { id: "moment" });
  private readonly judged = h("p");
  private readonly assigned: HTMLElement;
  private readonly measure = h("select", { id: "measure", change: () => this.drawScores() });
  private readonly finished = h("input", { type: "checkbox", id: "finished", change: () => { this.seq = -1; void this.refresh(); } });
  private readonly scored = h("div");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;
  private asked = 0;
  private seq = -1;
  private assignments: readonly Progress[] = [];
  private live: Live | undefined;
  private readonly organises: boolean;

  constructor(me: Me) {
    this.organises = me.roles.includes("organiser");
    this.assigned = table("Assignments", ["Topic", "Assessor", "Judged", "Relevant", "Problems", "Time", "Left", "State", ...(this.organises ? ["", ""] : [])]);
    this.work.append(h("h2", {}, "Work"), this.judged, this.assigned);
    this.scores.append(h("h2", {}, "Scores, as of now"), h("p", { class: "row" }, h("label", { for: "measure" }, "Measure"), this.measure, h("span", { class: "pair" }, this.finished, h("label", { for: "finished" }, "Finished topics only"))), this.scored);
    this.people.append(h("h2", {}, "People"), ...this.inviting(), this.giving());
    this.output.append(h("h2", {}, "What comes out"), ...this.exporting(), this.reuse, this.keeping());
    if (this.organises) this.node.firstElementChild?.append(h("a", { href: "#selection" }, "Choose topics"));
    this.node.append(this.said, ...(this.organises ? [this.phases.node, this.pool.node, this.people] : []), this.work, this.scores, this.agreement, this.pull, ...(this.organises ? [this.answers, this.output] : []));
  }

  async open(): Promise<void> {
    await this.refresh();
    if (this.organises) void this.phases.sendTyped();
    this.watch();
  }
  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  /** Looks again and again, each time when the answers to the last are there: a slow server is not asked faster than it answers. */
  private watch(): void {
    if (!this.left) this.timer = setTimeout(() => void this.refresh().catch((fault: Error) => { this.said.textContent = fault.message; }).then(() => this.watch()), kEvery);
  }

  private async do(path: string, body: unknown, said: string): Promise<unknown> {
    this.said.textContent = "";
    let answer: unknown;
    try {
      answer = await ask("POST", `admin/${path}`, body);
      announce(said);
      this.drawn = undefined;
      await this.refresh();
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
    }
    // An invitation is answered once: it is shown, also when looking again has failed.
    return answer;
  }

  private drawn: string | undefined;
  private readonly shown = new Map<HTMLElement, string>();

  /** Whether a part of the page has something new to show: what is the same is not drawn again, and nobody is thrown out while reading it. */
  private isNew(part: HTMLElement, found: unknown): boolean {
    const text = JSON.stringify(found);
    const changed = this.shown.get(part) !== text;
    this.shown.set(part, text);
    return changed;
  }

  private async refresh(): Promise<void> {
    const turn = ++this.asked;
    if (this.organises) {
      await this.phases.refresh();
      await this.pool.refresh();
    }
    const progress = await ask<Progress[]>("GET", "progress");
    // Asked again since: what comes then is newer, and may be of other topics.
    if (turn !== this.asked) return;
    const text = JSON.stringify(progress);
    if (text !== this.drawn) {
      this.drawn = text;
      this.drawWork(progress);
      const agreement = await maybe<Agreement>("agreement");
      if (agreement && this.isNew(this.agreement, agreement)) this.drawAgreement(agreement);
      const suggestions = await maybe<{ source: string; blind: Pull; seen: Pull }[]>("suggestions");
      if (suggestions && this.isNew(this.pull, suggestions)) this.drawPull(suggestions);
      const overview = this.organises ? await maybe<Overview>("overview") : undefined;
      if (overview) this.offerAll(overview);
    }
    const live = await maybe<Live>(`live?since=${this.seq}${this.finished.checked ? "&finished=1" : ""}`);
    if (live?.runs && turn === this.asked) {
      this.seq = live.seq;
      this.live = live;
      this.drawScores();
    }
  }

  private offerAll({ topics, accounts, snapshots, answers }: Overview): void {
    offer(this.topic, topics.map(({ id, title }) => [id, `${id} ${title}`]));
    offer(this.account, accounts.map(({ name, role, group }) => [name, `${name} (${role.replace(/,/g, ", ")}${group ? `, ${group}` : ""})`]));
    setChildren(this.groups, [...new Set(accounts.map(({ group }) => group).filter(Boolean))], (value) => h("option", { value }));
    offer(this.moment, [["", "now"], ...snapshots.map((each) => [each, each] as const)]);
    this.people.hidden = this.output.hidden = false;
    if (this.isNew(this.answers, answers)) this.drawAnswers(answers);
  }

  private inviting(): HTMLElement[] {
    const name = keepTyped(h("input", { id: "invitee", required: true, autocomplete: "off" }), "invitee");
    const group = keepTyped(h("input", { id: "group", autocomplete: "off", list: "groups" }), "invitee-group");
    const ofGroup = h("span", { class: "row", hidden: true }, h("label", { for: "group" }, "of the group"), group, this.groups);
    const role = h("select", { id: "role", change: () => { ofGroup.hidden = role.value !== "participant"; group.required = !ofGroup.hidden; } }, ...["assessor", "participant", "organiser", "reader"].map((each) => h("option", {}, each)));
    const link = h("p", { role: "status", id: "invite-link" });
    const submit = async (event: Event) => {
      event.preventDefault();
      const answer = (await this.do("account", { name: name.value, role: role.value, ...(role.value === "participant" ? { group: group.value } : {}) }, "Invited.")) as { token: string } | undefined;
      if (!answer) return;
      name.value = "";
      forgetTyped("invitee", "invitee-group");
      const shown = h("input", { readonly: true, value: `${location.origin}/#invite=${answer.token}`, size: 60, id: "invitation" });
      link.replaceChildren(h("label", { for: "invitation" }, "Send this link, which works once, within seven days: "), shown);
      shown.select();
    };
    return [h("form", { class: "row", submit: (event: Event) => void submit(event) }, h("label", { for: "invitee" }, "Name"), name, h("label", { for: "role" }, "Role"), role, ofGroup, h("button", {}, "Invite")), link];
  }

  private giving(): HTMLElement {
    const part = h("select", { id: "part" }, h("option", { value: "main" }, "main assessor"), h("option", { value: "second" }, "second assessor"));
    const submit = (event: Event) => {
      event.preventDefault();
      void this.do("assign", { topic: this.topic.value, account: this.account.value, part: part.value }, "Given.");
    };
    return h("form", { class: "row", submit }, h("label", { for: "topic" }, "Topic"), this.topic, h("label", { for: "account" }, "to"), this.account, h("label", { for: "part" }, "as"), part, h("button", {}, "Give"));
  }

  private drawWork(progress: readonly Progress[]): void {
    this.assignments = progress;
    const done = progress.reduce((sum, each) => sum + each.judged, 0);
    const all = progress.reduce((sum, each) => sum + each.items, 0);
    this.judged.textContent = `${done} of ${all} articles are judged.`;
    setRows(this.assigned, progress, (each) => {
      const lock = each.state === "locked" ? "Unlock" : "Lock";
      return [
        each.topic, `${each.account}${each.part === "second" ? " (second)" : ""}`, `${each.judged}/${each.items}`, String(each.relevant), String(each.problems), time(each.active_ms), time(each.left_ms), each.state,
        ...(this.organises ? [h("a", { href: `#${each.id}`, "aria-label": `Look at topic ${each.topic} of ${each.account}` }, "Look"),
          button(lock, () => void this.do("lock", { assignment: each.id, locked: lock === "Lock" }, "Done."), { "aria-label": `${lock} topic ${each.topic} of ${each.account}` })] : []),
      ];
    });
  }

  private drawScores(): void {
    const { live } = this;
    if (!live?.runs || !live.measures) return;
    this.scores.hidden = false;
    offer(this.measure, live.measures.map((each) => [each, each]));
    const measure = this.measure.value;
    const rows = live.runs.filter((run) => run.scores[measure]);
    this.scored.replaceChildren(
      h("p", {}, `Topics with judged articles: ${live.topics?.length ?? 0}. What is not judged counts as not relevant; beside it stands the score without it.${live.fault ? ` ${live.fault}` : ""}`),
      intervalChart(`${measure} of all runs`, rows.map((run) => ({ name: run.run, value: run.scores[measure].mean, interval: run.scores[measure].interval }))),
      table(`${measure} of all runs`, ["Run", measure, "95 % interval", "Judged only", "Judged in first 10", "First unjudged rank"], rows.map((run) => {
        const { mean, judged_only, interval } = run.scores[measure];
        return [run.run + (run.fault ? ` – ${run.fault}` : ""), number(mean), interval ? `${number(interval[0])} to ${number(interval[1])}` : "–", number(judged_only), run.judged_at_10 === null ? "–" : `${Math.round(100 * run.judged_at_10)} %`, number(run.first_unjudged, 1)];
      })));
  }

  private drawAgreement(found: Agreement): void {
    const side = ({ status, spans, bep, grades }: Side) => `${status.replace("_", " ")}${spans.length ? `, marks ${spans.map(([b, e]) => `${b}–${e}`).join(", ")}` : ""}${bep === null ? "" : `, entry ${bep}`}${Object.keys(grades).length ? `, ${Object.keys(grades).length} grades` : ""}`;
    this.agreement.replaceChildren(h("h2", {}, "Agreement"));
    if (!found.topics.length) {
      this.agreement.append(h("p", {}, "No article has two verdicts yet: give a topic to a second assessor."));
      return;
    }
    this.agreement.append(
      h("p", {}, `Median distance of entry points: ${number(found.median_bep_distance, 0)} characters (${found.entry_points} articles). Order of the runs under either assessor: tau ${number(found.tau)}.`),
      table("Main against second assessor", ["Topic", "Both relevant", "Neither", "Main only", "Second only", "Kappa", "Overlap of text"], found.topics.map((each) =>
        [each.topic, String(each.both_relevant), String(each.neither), String(each.main_only), String(each.second_only), number(each.kappa), number(each.overlap)])));
    if (found.disagreements?.length) {
      this.agreement.append(table("Where they disagree", ["Topic", "Article", "Main", "Second", ""], found.disagreements.slice(0, 200).map((each) =>
        [each.topic, each.doc, side(each.main), side(each.second), button("Side by side", () => void this.compare(each), { "aria-label": `Side by side: ${each.doc}` })])));
    }
  }

  private async compare({ topic, doc, main, second }: { topic: string; doc: string; main: Side; second: Side }): Promise<void> {
    const owner = this.assignments.find((each) => each.topic === topic);
    try {
      if (owner) await showBoth(owner.id, doc, [{ title: `Main: ${main.status.replace("_", " ")}`, ...main }, { title: `Second: ${second.status.replace("_", " ")}`, ...second }]);
    } catch (fault) {
      this.said.textContent = (fault as Error).message;
    }
  }

  private drawPull(sources: { source: string; blind: Pull; seen: Pull }[]): void {
    this.pull.replaceChildren();
    if (!sources.length) return;
    const row = (source: string, how: string, each: Pull) => [source, how, String(each.documents), number(each.kappa), number(each.text_f1), number(each.median_bep_distance, 0), each.unchanged === null ? "–" : `${Math.round(100 * each.unchanged)} %`];
    this.pull.append(h("h2", {}, "Suggestions"), h("p", {}, "How much more people agree with a suggestion that they have seen is its pull."),
      table("Suggestions", ["Source", "Assessors", "Articles", "Kappa", "F1 of text", "Entry distance", "Unchanged"], sources.flatMap(({ source, blind, seen }) => [row(source, "had not seen it", blind), row(source, "had seen it", seen)])));
  }

  private drawAnswers(answers: Overview["answers"]): void {
    this.answers.replaceChildren();
    if (answers.length) this.answers.append(h("h2", {}, "Answers to the forms"), table("Answers", ["Form", "Question", "Answer", "Count"], answers.map((each) => [each.form, each.question, each.value, String(each.count)])));
  }

  private exporting(): HTMLElement[] {
    const formats = ["qrels", "trec-qrels", "jsonl", "assessments", "webannotation", "labelstudio", "doccano"];
    const format = h("select", { id: "format" }, ...formats.map((each) => h("option", {}, each)));
    const part = h("select", { id: "export-part" }, h("option", { value: "main" }, "main"), h("option", { value: "second" }, "second"));
    const done = h("input", { type: "checkbox", id: "only-done" });
    const submit = (event: Event) => {
      event.preventDefault();
      location.assign(`/api/export?format=${format.value}&part=${part.value}${done.checked ? "&finished=1" : ""}${this.moment.value ? `&snapshot=${encodeURIComponent(this.moment.value)}` : ""}`);
    };
    return [
      h("form", { class: "row", submit }, h("label", { for: "format" }, "Judgements as"), format, h("label", { for: "export-part" }, "of"), part, h("label", { for: "moment" }, "as of"), this.moment, h("span", { class: "pair" }, done, h("label", { for: "only-done" }, "finished topics only")), h("button", {}, "Export")),
      h("p", { class: "row" }, h("a", { class: "button", href: "/api/export?format=everything", download: true }, "Everything, as one archive"), button("Can the pool be used again?", () => void this.askReuse()))];
  }

  private keeping(): HTMLElement {
    const name = keepTyped(h("input", { id: "snapshot", required: true, autocomplete: "off" }), "snapshot");
    const submit = async (event: Event) => {
      event.preventDefault();
      if (!(await this.do("snapshot", { name: name.value }, "Kept."))) return;
      name.value = "";
      forgetTyped("snapshot");
    };
    return h("form", { class: "row", submit: (event: Event) => void submit(event) }, h("label", { for: "snapshot" }, "Name of a snapshot"), name, h("button", {}, "Keep the present state"));
  }

  /** Tables as `fovea pool reuse -o json` has them. */
  private async askReuse(): Promise<void> {
    this.reuse.replaceChildren(h("p", { role: "status" }, "This scores all runs many times over …"));
    try {
      const found = await ask<unknown>("GET", "reuse");
      this.reuse.replaceChildren(...tablesIn(found));
    } catch (fault) {
      this.reuse.replaceChildren(h("p", { role: "alert" }, (fault as Error).message));
    }
  }
}

/** Any JSON of named tables: arrays of objects, below their names. */
function tablesIn(value: unknown, name = "Reuse of the pool"): HTMLElement[] {
  const cell = (each: unknown) => (typeof each === "number" ? String(Math.round(each * 10000) / 10000) : each === null || each === undefined ? "–" : typeof each === "object" ? JSON.stringify(each) : String(each));
  if (Array.isArray(value) && value.length && typeof value[0] === "object" && value[0] !== null && !Array.isArray(value[0])) {
    if (value.every((each) => Object.values(each as object).some((part) => Array.isArray(part)))) return value.flatMap((each) => tablesIn(each, name));
    const columns = [...new Set(value.flatMap((each) => Object.keys(each as object)))];
    return [table(name, columns, value.map((each) => columns.map((column) => cell((each as Record<string, unknown>)[column]))))];
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, each]) => (typeof each === "object" && each !== null ? tablesIn(each, key) : [h("p", {}, `${key}: ${cell(each)}`)]));
  }
  return value === undefined ? [] : [h("p", {}, cell(value))];
}
