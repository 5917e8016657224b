// Requests to the server, and what they answer.
import { messages, textOf } from "../shared/messages";
import type { HistoryEvent, State, Status } from "./journal";

/** Status 0: the server could not be reached. */
export class Fault extends Error {
  constructor(readonly status: number, message: string, readonly answer?: unknown) {
    super(message);
  }
}

export type Role = "organiser" | "assessor" | "reader" | "participant";
/** A phase of the track; days as they were announced, empty where none were. */
export interface Phase {
  phase: "topics" | "selection" | "runs" | "pooling" | "assessment" | "results";
  state: "planned" | "open" | "closed";
  from: string;
  until: string;
}
export interface Me {
  name: string;
  roles: Role[];
  group?: string;
  phases: Phase[];
  /** What the track is called, where the server says it. */
  track?: { title: string };
  /** Whether the track has an index. */
  search: boolean;
  csrf: string;
  assignments: Assignment[];
}
/** Whether somebody may see the figures of the whole track: organisers, and readers who neither judge nor take part. */
export function seesFigures({ roles }: Me): boolean {
  return roles.includes("organiser") || (roles.includes("reader") && !roles.includes("assessor") && !roles.includes("participant"));
}
export const isOpenPhase = ({ phases }: Me, name: Phase["phase"]) => phases.some(({ phase, state }) => phase === name && state === "open");
export interface Assignment {
  id: number;
  topic: string;
  part?: "main" | "second" | "final";
  fields: Record<string, string>;
  state: "open" | "done" | "locked";
  author?: boolean;
  items: number;
  judged: number;
}
export interface Item {
  doc: string;
  /** The id where it has none. */
  title?: string;
  sha256: string;
  length: number;
  batch: number;
  extra?: boolean;
  status: Status;
  version: number;
}
export interface ItemList {
  topic: string;
  state: Assignment["state"];
  mode?: "highlight" | "grades-2003" | "grades-2002";
  /** Working time for the rest, at the pace so far. */
  left_ms?: number | null;
  items: Item[];
}
export interface Suggestion {
  source: string;
  status: Status;
  spans: [number, number][];
  bep: number | null;
}
export interface ItemState extends State {
  doc: string;
  sha256: string;
  length: number;
  history?: HistoryEvent[];
  origins?: { run: string; group: string; rank: number }[];
  suggestions?: Suggestion[];
  /** What main and second assessor said, for who decides. */
  sides?: AssessorSide[];
}
export interface AssessorSide extends Omit<State, "version"> {
  part: "main" | "second";
  account: string;
}
/** Text, and elements as columns in the order of their begins. */
export interface Columns {
  id: string;
  length: number;
  text: string;
  names: string[];
  begin: number[];
  end: number[];
  name: number[];
  parent: number[];
}

let csrf = "";

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  if (method !== "GET") headers["X-CSRF"] = csrf;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    return await fetch(`/api/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Fault(0, messages.unreachable);
  }
}

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response = await send(method, path, body);
  // The page began without a network, or somebody logged in anew in another tab: the token is another one now.
  if (response.status === 403 && method !== "GET" && path !== "login" && path !== "invite") {
    await whoAmI();
    response = await send(method, path, body);
  }
  const text = await response.text().catch(() => {
    throw new Fault(0, messages.unreachable);
  });
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Fault(response.ok ? 0 : response.status, messages.unreadable);
  }
  // What only fetches something in the background is no reason to interrupt somebody.
  if (response.status === 401 && method !== "GET" && path !== "login") dispatchEvent(new Event("fovea-login"));
  if (!response.ok) throw new Fault(response.status, textOf(response.status, String((answer as { message?: unknown }).message ?? "")), answer);
  return answer as Answer;
}

/** Who is logged in; the token for what changes something comes with it. */
export async function whoAmI(): Promise<Me> {
  const me = await ask<Me>("GET", "me");
  csrf = me.csrf;
  return me;
}

export const query = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");

/** Sends a file as the body, and says how much of it is on its way. What was refused by a rule is answered, too. */
export function upload<Answer>(path: string, body: Blob, progress: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/${path}`);
    request.setRequestHeader("X-CSRF", csrf);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total ? loaded / total : 0));
    request.addEventListener("error", () => reject(new Fault(0, messages.interrupted)));
    request.addEventListener("load", () => {
      let answer: { id?: number; message?: string } = {};
      try {
        answer = JSON.parse(request.responseText) as typeof answer;
      } catch {
        return reject(new Fault(request.status, messages.unreadable));
      }
      if (request.status === 401) dispatchEvent(new Event("fovea-login"));
      if (request.status < 300 || answer.id !== undefined) resolve(answer as Answer);
      else reject(new Fault(request.status, textOf(request.status, answer.message ?? "")));
    });
    request.send(body);
  });
}
