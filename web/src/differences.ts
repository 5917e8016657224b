// Two runs, topic by topic: where the one is better, where the other.
//
// It opens on the two runs of one task that are furthest apart by the measure of that task's table. A bar, or the name of
// its topic in the table, opens the reading view on that topic.

import { show as showChart } from "./charts";
import type { Scores, Words } from "./data";
import type { ReadingView } from "./reading";
import { makeCopyableAsShown, makeSortable } from "./tables";

interface Row {
  topic: string;
  first: number;
  second: number;
  difference: number;
}

/** The runs below the tasks they belong to. */
function fillRuns(select: HTMLSelectElement, runs: Scores["runs"], chosen: number): void {
  let group: HTMLOptGroupElement | null = null;
  runs.forEach((run, index) => {
    if (!group || group.label !== run.task) {
      group = document.createElement("optgroup");
      group.label = run.task;
      select.append(group);
    }
    group.append(new Option(run.id, String(index), false, index === chosen));
  });
}

function meanOf(run: Scores["runs"][number]): number {
  const values = run.values.map((row) => row[run.own]).filter((value): value is number => value !== null);
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Best and last of the task where they are furthest apart; any two where no task has two. Runs stand in rank order. */
function firstPair(runs: Scores["runs"]): [number, number] {
  let pair: [number, number] = [0, 1];
  let most = -1;
  runs.forEach((run, index) => {
    const last = runs.reduce((found, other, at) => (other.task === run.task ? at : found), index);
    const apart = meanOf(run) - meanOf(runs[last]);
    if (last > index && apart > most) {
      most = apart;
      pair = [index, last];
    }
  });
  return pair;
}

function showTable(table: HTMLTableElement, names: string[], rows: Row[], open: ((topic: string) => void) | null): void {
  const heading = (text: string, number: boolean) => {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.className = number ? "number" : "";
    cell.textContent = text;
    return cell;
  };
  table.tHead!.rows[0].replaceChildren(...names.map((name, index) => heading(name, index > 0)));
  table.tBodies[0].replaceChildren(
    ...rows.map((row) => {
      const line = document.createElement("tr");
      const name = heading(open ? "" : row.topic, false);
      name.scope = "row";
      if (open) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "opens";
        button.textContent = row.topic;
        button.addEventListener("click", () => open(row.topic));
        name.append(button);
      }
      line.append(name);
      for (const value of [row.first, row.second, row.difference]) {
        const cell = line.insertCell();
        cell.className = "number";
        cell.textContent = value.toFixed(4);
      }
      return line;
    }),
  );
  makeSortable(table);
}

function chartOf(rows: Row[], a: string, b: string, measure: string, words: Words): object {
  return {
    usermeta: { fovea: { height: 280 } },
    data: { values: rows },
    mark: { type: "bar", cursor: "pointer" },
    encoding: {
      x: {
        field: "topic",
        type: "nominal",
        sort: { field: "difference", order: "descending" },
        title: words.topic,
        axis: { labelOverlap: true, labelAngle: 0, labelLimit: 90 },
      },
      y: { field: "difference", type: "quantitative", title: `difference in ${measure}`, axis: { tickCount: 6 } },
      color: { condition: { test: "datum.difference < 0", value: "#c2570c" }, value: "#2f7bc4" },
      tooltip: [
        { field: "topic", title: words.topic },
        { field: "first", title: a, format: ".4f" },
        { field: "second", title: b, format: ".4f" },
        { field: "difference", format: "+.4f" },
      ],
    },
  };
}

function signed(value: number): string {
  return `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(4)}`;
}

export function setUpDifferences(section: HTMLElement, scores: Scores, words: Words, reading: ReadingView | null): void {
  const first = section.querySelector<HTMLSelectElement>("select[name=first]")!;
  const second = section.querySelector<HTMLSelectElement>("select[name=second]")!;
  const measure = section.querySelector<HTMLSelectElement>("select[name=measure]")!;
  const place = section.querySelector<HTMLElement>(".plot")!;
  const table = section.querySelector<HTMLTableElement>("table")!;
  const summary = section.querySelector<HTMLElement>("output")!;
  const [one, other] = firstPair(scores.runs);
  fillRuns(first, scores.runs, one);
  fillRuns(second, scores.runs, other);
  scores.measures.forEach((name, index) => measure.add(new Option(name, String(index))));
  measure.value = String(scores.runs[one].own);
  makeCopyableAsShown(table);

  const show = (): Row[] => {
    const a = scores.runs[Number(first.value)];
    const b = scores.runs[Number(second.value)];
    const m = Number(measure.value);
    const rows: Row[] = [];
    scores.topics.forEach((topic, t) => {
      const x = a.values[t][m];
      const y = b.values[t][m];
      if (x !== null && y !== null) rows.push({ topic, first: x, second: y, difference: x - y });
    });
    const better = rows.filter((row) => row.difference > 0).length;
    const worse = rows.filter((row) => row.difference < 0).length;
    const mean = rows.reduce((sum, row) => sum + row.difference, 0) / Math.max(1, rows.length);
    summary.textContent =
      rows.length === 0
        ? `${scores.measures[m]} could not be computed for both.`
        : `${a.id} is better on ${better} ${words.topics} (bars above 0), ${b.id} on ${worse}, equal on ` +
          `${rows.length - better - worse}. Mean difference ${signed(mean)}.`;
    const open = reading && ((topic: string) => reading.open(topic, [a.id, b.id], true));
    showTable(table, [words.topic, a.id, b.id, "difference"], rows, open);
    showChart(place, chartOf(rows, a.id, b.id, scores.measures[m], words), open ? (bar) => open(String(bar.topic)) : undefined);
    return rows;
  };
  first.addEventListener("change", () => {
    measure.value = String(scores.runs[Number(first.value)].own);
    show();
  });
  for (const select of [second, measure]) select.addEventListener("change", show);
  const largest = show().reduce<Row | null>(
    (most, row) => (most && Math.abs(most.difference) >= Math.abs(row.difference) ? most : row),
    null,
  );
  if (largest && largest.difference !== 0) {
    reading?.open(largest.topic, [scores.runs[one].id, scores.runs[other].id], false);
  }
}
