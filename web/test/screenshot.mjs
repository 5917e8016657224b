// The picture of the report in the README: `node screenshot.mjs REPORT OUT.png`.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, out] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage({ viewport: { width: 1240, height: 880 } });
await page.goto(pathToFileURL(report).href);
await page.waitForFunction(() =>
  [...document.querySelectorAll("[data-chart]")].every((place) => place.dataset.drawn === "yes"));
// An article that one run returned whole and another in parts, so that there is something to see.
const part = page.locator("#reading");
await part.locator("select[name=topic]").selectOption({ label: "7: sails close to the wind" });
await part.locator("select[name=article]").selectOption({ label: "rigging" });
for (const box of await part.locator(".runs input").all()) await box.uncheck();
for (const run of ["articles", "passages"]) await part.getByLabel(run, { exact: true }).check();
await part.locator("[data-column=passages] mark.both").first().evaluate((mark) => {
  mark.closest(".text").scrollTop = mark.offsetTop - 260;
});
await page.evaluate(() => document.getElementById("articles").scrollIntoView());
await page.locator("nav a[href='#articles'][aria-current]").waitFor();
await page.screenshot({ path: out });
await browser.close();
