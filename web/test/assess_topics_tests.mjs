// A track from its first topic: phases on the organiser's page, topics written and explored in the browser, handed in, chosen, numbered.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { widths } from "./browser.mjs";
import { complaintsOfAxe, session, visit, world } from "./assess_world.mjs";

const { FOVEA } = process.env;
const attack = "<img src=x onerror=alert(1)>";
const words = ["lunar", "harbour", "anchor", "compass", "tide"];
/** 30 articles: each of the words stands in some of them, ship in all. */
const articles = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`a${i}`, `<article><title>Ship ${i}</title><sec><p>The ship ${i} has a ${words[i % 5]} on board.</p></sec></article>`]));
const toml = '[assess]\nforms = ["inex-2010-b"]\n';

/** Somebody of a group, with a page of their own and requests without one. */
async function participant({ origin, api }, name, group, options = {}) {
  const { token } = await api("POST", "admin/account", { name, role: "participant", group });
  const own = await session(origin, { token, password: "long enough" }, "invite");
  const visitor = await visit(origin, { bypassCSP: true, ...options });
  await visitor.page.goto(`${origin}/`);
  await visitor.page.fill("#in-name", name);
  await visitor.page.fill("#in-password", "long enough");
  await visitor.page.click("form button");
  await visitor.page.waitForSelector("#to-candidates");
  return { ...visitor, own };
}

/** A participant's request that must be refused, and with what. */
async function refusedWith(ask, method, path, body) {
  return ask(method, path, body).then(() => 200, (error) => Number(/: (\d+) /.exec(error.message)[1]));
}

const isSaved = (page) => page.waitForFunction(() => document.getElementById("candidate-saved")?.textContent === "saved");

async function write(page, fields) {
  for (const [name, text] of Object.entries(fields)) await page.fill(`#field-${name}`, text);
  await isSaved(page);
}
/** Begins a topic; its number. */
async function begin(page) {
  await page.evaluate(() => { location.hash = "#candidates"; });
  await page.click("#new-topic");
  await page.waitForSelector("#field-title");
  return Number(page.url().split("/").pop());
}

const op = () => crypto.randomUUID();

test("Organisers open phases on their page, with days that everybody is told", async () => {
  const track = await world({ articles, index: true, toml });
  const { page, check, close } = await visit(track.origin, { bypassCSP: true });
  await page.goto(track.address);
  await page.waitForSelector("main h1");
  await page.evaluate(() => { location.hash = "#organise"; });
  await page.click("[aria-label='Open: topics']");
  await page.waitForSelector("[aria-label='Close: topics']");
  // Typed digit by digit: one day is announced, not those of the years 2, 20 and 203.
  await page.focus("[aria-label='Last day of topics']");
  await page.keyboard.type("05042031");
  await page.waitForFunction(async () => (await (await fetch("/api/phases")).json()).phases[0].until === "2031-05-04");
  await page.evaluate(() => { location.hash = "#organise/people"; });
  await page.selectOption("#role", "participant");
  await page.fill("#invitee", "ann");
  await page.fill("#group", `Harbour ${attack}`);
  await page.click("button:text-is('Invite')");
  await page.waitForSelector("#invitation");
  assert.deepEqual(await complaintsOfAxe(page), []);
  const link = await page.inputValue("#invitation");
  const guest = await visit(track.origin, { bypassCSP: true });
  await guest.page.goto(link);
  await guest.page.fill("#in-password", "long enough");
  await guest.page.click("text=Begin");
  await guest.page.waitForSelector("text=until 2031-05-04");
  await guest.page.click("#to-candidates");
  await guest.page.waitForSelector(`main >> text=Harbour ${attack}`);
  guest.check();
  await guest.close();
  await page.evaluate(() => { location.hash = "#organise"; });
  await page.click("[aria-label='Close: topics']");
  await page.waitForSelector("[aria-label='Open again: topics']");
  await page.click("[aria-label='Open again: topics']");
  await page.waitForSelector("[aria-label='Close: topics']");
  const acts = (await track.api("GET", "log")).filter(({ kind }) => kind === "admin.phase").map(({ data }) => data.act);
  assert.deepEqual(acts, ["open", "dates", "close", "reopen"]);
  assert.equal(track.fovea("serve", "verify", "track.assess").includes("events"), true);
  assert.match(track.fovea("track", "status", "track.toml"), /topics +open +until 2031-05-04/);
  check();
  await close();
});

test("A topic is written, explored by keys, questioned, checked and handed in; chosen, ordered and numbered; and comes out as the commands write it", async () => {
  // Saves within a second are one version.
  const track = await world({ articles, index: true, toml: `${toml}\n[limits]\nversion_seconds = 1\n` });
  await track.api("POST", "admin/phase", { phase: "topics", act: "open" });
  const ann = await participant(track, "ann", "Harbour");
  const { page } = ann;
  const id = await begin(page);
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.fill("#field-castitle", "//sec[about(., lunar");
  await page.waitForSelector("#nexi .error");
  assert.match(await page.textContent("#nexi .error"), /Character 21: found .* expected/);
  await page.fill("#field-castitle", "//sec[about(., lunar)]");
  await page.waitForSelector("#nexi pre");
  await write(page, { title: `lunar ship zzyzx`, phrasetitle: '"lunar ship"', description: `What is lunar? ${attack}`, narrative: "A sailor asks.\nAnd so on." });
  await page.waitForSelector("#warnings [data-code=unknown-word]");
  assert.match(await page.textContent("#warnings [data-code=unknown-word]"), /zzyzx/);
  await write(page, { title: "lunar ship" });
  const written = Date.now();
  // 25 articles by keys alone: what is found is judged from the first to the last.
  await page.fill("#explore", words.join(" "));
  await page.press("#explore", "Enter");
  await page.waitForFunction(() => document.querySelectorAll(".explored li").length === 25 && document.activeElement.matches(".explored li"));
  let relevant = 0;
  for (let i = 0; i < 25; ++i) {
    const here = await page.evaluate(() => document.activeElement.dataset.doc);
    const lunar = Number(here.slice(1)) % 5 === 0;
    relevant += lunar ? 1 : 0;
    await page.keyboard.press(lunar ? "r" : "n");
    await page.waitForFunction(([doc, many]) => document.querySelector(`[data-doc="${doc}"]`).dataset.verdict && document.getElementById("explored").textContent.includes(`of ${many} judged`), [here, i + 1]);
    if (i < 24) await page.waitForFunction((doc) => document.activeElement.dataset.doc !== doc, here);
  }
  assert.match(await page.textContent("#explored"), new RegExp(`^${relevant} relevant of 25 judged`));
  await page.keyboard.press("o");
  await page.waitForSelector("dialog .article .text");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog"));
  // The questionnaire; its first answer.
  await page.click("details summary");
  await page.check("[name='inex-2010-b/B1'] >> nth=2");
  await page.waitForSelector(".question .said:has-text('saved')");
  // All of it is there after a reload.
  await page.reload();
  await page.waitForSelector("#field-title");
  assert.equal(await page.inputValue("#field-title"), "lunar ship");
  assert.equal(await page.inputValue("#field-description"), `What is lunar? ${attack}`);
  assert.match(await page.textContent("#explored"), new RegExp(`^${relevant} relevant of 25 judged`));
  await page.waitForSelector(`.searches button:has-text('${words.join(" ")}')`);
  assert.ok(await page.isChecked("[name='inex-2010-b/B1'] >> nth=2"));
  // An earlier version can be had back.
  await page.waitForFunction((then) => Date.now() - then > 1000, written);
  await write(page, { narrative: "A sailor asks.\nAnd so forth." });
  await page.click("text=Earlier versions");
  await page.waitForSelector(".versions li");
  assert.ok((await page.$$(".versions li")).length >= 2);
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.click("#hand-in");
  await page.waitForSelector("#take-back");
  assert.equal(await page.getAttribute("#field-title", "readonly"), "");

  // Four more, of two groups, without a browser.
  const di = await participant(track, "di", "Lighthouse");
  const wanted = [["ann", "harbour ship"], ["di", "lunar ship"], ["di", "anchor and compass"], ["di", "tide tables"]];
  const ids = [id];
  for (const [who, title] of wanted) {
    const ask = who === "ann" ? ann.own : di.own;
    const made = await ask("POST", "candidates", { op: op() });
    await ask("POST", `candidates/${made.id}`, { op: op(), act: "save", base_version: 0, fields: { title, description: "d", narrative: "n" } });
    await ask("POST", `candidates/${made.id}`, { op: op(), act: "hand_in" });
    ids.push(made.id);
  }
  // Nobody reads what others wrote, handed in or not.
  assert.equal(await refusedWith(di.own, "GET", `candidates/${id}`), 404);
  assert.equal(await refusedWith(di.own, "GET", "selection"), 404);
  await di.page.evaluate((hash) => { location.hash = hash; }, `#candidate/${id}`);
  await di.page.waitForSelector("text=there is no such candidate");

  const organiser = await visit(track.origin, { bypassCSP: true });
  await organiser.page.goto(track.address);
  await organiser.page.waitForSelector("main h1");
  await organiser.page.evaluate(() => { location.hash = "#selection"; });
  await organiser.page.waitForSelector("text=5 proposals, 0 chosen");
  assert.equal((await organiser.page.$$("[aria-label^=Choose]")).length, 0, "the phase is not open");
  await track.api("POST", "admin/phase", { phase: "topics", act: "close" });
  await track.api("POST", "admin/phase", { phase: "selection", act: "open" });
  await organiser.page.reload();
  await organiser.page.waitForSelector("[aria-label^=Choose]");
  const row = await organiser.page.textContent(`tr:has([aria-label='Choose: ${id}'])`);
  assert.match(row, new RegExp(`${relevant}/25`));
  assert.match(row, /CAS/);
  assert.match(row, new RegExp(`100 % with ${ids[2]}`));
  assert.match(row, /has the words of/);
  for (const [i, each] of [ids[0], ids[1], ids[3]].entries()) {
    await organiser.page.click(`[aria-label='Choose: ${each}']`);
    await organiser.page.waitForSelector(`text=5 proposals, ${i + 1} chosen`);
  }
  // What is typed stays there while decisions are made.
  await organiser.page.fill("#first", "2010001");
  await organiser.page.click(`[aria-label='Reject: ${ids[2]}']`);
  await organiser.page.fill(`[aria-label='Why not ${ids[2]}']`, `as another ${attack}`);
  await organiser.page.press(`[aria-label='Why not ${ids[2]}']`, "Enter");
  await organiser.page.waitForFunction(async (which) => (await (await fetch("/api/selection")).json()).candidates.find(({ id: each }) => each === which).reason !== "", ids[2]);
  assert.equal(await organiser.page.evaluate(() => document.activeElement.getAttribute("aria-label")), `Why not ${ids[2]}`);
  await organiser.page.click(`[aria-label='Up: ${ids[3]}']`);
  await organiser.page.waitForFunction((which) => document.querySelectorAll("tbody tr")[1].querySelector(`[aria-label='Down: ${which}']`), ids[3]);
  assert.equal(await organiser.page.inputValue(`[aria-label='Why not ${ids[2]}']`), `as another ${attack}`);
  await organiser.page.click("#number");
  await organiser.page.waitForSelector("text=2. 2010002");
  assert.deepEqual(await complaintsOfAxe(organiser.page), []);
  // Authors are told when it is closed.
  assert.equal((await di.own("GET", `candidates/${ids[2]}`)).reason, undefined);
  await track.api("POST", "admin/phase", { phase: "selection", act: "close" });
  await di.page.evaluate(() => { location.hash = "#candidates"; });
  await di.page.waitForSelector(`text=Why not: as another ${attack}`);
  await di.page.waitForSelector("text=chosen as 2010002");

  // What the server gives is what the commands write, of the store and of files alike.
  const get = (path) => track.api("GET", path);
  const lines = track.fovea("track", "candidates", "track.assess", "-o", "jsonl");
  writeFileSync(join(track.folder, "candidates.jsonl"), lines);
  for (const format of ["inex", "tsv", "jsonl"]) {
    for (const [query, ...option] of [["", []], ["&rejected=1", ["--rejected"]]]) {
      const served = await get(`topics?format=${format}${query}`);
      const served_text = typeof served === "string" ? served : JSON.stringify(served);
      for (const source of ["track.assess", "candidates.jsonl"]) assert.equal(track.fovea("track", "topics", source, "--to", format, ...option.flat()), served_text, `${format}${query} ${source}`);
    }
  }
  writeFileSync(join(track.folder, "decisions.tsv"), `${ids[0]}\tchosen\n${ids[3]}\tchosen\n${ids[1]}\tchosen\n${ids[2]}\trejected\tas another ${attack}\n`);
  track.fovea("track", "select", "candidates.jsonl", "decisions.tsv", "--first", "2010001", "-o", "decided.jsonl");
  assert.equal(track.fovea("track", "topics", "decided.jsonl"), await get("topics"));
  assert.match(await get("topics"), /<topic id="2010001" ct_no="1">/);
  assert.match(track.fovea("topics", "--format", "inex", writeTopics(track, await get("topics"))), /2010003 +harbour ship/);
  assert.match(track.fovea("serve", "verify", "track.assess"), /events/);
  for (const each of [ann, di, organiser]) {
    each.check();
    await each.close();
  }
});

function writeTopics({ folder }, text) {
  writeFileSync(join(folder, "chosen.xml"), text);
  return "chosen.xml";
}

test("What is typed survives a server that is killed, a reload, and a second tab that says something else", async () => {
  const track = await world({ articles: { a: "<article><p>One.</p></article>" } });
  await track.api("POST", "admin/phase", { phase: "topics", act: "open" });
  const ann = await participant(track, "ann", "Harbour");
  const { page } = ann;
  const id = await begin(page);
  await write(page, { title: "before" });
  track.server.kill("SIGKILL");
  await new Promise((resolve) => track.server.once("exit", resolve));
  await page.fill("#field-narrative", "while it was away");
  await page.waitForFunction(() => document.getElementById("candidate-saved").textContent.startsWith("offline"));
  const again = spawn(FOVEA, ["serve", "track.toml", "--port", new URL(track.origin).port], { cwd: track.folder, stdio: ["ignore", "pipe", "ignore"] });
  process.once("exit", () => again.kill());
  again.unref();
  again.stdout.unref();
  await new Promise((resolve) => again.stdout.once("data", resolve));
  await isSaved(page);
  assert.equal((await ann.own("GET", `candidates/${id}`)).fields.narrative, "while it was away");
  assert.equal((await ann.own("GET", `candidates/${id}`)).fields.title, "before");
  // Somewhere else the same topic is changed: both are shown to the author, and nothing is lost.
  const { version } = await ann.own("GET", `candidates/${id}`);
  await ann.own("POST", `candidates/${id}`, { op: op(), act: "save", base_version: version, fields: { title: "theirs" } });
  await page.fill("#field-title", "mine");
  await page.click("text=Keep what is here");
  await isSaved(page);
  const now = await ann.own("GET", `candidates/${id}`);
  assert.equal(now.fields.title, "mine");
  const { versions } = await ann.own("GET", `candidates/${id}/versions`);
  assert.ok(versions.some(({ fields }) => fields.title === "theirs"));
  assert.match(track.fovea("serve", "verify", "track.assess"), /events/);
  await ann.close();
  again.kill();
});

test("Topics are written on a phone, in the dark, and with 320 pixels", async () => {
  const track = await world({ articles, index: true, toml });
  await track.api("POST", "admin/phase", { phase: "topics", act: "open" });
  const { page, check, close } = await participant(track, "ann", "Harbour", { viewport: widths.phone, colorScheme: "dark", hasTouch: true });
  await begin(page);
  await write(page, { title: "anchor ship" });
  await page.tap("#exploration form button");
  await page.waitForSelector(".explored li p");
  await page.tap(".explored li [aria-label^='Relevant']");
  await page.waitForSelector(".explored li[data-verdict=yes]");
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.setViewportSize({ width: 320, height: 640 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), "nothing is cut off");
  check();
  await close();
});
