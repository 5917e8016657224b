// A topic in work: its fields, what the collection has for it, the questionnaire, what is unlikely about it, and handing it in.
import { ask, type Me } from "./api";
import { kStates, whyNot, type Summary } from "./candidates";
import { confirmed } from "../shared/dialog";
import { announce, button, h } from "../shared/dom";
import { Draft, type Fields } from "./draft";
import { Exploration } from "./exploration";
import { formView, type Form } from "./forms";

interface Whole extends Summary {
  fields: Fields;
  searches: string[];
  verdicts: { doc: string; relevant: boolean }[];
  own: boolean;
  author: string;
  group: string;
  forms: Form[];
  warnings: { code: string; message: string }[];
}
interface Castitle {
  fault?: { column: number; message: string };
  outline?: string;
}

const kFields: { name: string; label: string; help: string; rows: number }[] = [
  { name: "title", label: "Title", help: "What you would type into a search box.", rows: 1 },
  { name: "castitle", label: "Castitle", help: "The same with structure, in NEXI. Empty: any element about the title.", rows: 2 },
  { name: "phrasetitle", label: "Phrasetitle", help: "The title with its phrases in quotes.", rows: 1 },
  { name: "description", label: "Description", help: "The need in a sentence.", rows: 3 },
  { name: "narrative", label: "Narrative", help: "Who asks, for which task, in which situation; what is relevant and what is not.", rows: 8 },
];
const kCheckPause = 400;

export class CandidatePage {
  readonly node = h("main", { class: "plain wide candidate" });
  private readonly draft: Draft;
  private readonly said = h("p", { role: "alert", class: "error" });
  private readonly saved = h("span", { id: "candidate-saved", role: "status", class: "said" });
  private readonly nexi = h("div", { id: "nexi", role: "status" });
  private readonly warnings = h("ul", { id: "warnings" });
  private readonly conflict = h("div");
  private readonly inputs = new Map<string, HTMLInputElement | HTMLTextAreaElement>();
  private readonly exploration: Exploration;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  static async load(me: Me, id: number, login: () => void): Promise<CandidatePage> {
    const [whole, { phases }] = await Promise.all([ask<Whole>("GET", `candidates/${id}`), ask<Pick<Me, "phases">>("GET", "phases")]);
    me.phases = phases;
    const page = new CandidatePage(me, whole, login);
    if (page.writable) await page.recover();
    return page;
  }

  private constructor(private readonly me: Me, private readonly whole: Whole, login: () => void) {
    this.draft = new Draft(whole.id, me.name, whole.version, login);
    this.draft.addEventListener("change", () => this.drawSaved());
    this.exploration = new Exploration(this.writable, whole.verdicts, whole.searches, (body) => this.act(body), () => void this.check());
    this.draw();
  }

  get writable(): boolean {
    return this.whole.own && this.whole.state === "draft" && !whyNot(this.me);
  }
  leave(): void {
    clearTimeout(this.timer);
    this.draft.leave();
  }
  flush(): Promise<void> {
    return this.draft.flush();
  }

  private async recover(): Promise<void> {
    for (const [name, value] of Object.entries(await this.draft.recover())) {
      const input = this.inputs.get(name);
      if (input) input.value = value;
    }
  }

  /** Acts other than saves, which the draft sends. */
  private async act(body: Record<string, unknown>): Promise<void> {
    await ask("POST", `candidates/${this.whole.id}`, { op: crypto.randomUUID(), ...body });
  }

  private draw(): void {
    const { whole } = this;
    const refusal = whole.own ? whyNot(this.me) : "";
    this.node.replaceChildren(
      h("p", {}, whole.own ? h("a", { href: "#candidates" }, "All topics that you write") : h("a", { href: "#organise/topics" }, "All proposals")),
      h("h1", {}, `Topic ${whole.id}`, h("small", {}, ` ${kStates[whole.state]}${whole.number ? ` as ${whole.number}` : ""}`), " ", this.saved),
      ...(whole.own ? [] : [h("p", { dir: "auto" }, `By ${whole.author}, ${whole.group}.`)]),
      ...(refusal ? [h("p", { class: "note" }, refusal)] : []),
      ...(whole.reason ? [h("p", { class: "note", dir: "auto" }, `Why not: ${whole.reason}`)] : []),
      this.said, this.conflict,
      h("div", { class: "desk" },
        h("form", { class: "fields", submit: (event: Event) => event.preventDefault() }, h("h2", {}, "The topic"), ...kFields.map((field) => this.field(field))),
        this.exploration.node),
      ...whole.forms.map((form) => h("details", {}, h("summary", {}, form.title),
        this.writable ? formView(`candidate-${whole.id}`, form, async (question, value) => { await this.act({ act: "answer", form: form.form, question, value }); void this.check(); })
          : h("dl", {}, ...form.questions.flatMap((question) => [h("dt", {}, `${question.id}. ${question.text}`), h("dd", { dir: "auto" }, question.value ?? "–")])))),
      h("section", {}, h("h2", {}, "Warnings"), this.warnings),
      this.deeds());
    this.drawWarnings(whole.warnings);
    this.exploration.suggest(whole.fields.title ?? "");
    void this.checkCastitle();
  }

  private field({ name, label, help, rows }: (typeof kFields)[number]): HTMLElement {
    const id = `field-${name}`;
    const input = rows === 1 ? h("input", { id, dir: "auto", autocomplete: "off", "aria-describedby": `${id}-help` }) : h("textarea", { id, rows, dir: "auto", "aria-describedby": `${id}-help` });
    input.value = this.whole.fields[name] ?? "";
    input.readOnly = !this.writable;
    input.addEventListener("input", () => {
      this.draft.change(name, input.value);
      if (name === "castitle") this.soon(() => void this.checkCastitle());
    });
    input.addEventListener("change", () => void this.draft.flush().then(() => this.check()));
    if (name === "title") input.addEventListener("blur", () => this.exploration.suggest(input.value));
    this.inputs.set(name, input);
    return h("div", { class: "field" }, h("label", { for: id }, label), h("small", { id: `${id}-help` }, help), input, name === "castitle" && this.nexi);
  }
  private soon(work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, kCheckPause);
  }

  /** How the castitle is understood, or the place where it is wrong. */
  private async checkCastitle(): Promise<void> {
    const text = this.inputs.get("castitle")?.value ?? "";
    const turn = ++this.asked;
    if (!text) return this.nexi.replaceChildren();
    try {
      const { fault, outline } = await ask<Castitle>("GET", `castitle?q=${encodeURIComponent(text)}`);
      if (turn !== this.asked) return;
      this.inputs.get("castitle")?.setAttribute("aria-invalid", String(Boolean(fault)));
      if (!fault) return this.nexi.replaceChildren(h("pre", {}, outline ?? ""));
      const letters = [...text];
      this.nexi.replaceChildren(h("p", { class: "error" }, `Character ${fault.column}: ${fault.message}`),
        h("code", { dir: "auto" }, letters.slice(0, fault.column - 1).join(""), h("mark", {}, letters[fault.column - 1] ?? "␣"), letters.slice(fault.column).join("")));
    } catch (fault) {
      if (turn === this.asked) this.nexi.replaceChildren(h("p", { class: "error" }, (fault as Error).message));
    }
  }

  private async check(): Promise<void> {
    const { warnings } = await ask<Whole>("GET", `candidates/${this.whole.id}`).catch(() => ({ warnings: undefined }));
    if (warnings) this.drawWarnings(warnings);
  }
  private drawWarnings(warnings: Whole["warnings"]): void {
    this.warnings.replaceChildren(...(warnings.length ? warnings.map(({ code, message }) => h("li", { "data-code": code, dir: "auto" }, message)) : [h("li", { class: "none" }, "No warnings.")]));
  }

  private drawSaved(): void {
    const { state, message } = this.draft;
    this.saved.textContent = state;
    this.saved.dataset.state = state;
    this.said.textContent = state === "refused" ? message : "";
    if (state !== "changed elsewhere") return this.conflict.replaceChildren();
    const load = (keepMine: boolean) => async () => {
      const { version, fields } = await ask<Whole>("GET", `candidates/${this.whole.id}`);
      if (!keepMine) for (const [name, input] of this.inputs) input.value = fields[name] ?? "";
      await this.draft.resolve(keepMine, version);
    };
    this.conflict.replaceChildren(h("p", { class: "note" }, "This topic was changed in another tab or on another machine. ", button("Keep what is here", () => void load(true)()), " ", button("Use the other version", () => void load(false)())));
  }

  private deeds(): HTMLElement {
    const { whole } = this;
    const versions = h("details", { toggle: () => void this.drawVersions(versions) }, h("summary", {}, "Earlier versions"));
    const move = (act: string, words: string) => async () => {
      try {
        if (act === "withdraw" && (await confirmed({
          title: "Withdraw this topic?", action: "Withdraw",
          text: "It will not be considered any more. Its text stays on record with the organiser, but you cannot edit it again.",
        })) === undefined) return;
        await this.draft.flush();
        if (this.draft.state !== "saved") throw new Error("Not everything is saved yet.");
        await this.act({ act });
        announce(words);
        if (act === "withdraw") location.hash = "#candidates";
        else this.node.dispatchEvent(new HashChangeEvent("hashchange", { bubbles: true }));
      } catch (fault) {
        this.said.textContent = (fault as Error).message;
        this.said.scrollIntoView({ block: "center" });
      }
    };
    const open = whole.own && !whyNot(this.me);
    return h("section", {}, h("p", { class: "row" },
      open && whole.state === "draft" && button("Hand in", () => void move("hand_in", "Handed in.")(), { class: "main", id: "hand-in" }),
      open && whole.state === "handed_in" && button("Take back and edit", () => void move("take_back", "Taken back.")(), { id: "take-back" }),
      open && (whole.state === "draft" || whole.state === "handed_in") && button("Withdraw", () => void move("withdraw", "Withdrawn.")(), { id: "withdraw" })),
      whole.own && versions);
  }

  private async drawVersions(place: HTMLDetailsElement): Promise<void> {
    if (!place.open) return;
    const list = h("ol", { class: "versions" });
    place.replaceChildren(place.firstElementChild as HTMLElement, list);
    await this.addVersions(list);
  }

  /** The last versions before one, newest first, with a button for those before them. */
  private async addVersions(list: HTMLElement, before?: number): Promise<void> {
    const { versions, older } = await ask<{ versions: { version: number; server_ms: number; fields: Fields }[]; older: boolean }>("GET", `candidates/${this.whole.id}/versions${before === undefined ? "" : `?before=${before}`}`);
    const first = versions[0]?.version;
    list.append(...versions.reverse().map(({ version, server_ms, fields }) => h("li", { value: version },
      h("span", { dir: "auto" }, fields.title ?? "(no title)"), h("small", {}, ` ${new Date(server_ms).toLocaleString()} `),
      this.writable && button("Take this one", () => {
        for (const [name, input] of this.inputs) {
          if (input.value === (fields[name] ?? "")) continue;
          input.value = fields[name] ?? "";
          this.draft.change(name, input.value);
        }
        void this.draft.flush().then(() => this.check());
        void this.checkCastitle();
      }, { "aria-label": `Take version ${version}` }))));
    if (!older || first === undefined) return;
    const more = h("li", { class: "older" }, button("Show older versions", () => {
      more.remove();
      void this.addVersions(list, first);
    }));
    list.append(more);
  }
}
