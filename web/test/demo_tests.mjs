// The report of the demo: TRACK (the folder of the demo track), REPLAYED (that of the demo as a command plays it) and REPORTS
// (the reports; those of both among them) in the environment.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { open as openReport, widths } from "./browser.mjs";

const { REPLAYED, REPORTS, TRACK } = process.env;
const open = (scheme) => openReport(`${REPORTS}/demo/report.html`, widths.desktop, scheme);

// One page for all that only look and choose, in the order of the tests; it ends with the browser.
const { page } = await open("light");

/** topic → document → [begin, end) of each highlight, straight from the qrels. */
function highlightsOf(file) {
  const topics = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [topic, , doc, , , , ...passages] = line.trim().split(/\s+/);
    if (!doc) continue;
    const spans = passages.map((passage) => {
      const [offset, length] = passage.split(":").map(Number);
      return [offset, offset + length];
    });
    if (!topics.has(topic)) topics.set(topic, new Map());
    topics.get(topic).set(doc, spans.sort((a, b) => a[0] - b[0]));
  }
  return topics;
}

const highlights = highlightsOf(`${TRACK}/judgements.qrels`);

test("every chart is drawn", async () => {
  const charts = await page.locator("[data-chart]").count();
  assert.ok(charts >= 8, `${charts} charts`);
  assert.equal(await page.locator("[data-chart] svg").count(), charts);
});

test("headings, captions and labels are there for screen readers", async () => {
  assert.equal(await page.locator("h1").count(), 1);
  const tables = await page.locator("table").count();
  assert.equal(await page.locator("table > caption").count(), tables);
  assert.equal(await page.locator("figure > figcaption").count(), await page.locator("figure").count());
  const charts = await page.locator("figure").evaluateAll((figures) => figures.map((figure) =>
    [figure.querySelector(".plot").getAttribute("aria-label"), figure.querySelector("figcaption").textContent]));
  for (const [label, caption] of charts) assert.equal(label, caption);
  for (const select of await page.locator("select").all()) {
    assert.ok(await select.evaluate((element) => element.labels.length > 0));
  }
  const levels = await page.locator("h1, h2, h3, h4").evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
  levels.reduce((above, level) => {
    assert.ok(level <= above + 1, `a heading of level ${level} below one of level ${above}`);
    return level;
  });
  const ids = await page.locator("[id]").evaluateAll((all) => all.map((one) => one.id));
  assert.equal(new Set(ids).size, ids.length, "ids are unique");
});

test("tables sort by the column whose heading is pressed, and back", async () => {
  const table = page.locator("#table-participants");
  const values = async () => (await table.locator("tbody tr th").allTextContents()).map((text) => text.trim());
  const heading = table.locator("thead th").first();
  await heading.locator("button").click();
  const ascending = await values();
  assert.deepEqual(ascending, [...ascending].sort((a, b) => a.localeCompare(b)), "as readers order names");
  assert.equal(await heading.getAttribute("aria-sort"), "ascending");
  await heading.locator("button").press("Enter");
  assert.deepEqual(await values(), [...ascending].reverse());
});

test("two runs open on their table's measure and on the topic where they differ most", async () => {
  const part = page.locator("#two-runs");
  const chosen = (name) => part.locator(`select[name=${name}]`).evaluate((select) => select.selectedOptions[0].text);
  const first = await chosen("first");
  const second = await chosen("second");
  const results = page.locator("table[id$=-results]", { has: page.getByRole("rowheader", { name: first, exact: true }) }).first();
  const names = await results.locator("tbody th").allTextContents();
  assert.equal(names[0], first, "the best of its table");
  assert.equal(names.at(-1), second, "and the last");
  assert.equal(await chosen("measure"), await results.locator("thead th.number").first().textContent());
  const rows = await part.locator("tbody tr").evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => cell.textContent)));
  const most = rows.reduce((a, b) => (Math.abs(a[3]) >= Math.abs(b[3]) ? a : b));
  const topic = () => page.locator("#reading select[name=topic]").evaluate((select) => select.selectedOptions[0].text.split(":")[0]);
  assert.equal(await topic(), most[0]);
});

test("a bar, and the name of a topic, open the reading view of that topic", async () => {
  const part = page.locator("#two-runs");
  const topic = () => page.locator("#reading select[name=topic]").evaluate((select) => select.selectedOptions[0].text.split(":")[0]);
  const runs = () => page.locator("#reading .runs input:checked").evaluateAll((boxes) => boxes.map((box) => box.parentElement.textContent.trim()));
  const pair = await part.locator("select").evaluateAll((selects) => selects.slice(0, 2).map((select) => select.selectedOptions[0].text));
  for (const bar of (await part.locator(".plot .role-mark path").all()).slice(1, 4)) {
    const label = await bar.getAttribute("aria-label");
    await bar.click();
    assert.equal(await topic(), label.match(/topic: (\S+?);/)[1]);
    assert.ok((await runs()).every((run) => pair.includes(run)));
    const top = await page.locator("#articles-title").evaluate((heading) => heading.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 200, `the reading view is in sight, ${top}`);
  }
  await part.locator("details").evaluate((details) => (details.open = true));
  await part.locator("tbody th button").last().click();
  assert.equal(await topic(), await part.locator("tbody th").last().textContent());
});

test("two runs can be compared topic by topic, as a chart and as a table", async () => {
  const part = page.locator("#two-runs");
  const rows = () => part.locator("tbody tr").evaluateAll((lines) =>
    lines.map((line) => [...line.cells].map((cell) => cell.textContent)));
  const table = await rows();
  assert.equal(table.length, highlights.size);
  for (const [, first, second, difference] of table) {
    assert.ok(Math.abs(first - second - difference) < 0.00011, `${first} − ${second} is not ${difference}`);
  }
  // What is copied is what is shown.
  await part.locator("details").evaluate((details) => (details.open = true));
  await part.getByRole("button", { name: "Copy CSV" }).click();
  await part.getByRole("button", { name: "Copied" }).waitFor();
  const csv = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n");
  assert.equal(csv.length, table.length + 1);
  assert.equal(csv[1], table[0].join(","));
  await part.getByRole("button", { name: "Copy LaTeX" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("% In the preamble"));
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(table[0].join(" & ")));
  const better = table.filter((row) => Number(row[3]) > 0).length;
  assert.match(await part.locator("output").textContent(), new RegExp(`better on ${better} topics`));
  await part.locator("select[name=second]").selectOption(await part.locator("select[name=first]").inputValue());
  assert.match(await part.locator("output").textContent(), /better on 0 topics.*on 0/);
  assert.ok((await rows()).every((row) => Number(row[3]) === 0));
});

/**
 * Every article of the reading view in turn: what stands in the column of `name` (a run's is asked for), its stretches that are marked as
 * `kinds`, and how many ends of reading are flagged. It is one walk within the page: asking for each from outside takes a minute.
 */
function articlesOf(part, name, kinds) {
  return part.evaluate((root, [column, selector]) => {
    const choose = (select, value) => {
      select.value = value;
      for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
    };
    const select = (which) => root.querySelector(`select[name=${which}]`);
    const options = (which) => [...select(which).options].map(({ value, text }) => [value, text]);
    const found = [];
    for (const [topic, title] of options("topic")) {
      choose(select("topic"), topic);
      for (const [article, doc] of options("article")) {
        choose(select("article"), article);
        const box = [...root.querySelectorAll(".runs label")].find((label) => label.textContent.trim() === column)?.querySelector("input");
        if (box && !box.checked) box.click();
        const shown = root.querySelector(`[data-column="${column}"] .text`)?.cloneNode(true);
        shown?.querySelectorAll(".flag").forEach((flag) => flag.remove());
        found.push({
          topic: title.split(":")[0],
          doc: doc.replace(" (not relevant)", ""),
          offered: Boolean(box),
          marks: shown && [...shown.querySelectorAll(selector)].map((mark) => mark.textContent).join(""),
          text: shown?.textContent,
          stops: root.querySelectorAll(".columns .flag.stop").length,
        });
      }
    }
    return found;
  }, [name, kinds]);
}

/** Parts of a text by code points, as judgements count. */
const cut = (text, spans) => spans.map(([begin, end]) => [...text].slice(begin, end).join("")).join("");

test("the reading view marks exactly the characters of the judgements", async () => {
  const articles = await articlesOf(page.locator("#reading"), "assessor", "mark");
  for (const { topic, doc, marks, text } of articles) assert.equal(marks, cut(text, highlights.get(topic).get(doc)), `topic ${topic}, ${doc}`);
  const judged = [...highlights.values()].reduce((sum, docs) => sum + docs.size, 0);
  assert.equal(articles.length, judged, "every judged article of the demo is shown");
  assert.equal(new Set(articles.map(({ topic, doc }) => `${topic} ${doc}`)).size, judged);
});

test("the reading view marks exactly what a run returned", async () => {
  const returned = new Map();
  for (const line of readFileSync(`${TRACK}/runs/passages.jsonl`, "utf8").trim().split("\n")) {
    const { topic, doc, begin, end } = JSON.parse(line);
    const key = `${topic} ${doc}`;
    returned.set(key, [...(returned.get(key) ?? []), [begin, end]]);
  }
  let compared = 0;
  for (const { topic, doc, offered, marks, text } of await articlesOf(page.locator("#reading"), "passages", "mark.retrieved, mark.both")) {
    const expected = returned.get(`${topic} ${doc}`);
    assert.equal(offered, expected !== undefined, `topic ${topic}, ${doc}`);
    if (!expected) continue;
    assert.equal(marks, cut(text, expected.sort((a, b) => a[0] - b[0])), `topic ${topic}, ${doc}`);
    compared += 1;
  }
  assert.ok(compared > 20, `${compared} articles`);
});

test("best entry points, entry points of runs and the end of reading are flagged", async () => {
  const part = page.locator("#reading");
  await part.locator("select[name=topic]").selectOption("0");
  assert.equal(await part.locator("[data-column=assessor] .flag.bep").count(), 1);
  await part.getByLabel("entry-points", { exact: true }).check();
  assert.equal(await part.locator("[data-column=entry-points] .flag.entry").count(), 1);
  assert.match(await part.locator("[data-column=entry-points] .note").textContent(), /\d+ characters from the best one/);
  const articles = await articlesOf(part, "assessor", "mark");
  assert.ok(articles.some(({ stops }) => stops > 0), "somewhere a reader stops");
});

test("the contents list leads to every section by keyboard", async () => {
  const { page, close } = await open("light");
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip to the report/);
  const links = page.locator("nav a");
  assert.equal(await links.count(), await page.locator("main > section:not(.box)").count());
  await links.last().focus();
  await page.keyboard.press("Enter");
  const target = (await links.last().getAttribute("href")).slice(1);
  await page.waitForFunction((id) => document.getElementById(id).getBoundingClientRect().top < innerHeight, target);
  await close();
});

test("on paper there are the tables and charts, and nothing to click", async () => {
  const { page, close } = await open("dark");
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator("nav").isVisible()));
  assert.ok(!(await page.locator("button.theme").isVisible()));
  assert.ok(await page.locator("#figure-focused-curves svg").isVisible());
  assert.ok(await page.locator("#table-best-runs").isVisible());
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  await close();
});

test("the report prints on twelve sheets, with excerpts of at most ten articles", async () => {
  for (const scheme of ["light", "dark"]) {
    const { page, close } = await open(scheme);
    const pdf = await page.pdf({ format: "A4" });
    const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
    assert.ok(sheets <= 12, `${sheets} sheets`);
    // What was printed stays on the page, unseen.
    const printed = page.locator(".printed article");
    assert.ok((await printed.count()) >= 1 && (await printed.count()) <= 10);
    assert.ok(!(await printed.first().isVisible()));
    await page.emulateMedia({ media: "print" });
    assert.ok(await printed.first().isVisible());
    assert.ok(!(await page.locator(".columns").isVisible()));
    for (const text of await printed.locator(".text").allTextContents()) assert.ok(text.length < 650, text);
    assert.ok((await printed.locator("mark").count()) >= (await printed.count()));
    // Chromium paints no button in the head of a table that is repeated on the next sheet.
    const boxes = await page.locator("thead th button").evaluateAll((buttons) =>
      buttons.filter((button) => getComputedStyle(button).display !== "contents").length);
    assert.equal(boxes, 0);
    await close();
  }
});

test("a matrix that is wider than a phone shows that it goes on", async () => {
  const { page, close } = await openReport(`${REPORTS}/many/report.html`, widths.phone, "light");
  const frame = page.locator("figure[id$=significance] .sides");
  await page.waitForFunction(() => document.querySelector("figure[id$=significance] .sides").dataset.more === "right");
  await frame.locator(".plot").evaluate((plot) => (plot.scrollLeft = plot.scrollWidth));
  await page.waitForFunction(() => document.querySelector("figure[id$=significance] .sides").dataset.more === "left");
  const small = page.locator("figure:not([id$=significance]) .sides[data-more='']");
  assert.ok((await small.count()) > 0);
  await close();
});

test("the efficiency charts show every run with a time and every point of the sweep", async () => {
  const { page: replayed } = await openReport(`${REPORTS}/replayed/report.html`, widths.desktop, "light");
  const points = readFileSync(`${REPLAYED}/sweep/curve.tsv`, "utf8").trim().split("\n").length - 1;
  assert.ok(points > 3);
  const charts = await replayed.locator("#efficiency [data-chart]").evaluateAll((all) => all.map((each) => each.dataset.chart));
  for (const name of ["efficiency-ip", "curve-time-aip", "curve-setting-aip"]) assert.ok(charts.includes(name), `${name} of ${charts}`);
  for (const chart of charts) {
    const place = replayed.locator(`[data-chart="${chart}"]`);
    await place.scrollIntoViewIfNeeded();
    assert.equal(await place.locator("svg").count(), 1, chart);
    const rows = await replayed.locator(`#data-${chart} tbody tr`).count();
    if (chart.startsWith("curve")) assert.equal(rows, points, chart);
    if (!chart.startsWith("curve-setting")) assert.ok((await place.locator("svg .mark-symbol path").count()) >= rows, chart);
  }
  await replayed.context().close();
});
