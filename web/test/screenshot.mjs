// The pictures of the report in the docs: `node screenshot.mjs REPORT FOLDER` takes them of the demo's report.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

async function open(viewport, colorScheme, part) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(pathToFileURL(report).href);
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".plot")].every((place) => place.dataset.drawn === "yes"));
  await page.locator(`nav a[href='#${part}']`).evaluate((link) => link.click());
  await page.locator(`nav a[href='#${part}'][aria-current]`).waitFor();
  return page;
}

// An article that one run returned whole and another in parts, so that there is something to see.
const desktop = await open({ width: 1240, height: 880 }, "light", "articles");
const reading = desktop.locator("#reading");
await reading.locator("select[name=topic]").selectOption({ label: "7: sails close to the wind" });
await reading.locator("select[name=article]").selectOption({ label: "rigging" });
for (const box of await reading.locator(".runs input").all()) await box.uncheck();
for (const run of ["articles", "passages"]) await reading.getByLabel(run, { exact: true }).check();
await reading.locator("[data-column=passages] mark.both").first().evaluate((mark) => {
  mark.closest(".text").scrollTop = mark.offsetTop - 70;
});
// Text makes large pictures: only the top of it.
const frame = await reading.boundingBox();
await desktop.screenshot({ path: join(folder, "desktop.png"), clip: { x: frame.x - 8, y: frame.y - 8, width: frame.width + 16, height: 500 } });

const phone = await open({ width: 390, height: 844 }, "light", "task-relevant-in-context");
await phone.screenshot({ path: join(folder, "phone.png") });

const dark = await open({ width: 1240, height: 880 }, "dark", "topics");
await dark.screenshot({ path: join(folder, "dark.png") });
await browser.close();
