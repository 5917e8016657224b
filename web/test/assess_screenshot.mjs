// The pictures of judging in the docs: `node assess_screenshot.mjs FOVEA FOLDER` takes them of the demo, in a folder that goes afterwards.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [fovea, folder] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), "fovea-pictures-"));
const server = spawn(fovea, ["serve", "--port", "0"], { cwd: place, stdio: ["ignore", "pipe", "inherit"] });
const address = String(await new Promise((resolve) => server.stdout.once("data", resolve))).trim();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--no-first-run"] });

async function enter(options) {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(address);
  await page.waitForSelector(".cards");
  const go = async (hash, sign) => {
    await page.evaluate((to) => { location.hash = to; }, hash);
    await page.waitForSelector(sign);
  };
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const saved = () => page.waitForFunction(() => document.getElementById("traffic").textContent === "saved");
  return { page, go, press, saved };
}

const desktop = await enter({ viewport: { width: 1240, height: 860 } });
await desktop.go("#1/lunar-distances", ".article .text");
await desktop.press("j", "j", "j", "v", "j", "h", "j", "j", "h", "b", "Enter");
await desktop.saved();
await desktop.page.evaluate(() => scrollTo(0, 0));
await desktop.page.screenshot({ path: join(folder, "judging.png") });

const phone = await enter({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
await phone.go("#1/lunar-distances", ".article .text");
await phone.page.evaluate(() => scrollTo({ top: 320, behavior: "instant" }));
await phone.page.screenshot({ path: join(folder, "judging-phone.png") });

// Some work, so that there are scores to see.
for (const topic of [1, 2, 3]) {
  await desktop.go(`#${topic}`, "#begin");
  await desktop.page.click("#begin");
  for (let i = 0; i < 4; ++i) {
    await desktop.page.waitForFunction((place) => document.querySelector(".progress")?.textContent.startsWith(`Article ${place} of`), i + 1);
    await desktop.press(...(i < 3 ? ["j", "j", "j", "j", "H", "b", "Enter", "f"] : ["x"]));
  }
  await desktop.saved();
}
await desktop.go("#organise", ".chart");
await desktop.page.locator("h2:has-text('Scores')").scrollIntoViewIfNeeded();
await desktop.page.waitForFunction(() => document.querySelector(".chart .interval"));
await desktop.page.evaluate(() => document.querySelector(".chart").scrollIntoView({ block: "center", behavior: "instant" }));
await desktop.page.screenshot({ path: join(folder, "organising.png") });

// A group sends a run that overlaps itself, and one that does not.
const ask = (method, path, body) => desktop.page.evaluate(async ([how, where, what]) => {
  const { csrf } = await (await fetch("/api/me")).json();
  return (await fetch(`/api/${where}`, { method: how, headers: { "X-CSRF": csrf, "Content-Type": "application/json" }, body: JSON.stringify(what) })).json();
}, [method, path, body]);
await ask("POST", "admin/phase", { phase: "runs", act: "open" });
const { token } = await ask("POST", "admin/account", { name: "quinn", role: "participant", group: "Harbour" });
const group = await (await browser.newContext({ viewport: { width: 1240, height: 1320 } })).newPage();
await group.goto(`${new URL(address).origin}/#invite=${token}`);
await group.fill("#in-password", "long enough");
await group.click("form button");
await group.click("a[href='#runs']");
await group.waitForSelector("#run-file");
for (const [name, rows] of [["sections", "/article[1]/bdy[1]/p[1]"], ["nested", "/article[1]\n1 Q0 lunar-distances 2 8 x /article[1]/bdy[1]/p[1]"]]) {
  const file = join(place, `${name}.run`);
  writeFileSync(file, `1 Q0 lunar-distances 1 9 x ${rows}\n`);
  await group.setInputFiles("#run-file", file);
  await group.fill("#run-name", name);
  await group.selectOption("#run-task", "focused");
  await group.fill("#run-result", "element");
  await group.click("#send-run");
  await group.waitForSelector(`h2:has-text('${name}, version')`);
}
await group.screenshot({ path: join(folder, "sending-runs.png") });
await browser.close();
server.kill();
rmSync(place, { recursive: true, force: true });
