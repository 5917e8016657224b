// What the dashboard works out from what the server answers: the next step, who assesses what, whom a list invites,
// answers as CSV.
import type { Phase } from "../../assess/api";
import { many } from "../../shared/messages";
import type { Overview, Progress } from "./types";

interface Step {
  text: string;
  href: string;
  label: string;
}

/** What an organiser does next, from what is open and what is there. */
export function nextStep(
  phases: readonly Phase[],
  { topics, accounts }: Overview,
  progress: readonly Progress[],
): Step {
  const is = (name: Phase["phase"], state: Phase["state"]) =>
    phases.some((each) => each.phase === name && each.state === state);
  const isOpen = (name: Phase["phase"]) => is(name, "open");
  const left = progress.filter(({ state }) => state === "open").length;
  const assessors = accounts.filter(({ role }) => role.includes("assessor")).length;
  if (isOpen("results"))
    return { text: "Results are open.", href: "#organise/results", label: "See what is published" };
  if (isOpen("assessment") || progress.length) {
    if (topics.length > new Set(progress.map(({ topic }) => topic)).size) {
      return {
        text: `Some topics have no assessor yet; ${many(assessors, "account")} can assess.`,
        href: "#organise/assignments",
        label: "Assign topics",
      };
    }
    if (left)
      return {
        text: `${many(left, "assignment is", "assignments are")} not finished yet.`,
        href: "#organise/assignments",
        label: "See progress",
      };
    return { text: "All assignments are finished.", href: "#organise/results", label: "Publish results" };
  }
  if (isOpen("pooling")) return { text: "Pooling is open.", href: "#organise/pool", label: "Make the pool" };
  if (isOpen("runs")) return { text: "Groups are sending runs.", href: "#organise/runs", label: "See the runs" };
  if (isOpen("selection"))
    return { text: "Choose and number the topics.", href: "#organise/topics", label: "Choose topics" };
  if (isOpen("topics"))
    return { text: "Participants are writing topics.", href: "#organise/topics", label: "See the proposals" };
  if (accounts.length < 2)
    return { text: "Invite participants and assessors.", href: "#organise/people", label: "Invite people" };
  return { text: "No phase is open. Open the next one below when you are ready.", href: "#phases", label: "" };
}

/** Topics without a main assessor, each with one of those who have the least to do. */
export function spread(
  topics: readonly string[],
  assessors: readonly string[],
  progress: readonly Pick<Progress, "topic" | "account" | "part">[],
): { topic: string; account: string }[] {
  const load = new Map(assessors.map((name) => [name, progress.filter(({ account }) => account === name).length]));
  const taken = new Set(progress.filter(({ part }) => part === "main").map(({ topic }) => topic));
  return topics
    .filter((topic) => !taken.has(topic))
    .flatMap((topic) => {
      const [first] = [...load].sort(([, a], [, b]) => a - b);
      if (!first) return [];
      load.set(first[0], first[1] + 1);
      return [{ topic, account: first[0] }];
    });
}

/** How much of what somebody is to assess is done. */
export function workOf(name: string, progress: readonly Progress[]): { judged: number; items: number } {
  const own = progress.filter(({ account }) => account === name);
  const sum = (key: "judged" | "items") => own.reduce((total, each) => total + each[key], 0);
  return { judged: sum("judged"), items: sum("items") };
}

const kUnits = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;
/** How long ago something was, in its largest unit. */
export function ago(then: number, now: number): string {
  const past = Math.max(0, now - then);
  const unit = kUnits.find(([length]) => past >= length);
  return unit ? `${many(Math.floor(past / unit[0]), unit[1])} ago` : "just now";
}

export const kRoles = ["assessor", "participant", "organiser", "reader"];

export interface Invitation {
  name: string;
  role: string;
  group: string;
}
/**
 * Lines of "name, role, group"; the role is assessor, and the group none, unless given. What cannot be read is named.
 */
export function invitationsIn(text: string): { people: Invitation[]; faults: string[] } {
  const people: Invitation[] = [];
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((line, at) => {
    if (!line.trim()) return;
    const [name = "", role = "assessor", group = ""] = line.split(/[,;\t]/).map((part) => part.trim());
    if (!name) faults.push(`Line ${at + 1} has no name.`);
    else if (!kRoles.includes(role || "assessor"))
      faults.push(`Line ${at + 1}: “${role}” is no role. Roles are ${kRoles.join(", ")}.`);
    else if (role === "participant" && !group) faults.push(`Line ${at + 1}: a participant needs a group.`);
    else people.push({ name, role: role || "assessor", group });
  });
  return { people, faults };
}

export type Answer = Overview["answers"][number];

/** Several options come as a JSON array. */
export function shown(value: string): string {
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.join(", ") : value;
  } catch {
    return value;
  }
}

const cell = (text: string | number) => `"${String(text).replace(/"/g, '""')}"`;
export const csvOf = (answers: readonly Answer[]) =>
  [
    "form,question,answer,count",
    ...answers.map(({ form, question, value, count }) => [form, question, shown(value), count].map(cell).join(",")),
  ].join("\r\n");
