// Tables that sort by the column whose heading is pressed; again turns the order round.

function valueOf(row: HTMLTableRowElement, column: number): string {
  return row.cells[column]?.textContent?.trim() ?? "";
}

/** Numbers as numbers ("0.4012*" is 0.4012), everything else as text; what is empty comes last. */
function compare(a: string, b: string): number {
  if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
  const x = Number.parseFloat(a.replace(/,/g, ""));
  const y = Number.parseFloat(b.replace(/,/g, ""));
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
    const order = compare(valueOf(a, heading.cellIndex), valueOf(b, heading.cellIndex));
    return descending ? -order : order;
  });
  body.append(...rows);
}

export function makeSortable(table: HTMLTableElement): void {
  const headings = table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [];
  for (const heading of Array.from(headings)) {
    heading.removeAttribute("aria-sort");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...Array.from(heading.childNodes));
    heading.append(button);
    button.addEventListener("click", () => sortBy(table, heading as HTMLTableCellElement));
  }
}
