// The report in a real browser: `node --test` with REPORT (the page), TRACK (the folder of the demo track it was made
// from) and, for pictures to look at, SCREENSHOTS (a folder) in the environment.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { REPORT, TRACK, SCREENSHOTS, CHROMIUM = "/usr/bin/chromium" } = process.env;
const url = pathToFileURL(REPORT).href;
const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** A machine may be busy: only a page that hangs is at fault, not a slow one. */
const kPatience = 300_000;

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
});
after(async () => browser?.close());

/** The page, opened from disk, with everything it asked for and complained about. */
async function open(viewport, colorScheme = "light") {
  const page = await browser.newPage({ viewport, colorScheme });
  page.setDefaultTimeout(kPatience);
  const requests = [];
  const complaints = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(url);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-chart]")].every((place) => place.dataset.drawn === "yes"));
  return { page, requests, complaints };
}

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

for (const [name, viewport] of Object.entries(widths)) {
  for (const scheme of ["light", "dark"]) {
    test(`opens from disk without network or errors and draws every chart (${name}, ${scheme})`, async () => {
      const { page, requests, complaints } = await open(viewport, scheme);
      assert.deepEqual(requests.filter((request) => !/^(file|data|blob):/.test(request)), []);
      assert.deepEqual(complaints, []);
      const charts = await page.locator("[data-chart]").count();
      assert.ok(charts >= 8, `${charts} charts`);
      assert.equal(await page.locator("[data-chart] svg").count(), charts);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
      if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}-${scheme}.png`, fullPage: true });
      await page.close();
    });
  }
}

test("tables sort by the column whose heading is pressed, and back", async () => {
  const { page } = await open(widths.desktop);
  const table = page.locator("#table-participants");
  const values = async () => (await table.locator("tbody tr th").allTextContents()).map((text) => text.trim());
  const heading = table.locator("thead th").first();
  await heading.locator("button").click();
  const ascending = await values();
  assert.deepEqual(ascending, [...ascending].sort());
  assert.equal(await heading.getAttribute("aria-sort"), "ascending");
  await heading.locator("button").press("Enter");
  assert.deepEqual(await values(), [...ascending].reverse());
  await page.close();
});

test("two runs can be compared topic by topic, as a chart and as a table", async () => {
  const { page } = await open(widths.desktop);
  const part = page.locator("#two-runs");
  const rows = () => part.locator("tbody tr").evaluateAll((lines) =>
    lines.map((line) => [...line.cells].map((cell) => cell.textContent)));
  const table = await rows();
  assert.equal(table.length, highlights.size);
  for (const [, first, second, difference] of table) {
    assert.ok(Math.abs(first - second - difference) < 0.00011, `${first} − ${second} is not ${difference}`);
  }
  const better = table.filter((row) => Number(row[3]) > 0).length;
  assert.match(await part.locator("output").textContent(), new RegExp(`better on ${better} topics`));
  await part.locator("select[name=second]").selectOption(await part.locator("select[name=first]").inputValue());
  assert.match(await part.locator("output").textContent(), /better on 0 topics.*on 0/);
  assert.ok((await rows()).every((row) => Number(row[3]) === 0));
  await page.close();
});

/** What stands in a column of the reading view: all its text, and the marked stretches of some kinds. */
function columnText(part, name, kinds) {
  return part.locator(`[data-column="${name}"] .text`).evaluate((element, selector) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll(".flag").forEach((flag) => flag.remove());
    return {
      marks: [...copy.querySelectorAll(selector)].map((mark) => mark.textContent).join(""),
      text: [...copy.textContent],
    };
  }, kinds);
}

/** Calls `look(topic, doc)` for every article of the reading view while it is shown. */
async function eachArticle(part, look) {
  for (const option of await part.locator("select[name=topic] option").all()) {
    const topic = (await option.textContent()).split(":")[0];
    await part.locator("select[name=topic]").selectOption(await option.getAttribute("value"));
    for (const article of await part.locator("select[name=article] option").all()) {
      const doc = (await article.textContent()).replace(" (not relevant)", "");
      await part.locator("select[name=article]").selectOption(await article.getAttribute("value"));
      await look(topic, doc);
    }
  }
}

test("the reading view marks exactly the characters of the judgements", async () => {
  const { page } = await open(widths.desktop);
  const part = page.locator("#reading");
  let articles = 0;
  await eachArticle(part, async (topic, doc) => {
    const { marks, text } = await columnText(part, "assessor", "mark");
    const expected = highlights.get(topic).get(doc).map(([begin, end]) => text.slice(begin, end).join(""));
    assert.equal(marks, expected.join(""), `topic ${topic}, ${doc}`);
    articles += 1;
  });
  const judged = [...highlights.values()].reduce((sum, docs) => sum + docs.size, 0);
  assert.equal(articles, judged, "every judged article of the demo is shown");
  await page.close();
});

test("the reading view marks exactly what a run returned", async () => {
  const { page } = await open(widths.desktop);
  const returned = new Map();
  for (const line of readFileSync(`${TRACK}/runs/passages.jsonl`, "utf8").trim().split("\n")) {
    const { topic, doc, begin, end } = JSON.parse(line);
    const key = `${topic} ${doc}`;
    returned.set(key, [...(returned.get(key) ?? []), [begin, end]]);
  }
  const part = page.locator("#reading");
  let articles = 0;
  await eachArticle(part, async (topic, doc) => {
    const box = part.getByLabel("passages", { exact: true });
    const expected = returned.get(`${topic} ${doc}`);
    assert.equal(await box.count(), expected ? 1 : 0, `topic ${topic}, ${doc}`);
    if (!expected) return;
    await box.check();
    const { marks, text } = await columnText(part, "passages", "mark.retrieved, mark.both");
    expected.sort((a, b) => a[0] - b[0]);
    assert.equal(marks, expected.map(([begin, end]) => text.slice(begin, end).join("")).join(""), `topic ${topic}, ${doc}`);
    articles += 1;
  });
  assert.ok(articles > 20, `${articles} articles`);
  await page.close();
});

test("best entry points, entry points of runs and the end of reading are flagged", async () => {
  const { page } = await open(widths.desktop);
  const part = page.locator("#reading");
  assert.equal(await part.locator("[data-column=assessor] .flag.bep").count(), 1);
  await part.getByLabel("entry-points", { exact: true }).check();
  assert.equal(await part.locator("[data-column=entry-points] .flag.entry").count(), 1);
  assert.match(await part.locator("[data-column=entry-points] .note").textContent(), /\d+ characters from the best one/);
  let stops = 0;
  await eachArticle(part, async () => {
    stops += await part.locator(".columns .flag.stop").count();
  });
  assert.ok(stops > 0, "somewhere a reader stops");
  await page.close();
});

test("headings, captions and labels are there for screen readers", async () => {
  const { page } = await open(widths.desktop);
  assert.equal(await page.locator("h1").count(), 1);
  const tables = await page.locator("table").count();
  assert.equal(await page.locator("table > caption").count(), tables);
  assert.equal(await page.locator("figure > figcaption").count(), await page.locator("figure").count());
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
  await page.close();
});

test("the contents list leads to every section by keyboard", async () => {
  const { page } = await open(widths.desktop);
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip to the report/);
  const links = page.locator("nav a");
  assert.equal(await links.count(), await page.locator("main > section:not(.faults)").count());
  await links.last().focus();
  await page.keyboard.press("Enter");
  const target = (await links.last().getAttribute("href")).slice(1);
  await page.waitForFunction((id) => document.getElementById(id).getBoundingClientRect().top < innerHeight, target);
  await page.close();
});

/** The contrast of two colours as WCAG 2 defines it. */
function contrast(one, other) {
  const luminance = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("text can be read on what is behind it, in light and in dark", async () => {
  const pairs = [["text", "back"], ["faint", "back"], ["faint", "raised"], ["accent", "back"], ["accent", "raised"],
    ["fault", "fault-back"], ["text", "fault-back"], ["text", "sunken"], ["text", "relevant"], ["text", "retrieved"],
    ["text", "both"], ["raised", "accent"], ["raised", "fault"], ["raised", "entry"]];
  for (const scheme of ["light", "dark"]) {
    const { page } = await open(widths.desktop, scheme);
    const colours = await page.evaluate((names) => {
      const probe = document.body.appendChild(document.createElement("i"));
      const found = {};
      for (const name of names) {
        probe.style.color = `var(--${name})`;
        found[name] = getComputedStyle(probe).color.match(/\d+/g).slice(0, 3).map(Number);
      }
      return found;
    }, [...new Set(pairs.flat())]);
    for (const [text, back] of pairs) {
      const ratio = contrast(colours[text], colours[back]);
      assert.ok(ratio >= 4.5, `${text} on ${back} in ${scheme}: ${ratio.toFixed(2)}`);
    }
    await page.close();
  }
});

test("on paper there are the tables and charts, and nothing to click", async () => {
  const { page } = await open(widths.desktop, "dark");
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator("nav").isVisible()));
  assert.ok(!(await page.locator("button.theme").isVisible()));
  assert.ok(await page.locator("#figure-focused-curves svg").isVisible());
  assert.ok(await page.locator("#table-best-runs").isVisible());
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  await page.close();
});
