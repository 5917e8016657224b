// What the elements of a document are for a reader: which are blocks, headings, lists, cells, and which stand in a line of text. It is
// told from names that collections use, and for unknown names from whether text stands beside them.
import type { Columns } from "./api";
import type { Text } from "./text";

export type Role = "block" | "inline" | "heading" | "list" | "item" | "table" | "row" | "cell" | "pre" | "link";

const known: Record<Exclude<Role, "block">, string> = {
  heading: "title st h1 h2 h3 h4 h5 h6 head heading subtitle article-title caption name ss-title",
  list: "list ul ol dl normallist numberlist definitionlist bullet-list ref-list",
  item: "li item entry list-item dd dt definitionitem",
  table: "table tgroup",
  row: "tr row",
  cell: "td th cell",
  pre: "pre code preformat source verbatim",
  inline: "b i u em it bold italic strong sub sup scp tt small big span q emph emph2 emph3 emph5 sc underline monospace font math tex-math inline-formula named-content",
  link: "a link xref ref collectionlink unknownlink outsidelink weblink languagelink wikipedialink ext-link uri",
};
const roles = new Map<string, Role>(Object.entries(known).flatMap(([role, names]) => names.split(" ").map((name) => [name, role as Role] as const)));

export class Structure {
  readonly size: number;
  /** By element: its first child and its next sibling, −1 for none. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  private readonly byName: Role[];
  /** Whether a block stands anywhere inside. */
  private readonly holdsBlock: Uint8Array;

  constructor(readonly columns: Columns, text: Text) {
    const { begin, end, name, parent, names } = columns;
    this.size = begin.length;
    this.first = new Int32Array(this.size).fill(-1);
    this.next = new Int32Array(this.size).fill(-1);
    const last = new Int32Array(this.size).fill(-1);
    for (let i = 1; i < this.size; ++i) {
      const above = parent[i];
      if (above < 0) continue;
      if (last[above] < 0) this.first[above] = i;
      else this.next[last[above]] = i;
      last[above] = i;
    }
    // An unknown name is one within lines where most of its elements have text beside them.
    const votes = new Int32Array(names.length);
    const mixed = new Int8Array(this.size).fill(-1);
    const hasText = (element: number): boolean => {
      if (mixed[element] < 0) {
        let at = begin[element];
        let found = false;
        for (let child = this.first[element]; child >= 0 && !found; child = this.next[child]) {
          found = at < begin[child] && text.slice(at, begin[child]).trim() !== "";
          at = end[child];
        }
        mixed[element] = found || (at < end[element] && text.slice(at, end[element]).trim() !== "") ? 1 : 0;
      }
      return mixed[element] === 1;
    };
    for (let i = 1; i < this.size; ++i) {
      if (!roles.has(names[name[i]].toLowerCase()) && parent[i] >= 0) votes[name[i]] += hasText(parent[i]) ? 1 : -1;
    }
    this.byName = names.map((each, i) => roles.get(each.toLowerCase()) ?? (votes[i] > 0 ? "inline" : "block"));
    this.holdsBlock = new Uint8Array(this.size);
    for (let i = this.size - 1; i > 0; --i) {
      if (parent[i] >= 0 && (this.holdsBlock[i] || !isInline(this.byName[name[i]]))) this.holdsBlock[parent[i]] = 1;
    }
  }

  role(element: number): Role {
    const role = this.byName[this.columns.name[element]];
    return isInline(role) && this.holdsBlock[element] ? "block" : role;
  }
  isBlock(element: number): boolean {
    return element === 0 || !isInline(this.role(element));
  }
  children(element: number): number[] {
    const out: number[] = [];
    for (let child = this.first[element]; child >= 0; child = this.next[child]) out.push(child);
    return out;
  }
  depth(element: number): number {
    let depth = 0;
    for (let at = this.columns.parent[element]; at >= 0; at = this.columns.parent[at]) ++depth;
    return depth;
  }
  /** As judgements name it: /article[1]/sec[2]. */
  path(element: number): string {
    const above = this.columns.parent[element];
    const { name, names } = this.columns;
    let number = 1;
    if (above >= 0) {
      for (let other = this.first[above]; other !== element; other = this.next[other]) number += name[other] === name[element] ? 1 : 0;
    }
    return `${above >= 0 ? this.path(above) : ""}/${names[name[element]]}[${number}]`;
  }

  /** The element of a path; −1 when there is none. */
  find(path: string): number {
    const { name, names } = this.columns;
    let at = -1;
    for (const step of path.split("/").slice(1)) {
      const [, wanted, number] = /^(.*)\[(\d+)\]$/.exec(step) ?? [];
      let left = Number(number ?? 1);
      let child = at < 0 ? (this.size ? 0 : -1) : this.first[at];
      while (child >= 0 && (names[name[child]] !== wanted || --left > 0)) child = at < 0 ? -1 : this.next[child];
      if (child < 0) return -1;
      at = child;
    }
    return at;
  }
}

function isInline(role: Role): boolean {
  return role === "inline" || role === "link";
}
