// Keys: what each does, how it is remapped, and the table that says so.
import { openDialog } from "../shared/dialog";
import { button, h } from "../shared/dom";

export const actions = {
  next: ["j", "Next sentence (or word, paragraph, section)"],
  previous: ["k", "Previous sentence (or word, paragraph, section)"],
  unit: ["s", "Move by sentence, word, paragraph or section"],
  range: ["v", "Begin a range at the cursor, or end it"],
  mark: ["h", "Mark the selection, the range, or what the cursor is on"],
  markBlock: ["H", "Mark the whole paragraph"],
  erase: ["u", "Erase marks in the selection, the range, or where the cursor is"],
  beginHere: ["[", "Let the mark begin at the cursor"],
  endHere: ["]", "Let the mark end at the cursor"],
  bep: ["b", "Best entry point: at the cursor, or choose"],
  notRelevant: ["x", "Not relevant, and on to the next article"],
  relevant: ["f", "Relevant, and on to the next article"],
  problem: ["!", "A problem with this article"],
  before: ["9", "Previous article"],
  after: ["0", "Next article"],
  nextMark: ["n", "Next mark"],
  previousMark: ["p", "Previous mark"],
  cue: ["g", "Next cue word"],
  difference: ["d", "Next difference between two assessors, for who decides"],
  topic: ["t", "Show or hide the topic"],
  comment: ["c", "Write a comment"],
  accept: ["a", "Accept the suggestion"],
  returned: ["r", "Show or hide what runs returned, where the track says so"],
  list: ["l", "All articles of the topic"],
  help: ["?", "Keys and settings"],
} as const satisfies Record<string, readonly [string, string]>;
export type Action = keyof typeof actions;

export interface Settings {
  keys: Partial<Record<Action, string>>;
  letters: boolean;
  snap: "grapheme" | "word" | "sentence";
  /** Whether cue words are highlighted. */
  cues: boolean;
}

const kPlace = "fovea-settings";

export function settings(): Settings {
  const usual: Settings = { keys: {}, letters: true, snap: "word", cues: true };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(kPlace) ?? "{}") };
  } catch {
    return usual;
  }
}
export function change(part: Partial<Settings>): void {
  localStorage.setItem(kPlace, JSON.stringify({ ...settings(), ...part }));
}

export function keyOf(action: Action): string {
  return settings().keys[action] ?? actions[action][0];
}
export function actionOf(key: string): Action | undefined {
  const { keys, letters } = settings();
  if (!letters) return undefined;
  return (Object.keys(actions) as Action[]).find((action) => (keys[action] ?? actions[action][0]) === key);
}

/** A dialog with all keys; each can be changed. */
export function showHelp(closed: () => void): void {
  const said = h("p", { role: "status" });
  const rows = (Object.keys(actions) as Action[]).map((action) => {
    const input = h("input", {
      "aria-label": actions[action][1], value: keyOf(action), maxlength: 1, size: 2, autocomplete: "off",
      change: () => {
        const taken = input.value !== "" && actionOf(input.value);
        if (input.value === "" || (taken && taken !== action)) {
          said.textContent = input.value === "" ? "A key is one character." : `${input.value} is taken: ${actions[taken as Action][1]}`;
          input.value = keyOf(action);
          return;
        }
        change({ keys: { ...settings().keys, [action]: input.value } });
        said.textContent = "Changed.";
      },
    });
    return h("tr", {}, h("td", {}, input), h("td", {}, actions[action][1]));
  });
  const letters = h("input", { type: "checkbox", change: () => change({ letters: letters.checked }) });
  letters.checked = settings().letters;
  const dialog = openDialog({
    title: "Keys and settings",
    body: [
      h("p", {}, "Keys work while the article has the focus. Arrow keys move too: up and down by sentence, left and right by "
        + "word. Ctrl+Z undoes, Ctrl+Shift+Z redoes. Esc leaves a range."),
      h("label", { class: "row" }, letters, "Single keys are shortcuts"),
      h("table", { class: "keys" }, h("tbody", {}, ...rows)), said],
    actions: [
      button("Reset to defaults", () => { change({ keys: {}, letters: true }); dialog.close(); }),
      button("Close", () => dialog.close(), { autofocus: true, class: "main" })],
    closed,
  });
}
