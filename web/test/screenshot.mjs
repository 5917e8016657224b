// The picture of the report in the README: `node screenshot.mjs REPORT OUT.png`.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, out] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
await page.goto(pathToFileURL(report).href);
await page.waitForFunction(() =>
  [...document.querySelectorAll("[data-chart]")].every((place) => place.dataset.drawn === "yes"));
await page.locator("#articles").scrollIntoViewIfNeeded();
await page.evaluate(() => document.getElementById("articles").scrollIntoView());
await page.screenshot({ path: out });
await browser.close();
