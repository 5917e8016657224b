// Two runs, topic by topic: where the one is better, where the other.

import { draw } from "./charts";
import type { Scores } from "./data";
import { onThemeChange } from "./theme";

function fill(select: HTMLSelectElement, names: string[], chosen: number): void {
  names.forEach((name, index) => select.add(new Option(name, String(index), false, index === chosen)));
}

export function setUpDifferences(section: HTMLElement, scores: Scores): void {
  const first = section.querySelector<HTMLSelectElement>("select[name=first]")!;
  const second = section.querySelector<HTMLSelectElement>("select[name=second]")!;
  const measure = section.querySelector<HTMLSelectElement>("select[name=measure]")!;
  const place = section.querySelector<HTMLElement>(".plot")!;
  const summary = section.querySelector<HTMLElement>("output")!;
  const ids = scores.runs.map((run) => run.id);
  fill(first, ids, 0);
  fill(second, ids, Math.min(1, ids.length - 1));
  fill(measure, scores.measures, 0);

  const show = () => {
    const a = scores.runs[Number(first.value)];
    const b = scores.runs[Number(second.value)];
    const m = Number(measure.value);
    const rows = scores.topics.map((topic, t) => ({
      topic,
      first: a.values[t][m],
      second: b.values[t][m],
      difference: a.values[t][m] - b.values[t][m],
    }));
    const better = rows.filter((row) => row.difference > 0).length;
    const worse = rows.filter((row) => row.difference < 0).length;
    summary.textContent =
      `${a.id} is better on ${better} topics, ${b.id} on ${worse}, ` +
      `equal on ${rows.length - better - worse}.`;
    void draw(place, {
      data: { values: rows },
      height: 260,
      mark: { type: "bar" },
      encoding: {
        x: { field: "topic", type: "nominal", sort: { field: "difference", order: "descending" }, title: "topic" },
        y: { field: "difference", type: "quantitative", title: `${a.id} − ${b.id}, ${scores.measures[m]}` },
        color: {
          condition: { test: "datum.difference < 0", value: "#c2410c" },
          value: "#2563a8",
        },
        tooltip: [
          { field: "topic" },
          { field: "first", title: a.id, format: ".4f" },
          { field: "second", title: b.id, format: ".4f" },
          { field: "difference", format: "+.4f" },
        ],
      },
    });
  };
  for (const select of [first, second, measure]) select.addEventListener("change", show);
  onThemeChange(show);
  show();
}
