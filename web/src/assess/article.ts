// A document as nodes of the page, and the way from offsets to nodes and back.
//
// Nothing of a document becomes HTML: div and span are made by hand, classes come from structure.ts, and text stays text. Blocks
// that hold text know their range and can be drawn again by themselves, with marks as elements where the browser has no
// highlights. Blocks of a large article stand in groups, which the browser leaves out while they are out of sight: a group is a
// few screens of text, since each costs something in every frame, and a section may be a line or a book.
//
// What a profile folds stands in <details>, whose line has no text of its own: whatever is open or closed, offsets are the same.
import type { Columns } from "./api";
import { h } from "../shared/dom";
import { wordFor, type Profile } from "./profiles";
import type { Span, Spans } from "./spans";
import { Structure } from "./structure";
import { Text } from "./text";

/** A stretch of text that flows as one. */
export interface Block {
  readonly span: Span;
  readonly node: HTMLElement;
  /** The element that it is, or in which it stands. */
  readonly element: number;
  /** What it is folded into. */
  readonly fold?: Fold;
  nodes: { node: globalThis.Text; begin: number; end: number }[];
}
export interface Fold {
  readonly node: HTMLDetailsElement;
  readonly summary: HTMLElement;
  readonly label: string;
  span: Span;
}
export interface Heading {
  readonly block: Block;
  readonly title: string;
  readonly level: number;
  /** What it stands above. */
  readonly section: Span;
}

/** Blocks of one parent that come into sight together. */
export interface Group {
  readonly node: HTMLElement;
  span: Span;
}

/** Elements that are made before the page may show what it has: some screens full. */
const kFirst = 300;
/** Then so many milliseconds at a time, so that keys and fingers are answered in between. */
const kSlice = 25;
/** Characters of a group. */
const kGroup = 4000;
/** Characters of what an element is called. */
const kName = 50;

export class Article {
  readonly text: Text;
  readonly structure: Structure;
  readonly node = h("div", { class: "article" });
  readonly blocks: Block[] = [];
  readonly headings: Heading[] = [];
  readonly folds: Fold[] = [];
  /** None in an article that is shown as a whole. */
  readonly groups = new Map<Node, Group>();
  /** The group that the next block of an element goes into, by the node of the element. */
  private readonly growing = new Map<Node, Group>();
  /** By the nodes of elements: their numbers. */
  readonly elements = new WeakMap<Node, number>();
  private readonly starts = new WeakMap<Node, number>();
  /** Sections with a heading around what is drawn. */
  private readonly around: Span[] = [];

  constructor(readonly columns: Columns, profile?: Profile) {
    this.text = new Text(columns.text);
    this.structure = new Structure(columns, this.text, profile);
  }

  get length(): number {
    return this.text.length;
  }

  /** Draws the article; `shown` is called when there is something to see, after every stretch of work, and at the end with true. */
  async draw(shown: (all: boolean) => void, stop: () => boolean): Promise<void> {
    if (this.structure.size === 0) this.addBlock(this.node, 0, [0, this.length]);
    let made = 0;
    let began = 0;
    for (const steps = this.walk(); !steps.next().done;) {
      if (++made < kFirst || (made > kFirst && performance.now() - began < kSlice)) continue;
      shown(false);
      await new Promise((resolve) => setTimeout(resolve));
      if (stop()) return;
      began = performance.now();
    }
    this.growing.clear();
    shown(true);
  }

  /** Makes the nodes in the order of the text, one block at a time. */
  private *walk(): Generator<void> {
    const { begin, end } = this.columns;
    // What is still to be done, the next at the end: an element to open, or the rest of one that has block children.
    const work: { parent: HTMLElement; element: number; fold?: Fold; node?: HTMLElement; at?: number; child?: number }[] = [];
    if (this.structure.size) work.push({ parent: this.node, element: 0 });
    for (let next = work.pop(); next; next = work.pop()) {
      const { element } = next;
      if (!next.node) {
        const children = this.structure.children(element);
        const label = next.fold ? undefined : this.structure.fold(element);
        if (label && this.text.slice(begin[element], end[element]).trim() !== "") {
          next.fold = this.foldIn(next.parent, label, element);
          next.parent = next.fold.node;
        }
        if (!children.some((child) => this.structure.isBlock(child))) {
          if (begin[element] < end[element]) this.addBlock(next.parent, element, [begin[element], end[element]], this.structure.role(element), next.fold);
          yield;
          continue;
        }
        const node = h("div", { class: this.structure.role(element) });
        this.elements.set(node, element);
        next.parent.append(node);
        work.push({ ...next, node, at: begin[element], child: this.structure.first[element] });
        yield;
        continue;
      }
      // Text and elements within the line up to the next block flow as one.
      let child = next.child as number;
      while (child >= 0 && !this.structure.isBlock(child)) child = this.structure.next[child];
      const until = child < 0 ? end[element] : begin[child];
      if ((next.at as number) < until && this.text.slice(next.at as number, until).trim() !== "") this.addBlock(this.placeIn(next.node, element, [next.at as number, until]), element, [next.at as number, until], "run", next.fold);
      if (child < 0) continue;
      work.push({ ...next, at: end[child], child: this.structure.next[child] });
      work.push({ parent: this.isGrouped(child) ? next.node : this.placeIn(next.node, element, [begin[child], end[child]]), element: child, fold: next.fold });
    }
  }

  /** Whether the blocks of an element stand in groups. The rows of a table cannot. */
  private isGrouped(element: number): boolean {
    const { begin, end } = this.columns;
    return end[element] - begin[element] > 2 * kGroup && ["block", "list", "item"].includes(this.structure.role(element)) && this.structure.children(element).some((child) => this.structure.isBlock(child));
  }

  /** The node that the next block of an element goes into. */
  private placeIn(node: HTMLElement, element: number, [begin, end]: Span): HTMLElement {
    if (!this.isGrouped(element)) return node;
    let group = this.growing.get(node);
    // Behind a part with groups of its own another one begins: the order is that of the text.
    if (!group || group.node !== node.lastChild || end - group.span[0] > kGroup) {
      group = { node: h("div", { class: "group" }), span: [begin, end] };
      this.growing.set(node, group);
      this.groups.set(group.node, group);
      node.append(group.node);
    }
    group.span = [group.span[0], end];
    group.node.style.setProperty("--characters", String(end - group.span[0]));
    return group.node;
  }

  /** The line that an element is folded into: the one before it where that says the same. */
  private foldIn(parent: HTMLElement, label: string, element: number): Fold {
    const { begin, end } = this.columns;
    const last = this.folds[this.folds.length - 1];
    if (last && last.node === parent.lastChild && last.label === label) {
      last.span = [last.span[0], end[element]];
      return last;
    }
    const parts = this.structure.children(element).filter((child) => this.structure.role(child) === "item").length;
    const said = parts ? `${label} (${parts})` : label;
    const summary = h("summary", { "aria-label": said, "data-label": said });
    const fold = { node: h("details", { class: "fold" }, summary), summary, label, span: [begin[element], end[element]] as Span };
    parent.append(fold.node);
    this.folds.push(fold);
    return fold;
  }

  /** Opens what hides some of this text. */
  unfold(spans: Spans): void {
    for (const { node, span } of this.folds) {
      if (!node.open && spans.some(([begin, end]) => begin < span[1] && end > span[0])) node.open = true;
    }
  }

  /** Where reading begins: at the first text that is not folded; undefined while nothing such is drawn. */
  get start(): number | undefined {
    const block = this.blocks.find(({ fold, span }) => !fold && this.text.slice(...span).trim() !== "");
    return block && this.text.trimmed(block.span)[0];
  }

  private addBlock(parent: HTMLElement, element: number, span: Span, role = "run", fold?: Fold): void {
    const node = h("div", { class: `${role} text`, dir: "auto" });
    const block: Block = { span, node, element, fold, nodes: [] };
    this.fill(block, []);
    this.elements.set(node, element);
    if (role === "heading" && !fold && this.text.slice(...span).trim() !== "") this.addHeading(block);
    parent.append(node);
    this.blocks.push(block);
  }

  private addHeading(block: Block): void {
    const { parent, begin, end } = this.columns;
    let holder = Math.max(0, parent[block.element]);
    if (this.structure.role(holder) === "caption") return;
    // A header stands for what it heads.
    while (holder > 0 && ["header", "title-group", "through"].some((each) => each === this.structure.role(holder) || each === this.columns.names[this.columns.name[holder]])) holder = Math.max(0, parent[holder]);
    const section: Span = [begin[holder], end[holder]];
    // Sections around it that have a heading. The title of the whole makes nothing deeper.
    while (this.around.length && this.around[this.around.length - 1][1] <= section[0]) this.around.pop();
    const level = this.around.filter(([from, to]) => from < section[0] || to > section[1]).length + 1;
    if (holder > 0) this.around.push(section);
    block.node.setAttribute("role", "heading");
    block.node.setAttribute("aria-level", String(Math.min(6, level + 1)));
    this.headings.push({ block, level, title: this.text.slice(...block.span).trim().replace(/\s+/g, " ").slice(0, 120), section });
  }

  /** Draws the text of a block, with `marks` as elements. */
  fill(block: Block, marks: Spans): void {
    block.nodes = [];
    block.node.replaceChildren();
    const { begin, end } = this.columns;
    const put = (into: HTMLElement, from: number, to: number) => {
      for (let at = from; at < to;) {
        const mark = marks.find((span) => span[1] > at);
        const inside = mark !== undefined && mark[0] <= at;
        const until = mark === undefined ? to : Math.min(to, inside ? mark[1] : mark[0]);
        const node = document.createTextNode(this.text.slice(at, until));
        this.starts.set(node, at);
        block.nodes.push({ node, begin: at, end: until });
        into.append(inside ? h("mark", {}, node) : node);
        at = until;
      }
    };
    const fill = (into: HTMLElement, element: number, from: number, to: number) => {
      let at = from;
      for (let child = this.structure.size ? this.structure.first[element] : -1; child >= 0; child = this.structure.next[child]) {
        if (begin[child] >= to) break;
        if (begin[child] < from || end[child] > to || begin[child] === end[child]) continue;
        put(into, at, begin[child]);
        const node = h("span", { class: this.structure.role(child) });
        fill(node, child, begin[child], end[child]);
        into.append(node);
        at = end[child];
      }
      put(into, at, to);
    };
    fill(block.node, block.element, block.span[0], block.span[1]);
  }

  /** An element as people speak of it: what it is, and its title or the words that it begins with. */
  nameOf(element: number): { word: string; title: string } {
    const { begin, end, name, names } = this.columns;
    const heads = (each: number) => this.structure.role(each) === "heading";
    const children = this.structure.children(element);
    const titled = children.find(heads) ?? children.filter((each) => ["header", "title-group", "front"].includes(names[name[each]])).flatMap((each) => this.structure.children(each)).find(heads);
    // Without a title, the first stretch of its text.
    const blocks = this.blocksIn([begin[element], end[element]]).filter(({ span }) => this.text.slice(...span).trim() !== "");
    const first = blocks.find(({ fold }) => !fold) ?? blocks[0];
    const [from, to] = titled !== undefined ? [begin[titled], end[titled]] : (element === 0 && this.headings[0]?.block.span) || first?.span || [begin[element], end[element]];
    const text = this.text.slice(Math.max(from, begin[element]), Math.min(to, end[element], from + 200)).replace(/\s+/g, " ").trim();
    return { word: wordFor(names[name[element]] ?? ""), title: text.length > kName ? `${text.slice(0, kName).replace(/\s\S*$/, "")}…` : text };
  }

  /** The blocks that a range touches. */
  blocksIn([begin, end]: Span): Block[] {
    const out: Block[] = [];
    for (let place = this.placeAt(begin); place < this.blocks.length && this.blocks[place].span[0] < end; ++place) {
      if (this.blocks[place].span[1] > begin) out.push(this.blocks[place]);
    }
    return out;
  }

  /** The block at an offset, or the last before it; undefined while nothing is drawn. */
  blockAt(offset: number): Block | undefined {
    return this.blocks[this.placeAt(offset)];
  }
  private placeAt(offset: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].span[0] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Where an offset is in the page. */
  point(offset: number): { node: Node; offset: number } | undefined {
    const block = this.blockAt(offset);
    const found = block?.nodes.find((each) => each.end > offset) ?? block?.nodes[block.nodes.length - 1];
    if (!found) return undefined;
    const at = Math.min(Math.max(offset, found.begin), found.end);
    return { node: found.node, offset: this.text.index(at) - this.text.index(found.begin) };
  }

  /** A range of the page over some text. It does not follow changes of the page, and costs nothing while there are none. */
  range([begin, end]: Span): StaticRange | undefined {
    const from = this.point(begin);
    // The end belongs to the block of the last character.
    const block = this.blockAt(end - 1);
    const last = block?.nodes.find((each) => each.end >= end) ?? block?.nodes[block.nodes.length - 1];
    if (!from || !last) return undefined;
    return new StaticRange({
      startContainer: from.node, startOffset: from.offset,
      endContainer: last.node, endOffset: this.text.index(Math.min(end, last.end)) - this.text.index(last.begin),
    });
  }

  /** Where some text stands in the window. */
  box(span: Span): DOMRect | undefined {
    const range = this.range(span);
    if (!range) return undefined;
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    return live.getBoundingClientRect();
  }

  /** The offset of a place in the page; undefined outside of the article. */
  offsetOf(node: Node, offset: number): number | undefined {
    if (!this.node.contains(node)) return undefined;
    const start = this.starts.get(node);
    if (start !== undefined) return this.text.offset(this.text.index(start) + offset);
    // Between nodes: where the next text begins.
    const walker = document.createTreeWalker(this.node, NodeFilter.SHOW_TEXT);
    walker.currentNode = node.childNodes[offset] ?? node;
    const inside = walker.currentNode;
    if (inside.nodeType === Node.TEXT_NODE) return this.starts.get(inside);
    if (node.childNodes[offset] === undefined) {
      // Behind all children.
      while (walker.currentNode.lastChild) walker.currentNode = walker.currentNode.lastChild;
      const last = walker.currentNode;
      const begin = this.starts.get(last);
      return begin === undefined ? this.length : begin + this.text.offset(this.text.index(begin) + (last as globalThis.Text).data.length) - begin;
    }
    const next = walker.nextNode();
    return next ? this.starts.get(next) : this.length;
  }

  /** The block, sentence or word at an offset. */
  unitAt(offset: number, unit: "word" | "sentence" | "paragraph" | "section"): Span | undefined {
    const block = this.blockAt(offset);
    if (!block) return undefined;
    if (unit === "paragraph") return this.text.trimmed(block.span);
    if (unit === "section") return this.sectionAt(offset);
    const units = this.text.units(block.span, unit);
    return units.find((span) => span[1] > offset) ?? units[units.length - 1] ?? this.text.trimmed(block.span);
  }

  private sectionAt(offset: number): Span {
    let best: Span = [0, this.length];
    for (const { section } of this.headings) {
      if (section[0] <= offset && offset < section[1] && section[1] - section[0] < best[1] - best[0]) best = section;
    }
    return this.text.trimmed(best);
  }

  /** The unit after (1) or before (−1) a range; undefined at the end. */
  step(span: Span, unit: "word" | "sentence" | "paragraph" | "section", direction: 1 | -1): Span | undefined {
    if (unit === "section") {
      const begins = this.headings.map(({ section }) => this.text.trimmed(section)[0]);
      const next = direction > 0 ? begins.find((begin) => begin > span[0]) : [...begins].reverse().find((begin) => begin < span[0]);
      return next === undefined ? undefined : this.sectionAt(next);
    }
    for (let place = this.placeAt(span[0]); place >= 0 && place < this.blocks.length; place += direction) {
      const block = this.blocks[place];
      if (block.fold && !block.fold.node.open) continue;
      const units = unit === "paragraph" ? [this.text.trimmed(block.span)] : this.text.units(block.span, unit);
      const found = direction > 0 ? units.find((each) => each[0] >= span[1]) : [...units].reverse().find((each) => each[1] <= span[0]);
      if (found && this.text.slice(...found).trim() !== "") return found;
    }
    return undefined;
  }

  /** A range that somebody selected, grown to whole graphemes, words or sentences and without white space at its ends. */
  snapped([begin, end]: Span, unit: "grapheme" | "word" | "sentence"): Span {
    const grow = (offset: number, side: 0 | 1): number => {
      const block = this.blockAt(offset);
      const found = block && this.text.units(block.span, unit).find((span) => span[0] <= offset && offset < span[1]);
      return found ? found[side] : offset + side;
    };
    const [from, to] = this.text.trimmed([begin, end]);
    return [grow(from, 0), grow(to - 1, 1)];
  }
}
