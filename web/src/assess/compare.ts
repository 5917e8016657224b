// What two assessors said about one article, side by side.
import { ask, query, type Columns, type ItemList } from "./api";
import { Article } from "./article";
import { openDialog } from "../shared/dialog";
import { h } from "../shared/dom";
import { intersect, size, type Spans } from "./spans";

export async function showBoth(assignment: number, doc: string, sides: { title: string; spans: Spans; bep: number | null }[]): Promise<void> {
  const { items } = await ask<ItemList>("GET", `assignments/${assignment}/items`);
  const item = items.find((each) => each.doc === doc);
  if (!item) throw new Error("This article is not among those of the topic.");
  const columns = await ask<Columns>("GET", `document?${query({ id: doc, sha256: item.sha256 })}`);
  const views = await Promise.all(sides.map(async ({ title, spans, bep }) => {
    const article = new Article(columns);
    await article.draw(() => undefined, () => false);
    for (const block of article.blocks) if (size(intersect([block.span], spans))) article.fill(block, intersect([block.span], spans));
    if (bep !== null) article.blockAt(bep)?.node.prepend(h("span", { class: "here", "aria-label": "Best entry point" }, "⚑ "));
    return h("section", { class: "frame", tabindex: 0, "aria-label": title }, h("h3", {}, title), article.node);
  }));
  openDialog({ title: doc, body: [h("div", { class: "sides" }, ...views)], wide: true });
}
