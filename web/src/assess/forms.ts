// Forms before and after a topic: each answer is saved as soon as it is given.
import { ask, Fault } from "./api";
import { announce, h } from "../shared/dom";
import { forgetTyped, rememberTyped, typed, whenBack } from "./typed";

interface Question {
  id: string;
  text: string;
  type: "scale" | "yes-no" | "choice" | "several" | "number" | "text";
  options: string[];
  required: boolean;
  value: string | null;
  prefill?: string;
}
export interface Form {
  form: string;
  title: string;
  when: "before" | "after";
  questions: Question[];
}

/** The forms that an assignment asks for; none where the server knows none, or cannot be reached. */
export async function formsOf(assignment: number): Promise<Form[]> {
  try {
    return await ask<Form[]>("GET", `assignments/${assignment}/answers`);
  } catch (fault) {
    if (fault instanceof Fault && [0, 404, 405].includes(fault.status)) return [];
    throw fault;
  }
}

/** Whether a question that wants an answer has none. */
export function isOpen(form: Form): boolean {
  return form.questions.some((question) => question.required && !question.value);
}

/** `place` names what the form is about, `send` takes an answer to where it belongs. */
export function formView(place: string, form: Form, send: (question: string, value: string) => Promise<unknown>): HTMLElement {
  const nameOf = (question: Question) => `answer/${place}/${form.form}/${question.id}`;
  const save = async (question: Question, value: string, said: HTMLElement) => {
    rememberTyped(nameOf(question), value);
    try {
      await send(question.id, value);
      question.value = value;
      if (typed(nameOf(question)) === value) forgetTyped(nameOf(question));
      said.textContent = "saved";
      announce("Saved.");
    } catch (fault) {
      const { status } = fault instanceof Fault ? fault : { status: 0 };
      said.textContent = `${(fault as Error).message}${status === 0 || status === 401 ? " Your answer is kept in this browser." : ""}`;
      if (status === 0 || status === 401) whenBack(() => typed(nameOf(question)) === value && void save(question, value, said));
      else if (status !== 429 && status < 500) forgetTyped(nameOf(question));
    }
  };
  const ask1 = (question: Question) => {
    const name = `${form.form}/${question.id}`;
    const said = h("span", { class: "said", role: "status" });
    const legend = [`${question.id}. ${question.text}`, question.required ? "" : h("small", {}, " (optional)")];
    const unsent = typed(nameOf(question));
    const prefill = question.value === null ? question.prefill : undefined;
    if (unsent !== undefined || prefill) void save(question, unsent ?? prefill ?? "", said);
    const value = unsent ?? question.value ?? question.prefill ?? "";
    if (question.type === "number" || question.type === "text") {
      const input = question.type === "text" ? h("textarea", { rows: 3, id: name }) : h("input", { type: "number", min: 0, step: 1, id: name });
      input.value = value;
      input.addEventListener("input", () => rememberTyped(nameOf(question), input.value));
      input.addEventListener("change", () => void save(question, input.value, said));
      return h("div", { class: "question" }, h("label", { for: name }, ...legend), input, said);
    }
    const several = question.type === "several";
    const chosen = new Set<string>(several && value ? (JSON.parse(value) as string[]) : [value]);
    return h("fieldset", { class: "question" }, h("legend", { dir: "auto" }, ...legend),
      ...question.options.map((option) => {
        const input = h("input", {
          type: several ? "checkbox" : "radio", name, value: option,
          change: () => {
            if (!several) return void save(question, option, said);
            if (input.checked) chosen.add(option);
            else chosen.delete(option);
            void save(question, chosen.size ? JSON.stringify(question.options.filter((each) => chosen.has(each))) : "", said);
          },
        });
        input.checked = chosen.has(option);
        return h("label", { class: "row" }, input, option);
      }), said);
  };
  return h("form", { class: "form", submit: (event: Event) => event.preventDefault() }, h("h2", { dir: "auto" }, form.title), ...form.questions.map(ask1));
}
