// How large a chart is: known before it is drawn, from the specification and the width there is.
//
// Charts come with `usermeta.fovea` (src/report/tables/charts.cpp): what takes room around the plot. Vega fits axes, labels
// and legend into the size that is given, so that the size reserved here is exactly the size of the picture.

export type Spec = Record<string, any>;

interface Shape {
  /** Plot and axes, without the legend. */
  height: number;
  /** Names in the legend below. */
  legend?: string[];
  /** Names of rows at the left, which take room from a matrix. */
  rows?: string[];
  /** A matrix: so many columns, so wide if there is room. */
  columns?: number;
  cell?: number;
  /** Colours of the cells and of what is written in them on a dark page. */
  dark?: { cells: string[]; inks: string[] };
}

const kLegendRow = 19;
const kLegendMargin = 20;
const kLongestName = 180;
/** Cells are at least so wide; those with a number in them, which says more than their colour, are wider. */
const kSmallestCell = 22;
const kCellWithText = 42;
/** Names aslant above the last column of a matrix reach beyond it, further than Vega thinks. */
const kAslantRoom = 28;
/** A bar to move a matrix sideways. */
const kScrollbar = 16;

const pen = document.createElement("canvas").getContext("2d");

function widest(names: string[]): number {
  if (!pen) return kLongestName;
  pen.font = `12px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;
  return names.reduce((most, name) => Math.max(most, pen.measureText(name).width), 0);
}

/** The legend in columns that fit, and the room it takes. */
function legendOf(names: string[], width: number): { columns: number; height: number } {
  const column = Math.min(kLongestName, widest(names)) + 42;
  const columns = Math.max(1, Math.min(names.length, Math.floor((width - 20) / column)));
  return { columns, height: Math.ceil(names.length / columns) * kLegendRow + kLegendMargin };
}

/** A matrix in the colours of a dark page. */
function darkened(spec: Spec, dark: { cells: string[]; inks: string[] }): Spec {
  const copy = structuredClone(spec);
  for (const layer of copy.layer as Spec[]) {
    if (layer.encoding.fill) {
      layer.encoding.fill.scale.range = dark.cells;
      layer.mark.stroke = "#1b1f24";
    } else {
      layer.encoding.color.scale.range = dark.inks;
    }
  }
  return copy;
}

/** Long names at the left leave at least half of a narrow chart to the plot. */
function withShortNames(spec: Spec, most: number): Spec {
  const y = spec.encoding?.y;
  if (!y?.axis?.labelLimit) return spec;
  const axis = { ...y.axis, labelLimit: Math.min(y.axis.labelLimit, most) };
  return { ...spec, encoding: { ...spec.encoding, y: { ...y, axis } } };
}

/** The specification for `width` pixels and this page's colours, the height of the picture, and whether it is wider. */
export function layOut(given: Spec, width: number, dark: boolean): { spec: Spec; height: number; scrolls: boolean } {
  const { config: _, usermeta, ...plain } = given;
  const shape: Shape = usermeta.fovea;
  let spec: Spec = withShortNames(plain, Math.max(70, width * 0.4));
  let height = shape.height;
  let bar = 0;
  spec.width = width;
  if (shape.columns) {
    const names = Math.min(220, Math.max(70, width * 0.4), widest(shape.rows!)) + 24;
    const least = shape.cell! < kCellWithText ? kSmallestCell : kCellWithText;
    const cell = Math.max(least, Math.min(shape.cell!, Math.floor((width - names - kAslantRoom) / shape.columns)));
    spec.padding = { left: 5, top: 5, right: kAslantRoom, bottom: 5 };
    spec.width = names + cell * shape.columns + kAslantRoom;
    if (spec.width > width) bar = kScrollbar;
  }
  if (shape.legend) {
    // A legend that is wider than a small matrix would push it out of its frame.
    if (shape.columns) spec.width = Math.max(spec.width, Math.min(width, 320));
    const legend = legendOf(shape.legend, Math.min(width, spec.width) - (shape.columns ? kAslantRoom : 0));
    spec.config = { legend: { columns: legend.columns, labelLimit: kLongestName } };
    height += legend.height;
  }
  spec.height = height;
  spec.autosize = { type: "fit", contains: "padding" };
  if (dark && shape.dark) spec = darkened(spec, shape.dark);
  return { spec, height: height + bar, scrolls: bar > 0 };
}
