// The fields of a topic on their way to the server: first into the browser, then one save at a time. What the server has not answered is
// sent again, under the same number, until it is.
import { ask, Fault } from "./api";
import type { Summary } from "./candidates";
import { kept } from "./storage";
import { forgetTyped, rememberTyped, typed, typedNames } from "./typed";

export type Fields = Record<string, string>;
export type DraftState = "saved" | "saving" | "not saved yet" | "offline, kept in this browser" | "changed elsewhere" | "refused";

/** What the browser keeps of a save that is under way. */
interface Unsent {
  base: number;
  op: string;
  fields: Fields;
  /** It replaces what another window saved, which stays in the list of versions. */
  apart?: boolean;
}

const kDrafts = "candidate/";
/** The topics of this account with fields that are in this browser only. */
export const unsentDrafts = () => typedNames(kDrafts).map((name) => Number(name.slice(kDrafts.length)));

const kPause = 700;
const kFirstWait = 1000;
const kLongestWait = 30_000;

export class Draft extends EventTarget {
  state: DraftState = "saved";
  message = "";
  private dirty: Fields = {};
  private unsent: Unsent | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | undefined;
  private wait = kFirstWait;
  private left = false;
  /** The server has another version: nothing is sent until the author has said which one stays. */
  private torn = false;
  private apart = false;

  constructor(readonly id: number, private readonly account: string, public version: number, private readonly login: () => void) {
    super();
  }

  /** What this browser holds and the server does not; to be shown in the place of what the server has. */
  async recover(): Promise<Fields> {
    // Earlier versions of this page kept it with the copies of answers.
    const copy = (JSON.parse(typed(this.key) ?? "null") ?? (await kept(`${this.account}/${this.key}`))) as { unsent?: Unsent; dirty: Fields } | null;
    if (!copy) return {};
    this.unsent = copy.unsent;
    this.dirty = copy.dirty;
    const fields = { ...copy.unsent?.fields, ...copy.dirty };
    if (Object.keys(fields).length) void this.flush();
    return fields;
  }

  change(name: string, value: string): void {
    this.dirty[name] = value;
    this.remember();
    if (this.torn) return;
    this.tell("not saved yet");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), kPause);
  }

  /** Done when all is saved, or cannot be now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.sending ??= this.send().finally(() => { this.sending = undefined; });
    await this.sending;
  }

  /** What is here goes over what others saved meanwhile, or is given up. */
  async resolve(keepMine: boolean, version: number): Promise<void> {
    this.version = version;
    this.torn = false;
    this.apart = keepMine;
    if (keepMine && this.unsent) this.dirty = { ...this.unsent.fields, ...this.dirty };
    if (!keepMine) this.dirty = {};
    this.unsent = undefined;
    this.remember();
    await this.flush();
  }

  leave(): void {
    void this.flush();
    this.left = true;
  }

  private get key(): string {
    return `${kDrafts}${this.id}`;
  }
  private remember(): void {
    if (this.unsent || Object.keys(this.dirty).length) rememberTyped(this.key, JSON.stringify({ unsent: this.unsent, dirty: this.dirty }));
    else forgetTyped(this.key);
  }
  private tell(state: DraftState, message = ""): void {
    this.state = state;
    this.message = message;
    this.dispatchEvent(new Event("change"));
  }

  private async send(): Promise<void> {
    while (!this.torn) {
      if (!this.unsent) {
        if (!Object.keys(this.dirty).length) return this.tell("saved");
        this.unsent = { base: this.version, op: crypto.randomUUID(), fields: this.dirty, ...(this.apart && { apart: true }) };
        this.apart = false;
        this.dirty = {};
        this.remember();
      }
      this.tell("saving");
      try {
        const { version } = await ask<Summary>("POST", `candidates/${this.id}`, { op: this.unsent.op, act: "save", base_version: this.unsent.base, fields: this.unsent.fields, ...(this.unsent.apart && { apart: true }) });
        this.version = version;
        this.unsent = undefined;
        this.wait = kFirstWait;
        this.remember();
      } catch (fault) {
        return this.failed(fault as Error);
      }
    }
  }

  private failed(fault: Error): void {
    const status = fault instanceof Fault ? fault.status : 0;
    if (status === 409) {
      this.torn = true;
      return this.tell("changed elsewhere", fault.message);
    }
    if (status === 401) {
      this.login();
    } else if (status !== 0 && status !== 429 && status < 500) {
      return this.tell("refused", fault.message);
    }
    this.tell("offline, kept in this browser", fault.message);
    if (this.left) return;
    this.timer = setTimeout(() => void this.flush(), this.wait);
    this.wait = Math.min(2 * this.wait, kLongestWait);
  }
}
