// What a track can ask for beyond marks: grades of elements, forms, second assessors, scores while people judge.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { complaintsOfAxe, highlighted, open, saved, session, visit, world } from "./assess_world.mjs";

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
  await page.waitForSelector("#account-menu");
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

test("Grades of 2002 are relevance and coverage, by list and by key", async () => {
  const { address, origin, api, folder, fovea } = await world({ articles, topics: { 1: "graded" }, toml: '[assess]\nmode = "grades-2002"\n' });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "two");
  await page.waitForSelector("h2:has-text('Relevance and coverage')");
  const choose = (which, path, label) => page.selectOption(`[data-path='${path}'][data-which='${which}']`, { label });
  // From the outside in: an element is at least as exhaustive as what it contains.
  for (const [path, relevance, coverage] of [["/article[1]", "2 fairly", "too Large"], ["/article[1]/sec[1]", "2 fairly", "too Small"], ["/article[1]/sec[1]/p[1]", "2 fairly", "Exact"]]) {
    await choose(0, path, relevance);
    await choose(1, path, coverage);
  }
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.waitForSelector("text=Nothing is left to grade");
  await page.focus(".frame");
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.title.startsWith("one"));
  await page.keyboard.press("Digit0");
  await page.waitForFunction(() => document.querySelector("[data-path='/article[1]/sec[1]/p[1]'][data-which='1']").value === "0");
  await page.keyboard.press("x");
  await page.waitForSelector("#finish");
  await saved(page);
  const { grades, status } = await api("GET", "assignments/1/item?doc=two");
  assert.equal(status, "relevant");
  assert.deepEqual(grades, { "/article[1]": [2, 2], "/article[1]/sec[1]": [2, 1], "/article[1]/sec[1]/p[1]": [2, 3] });
  fovea("serve", "export", "track.assess", "--collection", "track.fovea", "--to", "assessments", "-o", "graded.xml", "--quiet");
  assert.match(readFileSync(join(folder, "graded.xml"), "utf8"), /two/);
  fovea("check", "--collection", "track.fovea", "graded.xml");
  check();
  await close();
});

test("The forms of INEX 2010 are filled in by clicks, before the first article and after the last", async () => {
  const { address, origin, api } = await world({ articles, topics: { 1: "asked" }, toml: '[assess]\nforms = ["inex-2010-b", "inex-2010-c"]\n[[topic]]\nid = "1"\nauthor = "owner"\n' });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  const fillIn = async (form, expected) => {
    const answers = {};
    const questions = await page.$$eval(`[name^='${form}/'], [id^='${form}/']`, (all) => [...new Set(all.map((each) => (each.name || each.id).split("/")[1]))]);
    assert.equal(questions.length, expected, form);
    for (const [i, id] of questions.entries()) {
      const field = page.locator(`[id='${form}/${id}']`);
      if (await field.count()) {
        answers[id] = (await field.evaluate((each) => each.tagName)) === "TEXTAREA" ? `because ${attack}` : String(i);
        await field.fill(answers[id]);
        await field.blur();
      } else {
        const options = page.locator(`input[name='${form}/${id}']`);
        const option = options.nth(i % (await options.count()));
        const value = await option.getAttribute("value");
        answers[id] = (await option.getAttribute("type")) === "checkbox" ? JSON.stringify([value]) : value;
        // What is answered already is not saved again.
        if (await option.isChecked()) continue;
        await option.check();
      }
      await page.waitForFunction(([name, done]) => {
        const field = document.getElementById(name) ?? document.querySelector(`[name='${name}']`);
        return field.closest(".question").querySelector(".said").textContent === done;
      }, [`${form}/${id}`, "saved"]);
    }
    return answers;
  };
  await page.evaluate(() => { location.hash = "#1"; });
  await page.waitForSelector("[name='inex-2010-b/B1']");
  // What lies half below the header is a small target, until one scrolls.
  await page.waitForSelector("#begin:focus");
  // The page may scroll to the focus once more: it has to stay at the top for some frames.
  await page.waitForFunction(() => {
    window.framesAtTop = scrollY === 0 ? (window.framesAtTop ?? 0) + 1 : 0;
    if (scrollY > 0) scrollTo({ top: 0, behavior: "instant" });
    return window.framesAtTop > 10;
  });
  assert.deepEqual(await complaintsOfAxe(page), []);
  const before = await fillIn("inex-2010-b", 20);
  for (const doc of Object.keys(articles)) {
    await open(page, 1, doc);
    await page.keyboard.press("x");
  }
  await page.waitForSelector("#finish");
  await saved(page);
  await page.click("#finish");
  await page.waitForFunction(() => /inex-2010-c.*C2/.test(document.querySelector(".error").textContent));
  // Who wrote the topic is known.
  assert.ok(await page.isChecked("input[name='inex-2010-c/C1'][value='yes']"));
  const after = await fillIn("inex-2010-c", 14);
  await page.click("#finish");
  await page.waitForSelector("text=/; the topic is done/");
  const forms = await api("GET", "assignments/1/answers");
  assert.deepEqual(forms.map(({ questions }) => Object.fromEntries(questions.map(({ id, value }) => [id, value]))), [before, after]);
  await page.reload();
  await page.waitForSelector("summary:has-text('answered')");
  await page.click("summary:has-text('answered')");
  assert.equal(await page.inputValue("[id='inex-2010-b/B20']"), `because ${attack}`);
  check();
  await close();
});

test("Forms are saved answer by answer, and a topic is done when they are filled in", async () => {
  const { address, origin, api } = await world({ articles, topics: { 1: "asked" }, toml: `[assess]\nforms = ["${form}"]\n` });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
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
  await page.evaluate(() => { location.hash = "#organise/questionnaires"; });
  await page.waitForSelector("h2:text-is('own')");
  assert.deepEqual(await page.$$eval(".bars", (all) => all.map((each) => each.textContent)), ["Q14 1", `Q2${attack} 1`]);
  check();
  await close();
});

test("An article that is missing is added by its id, or found by searching", async () => {
  const more = { ...articles, three: "<article><p>A compass and a chart.</p></article>", four: `<article><p>Only the lighthouse &lt;img src=x onerror=alert(1)&gt; is here.</p></article>` };
  const { address, origin, api } = await world({ articles: more, topics: { 1: "missing" }, returned: ["one", "two"], index: true });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  const list = async () => {
    await page.evaluate(() => { location.hash = "#1"; });
    await page.waitForSelector("#extra");
  };
  await list();
  await page.fill("#extra", "nowhere");
  await page.click("text=Add this id");
  await page.waitForSelector(".error:has-text('nowhere')");
  await page.fill("#extra", "three");
  await page.click("text=Add this id");
  await page.waitForFunction(() => document.title.startsWith("three – ") && document.querySelector(".article .text"));
  await list();
  await page.fill("#extra", "lighthouse");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".found li");
  assert.deepEqual(await page.$$eval(".found b", (all) => all.map((each) => each.textContent)), ["four"]);
  assert.ok((await page.textContent(".found")).includes(attack));
  await page.click("[aria-label='Add four']");
  await page.waitForFunction(() => document.title.startsWith("four – ") && document.querySelector(".article .text"));
  await page.keyboard.press("h");
  await page.keyboard.press("b");
  await page.keyboard.press("Enter");
  await page.keyboard.press("f");
  await saved(page);
  const { items } = await api("GET", "assignments/1/items");
  assert.deepEqual(items.map(({ doc, extra }) => [doc, extra]).sort(), [["four", true], ["one", false], ["three", true], ["two", false]]);
  assert.match(await api("GET", "export?format=qrels"), /^1 Q0 four \d/m);
  await list();
  await page.fill("#extra", "lighthouse");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".found a:has-text('in the list')");
  check();
  await close();
});

test("The collection is searched on a page of its own, which the menu names", async () => {
  const more = { ...articles, four: `<article><p>Only the lighthouse &lt;img src=x onerror=alert(1)&gt; is here.</p></article>` };
  const { address, origin } = await world({ articles: more, topics: { 1: "searched" }, returned: ["one"], index: true });
  const { page, check, close } = await visit(origin);
  await page.goto(`${origin}/search`);
  assert.match(await page.textContent("body"), /Log in on the first page/);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await page.click(".menu >> text=Search");
  await page.fill("input[name=q]", "lighthouse nowhere");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.body.textContent.includes("Only the"));
  assert.equal(new URL(page.url()).pathname, "/search");
  assert.ok((await page.textContent("body")).includes(attack));
  assert.ok((await page.$$eval("mark, b", (all) => all.map((each) => each.textContent.toLowerCase()))).includes("lighthouse"));
  check();
  await close();
});

test("A suggestion is shown once the article is judged, and what changes then says so", async () => {
  const source = `machine ${attack}`;
  const { address, origin, api, texts } = await world({ articles, topics: { 1: "suggested" }, files: { "model.qrels": "1 Q0 one 4 26 0 0:4\n1 Q0 two 7 12 0 0:7\n" }, toml: `[[suggestion]]\nfile = "model.qrels"\nname = "${source}"\n` });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  // A tenth of the articles never shows any: one of these two does.
  let shown = 0;
  for (const doc of Object.keys(articles)) {
    await open(page, 1, doc);
    assert.equal(await page.locator("text=Suggested by").count(), 0, "not before");
    await page.keyboard.press("x");
    await saved(page);
    await open(page, 1, doc);
    await page.waitForFunction((name) => document.title.startsWith(name) && document.querySelector(".progress").textContent.includes("not relevant"), doc);
    if (!(await page.locator("text=Suggested by").count())) continue;
    ++shown;
    assert.ok((await page.textContent(".side")).includes(`Suggested by ${source}`));
    assert.deepEqual(await highlighted(page, "suggested"), [texts[doc].slice(0, doc === "one" ? 4 : 7)]);
    await page.keyboard.press("h");
    await saved(page);
    const { history } = await api("GET", `assignments/1/item?doc=${doc}`);
    assert.deepEqual(history.map(({ kind, data }) => [kind, data.seen]), [["judge", undefined], ["add", [source]]]);
  }
  assert.ok(shown > 0);
  check();
  await close();
});

test("What runs returned is underlined where the track says so, and looking is on record", async () => {
  const tag = "<img/src=x/onerror=alert(1)>";
  const { address, origin, api, texts } = await world({ articles, topics: { 1: "open" }, tag, toml: "[assess]\nblind = false\n" });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "one");
  assert.ok((await page.textContent(".side")).includes(`${tag}, rank 1`));
  const looks = async () => (await api("GET", "log?since=0")).filter(({ kind }) => kind === "look").map(({ doc, account }) => [account, doc]);
  assert.deepEqual(await looks(), []);
  await page.keyboard.press("r");
  await page.waitForFunction(() => CSS.highlights.get("returned")?.size === 1);
  assert.equal((await highlighted(page, "returned")).join("").replace(/\s/g, ""), texts.one.replace(/\s/g, ""));
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".article .text"), "::highlight(returned)").textDecorationStyle), "solid");
  assert.deepEqual(await looks(), [["owner", "one"]]);
  assert.deepEqual(await complaintsOfAxe(page), []);
  // It stays on for the next article, which is another look; switched off, there is none.
  await open(page, 1, "two");
  await page.waitForFunction(() => CSS.highlights.get("returned")?.size === 1);
  assert.deepEqual(await looks(), [["owner", "one"], ["owner", "two"]]);
  await page.click("text=Underline what they returned");
  await page.waitForFunction(() => CSS.highlights.get("returned").size === 0);
  await open(page, 1, "one");
  await page.keyboard.press("h");
  await saved(page);
  assert.equal((await looks()).length, 2);
  await page.evaluate(() => { location.hash = "#organise/scores"; });
  await page.waitForSelector(`th:text-is("${tag}")`);
  check();
  await close();
});

test("A pool that learns goes on under the assessor's hands", async () => {
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`d${i}`, `<article><p>Text number ${i} is here.</p></article>`]));
  const { address, origin, api } = await world({ articles: many, topics: { 1: "growing" }, pooling: ["--method", "mtf", "--base", "3", "--size", "14"] });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await page.evaluate(() => { location.hash = "#1"; });
  await page.click("#begin");
  for (let i = 0; i < 14; ++i) {
    // Nobody is sent back to the list before the pool has its size.
    await page.waitForFunction((text) => document.querySelector(".progress")?.textContent.includes(text), `${i} judged`);
    await page.waitForFunction(() => document.activeElement?.matches(".frame"));
    await page.keyboard.press("x");
    await saved(page);
  }
  await page.waitForSelector("#finish");
  await page.click("#finish");
  await page.waitForSelector("text=/; the topic is done/");
  const { items } = await api("GET", "assignments/1/items");
  assert.equal(items.length, 14);
  assert.ok(Math.max(...items.map(({ batch }) => batch)) > 1);
  check();
  await close();
});

test("The view that was asked for last is shown, whatever comes late", async () => {
  const { address, origin } = await world({ articles, topics: { 1: "late" } });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/assignments/1/items", async (route) => { await held; await route.continue(); });
  const go = (hash) => page.evaluate((to) => { location.hash = to; }, hash);
  await go("#1");
  await go("#organise/scores");
  await page.waitForSelector("text=Scores, as of now");
  const late = page.waitForResponse("**/api/assignments/1/items");
  const forms = page.waitForResponse("**/api/assignments/1/answers", { timeout: 1000 }).catch(() => undefined);
  release();
  await late;
  await forms;
  assert.equal(await page.textContent("h1"), "Scores, as of now");
  assert.match(await page.title(), /^Scores – Dashboard – /);
  check();
  await close();
});

test("The organiser invites, gives, locks, and sees agreement and scores move", async () => {
  const { address, origin, api } = await world({ articles, topics: { 1: attack } });
  const { page, check, close } = await visit(origin);
  await page.goto(`${address.split("/#")[0]}/#key=${address.split("#key=")[1]}`);
  await page.waitForSelector("#account-menu");
  const tab = (name) => page.evaluate((to) => { location.hash = `#organise/${to}`; }, name);
  await tab("people");
  await page.fill("#invitee", attack);
  await page.click("button:text-is('Invite')");
  const link = await page.inputValue("#invitation");
  const second = await session(origin, { token: link.split("=")[1], password: "a long password" }, "invite");
  await tab("assignments");
  await page.waitForSelector(`#account option:has-text("onerror")`, { state: "attached" });
  await page.selectOption("#account", attack);
  await page.selectOption("#part", "second");
  await page.click("button:text-is('Assign')");
  await page.waitForFunction(() => document.querySelectorAll("[aria-label='Assignments'] tbody tr").length === 2);
  // Both find one article relevant, and only one of them the other.
  const judge = async (ask, id, doc, relevant) => {
    const { sha256, length } = (await ask("GET", `assignments/${id}/items`)).items.find((each) => each.doc === doc);
    const acts = relevant ? [["add", { begin: 0, end: length }], ["bep", { at: 0 }], ["judge", { verdict: "relevant" }]] : [["judge", { verdict: "not_relevant" }]];
    const answers = await ask("POST", `assignments/${id}/events`, acts.map(([kind, data], i) => ({ op: crypto.randomUUID(), doc, base_version: i, sha256, kind, data, active_ms: 1000 })));
    assert.ok(answers.every(({ seq }) => seq), JSON.stringify(answers));
  };
  await judge(api, 1, "one", true);
  await judge(second, 2, "one", true);
  // Others judge; what is chosen stays.
  await page.waitForSelector("text=2 of 4 articles are assessed");
  assert.deepEqual(await page.evaluate(() => ["account", "part"].map((id) => document.getElementById(id).value)), [attack, "second"]);
  await tab("agreement");
  await judge(api, 1, "two", true);
  await judge(second, 2, "two", false);
  await page.waitForSelector("text=Where they disagree");
  await page.click("text=Side by side");
  await page.waitForSelector("dialog mark");
  await page.click("dialog >> text=Close");
  await tab("scores");
  await page.waitForFunction(() => document.querySelector(".chart text:last-of-type")?.textContent === "1.000");
  await page.waitForSelector("text=/Topics with assessed articles: \\d+\\./");
  await tab("assignments");
  await page.click("[aria-label^='Lock topic 1 of owner']");
  await page.click("dialog button:text-is('Lock')");
  await page.waitForSelector("[aria-label^='Unlock topic 1 of owner']");
  // An invitation is answered once: it is shown, whatever comes of looking again; what is typed stays.
  await tab("people");
  await page.waitForSelector("[aria-label='Accounts']");
  await page.route("**/api/people", (route) => route.abort());
  await page.fill("#invitee", "gale");
  await page.click("button:text-is('Invite')");
  await page.waitForSelector("#invitation");
  const shown = await page.inputValue("#invitation");
  assert.notEqual(shown, link);
  await page.fill("#invitee", "half a na");
  await page.unroute("**/api/people");
  await page.waitForSelector("[aria-label='gale is assessor']");
  await page.keyboard.type("me");
  assert.deepEqual(await page.evaluate(() => ["invitee", "invitation"].map((id) => document.getElementById(id).value)), ["half a name", shown]);
  // On a phone tables scroll: no word is broken into its letters.
  await tab("assignments");
  await page.waitForSelector("td button");
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await page.$$eval("td button", (all) => all.filter((each) => each.clientHeight > each.clientWidth).map((each) => each.textContent)), []);
  await page.setViewportSize({ width: 1280, height: 900 });
  await tab("results");
  await page.click("text=Can the pool be reused?");
  await page.waitForSelector("[aria-label=groups]");
  await tab("data");
  await page.selectOption("#format", "jsonl");
  await page.fill("#snapshot", "half");
  await page.click("text=Keep the present state");
  await page.waitForSelector("#moment option[value=half]", { state: "attached" });
  assert.equal(await page.inputValue("#format"), "jsonl");
  // Everything, as one archive.
  const downloading = page.waitForEvent("download");
  await page.click("text=Everything, as one archive");
  const archive = await (await downloading).path();
  const packed = (name) => execFileSync("tar", ["-xzOf", archive, name], { encoding: "utf8" });
  const manifest = JSON.parse(packed("manifest.json"));
  assert.deepEqual(["judgements/main.qrels", "judgements/second.qrels", "events.jsonl", "answers.jsonl", "pool.jsonl", "progress.json"].filter((name) => !manifest.files.some((file) => file.name === name)), []);
  assert.equal(packed("judgements/main.qrels"), await api("GET", "export?format=qrels"));
  assert.equal(JSON.parse(packed("events.jsonl").trim().split("\n").at(-1)).kind, "admin.export");
  // Looking at the work of another changes nothing.
  const seq = (await api("GET", "log?since=0")).length;
  const whose = (await api("GET", "progress")).find((each) => each.id === 2).account;
  await open(page, 2, "one");
  await page.waitForSelector(`.note:has-text("You are looking at the work of ${whose}.")`);
  await page.keyboard.press("u");
  await page.waitForFunction((whose) => document.querySelector(".notice").textContent.includes(`the work of ${whose}`), whose);
  assert.equal((await api("GET", "log?since=0")).length, seq);
  check();
  await close();
});
