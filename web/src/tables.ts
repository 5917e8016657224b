// Tables that sort by the column whose heading is pressed, can be copied, and show that they go on at a side.

import type { ReportData } from "./data";

function valueOf(row: HTMLTableRowElement, column: number): string {
  return row.cells[column]?.textContent?.trim() ?? "";
}

/** Numbers as numbers ("0.4012*" is 0.4012, "<0.001" is 0.001), everything else as text. */
function compare(a: string, b: string): number {
  const x = Number.parseFloat(a.replace(/^<|,/g, ""));
  const y = Number.parseFloat(b.replace(/^<|,/g, ""));
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a.localeCompare(b, undefined, { numeric: true });
}

function sortBy(table: HTMLTableElement, heading: HTMLTableCellElement): void {
  const descending = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentElement!.children) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  rows.sort((a, b) => {
    const x = valueOf(a, heading.cellIndex);
    const y = valueOf(b, heading.cellIndex);
    // What is empty comes last, either way.
    if (x === "" || y === "") return Number(x === "") - Number(y === "");
    return descending ? -compare(x, y) : compare(x, y);
  });
  body.append(...rows);
}

export function makeSortable(table: HTMLTableElement): void {
  const headings = table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [];
  for (const heading of Array.from(headings)) {
    heading.removeAttribute("aria-sort");
    if (heading.textContent === "") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...Array.from(heading.childNodes));
    heading.append(button);
    button.addEventListener("click", () => sortBy(table, heading as HTMLTableCellElement));
  }
}

// ---- Copying ----------------------------------------------------------------------------------------------

async function toClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where a page from disk may not use the clipboard, a selection can still be copied.
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("aria-hidden", "true");
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", () => {
    void toClipboard(text()).then(() => {
      button.textContent = "Copied";
      window.setTimeout(() => (button.textContent = label), 1500);
    });
  });
  return button;
}

function addCopies(table: HTMLTableElement, csv: () => string, tex: () => string): void {
  const bar = document.createElement("div");
  bar.className = "copies";
  bar.append(copyButton("Copy CSV", csv), copyButton("Copy LaTeX", tex));
  table.closest(".wide")!.append(bar);
}

/** The same text as the files in tables/ have. */
export function makeCopyable(table: HTMLTableElement, texts: ReportData["tables"][string]): void {
  addCopies(table, () => texts.csv, () => texts.tex);
}

function cellsOf(table: HTMLTableElement): string[][] {
  return Array.from(table.rows).map((row) => Array.from(row.cells).map((cell) => cell.textContent ?? ""));
}

function asCsv(table: HTMLTableElement): string {
  const field = (text: string) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  return cellsOf(table).map((cells) => cells.map(field).join(",") + "\n").join("");
}

const kLatexNames: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function asLatex(table: HTMLTableElement): string {
  const escaped = (text: string) => text.replace(/[\\{}&%$#_~^]/g, (c) => kLatexNames[c] ?? `\\${c}`);
  const [head, ...rows] = cellsOf(table).map((cells) => cells.map(escaped).join(" & ") + " \\\\\n");
  const columns = `l${"r".repeat(table.tHead!.rows[0].cells.length - 1)}`;
  return `% In the preamble: \\usepackage{booktabs}\n\\begin{tabular}{${columns}}\n\\toprule\n${head}\\midrule\n` +
    `${rows.join("")}\\bottomrule\n\\end{tabular}\n`;
}

/** What is shown now: for a table that changes with what the reader chooses. */
export function makeCopyableAsShown(table: HTMLTableElement): void {
  addCopies(table, () => asCsv(table), () => asLatex(table));
}

// ---- Sideways ---------------------------------------------------------------------------------------------

/** Says in data-more at which sides of the frame there is more. */
export function watchSides(frame: HTMLElement): void {
  const scroller = frame.querySelector<HTMLElement>(".scroll, .plot")!;
  const look = () => {
    const rest = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
    frame.dataset.more = [scroller.scrollLeft > 1 ? "left" : "", rest > 1 ? "right" : ""].join(" ").trim();
  };
  scroller.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(scroller);
  const table = scroller.firstElementChild;
  if (table) new ResizeObserver(look).observe(table);
}
