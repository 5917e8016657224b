// Marks on the text: the CSS Custom Highlight API where the browser has it; where not, the blocks that are touched are drawn again with
// <mark>.
import type { Article, Block } from "./article";
import { intersect, type Spans } from "./spans";

export type Layer = "relevant" | "range" | "cursor" | "cue" | "suggested";
const order: Layer[] = ["cue", "suggested", "relevant", "range", "cursor"];

export const hasHighlights = typeof Highlight !== "undefined" && typeof CSS !== "undefined" && "highlights" in CSS;

export class Painter {
  private marked = new Set<Block>();

  constructor(private readonly article: Article) {
    if (hasHighlights) CSS.highlights.clear();
  }

  paint(layer: Layer, spans: Spans): void {
    if (!hasHighlights) {
      if (layer === "relevant") this.redraw(spans);
      else if (layer === "cursor") this.outline(spans);
      return;
    }
    const ranges = spans.map((span) => this.article.range(span)).filter((range): range is Range => range !== undefined);
    const highlight = new Highlight(...ranges);
    highlight.priority = order.indexOf(layer);
    CSS.highlights.set(layer, highlight);
  }

  private redraw(spans: Spans): void {
    const touched = new Set(this.article.blocks.filter((block) => intersect([block.span], spans).length));
    for (const block of new Set([...touched, ...this.marked])) this.article.fill(block, intersect([block.span], spans));
    this.marked = touched;
  }

  /** Without highlights the cursor is its whole block. */
  private outline(spans: Spans): void {
    for (const block of this.article.blocks) block.node.classList.toggle("at", spans.length > 0 && block === this.article.blockAt(spans[0][0]));
  }
}
