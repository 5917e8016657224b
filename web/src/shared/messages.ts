// The texts that tell people what went wrong, or what has happened, in one place. A refusal of the server has a status
// and a
// reason; where the status alone says what to do next, the text is ours.

/** A count with its noun: "1 change", "3 changes". */
export const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** A reason as a sentence, whatever it began and ended with. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return "";
  const whole = trimmed[0].toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

export const messages = {
  unreachable: "The server cannot be reached.",
  interrupted: "The connection was lost before the upload was complete. Send the file again.",
  unreadable: "Unexpected response from the server.",
  loggedOut: "You are logged out. Log in to continue.",
  notAllowed: "Your account may not do this.",
  tooLarge: "This is larger than the server accepts.",
  tooFast: "Too many requests. Wait a moment, then try again.",
  busy: "The server is busy. Try again in a moment.",
  full: "The server has no disk space left. Tell the organiser.",
  failed:
    "The server could not do this because of an internal error. Try again, and tell the organiser if it happens again.",
  changedElsewhere: "Changed in another window or on another device.",
  refusedActs: (count: number, why: string) =>
    `${many(count, "change was", "changes were")} not accepted: ${sentence(why)}`,
  lookingAt: (name: string) => `You are looking at the work of ${name}. You cannot change it.`,
  actsOfOthers: (name: string, count: number) =>
    `${name} has ${many(count, "change")} in this browser that ${count === 1 ? "was" : "were"} never sent.`,
} as const;

/** What a refusal is about, where its status says it better than its reason. */
const byStatus: Record<number, string> = {
  0: messages.unreachable,
  413: messages.tooLarge,
  500: messages.failed,
  503: messages.busy,
  507: messages.full,
};

/** The text for a refusal. */
export function textOf(status: number, reason: string): string {
  return byStatus[status] ?? (reason ? sentence(reason) : messages.failed);
}
