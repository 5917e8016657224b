// Every chart as a file of its own, as Vega-Lite and as SVG: FIGURES in the environment.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import * as vega from "vega";
import * as lite from "vega-lite";

/** Folders, between colons. */
const { FIGURES } = process.env;
const files = FIGURES.split(":").flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));

for (const file of files.filter((name) => name.endsWith(".vl.json"))) {
  test(`${file} is Vega-Lite that stands by itself`, async () => {
    const spec = JSON.parse(readFileSync(file, "utf8"));
    assert.match(spec.$schema, /vega-lite\/v5/);
    const complaints = [];
    const logger = Object.assign(vega.logger(vega.Warn), {
      warn: (...message) => complaints.push(message.join(" ")),
      error: (...message) => complaints.push(message.join(" ")),
    });
    const { spec: compiled } = lite.compile(spec, { logger });
    const view = new vega.View(vega.parse(compiled), { logger, renderer: "none" });
    const svg = await view.toSVG();
    assert.deepEqual(complaints, []);
    // Something is drawn: marks with data, not only axes.
    assert.match(svg, /class="mark-(symbol|rect|rule|line)/);
    assert.doesNotMatch(svg, /NaN/);
  });
}

/** Marks of one kind that a picture shows, without those of axes and legends. */
function drawnByVega(svg, kind) {
  let count = 0;
  for (const [, group] of svg.matchAll(new RegExp(`<g class="mark-${kind} role-mark[^>]*>(.*?)</g>`, "gs"))) {
    count += [...group.matchAll(/<(path|text|line)/g)].length;
  }
  return count;
}

for (const file of files.filter((name) => name.endsWith(".svg"))) {
  test(`${file} has the marks that Vega draws of the same chart`, async () => {
    const svg = readFileSync(file, "utf8");
    const spec = JSON.parse(readFileSync(file.replace(/svg$/, "vl.json"), "utf8"));
    const view = new vega.View(vega.parse(lite.compile(spec).spec), { renderer: "none" });
    const theirs = await view.toSVG();
    const ours = svg.slice(svg.indexOf('<g class="marks">'));
    const marks = ours.slice(0, ours.indexOf("</g>"));
    const count = (pattern) => [...marks.matchAll(pattern)].length;
    assert.equal(count(/<path [^>]*scale\(/g), drawnByVega(theirs, "symbol"), "symbols");
    assert.equal(count(/<path [^>]*fill="none"/g), drawnByVega(theirs, "line"), "lines");
    assert.equal(count(/<rect /g), drawnByVega(theirs, "rect"), "rectangles");
    assert.equal(count(/<line /g), drawnByVega(theirs, "rule"), "rules");
    assert.doesNotMatch(svg, /nan|inf/);
  });
}
