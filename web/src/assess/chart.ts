// A chart of scores with their intervals, in plain SVG: one line per run, best first. The table beside it says the same.
import { svg } from "../shared/dom";

export interface Bar {
  name: string;
  value: number;
  interval: readonly [number, number] | null;
}

/** As wide as a narrow window lets it be, so that its letters are not made small. */
export function intervalChart(title: string, bars: readonly Bar[]): SVGElement {
  const row = 26;
  const width = Math.min(640, Math.max(280, innerWidth - 40));
  const left = width < 500 ? 120 : 190;
  const letters = left / 7.3;
  const most = Math.max(0.001, ...bars.map(({ value, interval }) => Math.max(value, interval?.[1] ?? 0)));
  const x = (value: number) => left + ((width - left - 60) * Math.max(0, value)) / most;
  const sorted = [...bars].sort((a, b) => b.value - a.value);
  return svg("svg", { viewBox: `0 0 ${width} ${sorted.length * row + 8}`, role: "img", class: "chart", "aria-label": title },
    svg("title", {}, title),
    ...sorted.flatMap(({ name, value, interval }, i) => {
      const y = i * row + row / 2 + 4;
      return [
        svg("text", { x: left - 10, y: y + 4, "text-anchor": "end" }, name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
        svg("rect", { x: left, y: y - 7, width: Math.max(1, x(value) - left), height: 14, class: "bar-of" }),
        interval && svg("path", { d: `M${x(interval[0])} ${y}H${x(interval[1])}M${x(interval[0])} ${y - 5}v10M${x(interval[1])} ${y - 5}v10`, class: "interval" }),
        svg("text", { x: Math.max(x(value), interval ? x(interval[1]) : 0) + 6, y: y + 4 }, value.toFixed(3)),
      ].filter(Boolean) as SVGElement[];
    }));
}
