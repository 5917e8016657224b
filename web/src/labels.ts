// Names beside points, where they cover neither a point nor another name.
//
// Vega-Lite writes a text at a fixed place; Vega has a transform that looks for one. So the text layer of the compiled
// specification is made to follow the points. A name that finds no place is left out; it is in the tooltip and the table.

interface Mark {
  name?: string;
  type: string;
  from?: { data: string };
  encode?: Record<string, unknown>;
  transform?: object[];
  style?: unknown;
  interactive?: boolean;
}

export function labelPoints(compiled: object, colour: string, font: string, width: number): void {
  const marks = (compiled as { marks: Mark[] }).marks;
  const points = marks.find((mark) => mark.type === "symbol");
  const texts = marks.findIndex((mark) => mark.type === "text");
  if (!points?.name || texts < 0) return;
  const lines = marks.filter((mark) => mark.type === "line" && mark.name).map((mark) => mark.name!);
  marks.splice(texts, 1, {
    type: "text",
    name: "labels",
    interactive: false,
    from: { data: points.name },
    encode: {
      enter: {
        text: { field: "datum.name" },
        fill: { value: colour },
        font: { value: font },
        fontSize: { value: width < 480 ? 10 : 11 },
      },
    },
    transform: [
      {
        type: "label",
        size: { signal: "[width, height]" },
        anchor: ["right", "left", "top", "bottom", "top-right", "bottom-right", "top-left", "bottom-left"],
        offset: [6],
        avoidMarks: lines,
        padding: 0,
      },
    ],
  });
}
