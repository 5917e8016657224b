// What a track can ask for beyond marks: grades of elements, forms, second assessors, scores while people judge.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { open, saved, session, visit, world } from "./assess_world.mjs";

const attack = "<img src=x onerror=alert(1)>";
const form = join(tmpdir(), `fovea-form-${process.pid}.toml`);
writeFileSync(form, `id = "own"
title = "After ${attack}"
when = "after"
[[question]]
id = "Q1"
text = "How hard was it? ${attack}"
type = "scale"
[[question]]
id = "Q2"
text = "Which parts?"
type = "several"
options = ["start", "${attack}"]
[[question]]
id = "Q3"
text = "Anything else?"
type = "text"
required = false
`);

const articles = {
  one: "<article><sec><p>One is here.</p><p>Two is there.</p></sec></article>",
  two: "<article><sec><p>Another one.</p></sec></article>",
};

test("Grades by keys: rules where they bite, and what is still to grade", async () => {
  const { address, origin, api } = await world({ articles, topics: { 1: "graded" }, toml: '[assess]\nmode = "grades-2003"\n' });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector(".cards");
  await open(page, 1, "one");
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await press("Digit2", "Shift+Digit3");
  await page.waitForSelector("text=Still to grade: 2");
  await press("o", "Digit1");
  assert.match(await page.textContent(".notice"), /at least as exhaustive/);
  await press("Digit2", "o", "Digit2");
  // All that contains a paragraph is graded: a higher grade inside asks to raise it.
  await press("j", "Digit3");
  await page.click("text=Raise all that contain it");
  await page.focus(".frame");
  await press("f");
  await page.waitForFunction(() => document.querySelector(".progress").textContent.startsWith("Article 2"));
  await saved(page);
  const { grades, status } = await api("GET", "assignments/1/item?doc=one");
  assert.equal(status, "relevant");
  assert.deepEqual(grades, { "/article[1]": [3, 2], "/article[1]/sec[1]": [3, 2], "/article[1]/sec[1]/p[1]": [2, 3], "/article[1]/sec[1]/p[2]": [3, 3] });
  await press("x");
  await page.waitForSelector("#finish");
  check();
  await close();
});

test("Forms are saved answer by answer, and a topic is done when they are filled in", async () => {
  const { address, origin, api } = await world({ articles, topics: { 1: "asked" }, toml: `[assess]\nforms = ["${form}"]\n` });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector(".cards");
  for (const doc of Object.keys(articles)) {
    await open(page, 1, doc);
    await page.keyboard.press("x");
  }
  await page.waitForSelector("#finish");
  await saved(page);
  await page.click("#finish");
  await page.waitForFunction(() => document.querySelector(".error").textContent.includes("Q1"));
  assert.ok((await page.textContent(".form")).includes(`How hard was it? ${attack}`));
  await page.check("input[name='own/Q1'][value='4']");
  await page.locator("input[name='own/Q2']").nth(1).check();
  await page.waitForFunction(() => [...document.querySelectorAll(".said")].filter((each) => each.textContent === "saved").length === 2);
  await page.click("#finish");
  await page.waitForSelector("text=/; the topic is done/");
  const [{ questions }] = await api("GET", "assignments/1/answers");
  assert.deepEqual(questions.map(({ value }) => value), ["4", JSON.stringify([attack]), null]);
  await page.evaluate(() => { location.hash = "#organise"; });
  await page.waitForSelector("text=Answers to the forms");
  check();
  await close();
});

test("The view that was asked for last is shown, whatever comes late", async () => {
  const { address, origin } = await world({ articles, topics: { 1: "late" } });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector(".cards");
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/assignments/1/items", async (route) => { await held; await route.continue(); });
  const go = (hash) => page.evaluate((to) => { location.hash = to; }, hash);
  await go("#1");
  await go("#organise");
  await page.waitForSelector("text=Scores, as of now");
  const late = page.waitForResponse("**/api/assignments/1/items");
  const forms = page.waitForResponse("**/api/assignments/1/answers", { timeout: 1000 }).catch(() => undefined);
  release();
  await late;
  await forms;
  assert.equal(await page.textContent("h1"), "Organising");
  assert.equal(await page.title(), "Organising – fovea");
  check();
  await close();
});

test("The organiser invites, gives, locks, and sees agreement and scores move", async () => {
  const { address, origin, api } = await world({ articles, topics: { 1: attack } });
  const { page, check, close } = await visit(origin);
  await page.goto(`${address.split("/#")[0]}/#key=${address.split("#key=")[1]}`);
  await page.waitForSelector(".cards");
  await page.evaluate(() => { location.hash = "#organise"; });
  await page.fill("#invitee", attack);
  await page.click("text=Invite");
  const link = await page.inputValue("#invitation");
  const second = await session(origin, { token: link.split("=")[1], password: "a long password" }, "invite");
  await page.waitForSelector(`#account option:has-text("onerror")`, { state: "attached" });
  await page.selectOption("#account", attack);
  await page.selectOption("#part", "second");
  await page.click("button:text-is('Give')");
  await page.waitForFunction(() => document.querySelectorAll("[aria-label='Assignments'] tbody tr").length === 2);
  // Both find one article relevant, and only one of them the other.
  const judge = async (ask, id, doc, relevant) => {
    const { sha256, length } = (await ask("GET", `assignments/${id}/items`)).items.find((each) => each.doc === doc);
    const acts = relevant ? [["add", { begin: 0, end: length }], ["bep", { at: 0 }], ["judge", { verdict: "relevant" }]] : [["judge", { verdict: "not_relevant" }]];
    const answers = await ask("POST", `assignments/${id}/events`, acts.map(([kind, data], i) => ({ op: crypto.randomUUID(), doc, base_version: i, sha256, kind, data, active_ms: 1000 })));
    assert.ok(answers.every(({ seq }) => seq), JSON.stringify(answers));
  };
  await judge(api, 1, "one", true);
  await judge(api, 1, "two", true);
  await judge(second, 2, "one", true);
  await judge(second, 2, "two", false);
  await page.waitForSelector("text=Where they disagree");
  await page.waitForFunction(() => document.querySelector(".chart text:last-of-type")?.textContent === "1.000");
  await page.click("text=Side by side");
  await page.waitForSelector("dialog mark");
  await page.click("dialog >> text=Close");
  await page.click("[aria-label^='Lock topic 1 of owner']");
  await page.waitForSelector("[aria-label^='Unlock topic 1 of owner']");
  await page.click("text=Can the pool be used again?");
  await page.waitForSelector("[aria-label=groups]");
  await page.fill("#snapshot", "half");
  await page.click("text=Keep the present state");
  await page.waitForSelector("#moment option[value=half]", { state: "attached" });
  // Looking at the work of another changes nothing.
  const seq = (await api("GET", "log?since=0")).length;
  await open(page, 2, "one");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelector(".notice").textContent.includes("somebody else"));
  assert.equal((await api("GET", "log?since=0")).length, seq);
  check();
  await close();
});
