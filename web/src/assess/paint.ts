// Marks on the text: the CSS Custom Highlight API where the browser has it; where not, the blocks that are touched are drawn again with
// <mark>.
//
// A browser goes through all ranges, and paints all marked text near the window, whenever one of them changes. So of a large article it
// is only told what is within a window's height of the window; the cursor is always told. Groups are watched, and the blocks of those
// that are near. (The browser's own event about what it leaves out, contentvisibilityautostatechange, is cheaper, but Chromium does not
// fire it when a group that was scrolled to comes into sight.)
import type { Article, Block, Group } from "./article";
import { intersect, normalised, type Spans } from "./spans";

export type Layer = "relevant" | "range" | "cursor" | "cue" | "suggested" | "returned" | "main" | "second";
const order: Layer[] = ["returned", "cue", "suggested", "relevant", "main", "second", "range", "cursor"];
const always: readonly Layer[] = ["range", "cursor"];

/** Milliseconds between two changes while somebody scrolls. */
const kPause = 100;

export const hasHighlights = typeof Highlight !== "undefined" && typeof CSS !== "undefined" && "highlights" in CSS;

const key = ([begin, end]: readonly [number, number]) => `${begin}-${end}`;

export class Painter {
  private readonly wanted = new Map<Layer, Spans>();
  private readonly told = new Map<Layer, Map<string, AbstractRange>>();
  private readonly groups = new Map<Element, Group>();
  /** Those that are near, and as far as their blocks are watched. */
  private readonly nearGroups = new Map<Group, number>();
  private readonly blocks = new Map<Element, Block>();
  private readonly near = new Set<Block>();
  private readonly watcher: IntersectionObserver | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The blocks that are drawn with marks, and with which. */
  private marked = new Map<Block, string>();
  private at: Block | undefined;

  constructor(private readonly article: Article) {
    if (!hasHighlights) return;
    CSS.highlights.clear();
    this.watcher = new IntersectionObserver((seen) => seen.forEach(({ target, isIntersecting }) => this.saw(target, isIntersecting)), { rootMargin: "100% 0px" });
  }

  /** The article has grown. */
  watch(): void {
    for (const [node, group] of this.groups.size < this.article.groups.size ? this.article.groups : []) {
      if (this.groups.has(node as Element)) continue;
      this.groups.set(node as Element, group);
      this.watcher?.observe(node as Element);
    }
    for (const group of this.nearGroups.keys()) this.watchBlocks(group);
  }
  private watchBlocks(group: Group): void {
    const [begin, end] = group.span;
    const from = this.nearGroups.get(group) ?? begin;
    if (from === end) return;
    for (const block of this.article.blocksIn([from, end])) {
      this.blocks.set(block.node, block);
      this.watcher?.observe(block.node);
    }
    this.nearGroups.set(group, end);
  }

  private saw(target: Element, isNear: boolean): void {
    const group = this.groups.get(target);
    const block = this.blocks.get(target);
    if (group && isNear) {
      this.watchBlocks(group);
    } else if (group && this.nearGroups.delete(group)) {
      for (const each of this.article.blocksIn(group.span)) {
        this.watcher?.unobserve(each.node);
        this.near.delete(each);
      }
    } else if (block && isNear) {
      this.near.add(block);
    } else if (block) {
      this.near.delete(block);
    }
    // Who scrolls fast sees them a little later: each change paints anew.
    this.timer ??= setTimeout(() => this.tellAll(), kPause);
  }

  leave(): void {
    this.watcher?.disconnect();
    clearTimeout(this.timer);
  }

  paint(layer: Layer, spans: Spans): void {
    if (hasHighlights) {
      this.wanted.set(layer, spans);
      this.tell(layer);
    } else if (layer === "relevant") {
      this.redraw(spans);
    } else if (layer === "cursor") {
      this.outline(spans);
    }
  }

  private tellAll(): void {
    this.timer = undefined;
    for (const layer of this.wanted.keys()) if (!always.includes(layer)) this.tell(layer);
  }

  /** Brings the browser's ranges of a layer to what is wanted near the window. */
  private tell(layer: Layer): void {
    const wanted = this.wanted.get(layer) ?? [];
    const near = always.includes(layer) || this.groups.size === 0 ? wanted : intersect(wanted, normalised([...this.near].map((block) => block.span)));
    const before = this.told.get(layer) ?? new Map<string, AbstractRange>();
    const now = new Map<string, AbstractRange>();
    for (const span of near) {
      const range = before.get(key(span)) ?? this.article.range(span);
      if (range) now.set(key(span), range);
    }
    if (now.size === before.size && [...now.keys()].every((each) => before.has(each))) return;
    this.told.set(layer, now);
    const highlight = new Highlight(...now.values());
    highlight.priority = order.indexOf(layer);
    CSS.highlights.set(layer, highlight);
  }

  private redraw(spans: Spans): void {
    const touched = new Map<Block, string>();
    for (const block of spans.flatMap((span) => this.article.blocksIn(span))) touched.set(block, intersect([block.span], spans).map(key).join());
    for (const block of new Set([...touched.keys(), ...this.marked.keys()])) {
      if (touched.get(block) !== this.marked.get(block)) this.article.fill(block, intersect([block.span], spans));
    }
    this.marked = touched;
  }

  /** Without highlights the cursor is its whole block. */
  private outline(spans: Spans): void {
    this.at?.node.classList.remove("at");
    this.at = spans.length ? this.article.blockAt(spans[0][0]) : undefined;
    this.at?.node.classList.add("at");
  }
}
