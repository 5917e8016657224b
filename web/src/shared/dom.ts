// Elements made by hand: text is only ever text, whatever it holds.

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element with attributes (functions listen, true is the empty attribute, false none) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  set(node, props);
  node.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** The same for SVG. */
export function svg(name: string, props: Props = {}, ...children: Child[]): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(node, props);
  node.append(...children.filter((child): child is Node | string => Boolean(child)));
  return node;
}

function set(node: Element, props: Props): void {
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key, value as EventListener);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
}

export function button(label: string, act: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", click: act, ...props }, label);
}

/**
 * Makes the children of a node one per key. Those that are there already stay, and keep the focus; `make` makes new
 * ones.
 */
export function setChildren(
  parent: HTMLElement,
  keys: readonly string[],
  make: (key: string, place: number) => HTMLElement,
): HTMLElement[] {
  const before = new Map(
    [...parent.children].map((child) => [(child as HTMLElement).dataset.key, child as HTMLElement]),
  );
  const nodes = keys.map((key, place) => {
    const node = before.get(key) ?? make(key, place);
    node.dataset.key = key;
    return node;
  });
  const kept = new Set(nodes);
  for (const child of [...parent.children]) if (!kept.has(child as HTMLElement)) child.remove();
  nodes.forEach((node, i) => parent.children[i] !== node && parent.insertBefore(node, parent.children[i] ?? null));
  return nodes;
}

/** What a list offers, each with what is shown of it. What is chosen stays chosen for as long as it is offered. */
export function offer(list: HTMLSelectElement, offers: readonly (readonly [value: string, shown: string])[]): void {
  const chosen = list.value;
  setChildren(
    list,
    offers.map((each) => JSON.stringify(each)),
    (_, place) => h("option", { value: offers[place][0] }, offers[place][1]),
  );
  if (offers.some(([value]) => value === chosen)) list.value = chosen;
}

const row = (cells: readonly Child[]) =>
  h("tr", {}, ...cells.map((cell, i) => (i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell))));

/** A table with a caption, a header and rows. */
export function table(caption: string, header: string[], rows: Child[][] = []): HTMLElement {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...header.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...rows.map(row)),
    ),
  );
}

/**
 * The rows of such a table, one per thing that is shown. Rows of what has not changed stay, with the focus and what is
 * typed in them.
 */
export function setRows<Thing>(shown: HTMLElement, things: readonly Thing[], cells: (thing: Thing) => Child[]): void {
  setChildren(
    shown.querySelector("tbody") as HTMLElement,
    things.map((each) => JSON.stringify(each)),
    (_, place) => row(cells(things[place])),
  );
}

let speaker: HTMLElement | undefined;

/** Says something to those who listen rather than look. */
export function announce(text: string): void {
  if (!speaker) {
    speaker = h("p", { role: "status", class: "spoken", id: "spoken" });
    document.body.append(speaker);
  }
  speaker.textContent = text;
}
