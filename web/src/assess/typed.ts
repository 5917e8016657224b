// What is typed and not with the server yet, kept in this browser by account: it outlives a reload, a log-in that has ended, and logging out.
// Local storage and not IndexedDB, since it is there at once when a form is drawn, and written before the next key is pressed.

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let account = "";
/** Whose it is from now on. */
export function typedBy(name: string): void {
  account = name;
}

const prefix = () => `fovea/typed/${account}/`;

export function typed(name: string): string | undefined {
  return localStorage.getItem(prefix() + name) ?? undefined;
}
export function rememberTyped(name: string, value: string): void {
  try {
    localStorage.setItem(prefix() + name, value);
  } catch {
    // The browser has no room left: what is typed is in the form, and nowhere else.
  }
}
export function forgetTyped(...names: string[]): void {
  for (const name of names) localStorage.removeItem(prefix() + name);
}
/** The names that begin like this. */
export function typedNames(begin: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix() + begin)).map((key) => key.slice(prefix().length));
}

const isBox = (input: Typed): input is HTMLInputElement => input instanceof HTMLInputElement && input.type === "checkbox";

/** Fills a field with what was typed into it before, and remembers what is from now on, until it is forgotten. */
export function keepTyped<Input extends Typed>(input: Input, name: string): Input {
  const before = typed(name);
  if (before !== undefined && isBox(input)) input.checked = before === "1";
  else if (before !== undefined) input.value = before;
  const remember = () => rememberTyped(name, isBox(input) ? (input.checked ? "1" : "") : input.value);
  input.addEventListener("input", remember);
  input.addEventListener("change", remember);
  return input;
}

let waiting: (() => void)[] = [];
/** Tries something that failed for want of a network or a log-in once more when there is one. */
export function whenBack(work: () => void): void {
  waiting.push(work);
}
/** There is one. */
export function isBack(): void {
  const work = waiting;
  waiting = [];
  for (const each of work) each();
}
addEventListener("online", isBack);
