// What an assessor has said about one document: a value, and the acts that turn it into another.
//
// It follows src/assess/document_state.h and act.cpp to the letter, so that the page can show what an act does before the
// server has heard of it: a delta holds what really changed, and undoing is its inverse.
import { intersect, subtract, unite, type Spans } from "./spans";

export type Status = "open" | "relevant" | "not_relevant" | "problem";
export type Grade = readonly [exhaustivity: number, specificity: number];
export type Grades = Readonly<Record<string, Grade>>;

export interface State {
  readonly version: number;
  readonly status: Status;
  readonly spans: Spans;
  readonly bep: number | null;
  readonly grades: Grades;
}

export interface Delta {
  readonly added?: Spans;
  readonly removed?: Spans;
  readonly bep?: readonly [number | null, number | null];
  readonly status?: readonly [Status, Status];
  readonly grades?: Readonly<Record<string, readonly [Grade | null, Grade | null]>>;
}

export type Act =
  | { kind: "add" | "remove"; data: { begin: number; end: number; source?: string } }
  | { kind: "bep"; data: { at: number | null; source?: string } }
  | { kind: "judge"; data: { verdict: Status } }
  | { kind: "grade"; data: { path: string; e?: number; s?: number } }
  | { kind: "comment"; data: { text: string } }
  | { kind: "reopen" | "undo" | "redo" | "time"; data: Record<string, never> };

/** What happened, as the server tells it. */
export interface HistoryEvent {
  readonly op: string;
  readonly seq: number;
  readonly kind: Act["kind"] | "look";
  readonly data: Record<string, unknown>;
  readonly delta?: Delta;
  readonly server_ms: number;
}

export interface Journal {
  readonly state: State;
  /** The acts that stand, the last at the end, and those that were undone since. */
  readonly stand: readonly Delta[];
  readonly undone: readonly Delta[];
  readonly comment: string;
}

export const blank: Journal = {
  state: { version: 0, status: "open", spans: [], bep: null, grades: {} },
  stand: [],
  undone: [],
  comment: "",
};

export function makesVersion(kind: Act["kind"]): boolean {
  return kind !== "comment" && kind !== "time";
}

function isEmpty(delta: Delta): boolean {
  return Object.keys(delta).length === 0;
}

export function inverse(delta: Delta): Delta {
  const grades = delta.grades && Object.fromEntries(Object.entries(delta.grades).map(([path, [a, b]]) => [path, [b, a] as const]));
  return {
    ...(delta.removed && { added: delta.removed }),
    ...(delta.added && { removed: delta.added }),
    ...(delta.bep && { bep: [delta.bep[1], delta.bep[0]] }),
    ...(delta.status && { status: [delta.status[1], delta.status[0]] }),
    ...(grades && { grades }),
  };
}

/** The state with the change, one version on. */
function changed(state: State, delta: Delta): State {
  const grades: Record<string, Grade> = { ...state.grades };
  for (const [path, [, after]] of Object.entries(delta.grades ?? {})) {
    if (after) grades[path] = after;
    else delete grades[path];
  }
  return {
    version: state.version + 1,
    status: delta.status ? delta.status[1] : state.status,
    spans: unite(subtract(state.spans, delta.removed ?? []), delta.added ?? []),
    bep: delta.bep ? delta.bep[1] : state.bep,
    grades,
  };
}

/** Which rule a verdict would break; nothing when it may be given. */
export function refusal(verdict: Status, state: State): string | undefined {
  const marked = state.spans.length > 0;
  const graded = Object.values(state.grades).some(([e]) => e > 0);
  if (verdict === "relevant" && !graded && !(marked && state.bep !== null)) {
    return marked ? "A relevant article needs a best entry point." : "A relevant article needs marked text.";
  }
  if (verdict === "not_relevant" && (marked || graded || state.bep !== null)) {
    return "An article that is not relevant has no marks, no entry point and no grade above 0.";
  }
  return undefined;
}

function effect(act: Act, state: State): Delta {
  let delta: Delta = {};
  switch (act.kind) {
    case "add": {
      const added = subtract([[act.data.begin, act.data.end]], state.spans);
      if (added.length) delta = { added };
      break;
    }
    case "remove": {
      const removed = intersect([[act.data.begin, act.data.end]], state.spans);
      if (removed.length) delta = { removed };
      break;
    }
    case "bep":
      if (act.data.at !== state.bep) delta = { bep: [state.bep, act.data.at] };
      break;
    case "grade": {
      const before = state.grades[act.data.path] ?? null;
      const after: Grade | null = act.data.e === undefined ? null : [act.data.e, act.data.s ?? 0];
      if (String(before) !== String(after)) delta = { grades: { [act.data.path]: [before, after] } };
      break;
    }
    case "judge":
      return state.status === act.data.verdict ? {} : { status: [state.status, act.data.verdict] };
    default:
      break;
  }
  const reopens = state.status !== "open" && (act.kind === "reopen" || !isEmpty(delta));
  return reopens ? { ...delta, status: [state.status, "open"] } : delta;
}

/** Whether an act would change anything. */
export function changes(journal: Journal, act: Act): boolean {
  if (act.kind === "undo") return journal.stand.length > 0;
  if (act.kind === "redo") return journal.undone.length > 0;
  if (act.kind === "comment") return act.data.text !== journal.comment;
  return act.kind === "time" || !isEmpty(effect(act, journal.state));
}

/** What becomes of a document by an act that the server has accepted, or will. */
export function perform(journal: Journal, act: Act): Journal {
  if (act.kind === "comment") return { ...journal, comment: act.data.text };
  if (act.kind === "time") return journal;
  if (act.kind === "undo" || act.kind === "redo") {
    const from = act.kind === "undo" ? journal.stand : journal.undone;
    if (from.length === 0) return journal;
    const delta = inverse(from[from.length - 1]);
    const rest = from.slice(0, -1);
    return {
      ...journal,
      state: changed(journal.state, delta),
      ...(act.kind === "undo" ? { stand: rest, undone: [...journal.undone, delta] } : { stand: [...journal.stand, delta], undone: rest }),
    };
  }
  const delta = effect(act, journal.state);
  const state = changed(journal.state, delta);
  return isEmpty(delta) ? { ...journal, state } : { ...journal, state, stand: [...journal.stand, delta], undone: [] };
}

/** The journal of a state and of how it came to be. */
export function journalOf(state: State, history: readonly HistoryEvent[]): Journal {
  const stand: Delta[] = [];
  const undone: Delta[] = [];
  let comment = "";
  for (const { kind, data, delta } of history) {
    if (kind === "comment") comment = String(data.text);
    if (!delta) continue;
    if (kind === "undo") {
      stand.pop();
      undone.push(delta);
    } else if (kind === "redo") {
      undone.pop();
      stand.push(delta);
    } else if (!isEmpty(delta)) {
      stand.push(delta);
      undone.length = 0;
    }
  }
  return { state, stand, undone, comment };
}

/**
 * The acts that make one state of another, in an order in which the server takes them: grades that differ go before others come, so that at no
 * moment an element has less than what it contains; the verdict comes last, as everything else reopens a document.
 */
export function actsBetween(from: State, to: State): Act[] {
  const acts: Act[] = [
    ...subtract(from.spans, to.spans).map(([begin, end]): Act => ({ kind: "remove", data: { begin, end } })),
    ...subtract(to.spans, from.spans).map(([begin, end]): Act => ({ kind: "add", data: { begin, end } })),
  ];
  if (from.bep !== to.bep) acts.push({ kind: "bep", data: { at: to.bep } });
  const other = (path: string) => String(from.grades[path]) !== String(to.grades[path]);
  for (const path of Object.keys(from.grades).filter(other)) acts.push({ kind: "grade", data: { path } });
  for (const [path, [e, s]] of Object.entries(to.grades)) if (other(path)) acts.push({ kind: "grade", data: { path, e, s } });
  const status = acts.length > 0 ? "open" : from.status;
  if (status !== to.status) acts.push(to.status === "open" ? { kind: "reopen", data: {} } : { kind: "judge", data: { verdict: to.status } });
  return acts;
}

/**
 * Whether acts can go on top of what others did in the meantime without anybody losing anything: marks only, and none where
 * the other side said the opposite. The same text marked in both places is marked once.
 */
export function commute(mine: readonly Act[], theirs: readonly { kind: string; delta?: Delta }[]): boolean {
  const touched = (what: "added" | "removed") =>
    theirs.reduce<Spans>((all, { delta }) => unite(all, delta?.[what] ?? []), []);
  const opposite = { add: touched("removed"), remove: touched("added") };
  const onlyMarks = (each: { kind: string }) => ["add", "remove", "comment", "time", "look"].includes(each.kind);
  const agrees = (act: Act) => (act.kind !== "add" && act.kind !== "remove")
    || intersect([[act.data.begin, act.data.end]], opposite[act.kind]).length === 0;
  return theirs.every(onlyMarks) && theirs.every(({ delta }) => !delta?.status)
    && mine.every((act) => onlyMarks(act) && agrees(act));
}
