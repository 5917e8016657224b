// The first topic, taught by doing: one thing at a time, and the next when it was done.
import { button, h } from "../shared/dom";
import type { Judging } from "./judging";
import { keyOf, type Action } from "./keys";

interface Step {
  text: () => string;
  done: (what: string, judging: Judging) => boolean;
}
const key = (action: Action) => `“${keyOf(action)}”`;

const steps: Step[] = [
  { text: () => `Read the topic above: what does the author want to know? Topic (or ${key("topic")}) hides it and brings it back. Try it.`, done: (what) => what === "topic" },
  { text: () => `Move through the article sentence by sentence with ${key("next")} and ${key("previous")}, or click or tap on one.`, done: (what) => ["next", "previous", "click"].includes(what) },
  { text: () => `Mark a sentence: Mark (or ${key("mark")}) marks the selection, or what the cursor is on. With a finger: Tap marks, then tap.`, done: (_, { journal }) => journal.state.spans.length > 0 },
  { text: () => `Marks that touch become one. Mark the next sentence too; or begin a range with ${key("range")}, move on, and mark it.`, done: (what, { journal }) => what === "add" && journal.stand.length > 1 },
  { text: () => `Too much? Erase (or ${key("erase")}) takes away what is selected, or what the cursor is on; a hole in a mark makes two of it.`, done: (what) => what === "remove" },
  { text: () => "Take that back: Ctrl+Z, or Undo. Nothing is ever lost, not after weeks either.", done: (what) => what === "undo" },
  { text: () => `Where should a reader begin? Entry point (or ${key("bep")}) sets it.`, done: (_, { journal }) => journal.state.bep !== null },
  { text: () => `This article is judged: Relevant (or ${key("relevant")}) says so and goes on to the next.`, done: (what, { journal }) => what === "judge" && journal.state.status === "relevant" },
  { text: () => `Nothing of use in this one? Not relevant (or ${key("notRelevant")}) says so and goes on.`, done: (what, { journal }) => what === "judge" && journal.state.status === "not_relevant" },
];

export class Guide {
  private place = 0;
  private readonly text = h("p", { role: "status" });
  readonly node = h("aside", { class: "guide", "aria-label": "Guide" }, this.text, button("End the tour", () => this.end()));

  constructor(private readonly ended: () => void) {
    this.show();
  }

  private show(): void {
    const step = steps[this.place];
    this.text.textContent = step ? `${this.place + 1} of ${steps.length}: ${step.text()}` : "That is all there is to it. Nothing of this practice is kept.";
  }
  private end(): void {
    this.node.remove();
    this.ended();
  }

  /** Something was done. */
  done(what: string, judging: Judging): void {
    if (steps[this.place]?.done(what, judging)) {
      ++this.place;
      this.show();
    }
  }
}
