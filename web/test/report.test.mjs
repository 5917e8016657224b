// The report in a real browser: `node --test` with REPORT (the page), JUDGEMENTS (the INEX qrels it was made
// from) and, for pictures to look at, SCREENSHOTS (a folder) in the environment.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { REPORT, JUDGEMENTS, SCREENSHOTS, CHROMIUM = "/usr/bin/chromium" } = process.env;
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

test("two runs can be compared topic by topic", async () => {
  const { page } = await open(widths.desktop);
  const part = page.locator("#two-runs");
  await part.locator("select[name=second]").selectOption({ index: 0 });
  assert.match(await part.locator("output").textContent(), /better on 0 topics.*on 0/);
  await page.close();
});

test("the reading view marks exactly the characters of the judgements", async () => {
  const { page } = await open(widths.desktop);
  const judged = highlightsOf(JUDGEMENTS);
  const part = page.locator("#reading");
  let checked = 0;
  for (const option of await part.locator("select[name=topic] option").all()) {
    const topic = (await option.textContent()).split(":")[0];
    await part.locator("select[name=topic]").selectOption(await option.getAttribute("value"));
    for (const article of await part.locator("select[name=article] option").all()) {
      const doc = (await article.textContent()).replace(" (not relevant)", "");
      await part.locator("select[name=article]").selectOption(await article.getAttribute("value"));
      const { marks, text } = await part.locator("[data-column=assessor] .text").evaluate((element) => {
        const copy = element.cloneNode(true);
        copy.querySelectorAll(".flag").forEach((flag) => flag.remove());
        return {
          marks: [...copy.querySelectorAll("mark")].map((mark) => mark.textContent),
          text: [...copy.textContent],
        };
      });
      const expected = (judged.get(topic).get(doc) ?? []).map(([begin, end]) => text.slice(begin, end).join(""));
      assert.equal(marks.join(""), expected.join(""), `topic ${topic}, ${doc}`);
      checked += expected.length;
    }
  }
  assert.ok(checked > 0, "no highlight was looked at");
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
  await page.close();
});
