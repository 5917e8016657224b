// Two pages changed the same article: both are shown, and the assessor says which is to stand. Nothing is thrown away: what is not
// kept is put aside, and can be read again.
import { openDialog } from "../shared/dialog";
import { button, h } from "../shared/dom";
import type { State } from "./journal";
import type { Conflict, Outbox } from "./outbox";
import { statusName } from "./panels";
import type { QueuedAct } from "./storage";

function side(title: string, state: State, choose: HTMLElement): HTMLElement {
  return h("section", {}, h("h3", {}, title), h("p", {}, statusName(state.status)),
    h("ul", {}, ...state.spans.map(([begin, end]) => h("li", {}, `marked: characters ${begin} to ${end}`)), state.bep === null ? "" : h("li", {}, `entry point at ${state.bep}`),
      ...Object.entries(state.grades).map(([path, [e, s]]) => h("li", {}, `${path}: ${e}, ${s}`))), choose);
}

export function showConflict(outbox: Outbox, conflict: Conflict, resolved: () => void): void {
  const known = [...document.querySelectorAll<HTMLElement>("dialog[data-conflict]")].some((each) => each.dataset.conflict === conflict.doc);
  if (known) return;
  const end = (keepMine: boolean) => async () => {
    await outbox.resolve(conflict, keepMine);
    dialog.close();
    resolved();
  };
  const dialog = openDialog({
    title: `${conflict.doc} was changed elsewhere`, required: true,
    body: [
      h("p", {}, "You have assessed this article in two places, and the two versions contradict each other. Choose one: the "
        + "article will then be exactly as described there."),
      h("div", { class: "sides" },
        side("Stored", conflict.theirs, button("Keep what is stored", end(false))),
        side("Yours, here", conflict.mine, button("Replace it with mine", end(true))))],
  });
  dialog.dataset.conflict = conflict.doc;
}

/** Offers acts as a file, to be kept or sent to the organiser. */
export function download(name: string, acts: readonly QueuedAct[]): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(acts, null, 1)], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
