// The practice topic of the tour: two short articles and a place for marks that no server hears of. Nothing of it is kept.
import type { Assignment, Columns, Item, ItemList, ItemState } from "./api";
import { blank, perform, type Act, type Journal, type Status } from "./journal";
import type { ActKeeper } from "./judging";
import { sha256 } from "./text";

/** No assignment of the server has this number. */
export const kPractice = 0;

interface Named {
  name: string;
  parts: readonly (string | Named)[];
}
const part = (name: string, ...parts: Named["parts"]): Named => ({ name, parts });

const articles: Readonly<Record<string, Named>> = {
  "Seeing through fog": part("article", part("title", "Seeing through fog"),
    part("p", "Fog scatters light. A lamp that carries twenty miles on a clear night may be lost after one. "
      + "Keepers therefore never trusted light alone. Bells and, later, compressed-air horns told ships where the coast was."),
    part("sec", part("title", "Horns"),
      part("p", "A horn sounds in a rhythm of its own, so that a captain knows which coast he hears. Low notes carry furthest. "
        + "In thick fog the sound still bends, and its distance is hard to judge.")),
    part("sec", part("title", "The kitchen"),
      part("p", "Supplies came by boat every second week. The stove burned coal, and bread was baked on Saturdays."))),
  "Bread without yeast": part("article", part("title", "Bread without yeast"),
    part("p", "Flat breads need no yeast. Flour, water and salt are mixed, rested for half an hour and baked on a hot stone."),
    part("p", "They are eaten on the day they are made.")),
};

/** Text and elements as the server would send them. */
function columnsOf(id: string, root: Named): Columns {
  const out: Columns = { id, length: 0, text: "", names: [], begin: [], end: [], name: [], parent: [] };
  const add = (each: string | Named, parent: number) => {
    if (typeof each === "string") {
      out.text += each;
      return;
    }
    const { name, parts } = each;
    const at = out.begin.push(out.text.length) - 1;
    if (!out.names.includes(name)) out.names.push(name);
    out.name.push(out.names.indexOf(name));
    out.parent.push(parent);
    out.end.push(0);
    for (const inside of parts) add(inside, at);
    out.end[at] = out.text.length;
    if (name !== "article") out.text += "\n";
  };
  add(root, -1);
  out.length = [...out.text].length;
  return out;
}

export class Practice extends EventTarget implements ActKeeper {
  readonly account = "";
  private readonly journals = new Map<string, Journal>();
  private readonly documents = new Map(Object.entries(articles).map(([id, root]) => [id, columnsOf(id, root)]));

  readonly assignment: Assignment = {
    id: kPractice, topic: "for practice", state: "open", items: this.documents.size, judged: 0,
    fields: { title: "Warning ships in fog", narrative: "How did coasts warn ships when fog hid their lights? Relevant text names a means, or how well it worked. Life on the coast is not relevant." },
  };
  async list(): Promise<ItemList> {
    const items = await Promise.all([...this.documents.values()].map(async ({ id, length, text }): Promise<Item> => ({ doc: id, sha256: await sha256(text), length, batch: 1, status: "open", version: 0 })));
    return { topic: this.assignment.topic, state: "open", items };
  }
  columns(doc: string): Columns {
    return this.documents.get(doc) as Columns;
  }

  journal(_: number, doc: string): Journal {
    return this.journals.get(doc) ?? blank;
  }
  statusOf(_: number, doc: string): Status | undefined {
    return this.journals.get(doc)?.state.status;
  }
  async load(_: number, doc: string): Promise<{ item: ItemState; journal: Journal }> {
    const journal = this.journal(kPractice, doc);
    const { length, text } = this.columns(doc);
    return { item: { ...journal.state, doc, sha256: await sha256(text), length }, journal };
  }
  async add(_: number, { doc }: { doc: string }, act: Act): Promise<void> {
    this.journals.set(doc, perform(this.journal(kPractice, doc), act));
  }
  async look(): Promise<undefined> {
    return undefined;
  }
}
