// Brings a report to life: sorting, charts, comparing two runs, and the reading view. Everything else of the
// page is plain HTML and can be read without this script.

import { setUpCharts } from "./charts";
import { goToAddress, setUpContents } from "./contents";
import { readData } from "./data";
import { setUpDifferences } from "./differences";
import { setUpReading } from "./reading";
import { makeCopyable, makeSortable, watchSides } from "./tables";
import { setUpTheme } from "./theme";

const data = readData();
for (const table of document.querySelectorAll("table")) {
  makeSortable(table);
  const texts = data.tables[table.id];
  if (texts) makeCopyable(table, texts);
}
for (const frame of document.querySelectorAll<HTMLElement>(".wide, .sides")) watchSides(frame);
setUpTheme(document.querySelector<HTMLButtonElement>("button.theme")!);
setUpContents(document.querySelector("nav")!);
setUpCharts(data.charts);
const reading = document.getElementById("reading");
const view = reading && data.reading ? setUpReading(reading, data.reading, data.words) : null;
const differences = document.getElementById("two-runs");
if (differences && data.scores) setUpDifferences(differences, data.scores, data.words, view);
for (const link of document.querySelectorAll<HTMLElement>("[data-opens]")) {
  const [topic, ...runs] = JSON.parse(link.dataset.opens!) as string[];
  link.addEventListener("click", () => view?.open(topic, runs, true));
}
goToAddress();
