// Judging one article after the other: turns keys, pointers and buttons into acts, and shows the journal that they make. What is
// shown is always made from the journal; the page is never asked what it shows.
import { ask, query, type AssessorSide, type Assignment, type Columns, type Item, type ItemList, type ItemState } from "./api";
import { Article } from "./article";
import { takeTime } from "./clock";
import { messages } from "../shared/messages";
import { announce, button, h, svg } from "../shared/dom";
import { GradePanel } from "./graded";
import { actsBetween, blank, changes, refusal, type Act, type Journal, type State, type Status } from "./journal";
import { actionOf, change, keyOf, settings, showHelp, type Action } from "./keys";
import { loadList } from "./lists";
import type { Outbox } from "./outbox";
import { Painter } from "./paint";
import { Panels, statusName } from "./panels";
import { intersect, normalised, size, subtract, unite, type Span, type Spans } from "./spans";
import { keep, kept } from "./storage";
import { sha256 } from "./text";

const units = ["sentence", "word", "paragraph", "section"] as const;
const kAhead = 20;
/** Pixels at the edges of the window that header and bar may cover. */
const kMargin = 120;
/** How often a far place is gone to until it is where it was thought to be. */
const kTries = 4;
/** How often it is asked what another window or device has done to the article, in milliseconds. */
const kLookEvery = 3000;

/** Where acts go, and where journals come from. */
export type ActKeeper = EventTarget & Pick<Outbox, "account" | "load" | "add" | "journal" | "statusOf" | "look">;

export interface JudgingContext {
  outbox: ActKeeper;
  /** Documents that the server does not have: then all articles are known, too. */
  columns?: (doc: string) => Columns;
  assignment: Assignment;
  list: ItemList;
  /** Why nothing may be changed; empty when it may. */
  readOnly: () => string;
  /** Called when an act was done, for who teaches. */
  done: (action: string, judging: Judging) => void;
}

export class Judging {
  readonly node = h("div", { class: "judging" });
  article: Article | undefined;
  journal: Journal = blank;
  item: Item | undefined;
  state: ItemState | undefined;
  cursor: Span = [0, 0];
  private painter: Painter | undefined;
  private unit: (typeof units)[number] = "sentence";
  private rangeFrom: Span | undefined;
  private selection: Span | undefined;
  private tapping = false;
  private cues: Span[] = [];
  private returned: Spans = [];
  private opening = 0;
  /** The journal that is painted already. */
  private painted: Journal | undefined;
  private readonly frame = h("div", { class: "frame", tabindex: 0, role: "region", "aria-label": "Article" });
  private readonly flag = h("div", { class: "flag", "aria-hidden": "true" }, "⚑");
  /** The marks of the whole article, as tall as the window. One shape: hundreds of elements would cost something in every frame. */
  private readonly strip = svg("path");
  private readonly prompt = h("div", { class: "prompt", role: "group", hidden: true });
  private readonly notice = h("p", { class: "notice", role: "alert" });
  private readonly progress = h("p", { class: "progress" });
  private readonly panels: Panels;
  private readonly grading: GradePanel | undefined;
  /** The text may flow anew at any time. */
  private readonly sizes = new ResizeObserver(() => this.placeFlag());
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly narrow = matchMedia("(max-width: 40rem)");
  private readonly looks = setInterval(() => void this.lookForOthers().catch(() => undefined), kLookEvery);

  constructor(readonly context: JudgingContext) {
    this.panels = new Panels(this);
    if (context.list.mode?.startsWith("grades")) this.grading = new GradePanel(this, context.list.mode === "grades-2002");
    this.frame.append(h("p", {}, "…"));
    const reading = h("main", { class: "reading" }, this.panels.topic, this.progress, this.panels.title, h("div", { class: "page" }, this.frame), svg("svg", { class: "strip", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" }, this.strip));
    this.node.append(this.panels.outline, reading, h("aside", { class: "side", "aria-label": "About this article" }, this.grading?.node, this.panels.side), this.bar());
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("click", (event) => this.click(event));
    document.addEventListener("selectionchange", this.selected);
    this.sizes.observe(this.frame);
    this.narrow.addEventListener("change", this.labels);
    context.outbox.addEventListener("refused", this.reload);
    context.outbox.addEventListener("conflict", this.reload);
  }

  leave(): void {
    clearInterval(this.looks);
    document.removeEventListener("selectionchange", this.selected);
    this.sizes.disconnect();
    this.narrow.removeEventListener("change", this.labels);
    this.painter?.leave();
    this.context.outbox.removeEventListener("refused", this.reload);
    this.context.outbox.removeEventListener("conflict", this.reload);
    this.opening = -1;
    this.spendTime();
  }

  /** Time without an act is reported by itself. */
  private spendTime(): void {
    const active = takeTime();
    if (active > 5000 && this.item && !this.context.readOnly()) void this.context.outbox.add(this.context.assignment.id, this.item, { kind: "time", data: {} }, active);
  }

  // ---- Articles -------------------------------------------------------------------------------------------------

  async open(item: Item): Promise<void> {
    const turn = ++this.opening;
    if (this.item) this.spendTime();
    const { id } = this.context.assignment;
    const [{ item: state, journal }, columns] = await Promise.all([this.context.outbox.load(id, item.doc), this.context.columns?.(item.doc) ?? loadDocument(item)]);
    if (turn !== this.opening) return;
    const article = new Article(columns);
    if (article.length !== item.length || (await sha256(columns.text)) !== item.sha256) throw new Error("The article has changed on the server. Reload the page.");
    if (turn !== this.opening) return;
    this.painter?.leave();
    Object.assign(this, { item, state, journal, article, painter: new Painter(article), rangeFrom: undefined, selection: undefined, painted: undefined, cursor: [0, 0], returned: [] });
    this.notice.textContent = "";
    this.ask();
    this.frame.replaceChildren(article.node, this.flag);
    this.frame.scrollTop = 0;
    scrollTo(0, 0);
    this.panels.open();
    let first = true;
    const drawn = article.draw((all) => {
      const start = article.start ?? (all ? article.text.trimmed([0, article.length])[0] : undefined);
      if (this.cursor[1] === 0 && article.blocks.length && start !== undefined) this.cursor = article.unitAt(start, this.unit) ?? [0, 0];
      this.painter?.watch();
      this.panels.drawOutline();
      // In between only the outline grows: what is painted reaches as far as the window, and what is drawn is some screens ahead.
      if (first || all) {
        this.painted = undefined;
        this.show();
      }
      first = false;
    }, () => turn !== this.opening);
    this.frame.focus({ preventScroll: true });
    announce(`Article ${this.place + 1} of ${this.context.list.items.length}: ${item.doc}, ${statusName(journal.state.status)}`);
    await drawn;
    if (turn !== this.opening) return;
    this.findCues(this.panels.cueWords);
    if (this.looking) await this.look();
    void this.fetchAhead();
  }

  /** Articles that have come to the topic since: a pool may go on while people judge. */
  private async loadNewItems(): Promise<void> {
    if (this.context.columns) return;
    const { items } = this.context.list;
    const known = new Set(items.map((each) => each.doc));
    const list = await loadList(this.context.outbox.account, this.context.assignment.id);
    items.push(...list.items.filter((each) => !known.has(each.doc)));
  }

  get place(): number {
    return this.context.list.items.findIndex((each) => each === this.item);
  }

  /** The next articles come into the browser while this one is read. */
  private async fetchAhead(): Promise<void> {
    if (this.context.columns) return;
    const turn = this.opening;
    const ahead = () => {
      const { items } = this.context.list;
      return [...items.slice(this.place + 1), ...items.slice(0, Math.max(0, this.place))].filter((each) => each.status === "open").slice(0, kAhead);
    };
    if (ahead().length < kAhead) await this.loadNewItems().catch(() => undefined);
    for (const item of ahead()) {
      if (turn !== this.opening) return;
      try {
        await Promise.all([this.context.outbox.load(this.context.assignment.id, item.doc), loadDocument(item)]);
      } catch {
        return;
      }
    }
  }

  /** Goes to a neighbour. */
  go(step: 1 | -1): void {
    const next = this.context.list.items[this.place + step];
    if (next) location.hash = `#${this.context.assignment.id}/${encodeURIComponent(next.doc)}`;
    else announce(step > 0 ? "This is the last article." : "This is the first article.");
  }

  /** Goes to the next article that is not judged; to the list when all are. */
  private goOn(): void {
    const next = () => {
      const { items } = this.context.list;
      return [...items.slice(this.place + 1), ...items.slice(0, this.place)].find((each) => each.status === "open");
    };
    const go = () => {
      const item = next();
      location.hash = item ? `#${this.context.assignment.id}/${encodeURIComponent(item.doc)}` : `#${this.context.assignment.id}`;
    };
    if (next()) return go();
    const turn = this.opening;
    void this.loadNewItems().catch(() => undefined).then(() => turn === this.opening && go());
  }

  private readonly reload = async (): Promise<void> => {
    const { outbox, assignment, list } = this.context;
    // Also of articles that were left already: what the server did not take does not count as judged.
    for (const each of list.items) each.status = outbox.statusOf(assignment.id, each.doc) ?? each.status;
    if (!this.item) return;
    this.journal = outbox.journal(assignment.id, this.item.doc);
    this.painted = undefined;
    this.show();
  };

  /** Shows what another window or device has done to this article. */
  private async lookForOthers(): Promise<void> {
    const { outbox, assignment } = this.context;
    const { item, opening } = this;
    if (!item || document.hidden || !navigator.onLine) return;
    const found = await outbox.look(assignment.id, item.doc);
    if (!found || opening !== this.opening || item !== this.item) return;
    this.state = found;
    this.journal = outbox.journal(assignment.id, item.doc);
    item.status = this.journal.state.status;
    this.painted = undefined;
    this.panels.showComment();
    this.show();
    announce(messages.changedElsewhere);
  }

  // ---- Acts -----------------------------------------------------------------------------------------------------

  /** Does something to the document; what it says is spoken. */
  act(act: Act, said: string): boolean {
    const why = this.context.readOnly();
    if (!this.item || why) {
      this.tell(why);
      return false;
    }
    if (!changes(this.journal, act)) return false;
    this.tell("");
    void this.context.outbox.add(this.context.assignment.id, this.item, act, takeTime());
    this.journal = this.context.outbox.journal(this.context.assignment.id, this.item.doc);
    this.item.status = this.journal.state.status;
    this.show();
    announce(said);
    this.context.done(act.kind, this);
    return true;
  }

  tell(text: string): void {
    this.notice.textContent = text;
  }

  private quote(span: Span): string {
    const text = this.article?.text.slice(...span).replace(/\s+/g, " ").trim() ?? "";
    return text.length > 60 ? `${text.slice(0, 40)} … ${text.slice(-15)}` : text;
  }

  /** What an act is about: the selection, the range, or what the cursor is on. */
  private target(): Span | undefined {
    const { article } = this;
    if (!article) return undefined;
    if (this.selection) return article.snapped(this.selection, settings().snap);
    const span: Span = this.rangeFrom ? [Math.min(this.rangeFrom[0], this.cursor[0]), Math.max(this.rangeFrom[1], this.cursor[1])] : this.cursor;
    return span[0] < span[1] ? span : undefined;
  }

  private forgetTarget(): void {
    this.rangeFrom = undefined;
    this.selection = undefined;
    getSelection()?.removeAllRanges();
  }

  mark(span = this.target()): void {
    if (!span || this.grading) return;
    const [begin, end] = this.joined(span);
    if (!this.act({ kind: "add", data: { begin, end } }, `Marked: ${this.quote(span)}`)) announce("Already marked.");
    this.cursor = span[1] - span[0] > 0 && this.selection ? span : this.cursor;
    this.forgetTarget();
    this.show();
  }

  /** Reaches to the marks beside it where only white space lies between: they become one. */
  private joined([begin, end]: Span): Span {
    const { spans } = this.journal.state;
    const blank = (from: number, to: number) => to - from < 100 && this.article?.text.slice(from, to).trim() === "";
    const before = [...spans].reverse().find((span) => span[1] <= begin);
    const behind = spans.find((span) => span[0] >= end);
    return [before && blank(before[1], begin) ? before[1] : begin, behind && blank(end, behind[0]) ? behind[0] : end];
  }

  erase(span = this.target()): void {
    if (!span || this.grading) return;
    if (!this.act({ kind: "remove", data: { begin: span[0], end: span[1] } }, `Erased: ${this.quote(span)}`)) announce("Nothing is marked here.");
    this.forgetTarget();
    this.show();
  }

  /** Moves an end of the mark at the cursor, or of the one that is nearest to it, to the cursor. */
  private moveEnd(side: 0 | 1): void {
    const marks = this.journal.state.spans;
    const near = marks.find((span) => span[0] < this.cursor[1] && this.cursor[0] < span[1])
      ?? (side === 0 ? marks.find((span) => span[0] >= this.cursor[1]) : [...marks].reverse().find((span) => span[1] <= this.cursor[0]));
    if (!near) return announce("No mark here.");
    const to = this.cursor[side];
    if (side === 0) this.reach([Math.min(to, near[0]), Math.max(to, near[0])], to < near[0]);
    else this.reach([Math.min(to, near[1]), Math.max(to, near[1])], to > near[1]);
  }
  private reach([begin, end]: Span, grows: boolean): void {
    if (begin < end) this.act({ kind: grows ? "add" : "remove", data: { begin, end } }, grows ? "Mark extended." : "Mark shortened.");
  }

  setEntry(at: number | null): void {
    this.ask();
    this.act({ kind: "bep", data: { at } }, at === null ? "Best entry point removed." : `Best entry point at: ${this.quote([at, Math.min(at + 40, this.article?.length ?? at)])}`);
  }

  /** Offers places for the entry point; `then` goes on when one is chosen. */
  offerEntry(then?: () => void): void {
    const { spans, bep } = this.journal.state;
    const choose = (at: number | null) => () => {
      this.setEntry(at);
      this.frame.focus({ preventScroll: true });
      if (at !== null) then?.();
    };
    this.ask("Where should a reader begin?",
      spans.length > 0 && button("At the first mark", choose(spans[0][0])),
      button("At the start of the article", choose(0)),
      button("At the cursor", choose(this.selection?.[0] ?? this.cursor[0])),
      bep !== null && button("Remove it", choose(null)));
  }

  /** Asks what is wrong with the article; what is typed is added to the comment. */
  private offerProblem(): void {
    const text = h("input", { "aria-label": "What is wrong", maxlength: 500, autocomplete: "off", keydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") report();
      if (event.key === "Escape") this.leavePrompt();
    } });
    const report = () => {
      const said = [this.journal.comment, text.value.trim()].filter(Boolean).join("\n");
      this.leavePrompt();
      if (text.value.trim() && this.act({ kind: "comment", data: { text: said } }, "The comment is kept.")) this.panels.showComment();
      this.judge("problem");
    };
    this.ask("What is wrong with this article? You may leave this empty.", text, button("Report a problem", report));
  }
  private leavePrompt(): void {
    this.ask();
    this.frame.focus({ preventScroll: true });
  }

  /** Shows a question with answers; without arguments, none. */
  private ask(question?: string, ...answers: (HTMLElement | false)[]): void {
    this.prompt.hidden = question === undefined;
    if (question === undefined) return this.prompt.replaceChildren();
    this.prompt.setAttribute("aria-label", question);
    this.prompt.replaceChildren(h("span", {}, question), ...answers.filter((each): each is HTMLElement => each !== false), button("Cancel", () => this.leavePrompt()));
    (this.prompt.querySelector("input, button") as HTMLElement).focus();
    announce(question);
  }

  judge(verdict: Status): void {
    const { state } = this.journal;
    const rule = refusal(verdict, state) ?? (verdict === "relevant" ? this.grading?.breach() : undefined);
    if (rule && verdict === "relevant" && state.spans.length > 0) return this.offerEntry(() => this.judge("relevant"));
    if (rule && verdict === "not_relevant") {
      return this.ask(this.grading ? rule : "This article has marks or an entry point. Remove them and judge it not relevant?", !this.grading && button("Yes, not relevant", () => {
        this.act({ kind: "remove", data: { begin: 0, end: this.article?.length ?? 0 } }, "All marks erased.");
        this.act({ kind: "bep", data: { at: null } }, "Entry point removed.");
        this.ask();
        this.judge("not_relevant");
      }));
    }
    if (rule) {
      this.tell(rule);
      return announce(rule);
    }
    const changed = this.act({ kind: "judge", data: { verdict } }, statusName(verdict));
    if ((changed || state.status === verdict) && verdict !== "problem") this.goOn();
  }

  undo(kind: "undo" | "redo"): void {
    const said = kind === "undo" ? "Undone." : "Redone.";
    if (!this.act({ kind, data: {} }, said)) announce(kind === "undo" ? "Nothing to undo." : "Nothing to redo.");
  }

  accept(): void {
    for (const { source, spans, bep } of this.state?.suggestions ?? []) {
      for (const [begin, end] of spans) this.act({ kind: "add", data: { begin, end, source } }, `Accepted from ${source}`);
      if (bep !== null) this.act({ kind: "bep", data: { at: bep, source } }, `Accepted from ${source}`);
    }
  }

  /** How much a part is worth where elements are graded: 0 to 1. */
  gradeOf([begin, end]: Span): number | undefined {
    const { article, grading } = this;
    if (!article || !grading) return undefined;
    const { columns, structure } = article;
    const graded = Object.entries(this.journal.state.grades).find(([path]) => {
      const element = structure.find(path);
      return columns.begin[element] === begin && columns.end[element] === end;
    });
    return (graded?.[1][0] ?? 0) / 3;
  }

  /** What only one of two assessors marked, in the order of the text. */
  private get differences(): Span[] {
    const [one = [], other = []] = (this.state?.sides ?? []).map(({ spans }) => spans);
    return [...subtract(one, other), ...subtract(other, one)].sort((a, b) => a[0] - b[0]);
  }

  /** Decides for what one assessor said, or for what either marked. */
  decide(side: AssessorSide | undefined): void {
    const { sides = [] } = this.state ?? {};
    const either = (): Omit<State, "version"> => ({
      status: sides.some(({ status }) => status === "relevant") ? "relevant" : "not_relevant",
      spans: sides.reduce<Spans>((all, { spans }) => unite(all, spans), []),
      bep: sides.find(({ bep }) => bep !== null)?.bep ?? null,
      grades: {},
    });
    const wanted = side ?? either();
    for (const act of actsBetween(this.journal.state, { ...this.journal.state, ...wanted })) this.act(act, "");
    announce(side ? `Decided as ${side.account} said.` : "Both are merged.");
    this.goOn();
  }

  // ---- Hands ----------------------------------------------------------------------------------------------------

  private readonly selected = (): void => {
    const selection = getSelection();
    if (!this.article || !selection || selection.isCollapsed || selection.rangeCount === 0) {
      this.selection = undefined;
      return;
    }
    const range = selection.getRangeAt(0);
    const begin = this.article.offsetOf(range.startContainer, range.startOffset);
    const end = this.article.offsetOf(range.endContainer, range.endOffset) ?? (begin === undefined ? undefined : this.article.length);
    // Half of a pair is all of it.
    this.selection = begin !== undefined && end !== undefined ? [begin, Math.max(end, begin + 1)] : undefined;
  };

  private click(event: MouseEvent): void {
    const { article } = this;
    if (!article || this.selection || (event.target as Element).closest("summary")) return;
    const spot = document.caretPositionFromPoint ? document.caretPositionFromPoint(event.clientX, event.clientY) : undefined;
    const range = spot ? undefined : document.caretRangeFromPoint?.(event.clientX, event.clientY);
    // Beside the end of a line is in the line: behind its last character the next block may begin.
    const within = (node: Node, offset: number) => article.offsetOf(node, node instanceof Text && offset > 0 && offset === node.data.length ? offset - 1 : offset);
    const at = spot ? within(spot.offsetNode, spot.offset) : range ? within(range.startContainer, range.startOffset) : undefined;
    if (at === undefined) return;
    this.moveTo(article.unitAt(at, this.tapping ? "sentence" : this.unit), false);
    if (this.tapping) this.toggle(this.cursor);
    this.context.done("click", this);
  }

  /** Marks a sentence, or erases it when all of it is marked. */
  private toggle(span: Span): void {
    if (size(intersect([span], this.journal.state.spans)) === span[1] - span[0]) this.erase(span);
    else this.mark(span);
  }

  moveTo(span: Span | undefined, scroll = true): void {
    const { article } = this;
    if (!span || !article) return;
    this.cursor = span;
    article.unfold([span]);
    this.show();
    if (scroll) this.bringIntoSight(span, kTries);
    announce(this.quote(span) + (size(intersect([span], this.journal.state.spans)) ? ", marked" : ""));
  }

  /** What is out of sight has only a guessed height: a long way is gone at once, and once more when the place has its own. */
  private bringIntoSight(span: Span, tries: number): void {
    const target = this.article?.point(span[0])?.node.parentElement;
    const box = this.article?.box(span);
    // Hidden behind the bar or outside of the window.
    if (!target || !box || (box.top >= kMargin && (box.bottom <= innerHeight - kMargin || box.height > innerHeight / 2) && box.top < innerHeight - kMargin)) return;
    const far = Math.abs(box.top) > 3 * innerHeight;
    target.scrollIntoView({ block: "center", ...(far && { behavior: "instant" }) });
    if (far && tries > 1) requestAnimationFrame(() => setTimeout(() => this.cursor === span && this.bringIntoSight(span, tries - 1)));
  }

  private move(direction: 1 | -1, unit = this.unit): void {
    this.moveTo(this.article?.step(this.cursor, unit, direction));
  }

  private moveToMark(direction: 1 | -1): void {
    const marks = this.journal.state.spans;
    this.moveTo(direction > 0 ? marks.find((span) => span[0] > this.cursor[0]) : [...marks].reverse().find((span) => span[0] < this.cursor[0]));
  }

  private key(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && ["z", "Z", "y"].includes(event.key)) {
      this.undo(event.key === "z" && !event.shiftKey ? "undo" : "redo");
      return event.preventDefault();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, () => void> = {
      ArrowDown: () => this.move(1, "sentence"),
      ArrowUp: () => this.move(-1, "sentence"),
      ArrowRight: () => this.move(1, "word"),
      ArrowLeft: () => this.move(-1, "word"),
      Escape: () => { this.forgetTarget(); this.ask(); this.show(); },
    };
    // Shift and an arrow key grow the selection, as everywhere.
    const arrow = event.shiftKey ? undefined : arrows[event.key];
    const action = actionOf(event.key);
    if (arrow) arrow();
    else if (this.grading?.key(event)) this.show();
    else if (action) this.run(action);
    else return;
    event.preventDefault();
  }

  run(action: Action): void {
    const doings: Record<Action, () => void> = {
      next: () => this.move(1),
      previous: () => this.move(-1),
      unit: () => {
        this.unit = units[(units.indexOf(this.unit) + 1) % units.length];
        this.moveTo(this.article?.unitAt(this.cursor[0], this.unit));
        announce(`Moving by ${this.unit}`);
      },
      range: () => {
        this.rangeFrom = this.rangeFrom ? undefined : this.cursor;
        this.show();
        announce(this.rangeFrom ? "A range begins here." : "No range.");
      },
      mark: () => this.mark(),
      markBlock: () => this.mark(this.article?.unitAt(this.cursor[0], "paragraph")),
      erase: () => this.erase(),
      beginHere: () => this.moveEnd(0),
      endHere: () => this.moveEnd(1),
      bep: () => this.offerEntry(),
      notRelevant: () => this.judge("not_relevant"),
      relevant: () => this.judge("relevant"),
      problem: () => this.offerProblem(),
      before: () => this.go(-1),
      after: () => this.go(1),
      nextMark: () => this.moveToMark(1),
      previousMark: () => this.moveToMark(-1),
      cue: () => this.moveTo(this.cues.find((span) => span[0] >= this.cursor[1]) ?? this.cues[0]),
      difference: () => this.moveTo(this.differences.find((span) => span[0] > this.cursor[0]) ?? this.differences[0]),
      topic: () => this.panels.showTopic(),
      comment: () => this.panels.comment.focus(),
      accept: () => this.accept(),
      returned: () => this.toggleReturned(),
      list: () => { location.hash = `#${this.context.assignment.id}`; },
      help: () => showHelp(() => { this.labels(); this.frame.focus(); }),
    };
    doings[action]();
    this.context.done(action, this);
  }

  /** Marks where words stand that the assessor looks out for. */
  findCues(words: string): void {
    const { article } = this;
    if (!article) return;
    const wanted = words.split(/[\s,;]+/).filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.cues = [];
    if (wanted.length) {
      for (const match of article.text.utf16.matchAll(new RegExp(wanted.join("|"), "giu"))) {
        const begin = article.text.offset(match.index);
        this.cues.push([begin, article.text.offset(match.index + match[0].length)]);
        if (this.cues.length === 2000) break;
      }
    }
    this.painter?.paint("cue", settings().cues ? this.cues : []);
  }

  /** Shows what runs returned, or hides it; for this article and those that follow. */
  private toggleReturned(): void {
    if (!this.state?.origins) return announce("This track hides what runs returned.");
    sessionStorage.setItem("returned", this.looking ? "hidden" : "shown");
    this.panels.showLooking(this.looking);
    if (this.looking) return void this.look();
    this.returned = [];
    this.painter?.paint("returned", this.returned);
    announce("What runs returned is hidden.");
  }
  get looking(): boolean {
    return this.state?.origins !== undefined && sessionStorage.getItem("returned") === "shown";
  }
  /** The server has it on record before it answers. */
  private async look(): Promise<void> {
    const turn = this.opening;
    try {
      const { returned } = await ask<{ returned: { run: string; spans: Span[] }[] }>("POST", `assignments/${this.context.assignment.id}/look`, { doc: this.item?.doc });
      if (turn !== this.opening || !this.looking) return;
      this.returned = normalised(returned.flatMap(({ spans }) => spans));
      // Whole articles open nothing.
      this.article?.unfold(this.returned.filter(([begin, end]) => end - begin < (this.article?.length ?? 0)));
      this.painter?.paint("returned", this.returned);
      announce(returned.length ? `What ${returned.map(({ run }) => run).join(", ")} returned is underlined: ${this.returned.length} parts.` : "No run returned a part of this article that is known.");
    } catch (fault) {
      if (turn === this.opening) this.tell((fault as Error).message);
    }
  }

  // ---- What is shown --------------------------------------------------------------------------------------------

  private bar(): HTMLElement {
    const add = (action: Action | "undo" | "redo" | "tap", label: string, act: () => void, kind = "", short = label) => {
      // The selection is what a button acts on: pressing it must not take it away.
      const made = button(label, act, { class: kind, pointerdown: (event: PointerEvent) => event.preventDefault(), "data-act": action, "data-label": label, "data-short": short });
      this.buttons.set(action, made);
      return made;
    };
    const tap = add("tap", "Tap marks", () => {
      this.tapping = !this.tapping;
      tap.setAttribute("aria-pressed", String(this.tapping));
      announce(this.tapping ? "A tap on a sentence marks it." : "A tap moves the cursor.");
    }, "", "Tap");
    tap.setAttribute("aria-pressed", "false");
    const snap = h("select", { "aria-label": "Marks snap to", change: () => change({ snap: snap.value as "word" }) },
      ...(["grapheme", "word", "sentence"] as const).map((value) => h("option", { value }, { grapheme: "Characters", word: "Words", sentence: "Sentences" }[value])));
    snap.value = settings().snap;
    const marking = this.grading ? [] : [
      add("mark", "Mark", () => this.mark()), add("erase", "Erase", () => this.erase()), tap, add("bep", "Entry point", () => this.offerEntry(), "", "Entry"), snap];
    const bar = h("div", { class: "bar", role: "toolbar", "aria-label": "Judging" },
      this.notice, this.prompt,
      h("div", { class: "group" }, ...marking, add("undo", "Undo", () => this.undo("undo"), "", "↶"), add("redo", "Redo", () => this.undo("redo"), "", "↷")),
      h("div", { class: "group" }, add("notRelevant", "Not relevant", () => this.judge("not_relevant"), "no"), add("relevant", "Relevant", () => this.judge("relevant"), "yes"), add("problem", "Problem", () => this.offerProblem(), "", "!")),
      h("div", { class: "group" }, add("before", "Previous", () => this.go(-1), "", "‹"), add("after", "Next", () => this.go(1), "", "›"), add("topic", "Topic", () => this.run("topic")), add("help", "Keys", () => this.run("help"))));
    this.labels();
    return bar;
  }

  /** Buttons say which key does the same; where there is little room they say less. */
  private readonly labels = (): void => {
    for (const [action, each] of this.buttons) {
      const hasKey = !["tap", "undo", "redo"].includes(action) && settings().letters;
      const { label = "", short = label } = each.dataset;
      each.replaceChildren(this.narrow.matches ? short : label, hasKey ? h("kbd", { "aria-hidden": "true" }, keyOf(action as Action)) : "");
      if (this.narrow.matches && short !== label) each.setAttribute("aria-label", label);
      else each.removeAttribute("aria-label");
    }
  };

  show(): void {
    const { painter, article } = this;
    if (!painter || !article) return;
    const range: Span[] = this.rangeFrom ? [[Math.min(this.rangeFrom[0], this.cursor[0]), Math.max(this.rangeFrom[1], this.cursor[1])]] : [];
    painter.paint("range", range);
    painter.paint("cursor", this.cursor[1] > this.cursor[0] ? [this.cursor] : []);
    if (this.painted !== this.journal) this.showJournal(painter, article);
    this.grading?.show();
  }

  private showJournal(painter: Painter, article: Article): void {
    const { journal } = this;
    this.painted = journal;
    const { spans, bep } = journal.state;
    article.unfold(bep === null ? spans : [...spans, [bep, bep + 1]]);
    painter.paint("relevant", spans);
    const [main, second] = this.state?.sides ?? [];
    if (main && second) {
      painter.paint("main", subtract(main.spans, second.spans));
      painter.paint("second", subtract(second.spans, main.spans));
    }
    painter.paint("suggested", (this.state?.suggestions ?? []).flatMap((each) => each.spans));
    this.strip.setAttribute("d", journal.state.spans.map(([begin, end]) => `M0 ${begin / article.length}H1V${end / article.length}H0Z`).join(""));
    const { items } = this.context.list;
    const judged = items.filter((each) => each.status !== "open").length;
    const relevant = items.filter((each) => each.status === "relevant").length;
    this.progress.textContent = `Article ${this.place + 1} of ${items.length} · ${judged} judged, ${relevant} relevant · this one: ${statusName(journal.state.status)}`;
    this.node.dataset.status = journal.state.status;
    const set = (name: string, on: boolean) => { const each = this.buttons.get(name); if (each) each.disabled = !on; };
    set("undo", journal.stand.length > 0);
    set("redo", journal.undone.length > 0);
    set("before", this.place > 0);
    set("after", this.place + 1 < items.length);
    for (const status of ["notRelevant", "relevant", "problem"]) {
      const is = { notRelevant: "not_relevant", relevant: "relevant", problem: "problem" }[status] === journal.state.status;
      this.buttons.get(status)?.setAttribute("aria-pressed", String(is));
    }
    this.panels.show();
    // Last: it asks where things are, and they stay there.
    this.placeFlag();
  }

  private placeFlag(): void {
    const { bep } = this.journal.state;
    const box = bep === null ? undefined : this.article?.box([bep, bep + 1]);
    this.flag.hidden = !box;
    if (!box) return;
    const frame = this.frame.getBoundingClientRect();
    this.flag.style.top = `${box.top - frame.top + this.frame.scrollTop}px`;
  }
}

/** A document never changes: what is in the browser already is not asked for again. */
async function loadDocument(item: Item): Promise<Columns> {
  const key = `document/${item.doc}/${item.sha256}`;
  const copy = await kept<Columns>(key);
  if (copy) return copy;
  const columns = await ask<Columns>("GET", `document?${query({ id: item.doc, sha256: item.sha256 })}`);
  await keep(key, columns);
  return columns;
}
