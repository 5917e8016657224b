// Grades of elements (INEX 2002–2004): exhaustivity and specificity from 0 to 3, the rules where they bite, and what they still ask for.
import { announce, button, h } from "../shared/dom";
import type { Grade, Grades } from "./journal";
import type { Judging } from "./judging";

/** 2002's coverage for a relevance above 0, by the specificity that it is stored as (src/judgements/assessments.h). */
const coverage = ["No", "too Small", "too Large", "Exact"];
/** Of both grades of 2003, and of 2002's relevance. */
const degrees = ["0 not", "1 marginally", "2 fairly", "3 highly"];

export class GradePanel {
  readonly node = h("section", { class: "grading" });
  /** The element that keys act on, and the one that was left for an outer one. */
  private element = 0;
  private inner: number[] = [];
  private cursor = -1;

  constructor(private readonly judging: Judging, private readonly of2002: boolean) {}

  private get structure() {
    return this.judging.article?.structure;
  }
  private path(element: number): string {
    return element < 0 ? "" : (this.structure?.path(element) ?? "");
  }
  private called(element: number): string {
    const { word, title } = this.judging.article?.nameOf(element) ?? { word: "", title: "" };
    return title ? `${word} “${title}”` : word;
  }
  private get grades(): Grades {
    return this.judging.journal.state.grades;
  }

  /** 0 to 3 sets exhaustivity, with shift specificity; o and i go to the outer and to the inner element. */
  key(event: KeyboardEvent): boolean {
    const digit = /^Digit([0-3])$/.exec(event.code);
    if (digit) {
      this.set(event.shiftKey ? 1 : 0, Number(digit[1]));
      return true;
    }
    // Digits grade, and never go to another article.
    if (/^Digit\d$/.test(event.code)) return true;
    if (event.key === "o") this.outer();
    else if (event.key === "i") this.goInner();
    else return false;
    return true;
  }

  private outer(): void {
    const parent = this.judging.article?.columns.parent[this.element] ?? -1;
    if (parent < 0) return announce("This is the whole article.");
    this.inner.push(this.element);
    this.element = parent;
    announce(this.describe(parent));
  }
  private goInner(): void {
    const to = this.inner.pop() ?? this.structure?.first[this.element] ?? -1;
    if (to < 0) return announce("There is nothing inside.");
    this.element = to;
    announce(this.describe(to));
  }

  private describe(element: number): string {
    const grade = this.grades[this.path(element)];
    return `${this.called(element)}: ${grade ? this.words(grade) : "not graded"}`;
  }
  private words([e, s]: Grade): string {
    return this.of2002 ? `relevance ${e}, coverage ${coverage[s]}` : `exhaustivity ${e}, specificity ${s}`;
  }

  /** 0 sets both; any other value keeps the other grade, or begins with the same. */
  private set(which: 0 | 1, value: number, element = this.element): void {
    const path = this.path(element);
    const before = this.grades[path];
    const other = before && before[1 - which] > 0 ? before[1 - which] : value;
    const [e, s] = value === 0 ? [0, 0] : which === 0 ? [value, other] : [other, value];
    const above = this.ancestors(element).filter((each) => { const grade = this.grades[this.path(each)]; return grade !== undefined && grade[0] < e; });
    if (above.length > 0) return this.offerToRaise(element, [e, s], above);
    const inside = Object.entries(this.grades).find(([each, grade]) => each.startsWith(`${path}/`) && grade[0] > e);
    if (inside) {
      const text = `An element is at least as exhaustive as what it contains: ${this.called(this.structure?.find(inside[0]) ?? 0)} has ${inside[1][0]}. Grade that first.`;
      announce(text);
      return this.judging.tell(text);
    }
    this.grade(element, [e, s]);
  }

  private grade(element: number, [e, s]: Grade): void {
    const path = this.path(element);
    this.judging.act({ kind: "grade", data: { path, e, s } }, `${this.called(element)}: ${this.words([e, s])}`);
  }

  /** The whole article first, as an element that contains must be at least as exhaustive at any moment. */
  private ancestors(element: number): number[] {
    const out: number[] = [];
    const parent = this.judging.article?.columns.parent ?? [];
    for (let at = parent[element]; at >= 0; at = parent[at]) out.unshift(at);
    return out;
  }

  private offerToRaise(element: number, grade: Grade, above: number[]): void {
    const text = `An element is at least as exhaustive as what it contains: ${this.called(above[0])} has ${this.grades[this.path(above[0])][0]}, and ${this.called(element)} would have ${grade[0]}.`;
    this.rule = h("div", { role: "alert" }, h("p", {}, text), button("Raise all that contain it", () => {
      for (const each of above) this.grade(each, [grade[0], Math.max(1, this.grades[this.path(each)][1])]);
      this.rule = undefined;
      this.grade(element, grade);
    }), button("Cancel", () => { this.rule = undefined; this.show(); }));
    announce(text);
    this.show();
  }
  private rule: HTMLElement | undefined;

  /** What consistency still asks for: elements around and inside of relevant ones without a grade. All inside of a 0 is 0. */
  private missing(): number[] {
    const { structure } = this;
    const { article } = this.judging;
    if (!structure || !article) return [];
    const { parent, begin, end } = article.columns;
    const grade = new Map<number, Grade>();
    for (const [path, own] of Object.entries(this.grades)) grade.set(structure.find(path), own);
    const out = new Set<number>();
    for (const [element, [e]] of grade) {
      if (e === 0) continue;
      for (const above of this.ancestors(element)) if (!grade.has(above)) out.add(above);
    }
    for (let i = 1; i < structure.size; ++i) {
      if (grade.has(i) || begin[i] === end[i]) continue;
      const above = grade.get(parent[i]);
      if (above && above[0] > 0) out.add(i);
    }
    return [...out].sort((a, b) => a - b);
  }

  /** Why the article cannot be relevant as it is graded: the rules that the server has, which has the last word. */
  breach(): string | undefined {
    const [first, ...more] = this.missing();
    if (first !== undefined) {
      return `Not all that is around or inside of relevant elements is graded: ${this.called(first)}${more.length ? ` and ${more.length} more` : ""}. A 0 grades all that an element contains.`;
    }
    const empty = Object.entries(this.grades).find(([path, [e]]) => e > 0 && this.holdsOnlyZeros(this.structure?.find(path) ?? -1));
    return empty && `${this.called(this.structure?.find(empty[0]) ?? 0)} is relevant, has no text of its own, and all that it contains is graded 0: grade it 0, or something in it above 0.`;
  }
  private holdsOnlyZeros(element: number): boolean {
    const { article } = this.judging;
    if (!article || element < 0) return false;
    const { begin, end } = article.columns;
    const children = this.structure?.children(element).filter((each) => begin[each] < end[each]) ?? [];
    let at = begin[element];
    const gaps = children.map((child) => { const gap = article.text.slice(at, begin[child]); at = end[child]; return gap; });
    return children.length > 0 && children.every((each) => this.grades[this.path(each)]?.[0] === 0) && `${gaps.join("")}${article.text.slice(at, end[element])}`.trim() === "";
  }

  /** Everything that has no grade and lies around no relevant element gets 0, from the outside in: a 0 grades all that is inside. */
  private rest(): void {
    const { article } = this.judging;
    if (!article || !this.structure) return;
    const relevant = new Set<number>();
    for (const [path, [e]] of Object.entries(this.grades)) {
      const element = this.structure.find(path);
      if (e > 0) for (const each of [element, ...this.ancestors(element)]) relevant.add(each);
    }
    const { begin, end } = article.columns;
    const zeros: number[] = [];
    const work = relevant.size ? [...relevant].flatMap((each) => this.structure?.children(each) ?? []) : [0];
    for (const each of work) if (!relevant.has(each) && begin[each] < end[each] && !this.grades[this.path(each)]) zeros.push(each);
    for (const each of zeros) this.judging.act({ kind: "grade", data: { path: this.path(each), e: 0, s: 0 } }, "");
    announce(`${zeros.length} parts are graded 0.`);
  }

  /** The grade of what it is in. */
  private inherit(): void {
    const above = this.grades[this.path(this.judging.article?.columns.parent[this.element] ?? -1)];
    if (above) this.grade(this.element, above);
  }

  private name(element: number): HTMLElement {
    const { word, title } = this.judging.article?.nameOf(element) ?? { word: "", title: "" };
    return h("span", { class: "named", title: this.path(element) }, h("b", {}, word), " ", h("span", { dir: "auto" }, title));
  }

  show(): void {
    const { article } = this.judging;
    const { structure } = this;
    if (!article || !structure) return;
    // Wherever the cursor goes, its element is the one to grade.
    if (this.cursor !== this.judging.cursor[0]) {
      this.cursor = this.judging.cursor[0];
      this.element = article.blockAt(this.cursor)?.element ?? 0;
      this.inner = [];
    }
    const row = (element: number, here: boolean) => {
      const choice = (which: 0 | 1, names: string[]) => {
        const label = `${which === 0 ? (this.of2002 ? "Relevance" : "Exhaustivity") : this.of2002 ? "Coverage" : "Specificity"} of ${this.called(element)}`;
        const select = h("select", { "aria-label": label, "data-path": this.path(element), "data-which": which, change: () => this.set(which, Number(select.value), element) }, h("option", { value: "" }, "–"), ...names.map((name, i) => h("option", { value: i }, name)));
        select.value = String(this.grades[this.path(element)]?.[which] ?? "");
        return select;
      };
      return h("li", { class: here ? "here" : "", "aria-current": here ? "true" : false, "data-grade": this.grades[this.path(element)]?.[0] ?? null }, this.name(element),
        choice(0, degrees), choice(1, this.of2002 ? coverage : degrees));
    };
    const todo = this.missing();
    this.node.replaceChildren(
      h("h2", {}, this.of2002 ? "Relevance and coverage" : "Exhaustivity and specificity"),
      this.rule ?? "",
      h("p", {}, "0–3 grades the element at the cursor, Shift with a digit its second grade. o takes the outer element, i the inner one."),
      h("p", { class: "row" }, button("Rest of the article is not relevant", () => this.rest(), { id: "grade-rest" }), button("Same as its parent", () => this.inherit(), { id: "grade-inherit", disabled: !this.grades[this.path(article.columns.parent[this.element] ?? -1)] })),
      h("ol", { class: "grades" }, ...[...this.ancestors(this.element), this.element].map((each) => row(each, each === this.element)),
        ...structure.children(this.element).slice(0, 30).map((each) => row(each, false))),
      h("h3", {}, todo.length ? `Still to grade: ${todo.length}` : "Nothing is left to grade."),
      h("ul", { class: "todo" }, ...todo.slice(0, 50).map((each) => h("li", {}, button(this.called(each), () => {
        this.judging.moveTo(article.unitAt(article.columns.begin[each], "sentence"));
        this.element = each;
        this.show();
      })))));
    const grades = new Map(Object.entries(this.grades).map(([path, [e]]) => [structure.find(path), String(e)]));
    const { begin, end, parent } = article.columns;
    for (const { node, span, element } of article.blocks) {
      node.classList.toggle("at", span[0] >= begin[this.element] && span[1] <= end[this.element] && this.element !== 0);
      // The grade of the innermost element around it that has one.
      let at = element;
      while (at >= 0 && !grades.has(at)) at = parent[at];
      const grade = grades.get(at);
      if (grade !== node.dataset.grade) grade === undefined ? delete node.dataset.grade : (node.dataset.grade = grade);
    }
  }
}
