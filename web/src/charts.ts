// Charts: each figure names a Vega-Lite specification, drawn in the colours of the page.
//
// The room of every chart is reserved before any is drawn (chart_layout.ts), so that nothing below moves and every link of
// the contents leads where it says. Charts near the window are drawn first, so that a report with many of them opens
// at once; the others follow while nothing else is to be done.

import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { Handler } from "vega-tooltip";
import { type Spec, layOut } from "./chart_layout";
import { labelPoints } from "./labels";
import { isDark, onThemeChange } from "./theme";

function style(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function config(): object {
  const text = style("--text");
  const faint = style("--faint");
  const rule = style("--rule");
  const label = { labelColor: text, titleColor: faint, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500 };
  return {
    background: "transparent",
    font: style("--sans"),
    axis: { ...label, gridColor: rule, gridOpacity: 0.7, domainColor: rule, tickColor: rule, titlePadding: 8 },
    axisBand: { grid: false },
    legend: { ...label, symbolSize: 90, columnPadding: 18 },
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

interface Place {
  spec: Spec;
  /** The width it is drawn for. */
  width: number;
  view: View | null;
  /** Called with the name of the mark that is pressed. */
  pressed?: (datum: Record<string, unknown>) => void;
}
const places = new Map<HTMLElement, Place>();

/** As high as the chart will be, before it is drawn. */
function reserve(element: HTMLElement, place: Place): void {
  place.width = element.clientWidth;
  const { height, scrolls } = layOut(place.spec, place.width, isDark());
  element.style.height = `${height}px`;
  // What can be moved sideways can be reached by the keyboard.
  if (scrolls) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
  element.dataset.width = String(place.width);
  delete element.dataset.drawn;
}

function draw(element: HTMLElement, place: Place): void {
  place.view?.finalize();
  element.replaceChildren();
  try {
    const { spec } = layOut(place.spec, place.width, isDark());
    const compiled = compile(spec as unknown as TopLevelSpec, { config: config() }).spec;
    if (!place.spec.usermeta?.fovea?.tree) labelPoints(compiled, style("--text"), style("--sans"), place.width);
    // Else Vega would call it "Vega visualization" to those who hear the page.
    compiled.description = element.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
    const tooltip = new Handler({ theme: isDark() ? "dark" : "light" }).call;
    const view = new View(parse(compiled), { renderer: "svg", container: element, hover: true, tooltip });
    if (place.pressed) {
      view.addEventListener("click", (_, item) => item?.datum && place.pressed!(item.datum as Record<string, unknown>));
    }
    view.run();
    place.view = view;
  } catch (error) {
    element.textContent = `This chart could not be drawn (${String(error)}); its numbers are in the table below.`;
  }
  element.dataset.drawn = "yes";
  // Whoever watches its sides looks again (tables.ts).
  element.dispatchEvent(new Event("scroll"));
}

const waiting = new Set<HTMLElement>();
const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) start(entry.target as HTMLElement);
  },
  { rootMargin: "600px" },
);

function start(element: HTMLElement): void {
  near.unobserve(element);
  if (waiting.delete(element)) draw(element, places.get(element)!);
}

/** Draws a chart in `element` when the reader comes near it, in place of what stood there. */
export function show(element: HTMLElement, spec: object, pressed?: Place["pressed"]): void {
  const place = { spec: spec as Spec, width: 0, view: places.get(element)?.view ?? null, pressed };
  places.set(element, place);
  enqueue(element, place);
}

function enqueue(element: HTMLElement, place: Place): void {
  reserve(element, place);
  near.unobserve(element);
  if (waiting.size === 0) setTimeout(drawNextWhenIdle, 0);
  waiting.add(element);
  near.observe(element);
}

function drawNextWhenIdle(): void {
  const next = waiting.values().next();
  if (next.done) return;
  const go = () => {
    start(next.value);
    drawNextWhenIdle();
  };
  if ("requestIdleCallback" in window) window.requestIdleCallback(go, { timeout: 1000 });
  else setTimeout(go, 50);
}

function redrawAll(): void {
  for (const [element, place] of places) enqueue(element, place);
}

/** Two charts stand side by side on paper; one that is wider, as a matrix of many runs, has the sheet for itself. Both are
 * drawn a little larger than they are printed. */
const kHalfSheet = 480;
const kSheet = 900;

/** Paper is white and narrow, and shows what the reader has not come to yet. */
function drawForPaper(): void {
  const root = document.documentElement;
  const chosen = root.dataset.theme;
  root.dataset.theme = "light";
  for (const [element, place] of places) {
    waiting.delete(element);
    const { scrolls } = layOut(place.spec, kHalfSheet, false);
    element.closest("figure")?.classList.toggle("sheet", scrolls);
    place.width = scrolls ? kSheet : kHalfSheet;
    draw(element, place);
  }
  const restore = () => {
    if (chosen) root.dataset.theme = chosen;
    else delete root.dataset.theme;
    redrawAll();
  };
  window.addEventListener("afterprint", restore, { once: true });
}

export function setUpCharts(charts: Record<string, object>): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-chart]")) {
    const spec = charts[element.dataset.chart!];
    if (spec) show(element, spec);
  }
  onThemeChange(redrawAll);
  let timer = 0;
  window.addEventListener("resize", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      for (const [element, place] of places) if (element.clientWidth !== place.width) enqueue(element, place);
    }, 150);
  });
  window.addEventListener("beforeprint", drawForPaper);
}
