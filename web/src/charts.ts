// Charts: each figure names a Vega-Lite specification, drawn in the colours of the page.
//
// Charts near the window are drawn first, so that a report with many of them opens at once; the others follow
// while nothing else is to be done.

import embed, { type Result, type VisualizationSpec } from "vega-embed";
import { isDark, onThemeChange } from "./theme";

type Spec = Record<string, unknown>;

function style(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function config(width: number): object {
  const text = style("--text");
  const faint = style("--faint");
  const rule = style("--rule");
  const label = { labelColor: text, titleColor: faint, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500 };
  return {
    background: "transparent",
    font: style("--sans"),
    axis: { ...label, gridColor: rule, gridOpacity: 0.7, domainColor: rule, tickColor: rule, titlePadding: 8 },
    axisBand: { grid: false },
    legend: { ...label, symbolSize: 90, columnPadding: 18, columns: Math.max(1, Math.min(8, Math.floor(width / 160))) },
    view: { stroke: null },
    range: {
      category: isDark()
        ? ["#7cb7ff", "#ffb86b", "#8fd694", "#f78fb3", "#c4a7ff", "#ffe07a", "#7fe0e0", "#d0d0d0"]
        : ["#1f5fa8", "#b85c00", "#2e7d32", "#ad1457", "#5e35b1", "#8d6e00", "#00707a", "#555555"],
    },
    mark: { color: style("--accent"), tooltip: true },
    line: { color: faint },
    rule: { color: style("--accent") },
    text: { color: text },
    bar: { cornerRadiusEnd: 2 },
  };
}

/** The spec as wide as there is room, unless its width is a step per column, and without a look of its own. */
function fitted({ config: _, ...spec }: Spec): Spec {
  if (typeof spec.width !== "number") return spec;
  const fitY = typeof spec.height === "number";
  return { ...spec, width: "container", autosize: { type: fitY ? "fit" : "fit-x", contains: "padding" } };
}

/** Draws `spec` in `place`, in place of what stood there. */
export async function draw(place: HTMLElement, spec: object): Promise<Result | null> {
  try {
    const result = await embed(place, fitted(spec as Spec) as unknown as VisualizationSpec, {
      actions: false,
      renderer: "svg",
      config: config(place.clientWidth),
    });
    place.dataset.drawn = "yes";
    return result;
  } catch (error) {
    place.textContent = `This chart could not be drawn (${String(error)}); its numbers are in the table below.`;
    return null;
  }
}

const waiting = new Map<Element, () => void>();
const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) start(entry.target);
  },
  { rootMargin: "600px" },
);

function start(place: Element): void {
  const action = waiting.get(place);
  waiting.delete(place);
  near.unobserve(place);
  action?.();
}

/** Calls `action`, which draws in `place`, when the reader comes near it. */
export function drawWhenSeen(place: HTMLElement, action: () => void): void {
  near.unobserve(place);
  if (waiting.size === 0) setTimeout(drawNextWhenIdle, 0);
  waiting.set(place, action);
  near.observe(place);
}

function drawNextWhenIdle(): void {
  const next = waiting.keys().next();
  if (next.done) return;
  const go = () => {
    start(next.value);
    drawNextWhenIdle();
  };
  if ("requestIdleCallback" in window) window.requestIdleCallback(go, { timeout: 1000 });
  else setTimeout(go, 50);
}

export function setUpCharts(charts: Record<string, object>): void {
  const places = Array.from(document.querySelectorAll<HTMLElement>("[data-chart]"));
  const drawAll = () => {
    for (const place of places) {
      const spec = charts[place.dataset.chart!];
      if (spec) drawWhenSeen(place, () => void draw(place, spec));
    }
  };
  drawAll();
  onThemeChange(drawAll);
}
