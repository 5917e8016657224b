// Acts on their way to the server: first to the browser's disk, then in batches, in order, one request at a time. An act leaves
// the queue when the server has answered it, and never before.
import { ask, Fault, query, type ItemState } from "./api";
import { actsBetween, blank, commute, journalOf, makesVersion, perform, type Act, type Delta, type Journal, type State } from "./journal";
import { dequeue, enqueue, exchange, keep, kept, parked, queued, type QueuedAct } from "./storage";

const kMostActs = 200;
/** So many at a time, and a second between, for a server that says: slow down. */
const kSlowActs = 20;
const kSlowWait = 1000;
const kMostBytes = 60_000;
const kFirstWait = 500;
const kLongestWait = 30_000;

export type Traffic = "saved" | "saving" | "waiting" | "offline" | "conflict" | "logged out";

/** Both sides of a conflict. */
export interface Conflict {
  assignment: number;
  doc: string;
  theirs: State;
  mine: State;
}

interface Answer {
  seq?: number;
  version?: number;
  status?: number;
  message?: string;
  warnings?: string[];
  since?: { kind: string; delta?: Delta }[];
}

const keyOf = (assignment: number, doc: string) => `${assignment}/${doc}`;

export class Outbox extends EventTarget {
  traffic: Traffic = "saved";
  readonly conflicts = new Map<string, Conflict>();
  private acts: QueuedAct[] = [];
  private foreign: QueuedAct[] = [];
  /** What the server has confirmed, by document. */
  private readonly confirmed = new Map<string, Journal>();
  /** That with the queue on top, until something other than a new act changes it. */
  private readonly shown = new Map<string, Journal>();
  private sending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = kFirstWait;
  private most = kMostActs;

  constructor(readonly account: string) {
    super();
    addEventListener("online", () => this.send());
    addEventListener("offline", () => this.say("offline"));
  }

  /** Takes up what an earlier page left behind. */
  async open(): Promise<void> {
    const all = await queued();
    this.acts = all.filter((act) => act.account === this.account);
    this.foreign = all.filter((act) => act.account !== this.account);
    this.shown.clear();
    this.changed();
    void this.send();
  }

  get unsent(): number {
    return this.acts.length;
  }
  /** Done when all that was done is with the server. */
  sent(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.unsent) return;
        this.removeEventListener("change", look);
        resolve();
      };
      this.addEventListener("change", look);
      look();
    });
  }
  /** What other accounts have left in this browser. */
  get ofOthers(): readonly QueuedAct[] {
    return this.foreign;
  }

  /** A document as the server and the queue have it; from the copy in the browser where there is no network. */
  async load(assignment: number, doc: string): Promise<{ item: ItemState; journal: Journal }> {
    const path = `assignments/${assignment}/item?${query({ doc })}`;
    const key = `${this.account}/${path}`;
    let item: ItemState;
    try {
      item = await ask<ItemState>("GET", path);
      await keep(key, item);
      const known = new Set((item.history ?? []).map((event) => event.op));
      const arrived = this.acts.filter((act) => act.assignment === assignment && act.doc === doc && known.has(act.op));
      if (arrived.length) await this.remove(arrived);
      // An answer that was overtaken by that to a later act is older than what is known.
      const before = this.confirmed.get(keyOf(assignment, doc));
      if (!before || item.version >= before.state.version) this.confirm(keyOf(assignment, doc), journalOf(stateOf(item), item.history ?? []));
    } catch (fault) {
      const copy = fault instanceof Fault && fault.status === 0 ? await kept<ItemState>(key) : undefined;
      if (!copy) throw fault;
      item = copy;
      const journal = await kept<Journal>(`${this.account}/journal/${keyOf(assignment, doc)}`);
      const older = journalOf(stateOf(item), item.history ?? []);
      this.confirm(keyOf(assignment, doc), journal && journal.state.version >= item.version ? journal : older);
    }
    return { item, journal: this.journal(assignment, doc) };
  }

  /**
   * What another window or device has done to a document since; undefined when nothing was. Acts that are under way go first:
   * their answers tell what else has happened.
   */
  async look(assignment: number, doc: string): Promise<ItemState | undefined> {
    const key = keyOf(assignment, doc);
    const known = this.confirmed.get(key);
    if (!known || this.pending(assignment, doc).length) return undefined;
    const path = `assignments/${assignment}/item?${query({ doc })}`;
    const item = await ask<ItemState>("GET", path);
    if (this.confirmed.get(key) !== known || this.pending(assignment, doc).length) return undefined;
    if (item.version <= known.state.version) return undefined;
    this.confirm(key, journalOf(stateOf(item), item.history ?? []));
    await keep(`${this.account}/${path}`, item);
    return item;
  }

  /** What the server has confirmed, with the queue on top. */
  journal(assignment: number, doc: string): Journal {
    const key = keyOf(assignment, doc);
    let journal = this.shown.get(key);
    if (!journal) {
      journal = this.pending(assignment, doc).reduce((before, { act }) => perform(before, act), this.confirmedOf(assignment, doc));
      this.shown.set(key, journal);
    }
    return journal;
  }
  private confirm(key: string, journal: Journal | undefined): void {
    if (journal) this.confirmed.set(key, journal);
    else this.confirmed.delete(key);
    this.shown.delete(key);
  }
  private confirmedOf(assignment: number, doc: string): Journal {
    return this.confirmed.get(keyOf(assignment, doc)) ?? blank;
  }
  private pending(assignment: number, doc: string): QueuedAct[] {
    return this.acts.filter((act) => act.assignment === assignment && act.doc === doc);
  }
  /** What is known of a document: what the server confirmed, with the queue on top; nothing of one that was not looked at. */
  statusOf(assignment: number, doc: string): State["status"] | undefined {
    return this.confirmed.has(keyOf(assignment, doc)) ? this.journal(assignment, doc).state.status : undefined;
  }

  /** Done when the act is on the browser's disk; what the page shows has it at once. */
  async add(assignment: number, item: { doc: string; sha256: string }, act: Act, active_ms: number): Promise<void> {
    const before = this.journal(assignment, item.doc);
    const after = perform(before, act);
    const queuedAct = { ...this.newAct(assignment, item.doc, item.sha256, act, before.state, after.state), active_ms };
    this.acts.push(queuedAct);
    this.shown.set(keyOf(assignment, item.doc), after);
    this.changed();
    queuedAct.n = await enqueue(queuedAct);
    void this.send();
  }

  private newAct(assignment: number, doc: string, sha256: string, act: Act, before: State, after: State): QueuedAct {
    return { account: this.account, assignment, doc, sha256, op: crypto.randomUUID().replaceAll("-", ""), act, active_ms: 0, base: before.version, after };
  }

  private async remove(acts: readonly QueuedAct[], park = false): Promise<void> {
    this.forget(acts);
    await dequeue(acts, park);
    this.changed();
  }
  private forget(acts: readonly QueuedAct[]): void {
    const gone = new Set(acts.map((act) => act.op));
    this.acts = this.acts.filter((act) => !gone.has(act.op));
    for (const { assignment, doc } of acts) this.shown.delete(keyOf(assignment, doc));
  }

  /** The next acts that may go: of one assignment, none of a document in conflict, each on disk already. */
  private batch(): QueuedAct[] {
    const free = this.acts.filter((act) => !this.conflicts.has(keyOf(act.assignment, act.doc)));
    const out: QueuedAct[] = [];
    let bytes = 0;
    for (const act of free) {
      bytes += JSON.stringify({ ...act, after: undefined }).length * 3;
      if (act.n === undefined || act.assignment !== free[0].assignment || out.length === this.most || (out.length && bytes > kMostBytes)) break;
      out.push(act);
    }
    return out;
  }

  async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      for (let batch = this.batch(); batch.length; batch = this.batch()) {
        this.say("saving");
        await this.settle(batch, await ask<Answer[]>("POST", `assignments/${batch[0].assignment}/events`, this.wire(batch)));
        this.wait = kFirstWait;
      }
      this.most = kMostActs;
      this.say(this.conflicts.size ? "conflict" : "saved");
    } catch (fault) {
      await this.failed(fault);
    } finally {
      this.sending = false;
    }
  }

  private wire(batch: readonly QueuedAct[]): unknown[] {
    const versions = new Map<string, number>();
    return batch.map(({ op, doc, sha256, assignment, act, active_ms, base }) => {
      // The version that was on the screen, whatever was loaded since: otherwise an act would go on top of what nobody here has seen.
      const version = versions.get(doc) ?? base ?? this.confirmedOf(assignment, doc).state.version;
      versions.set(doc, version + (makesVersion(act.kind) ? 1 : 0));
      return { op, doc, base_version: version, sha256, kind: act.kind, data: act.data, active_ms };
    });
  }

  private async settle(batch: readonly QueuedAct[], answers: readonly Answer[]): Promise<void> {
    const done: QueuedAct[] = [];
    const stopped = new Map<string, { at: number; answer: Answer }>();
    batch.forEach((each, i) => {
      const answer = answers[i];
      const key = keyOf(each.assignment, each.doc);
      // What came with a loaded document in the meantime is done with.
      if (!this.acts.some((act) => act.op === each.op)) return;
      if (answer?.seq !== undefined) {
        const after = perform(this.confirmedOf(each.assignment, each.doc), each.act);
        this.confirm(key, makesVersion(each.act.kind) ? { ...after, state: { ...after.state, version: answer.version ?? 0 } } : after);
        done.push(each);
        answer.warnings?.forEach((text) => this.tell(text));
      } else if (!stopped.has(key)) {
        stopped.set(key, { at: i, answer: answer ?? {} });
      }
    });
    // At once here, where somebody may be acting already. On the disk first the copy, then the queue: between the two an act is known
    // twice, and its number says so.
    this.forget(done);
    for (const key of new Set(done.map((each) => keyOf(each.assignment, each.doc)))) await keep(`${this.account}/journal/${key}`, this.confirmed.get(key));
    if (done.length) await this.remove(done);
    for (const { at, answer } of stopped.values()) await this.refused(batch[at], answer);
  }

  private async refused({ assignment, doc, sha256 }: QueuedAct, answer: Answer): Promise<void> {
    const acts = this.pending(assignment, doc);
    const mine = [...acts].reverse().find(({ after }) => after)?.after ?? this.journal(assignment, doc).state;
    this.confirm(keyOf(assignment, doc), undefined);
    const { item } = await this.load(assignment, doc);
    if (answer.status === 409 && item.sha256 === sha256) {
      const left = this.pending(assignment, doc);
      const conflict = { assignment, doc, theirs: this.confirmedOf(assignment, doc).state, mine };
      if (left.length === 0) return;
      if (commute(left.map(({ act }) => act), answer.since ?? [])) return this.rebase(assignment, doc, left);
      // The same in both places is no conflict.
      if (actsBetween(conflict.theirs, mine).length === 0) return this.resolve(conflict, true);
      this.conflicts.set(keyOf(assignment, doc), conflict);
      this.changed();
      this.dispatchEvent(new Event("conflict"));
      return;
    }
    const message = answer.message ?? "The server refused it.";
    for (const act of acts) act.message = message;
    await this.remove(acts, true);
    this.tell(message);
    this.dispatchEvent(new Event("refused"));
  }

  /** Acts that go on top of what others did are about that from now on. */
  private rebase(assignment: number, doc: string, acts: readonly QueuedAct[]): void {
    let journal = this.confirmedOf(assignment, doc);
    for (const each of acts) {
      each.base = journal.state.version;
      journal = perform(journal, each.act);
      each.after = journal.state;
    }
    this.shown.delete(keyOf(assignment, doc));
  }

  /**
   * Ends a conflict: the article is as it is stored, and my acts are put aside; or it is as it was here, to the letter, by the acts that make the
   * one of the other. Mine on top of theirs would be neither: a verdict does not go with another's marks.
   */
  async resolve(conflict: Conflict, keepMine: boolean): Promise<void> {
    const { assignment, doc } = conflict;
    const acts = this.pending(assignment, doc).filter(({ act }) => makesVersion(act.kind));
    if (!keepMine) {
      for (const act of acts) act.message = "You kept what was stored.";
      await this.remove(acts, true);
    } else if (acts.length) {
      let journal = this.confirmedOf(assignment, doc);
      const made = actsBetween(journal.state, conflict.mine).map((act) => {
        const before = journal.state;
        journal = perform(journal, act);
        return this.newAct(assignment, doc, acts[0].sha256, act, before, journal.state);
      });
      await exchange(acts, made);
      this.forget(acts);
      this.acts.push(...made);
    }
    this.conflicts.delete(keyOf(conflict.assignment, conflict.doc));
    this.changed();
    void this.send();
  }

  private async failed(fault: unknown): Promise<void> {
    const status = fault instanceof Fault ? fault.status : -1;
    if (status === 401) {
      this.say("logged out");
      this.dispatchEvent(new Event("login"));
      return;
    }
    if ([400, 404, 413, 422, 423].includes(status)) {
      // Refused as a whole: the first batch would stand in the way of all others for ever.
      const batch = this.batch();
      for (const act of batch) act.message = (fault as Fault).message;
      await this.remove(batch, true);
      this.tell((fault as Fault).message);
      this.dispatchEvent(new Event("refused"));
    } else {
      // A server that is busy, full or away: what is not sent yet stays, and is sent when it is not.
      this.say(status > 0 ? "waiting" : "offline");
      if (status >= 500) this.tell((fault as Fault).message);
    }
    this.most = status === 429 ? kSlowActs : kMostActs;
    this.timer = setTimeout(() => this.send(), status === 429 ? kSlowWait : this.wait);
    if (status !== 429) this.wait = Math.min(this.wait * 2, kLongestWait);
  }

  /** Acts that the server refused, or that were put aside. */
  parked(): Promise<QueuedAct[]> {
    return parked();
  }

  private say(traffic: Traffic): void {
    this.traffic = traffic;
    this.changed();
  }
  private tell(message: string): void {
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }
  private changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}

function stateOf({ version, status, spans, bep, grades }: ItemState): Journal["state"] {
  return { version, status, spans, bep, grades };
}
