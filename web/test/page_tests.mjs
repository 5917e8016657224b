// What holds for the report of every track, however small or large: REPORTS (a folder of reports) in the environment, and
// SCREENSHOTS (a folder) for pictures to look at. Opening a report and drawing its charts takes longest: one page serves all
// tests that do not ask how a report opens.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { contrast, drawn, open, resize, setScheme, widths } from "./browser.mjs";

const { REPORTS, SCREENSHOTS } = process.env;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Texts of charts that stick out of their picture, or of what shows it. */
function clippedTexts() {
  const found = [];
  for (const svg of document.querySelectorAll(".plot svg")) {
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (text.textContent === "" || getComputedStyle(text).opacity === "0" || text.getAttribute("opacity") === "0") continue;
      if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) {
        found.push(text.textContent);
      }
    }
  }
  return found;
}

/** Cells of tables and other texts that end beyond what holds them, and cannot be moved into sight. */
function lostTexts() {
  const found = [];
  for (const cell of document.querySelectorAll("th, td, p, li, h1, h2, h3, figcaption, summary, label")) {
    const box = cell.getBoundingClientRect();
    if (box.width === 0 || cell.closest(".scroll, .columns, .skip, nav ol")) continue;
    if (box.right > innerWidth + 1 || cell.scrollWidth > cell.clientWidth + 2) found.push(cell.textContent.slice(0, 60));
  }
  return found;
}

/** Texts and marks of charts with the colour that is behind them. */
function chartColours() {
  const parse = (colour) => colour.match(/[\d.]+/g)?.map(Number);
  const probe = document.body.appendChild(document.createElement("i"));
  const resolve = (colour) => {
    probe.style.color = colour;
    return parse(getComputedStyle(probe).color).slice(0, 3);
  };
  const seen = new Map();
  for (const svg of document.querySelectorAll(".plot svg")) {
    const back = resolve("var(--raised)");
    const cells = [...svg.querySelectorAll(".mark-rect.role-mark path")].map((path) => [path.getBoundingClientRect(), path]);
    const add = (kind, element, colour, behind) => {
      if (!colour || colour === "none" || colour === "transparent") return;
      const strength = Number(element.getAttribute("opacity") ?? 1) * Number(element.getAttribute("fill-opacity") ?? 1) *
        Number(element.getAttribute("stroke-opacity") ?? 1);
      if (strength === 0) return;
      const mixed = resolve(colour).map((value, i) => value * strength + behind[i] * (1 - strength));
      seen.set(`${kind} ${colour} ${behind} ${strength}`, [kind, mixed, behind, svg.closest("figure").id]);
    };
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      const cell = cells.find(([frame]) => frame.left <= box.left && box.right <= frame.right + 3 && frame.top <= box.top + 4 &&
        box.bottom <= frame.bottom + 4);
      if (text.textContent !== "") add("text", text, text.getAttribute("fill"), cell ? resolve(cell[1].getAttribute("fill")) : back);
    }
    const cellPaths = new Set(cells.map(([, path]) => path));
    for (const mark of svg.querySelectorAll(".role-mark path, .role-mark line")) {
      // Cells say what they are in words; bars are rects as well, but have no text on them.
      if (cellPaths.has(mark) && svg.querySelector(".mark-text.role-mark text")) continue;
      if (mark.getAttribute("fill") !== "transparent") add("mark", mark, mark.getAttribute("fill"), back);
      add("mark", mark, mark.getAttribute("stroke"), back);
    }
  }
  probe.remove();
  return [...seen.values()];
}

/** What axe-core finds wrong by `rules`, told in a line each. Rows are alike: the first of each table stand for the others,
 * which are taken out meanwhile. */
async function faultsOf(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (only) => {
    const taken = [...document.querySelectorAll("tbody")].map((body) => [body, [...body.rows].slice(8)]);
    for (const [, rows] of taken) rows.forEach((row) => row.remove());
    const found = await window.axe.run({ runOnly: only, resultTypes: ["violations"], elementRef: false });
    for (const [body, rows] of taken) body.append(...rows);
    return found.violations;
  }, rules);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
}

/** The browser has one clipboard: one report uses it at a time. */
let clipboard = Promise.resolve();
const withClipboard = (work) => (clipboard = clipboard.then(work, work));

const openDetails = (page, open) =>
  page.evaluate((wanted) => document.querySelectorAll("details").forEach((details) => (details.open = wanted)), open);

/** Nothing is wider than the window, and no text is cut off. */
async function fits(page, width) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `at ${width} the page is ${overflow} pixels too wide`);
  assert.deepEqual(await page.evaluate(lostTexts), [], `texts at ${width}`);
}

/** Where a heading stands, and whether the page ends before it could stand at the top. */
const placeOf = (page, id) => page.locator(`#${id}-title`).evaluate((heading) => ({
  top: heading.getBoundingClientRect().top,
  end: scrollY + innerHeight >= document.documentElement.scrollHeight - 2,
  height: innerHeight,
}));

// Reports have pages of their own and wait for their charts: two at a time keep both cores of a small machine busy.
describe("reports", { concurrency: 2 }, () => readdirSync(REPORTS).forEach((name) => {
  describe(name, { concurrency: 1 }, () => {
    const report = join(REPORTS, name, "report.html");
    let page, check, close;
    before(async () => ({ page, check, close } = await open(report, widths.desktop)));
    after(() => close());

    test("no p and no interval says what cannot be", async () => {
      const columns = await page.locator("table").evaluateAll((tables) => tables.flatMap((table) => {
        const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
        return [...table.tBodies[0].rows].flatMap((row) => names.map((name, i) => [table.id, name, row.cells[i].textContent]));
      }));
      for (const [table, column, text] of columns) {
        if (column === "p" || column === "adjusted p") assert.doesNotMatch(text, /^0\.0+$/, table);
        if ((column === "low" || column === "high") && table.endsWith("-intervals") && text !== "") {
          assert.ok(Number(text) >= 0 && Number(text) <= 1, `${table}: ${text}`);
        }
      }
    });

    test("tables are copied as they stand in the files beside the page", async () => {
      const bars = page.locator("main > section > .wide:has(.copies)");
      assert.equal(await bars.count(), await page.locator("main > section > .wide").count());
      const last = (await bars.count()) - 1;
      for (const at of new Set([0, last])) {
        const bar = bars.nth(at);
        const id = (await bar.locator("table").getAttribute("id")).replace("table-", "");
        for (const [index, ending] of ["csv", "tex"].entries()) {
          const button = bar.locator(".copies button").nth(index);
          const copied = await withClipboard(async () => {
            await button.click();
            await button.filter({ hasText: "Copied" }).waitFor();
            return page.evaluate(() => navigator.clipboard.readText());
          });
          assert.equal(copied, readFileSync(join(REPORTS, name, "tables", `${id}.${ending}`), "utf8"));
        }
      }
      await bars.nth(last).getByRole("button", { name: "Copy LaTeX" }).waitFor();
    });

    test("the foot names version, date, inputs and the files beside the page", async () => {
      const foot = page.locator("footer");
      assert.match(await foot.textContent(), /Made by fovea \d+\.\d+\S* on \d{4}-\d{2}-\d{2}/);
      const inputs = await foot.locator(".inputs li").allTextContents();
      assert.ok(inputs.some((line) => /^run: \S+ [0-9a-f]{64}$/.test(line)), inputs.join("\n"));
      const files = await foot.locator(".files a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      assert.ok(files.length > 0);
      for (const file of files) assert.ok(existsSync(join(dirname(report), file)), file);
    });

    // Structure and names do not change with the colours, nor colours of text with the width: axe-core looks at each where
    // it may differ, and at charts not at all.
    const looks = [
      ["desktop", "light", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]],
      ["desktop", "dark", ["color-contrast"]],
      ["phone", "dark", []],
      ["phone", "light", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]],
    ];
    for (const [where, scheme, rules] of looks) {
      test(`text and marks stand out (${where}, ${scheme})`, async () => {
        await resize(page, widths[where]);
        await setScheme(page, scheme);
        await openDetails(page, true);
        for (const [kind, colour, behind, figure] of await page.evaluate(chartColours)) {
          const ratio = contrast(colour, behind);
          const least = kind === "text" ? 4.5 : 3;
          assert.ok(ratio >= least, `${kind} rgb(${colour.map(Math.round)}) on rgb(${behind}) in ${figure}: ${ratio.toFixed(2)}`);
        }
        if (rules.length > 0) assert.deepEqual(await faultsOf(page, rules), []);
        await openDetails(page, false);
        if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}-${where}-${scheme}.png`, fullPage: true });
      });
    }

    test("fits every width, with nothing clipped", async () => {
      // From the width that the page has to the one that the next test wants: charts are drawn anew for each.
      for (const width of [390, 768, 1280, 1920, 320]) {
        await resize(page, { width, height: width === 390 ? widths.phone.height : 700 });
        await fits(page, width);
        assert.deepEqual(await page.evaluate(clippedTexts), [], `texts of charts at ${width}`);
      }
    });

    test("a wide table keeps its names and shows that it goes on", async () => {
      await resize(page, { width: 320, height: 700 });
      let wide = 0;
      for (const frame of await page.locator("main > section > .wide").all()) {
        const scroller = frame.locator(".scroll");
        const room = await scroller.evaluate((element) => element.scrollWidth - element.clientWidth);
        if (room < 2) {
          assert.equal(await frame.getAttribute("data-more"), "");
          continue;
        }
        wide += 1;
        assert.equal(await frame.getAttribute("data-more"), "right");
        await scroller.evaluate((element) => (element.scrollLeft = element.scrollWidth));
        await page.waitForFunction((id) => document.getElementById(id).closest(".wide").dataset.more === "left",
          await frame.locator("table").getAttribute("id"));
        const [name, left] = await frame.evaluate((element) => [
          element.querySelector("tbody th").getBoundingClientRect().left,
          element.getBoundingClientRect().left,
        ]);
        assert.ok(Math.abs(name - left) < 2, "the names stay at the left");
      }
      assert.ok(wide > 0, "some table is wider than a small phone");
    });

    test("fits a sheet of paper, A4 upright within its margins", async () => {
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 688, height: 1000 });
      await page.waitForFunction(() => innerWidth === 688);
      const beyond = await page.locator("main > section table").evaluateAll((tables) =>
        tables.filter((table) => table.getBoundingClientRect().right > innerWidth + 1).map((table) => table.id));
      assert.deepEqual(beyond, []);
      await page.emulateMedia({ media: null });
    });

    test("bears wide letters", async () => {
      await page.addStyleTag({ content: "html { font-size: 19px; } body { font-family: 'DejaVu Sans', Verdana, sans-serif; letter-spacing: 0.05em; }" });
      for (const { width, height } of Object.values(widths)) {
        await page.setViewportSize({ width, height });
        await page.waitForFunction((wanted) => innerWidth === wanted, width);
        await fits(page, width);
      }
    });

    test("asks for nothing and complains of nothing", () => check());

    for (const [where, viewport] of Object.entries(widths)) {
      test(`every entry of the contents shows its heading (${where})`, async () => {
        // Not waiting for charts: the links must hold before anything is drawn.
        const { page, check, close } = await open(report, viewport, "light", { wait: false });
        for (const link of await page.locator("nav a").all()) {
          const id = (await link.getAttribute("href")).slice(1);
          await link.evaluate((element) => element.click());
          const at = await placeOf(page, id);
          assert.ok(at.top >= 0 && (at.top < 120 || (at.end && at.top < at.height - 20)), `#${id} stands at ${at.top}`);
          assert.equal(await page.locator("nav a[aria-current]").getAttribute("href"), `#${id}`);
          await page.waitForFunction(() => [...document.querySelectorAll(".plot")].every((plot) => {
            const box = plot.getBoundingClientRect();
            return box.bottom < 0 || box.top > innerHeight || plot.dataset.drawn === "yes" || box.height === 0;
          }));
          assert.ok(Math.abs((await placeOf(page, id)).top - at.top) <= 1, `#${id} moved when charts were drawn`);
        }
        await drawn(page);
        check();
        await close();
      });
    }

    test("an address leads to its section", async () => {
      const id = (await page.locator("nav a").last().getAttribute("href")).slice(1);
      const there = await open(`${report}#${id}`, widths.phone, "light", { wait: false });
      const { top, end } = await placeOf(there.page, id);
      assert.ok(top >= 0 && (top < 120 || end), `#${id} stands at ${top}`);
      await there.close();
    });
  });
}));
