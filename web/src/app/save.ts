// Gives a text to the browser as a file.
import { h } from "../shared/dom";

export function saveAs(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
