// Two runs, topic by topic: where the one is better, where the other.

import { draw, drawWhenSeen } from "./charts";
import type { Scores } from "./data";
import { makeSortable } from "./tables";
import { onThemeChange } from "./theme";

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

/** Two runs of one task, where there is a task with two. */
function firstPair(runs: Scores["runs"]): [number, number] {
  const second = runs.findIndex((run, index) => index > 0 && run.task === runs[index - 1].task);
  return second > 0 ? [second - 1, second] : [0, 1];
}

function showTable(table: HTMLTableElement, names: string[], rows: Row[]): void {
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
      const name = heading(row.topic, false);
      name.scope = "row";
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

export function setUpDifferences(section: HTMLElement, scores: Scores): void {
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

  const show = () => {
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
        ? `${scores.measures[m]} could not be computed for both runs.`
        : `${a.id} is better on ${better} topics, ${b.id} on ${worse}, equal on ` +
          `${rows.length - better - worse}. Mean difference ${mean >= 0 ? "+" : "−"}${Math.abs(mean).toFixed(4)}.`;
    showTable(table, ["topic", a.id, b.id, "difference"], rows);
    const chart = {
      data: { values: rows },
      width: 640,
      height: 260,
      mark: { type: "bar" },
      encoding: {
        x: {
          field: "topic",
          type: "nominal",
          sort: { field: "difference", order: "descending" },
          title: "topic",
          axis: { labelOverlap: true, labelAngle: 0 },
        },
        y: { field: "difference", type: "quantitative", title: `${a.id} − ${b.id}, ${scores.measures[m]}` },
        color: {
          condition: { test: "datum.difference < 0", value: "#c2570c" },
          value: "#2f7bc4",
        },
        tooltip: [
          { field: "topic" },
          { field: "first", title: a.id, format: ".4f" },
          { field: "second", title: b.id, format: ".4f" },
          { field: "difference", format: "+.4f" },
        ],
      },
    };
    drawWhenSeen(place, () => void draw(place, chart));
  };
  for (const select of [first, second, measure]) select.addEventListener("change", show);
  onThemeChange(show);
  show();
}
