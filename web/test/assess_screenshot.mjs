// The pictures of judging, of writing topics, of sending runs and of pooling in the docs: `node assess_screenshot.mjs FOVEA FOLDER` takes them of the demo, in a folder that goes afterwards.
import { execFileSync, spawn } from "node:child_process";
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
  await page.waitForSelector("#account-menu");
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
await desktop.go("#organise/scores", ".chart");
await desktop.page.waitForFunction(() => document.querySelector(".chart .interval"));
await desktop.page.screenshot({ path: join(folder, "scores.png") });
await desktop.go("#organise", "#next-step");
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
await group.click(".menu a[href='#runs']");
await group.waitForSelector("#run-file");
for (const [name, rows] of [["sections", "/article[1]/bdy[1]/p[1]"], ["nested", "/article[1]\n1 Q0 lunar-distances 2 8 x /article[1]/bdy[1]/p[1]"]]) {
  const file = join(place, `${name}.run`);
  writeFileSync(file, `1 Q0 lunar-distances 1 9 x ${rows}\n`);
  await group.setInputFiles("#run-file", file);
  await group.fill("#run-name", name);
  await group.selectOption("#run-task", "focused");
  await group.selectOption("#run-result", "element");
  await group.click("#send-run");
  await group.waitForSelector(`h2:has-text('${name}, version')`);
}
await group.screenshot({ path: join(folder, "sending-runs.png") });

// A topic in work, on a track of the demo's articles that has only begun, and the table that organisers choose from.
const demo = join(place, "fovea-demo");
const run = (...args) => execFileSync(fovea, args, { cwd: demo, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
run("index", "seafaring.fovea", "-o", "seafaring.index", "--quiet");
writeFileSync(join(demo, "sea.toml"), 'title = "Sea"\ncollection = "seafaring.fovea"\nindex = "seafaring.index"\n[assess]\nforms = ["inex-2010-b"]\n');
const young = spawn(fovea, ["serve", "sea.toml", "--port", "0"], { cwd: demo, stdio: ["ignore", "pipe", "ignore"] });
const start = String(await new Promise((resolve) => young.stdout.once("data", resolve))).trim();
const { origin } = new URL(start);
run("serve", "phase", "sea.assess", "topics", "open", "--until", "2031-05-04");
const invite = run("serve", "invite", "sea.assess", "ann", "--role", "participant", "--group", "Harbour");
const author = await (await browser.newContext({ viewport: { width: 1240, height: 1000 } })).newPage();
await author.goto(`${origin}${invite}`);
await author.fill("#in-password", "long enough");
await author.click("text=Begin");
await author.waitForSelector("#account-menu");
async function writeTopic(fields, query, relevant) {
  await author.click("text=Write topics");
  await author.click("#new-topic");
  await author.waitForSelector("#field-title");
  for (const [name, text] of Object.entries(fields)) await author.fill(`#field-${name}`, text);
  await author.fill("#explore", query);
  await author.press("#explore", "Enter");
  await author.waitForSelector(".explored li p");
  for (let i = 0; i < 5; ++i) {
    await author.keyboard.press(i < relevant ? "r" : "n");
    await author.waitForFunction((many) => document.getElementById("explored").textContent.includes(`of ${many} judged`), i + 1);
  }
  await author.waitForFunction(() => document.getElementById("candidate-saved").textContent === "saved");
}
await writeTopic({ title: "lunar distances", castitle: "//section[about(., lunar distances)]", phrasetitle: '"lunar distances"', description: "How was longitude found from the moon?", narrative: "A writer of historical novels needs to know what a navigator did on deck, and with which instruments. Tables of the moon alone are not relevant." }, "lunar distances", 3);
await author.waitForSelector("#nexi pre");
await author.evaluate(() => { document.activeElement.blur(); document.querySelector(".explored").scrollTo(0, 0); scrollTo({ top: 0, behavior: "instant" }); });
await author.screenshot({ path: join(folder, "topic.png") });
await author.click("#hand-in");
await author.waitForSelector("#take-back");
await writeTopic({ title: "finding lunar distances", description: "How are they taken?", narrative: "For a museum." }, "moon", 1);
await author.click("#hand-in");
await author.waitForSelector("#take-back");
run("serve", "phase", "sea.assess", "selection", "open");
const chooser = await (await browser.newContext({ viewport: { width: 1240, height: 760 } })).newPage();
await chooser.goto(start);
await chooser.waitForSelector("main h1");
await chooser.evaluate(() => { location.hash = "#selection"; });
await chooser.click("[aria-label='Choose: 1']");
await chooser.click("#number");
await chooser.waitForSelector(".decision:has-text('001')");
await chooser.screenshot({ path: join(folder, "selection.png") });

// Two runs of it, and the pool that is about to be made from them.
run("serve", "phase", "sea.assess", "selection", "close");
run("serve", "phase", "sea.assess", "runs", "open");
run("track", "topics", "sea.assess", "-o", "chosen.xml");
await author.evaluate(() => { location.hash = "#runs"; });
await author.waitForSelector("#run-file");
for (const [name, ...how] of [["sections"], ["flat", "--set", "articles.b=0"]]) {
  run("search", "seafaring.index", "chosen.xml", "--preset", "default", "--task", "focused", "-k", "20", ...how, "-o", `${name}.run`);
  await author.setInputFiles("#run-file", join(demo, `${name}.run`));
  await author.fill("#run-name", name);
  await author.selectOption("#run-task", "focused");
  await author.selectOption("#run-result", "element");
  await author.click("#send-run");
  await author.waitForSelector(`h2:has-text('${name}, version 1: accepted')`);
}
run("serve", "phase", "sea.assess", "runs", "close");
run("serve", "phase", "sea.assess", "pooling", "open");
await chooser.setViewportSize({ width: 1240, height: 900 });
await chooser.evaluate(() => { location.hash = "#organise/pool"; });
await chooser.waitForSelector("#make-pool");
await chooser.fill("#pool-most", "8");
await chooser.screenshot({ path: join(folder, "pooling.png") });
young.kill();
await browser.close();
server.kill();
rmSync(place, { recursive: true, force: true });
