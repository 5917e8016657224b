// Dialogs: a header and a footer that stay, and a body between them that scrolls, so that no content can push the
// buttons out
// of the window. Esc, the close button and Back close one; so does a click outside, unless something can be typed in
// it.
import { button, h } from "./dom";

export interface DialogParts {
  title: string;
  body: (Node | string)[];
  /** Buttons of the footer; a close button is added unless the dialog must be answered. */
  actions?: HTMLElement[];
  wide?: boolean;
  /** It can only be ended by one of its actions. */
  required?: boolean;
  id?: string;
  closed?: () => void;
}

let count = 0;
/** Dialogs that Back closes, the last one on top. */
const open: { number: number; node: HTMLDialogElement }[] = [];

// A reload keeps the state of the address, and no dialog.
if ((history.state as { dialog?: number } | null)?.dialog !== undefined) history.replaceState(null, "");
addEventListener("popstate", () => {
  const last = open[open.length - 1];
  if (last && (history.state as { dialog?: number } | null)?.dialog !== last.number) last.node.close();
});

/** Opens a dialog. Close it by its own `close()`. */
export function openDialog({ title, body, actions = [], wide, required, id, closed }: DialogParts): HTMLDialogElement {
  const number = ++count;
  const back = document.activeElement as HTMLElement | null;
  const close = () => node.close();
  const node = h(
    "dialog",
    {
      id,
      class: `dialog${wide ? " wide" : ""}`,
      "aria-labelledby": `dialog-${number}`,
      cancel: (event: Event) => required && event.preventDefault(),
      // A click on the backdrop is one on the dialog itself.
      click: (event: MouseEvent) => {
        if (!required && event.target === node && !node.querySelector("input, textarea, select")) close();
      },
      close: () => {
        node.remove();
        const at = open.findIndex((each) => each.number === number);
        if (at >= 0) open.splice(at, 1);
        if ((history.state as { dialog?: number } | null)?.dialog === number) history.back();
        if (back?.isConnected) back.focus({ preventScroll: true });
        closed?.();
      },
    },
    h(
      "header",
      {},
      h("h2", { id: `dialog-${number}`, dir: "auto" }, title),
      !required && button("✕", close, { class: "close", "aria-label": "Close" }),
    ),
    h("div", { class: "body", tabindex: 0, role: "group", "aria-labelledby": `dialog-${number}` }, ...body),
    h("footer", {}, ...actions, !required && !actions.length && button("Close", close, { class: "main" })),
  );
  document.body.append(node);
  node.showModal();
  if (!required) {
    open.push({ number, node });
    history.pushState({ dialog: number }, "");
  }
  return node;
}

export interface Question {
  title: string;
  /** What will happen. */
  text: string;
  /** The label of the button that does it. */
  action: string;
  /** A field for a reason, by its label; its text comes with the answer. */
  reason?: string;
}

/** Asks once before something is done. The reason that was given, or undefined when nothing is to be done. */
export function confirmed({ title, text, action, reason }: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer: string | undefined;
    const why = h("input", { id: "dialog-reason", autocomplete: "off", maxlength: 500 });
    const dialog = openDialog({
      title,
      body: [h("p", {}, text), ...(reason ? [h("label", { for: "dialog-reason" }, reason), why] : [])],
      actions: [
        button("Cancel", () => dialog.close()),
        button(
          action,
          () => {
            answer = why.value;
            dialog.close();
          },
          { class: "main danger", autofocus: true },
        ),
      ],
      // Back is under way: what is done next may change the address.
      closed: () => setTimeout(() => resolve(answer), 0),
    });
  });
}
