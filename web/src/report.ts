// Brings a report to life: sorting, charts, comparing two runs, and the reading view. Everything else of the
// page is plain HTML and can be read without this script.

import { setUpCharts } from "./charts";
import { setUpContents } from "./contents";
import { readData } from "./data";
import { setUpDifferences } from "./differences";
import { setUpReading } from "./reading";
import { makeSortable } from "./tables";
import { setUpTheme } from "./theme";

const data = readData();
for (const table of document.querySelectorAll("table")) makeSortable(table);
setUpContents(document.querySelector("nav")!);
setUpCharts(data.charts);
const differences = document.getElementById("two-runs");
if (differences && data.scores) setUpDifferences(differences, data.scores);
const reading = document.getElementById("reading");
if (reading && data.reading) setUpReading(reading, data.reading);
setUpTheme(document.querySelector<HTMLButtonElement>("button.theme")!);
