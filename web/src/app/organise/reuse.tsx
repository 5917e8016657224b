// Whether the pool can be reused for runs that did not contribute to it: tables as `fovea pool reuse -o json` has them.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ask } from "../../assess/api";
import { ErrorText, Table } from "../parts";

const text = (value: unknown): string =>
  typeof value === "number"
    ? String(Math.round(value * 10000) / 10000)
    : value === null || value === undefined
      ? "–"
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Any JSON of named tables: arrays of objects, below their names. */
function tablesIn(value: unknown, name: string): ComponentChildren[] {
  if (Array.isArray(value) && value.length && isRow(value[0])) {
    const rows = value as Row[];
    if (rows.every((each) => Object.values(each).some((part) => Array.isArray(part))))
      return rows.flatMap((each) => tablesIn(each, name));
    const columns = [...new Set(rows.flatMap((each) => Object.keys(each)))];
    return [
      <Table
        caption={name}
        rows={rows}
        keyOf={(_, at) => at}
        columns={columns.map((title) => ({
          title: title.replaceAll("_", " "),
          cell: (row: Row) => text(row[title]),
          number: typeof rows[0][title] === "number",
        }))}
      />,
    ];
  }
  if (isRow(value))
    return Object.entries(value).flatMap(([key, each]) =>
      typeof each === "object" && each !== null
        ? tablesIn(each, key)
        : [
            <p>
              {key.replaceAll("_", " ")}: {text(each)}
            </p>,
          ],
    );
  return value === undefined ? [] : [<p>{text(value)}</p>];
}

export function Reuse() {
  const found = useSignal<unknown>(undefined);
  const error = useSignal("");
  const busy = useSignal(false);
  const compute = async () => {
    busy.value = true;
    error.value = "";
    try {
      found.value = await ask<unknown>("GET", "reuse");
    } catch (fault) {
      error.value = (fault as Error).message;
    } finally {
      busy.value = false;
    }
  };
  return (
    <section>
      <h2>Reuse of the pool</h2>
      <p>
        Leaves out what one group or run alone contributed and scores its runs again. Small changes mean that the
        judgements can be reused for other runs.
      </p>
      <p class="row">
        <button type="button" id="reuse" onClick={() => void compute()}>
          Can the pool be reused?
        </button>
        {busy.value && <span role="status">This scores all runs many times over …</span>}
      </p>
      <ErrorText text={error.value} />
      {tablesIn(found.value, "Reuse of the pool")}
    </section>
  );
}
