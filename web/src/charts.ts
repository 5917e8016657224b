// Charts: each figure names a Vega-Lite specification, drawn in the colours of the page.

import embed, { type Result, type VisualizationSpec } from "vega-embed";
import { isDark, onThemeChange } from "./theme";

function style(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function config(): object {
  const text = style("--text");
  const rule = style("--rule");
  return {
    background: "transparent",
    font: "system-ui, sans-serif",
    axis: { labelColor: text, titleColor: text, gridColor: rule, domainColor: rule, tickColor: rule, labelFontSize: 12 },
    legend: { labelColor: text, titleColor: text },
    title: { color: text },
    header: { labelColor: text, titleColor: text },
    view: { stroke: null },
    range: {
      category: isDark()
        ? ["#7cb7ff", "#ffb86b", "#8fd694", "#f78fb3", "#c4a7ff", "#ffe07a", "#7fe0e0", "#d0d0d0"]
        : ["#1f5fa8", "#b85c00", "#2e7d32", "#ad1457", "#5e35b1", "#8d6e00", "#00707a", "#555555"],
    },
    mark: { color: style("--accent"), tooltip: true },
    rule: { color: style("--accent") },
  };
}

/** Draws `spec` in `place`, in place of what stood there. */
export async function draw(place: HTMLElement, spec: object): Promise<Result | null> {
  try {
    const result = await embed(place, { width: "container", ...spec } as VisualizationSpec, {
      actions: false,
      renderer: "svg",
      config: config(),
    });
    place.dataset.drawn = "yes";
    return result;
  } catch (error) {
    place.textContent = `This chart could not be drawn (${String(error)}); its figures are in the table below.`;
    return null;
  }
}

export function setUpCharts(charts: Record<string, object>): void {
  const places = Array.from(document.querySelectorAll<HTMLElement>("[data-chart]"));
  const drawAll = () => {
    for (const place of places) {
      const spec = charts[place.dataset.chart!];
      if (spec) void draw(place, spec);
    }
  };
  drawAll();
  onThemeChange(drawAll);
}
