// Every chart of the report as a file of its own: FIGURES (the folder) in the environment.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import * as vega from "vega";
import * as lite from "vega-lite";

const { FIGURES } = process.env;

for (const file of readdirSync(FIGURES)) {
  test(`${file} is Vega-Lite that stands by itself`, async () => {
    const spec = JSON.parse(readFileSync(`${FIGURES}/${file}`, "utf8"));
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
