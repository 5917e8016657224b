// What the elements of a document are for a reader: which are blocks, headings, lists, cells, which stand in a line of text, and which are
// folded. Profiles say so (profiles.ts); for unknown names it is told from whether text stands beside them.
import type { Columns } from "./api";
import { displayOf, plainName, profileOf, type Profile, type Role } from "./profiles";
import type { Text } from "./text";

export class Structure {
  readonly size: number;
  /** By element: its first child and its next sibling, −1 for none. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly profile: Profile;
  private readonly roles: Role[];
  private readonly folds: (string | undefined)[];
  /** Whether a block stands anywhere inside. */
  private readonly holdsBlock: Uint8Array;

  constructor(readonly columns: Columns, text: Text, profile?: Profile) {
    const { begin, end, name, parent, names } = columns;
    this.size = begin.length;
    this.profile = profile ?? profileOf(this.size ? names[name[0]] : "", names);
    const display = displayOf(this.profile);
    const plain = names.map(plainName);
    const above = (element: number) => (parent[element] < 0 ? "" : plain[name[parent[element]]]);
    this.first = new Int32Array(this.size).fill(-1);
    this.next = new Int32Array(this.size).fill(-1);
    const last = new Int32Array(this.size).fill(-1);
    for (let i = 1; i < this.size; ++i) {
      const holder = parent[i];
      if (holder < 0) continue;
      if (last[holder] < 0) this.first[holder] = i;
      else this.next[last[holder]] = i;
      last[holder] = i;
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
    const given = Array.from({ length: this.size }, (_, i) => display.role(plain[name[i]], above(i)));
    this.folds = Array.from({ length: this.size }, (_, i) => (i > 0 && parent[i] >= 0 ? display.fold(plain[name[i]], above(i)) : undefined));
    for (let i = 1; i < this.size; ++i) {
      if (!given[i] && parent[i] >= 0) votes[name[i]] += hasText(parent[i]) ? 1 : -1;
    }
    this.roles = given.map((role, i) => {
      const own = role ?? (votes[name[i]] > 0 ? "inline" : "block");
      // What is folded beside blocks is one itself; a name in the middle of a sentence stays where it is.
      return this.folds[i] && isInline(own) && !hasText(parent[i]) ? "block" : own;
    });
    this.holdsBlock = new Uint8Array(this.size);
    for (let i = this.size - 1; i > 0; --i) {
      if (parent[i] >= 0 && (this.holdsBlock[i] || !isInline(this.roles[i]))) this.holdsBlock[parent[i]] = 1;
    }
  }

  role(element: number): Role {
    const role = this.roles[element];
    return isInline(role) && this.holdsBlock[element] ? "block" : role;
  }
  isBlock(element: number): boolean {
    return element === 0 || !isInline(this.role(element));
  }
  /** What the line says that it is folded into; undefined where it is not. */
  fold(element: number): string | undefined {
    return this.isBlock(element) ? this.folds[element] : undefined;
  }
  children(element: number): number[] {
    const out: number[] = [];
    for (let child = this.first[element]; child >= 0; child = this.next[child]) out.push(child);
    return out;
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
  return role === "inline" || role === "link" || role === "part";
}
