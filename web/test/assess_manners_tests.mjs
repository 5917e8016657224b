// How the pages behave beside what they do: what is asked before something is taken away, where messages are, where
// the focus
// goes, and that nothing goes on when a page was left.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { complaintsOfAxe, highlighted, open, saved, selectWords, session, visit, world } from "./assess_world.mjs";

const sentences = Array.from({ length: 12 }, (_, i) => `Sentence number ${i} is here.`).join(" ");
const article = `<article><sec><p>${sentences}</p><p>Another paragraph.</p></sec></article>`;
const paragraphs = Array.from({ length: 800 }, (_, i) => `<p>Paragraph ${i} is one of very many.</p>`);
const long = `<article>${paragraphs.join("")}</article>`;

/** Whether all of an element can be seen without scrolling. */
const isInSight = (page, selector) =>
  page.locator(selector).evaluate((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  });
const hasFocus = (page) =>
  page.evaluate(() => document.activeElement !== document.body && document.activeElement?.tagName);
/** Waits until something other than the page itself has the focus. */
const keepsFocus = (page, what) =>
  page
    .waitForFunction(() => document.activeElement !== document.body && document.activeElement !== null, undefined, {
      timeout: 5000,
    })
    .catch(() => assert.fail(`the focus is lost: ${what}`));
const go = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

async function runsTrack(options) {
  const made = await world({ articles: { one: article, two: article }, topics: { 1: "first", 2: "second" } });
  await made.api("POST", "admin/phase", { phase: "runs", act: "open" });
  const { token } = await made.api("POST", "admin/account", { name: "quinn", role: "participant", group: "QUT" });
  // Requests of a page with a service worker are not always seen by page.route.
  const visitor = await visit(made.origin, { serviceWorkers: "block", ...options });
  await visitor.page.goto(`${made.origin}/#invite=${token}`);
  await visitor.page.fill("#in-password", "long enough");
  await visitor.page.keyboard.press("Enter");
  await visitor.page.waitForSelector(".who:has-text('quinn')", { state: "attached" });
  await go(visitor.page, "#runs");
  await visitor.page.waitForSelector("#run-file");
  const file = (name, ...rows) => {
    writeFileSync(join(made.folder, name), rows.map((row) => `${row}\n`).join(""));
    return join(made.folder, name);
  };
  const send = async (path, name, more = {}) => {
    const { page } = visitor;
    await page.setInputFiles("#run-file", path);
    await page.fill("#run-name", name);
    await page.selectOption("#run-task", "focused");
    await page.selectOption("#run-result", "element");
    for (const [key, value] of Object.entries(more)) await page.fill(`#run-${key}`, value);
    await page.click("#send-run");
  };
  return {
    ...made,
    ...visitor,
    file,
    send,
    good: file("good.run", "1 Q0 one 1 9 y /article[1]"),
    bad: file("bad.run", "1 Q0 one 1 9 x /article[1]", "1 Q0 one 2 8 x /article[1]/sec[1]"),
  };
}

test("A page of runs that was left asks about its run no more", async () => {
  const { page, send, good, close } = await runsTrack();
  await page.clock.install();
  const checking = {
    id: 1,
    group: "QUT",
    name: "mine",
    version: 1,
    bytes: 9,
    sha256: "0",
    state: "checking",
    form: {},
    publish: false,
    sent_ms: 0,
    kept: true,
    verdict: {},
  };
  let asked = 0;
  await page.route("**/api/submissions?*", (route) => route.fulfill({ status: 202, json: checking }));
  await page.route("**/api/submissions/1", (route) => {
    ++asked;
    return route.fulfill({ json: checking });
  });
  await send(good, "mine");
  await page.waitForSelector("text=being checked");
  const asking = page.waitForRequest("**/api/submissions/1");
  await page.clock.runFor(1500);
  await asking;
  await go(page, "#results");
  await page.waitForSelector("h1:has-text('Results')");
  const before = asked;
  await page.clock.runFor(10_000);
  assert.equal(asked, before);
  await close();
});

test("The verdict on a run goes when the next one is sent", async () => {
  const { page, send, good, bad, close } = await runsTrack();
  await send(bad, "broken");
  await page.waitForSelector("h2:has-text('broken, version 1: refused')");
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/api/submissions?*", async (route) => {
    await held;
    await route.continue();
  });
  await send(good, "whole");
  await page.waitForFunction(() => document.getElementById("send-run").ariaDisabled === "true");
  assert.equal(await page.textContent("#verdict"), "");
  release();
  await page.waitForSelector("h2:has-text('whole, version 1: accepted')");
  await close();
});

test("After a run was accepted only its task and its result type stay in the form", async () => {
  const { page, send, good, bad, close } = await runsTrack();
  await page.check("#run-publish");
  await send(bad, "broken", { description: "what it does" });
  await page.waitForSelector("h2:has-text('refused')");
  const values = () =>
    page.evaluate(() =>
      ["file", "name", "task", "result", "description"]
        .map((key) => document.getElementById(`run-${key}`).value)
        .concat(document.getElementById("run-publish").checked),
    );
  assert.deepEqual(
    (await values()).slice(1),
    ["broken", "focused", "element", "what it does", true],
    "what is refused can be sent again",
  );
  await send(good, "whole", { description: "what it does" });
  await page.waitForSelector("h2:has-text('accepted')");
  assert.deepEqual(await values(), ["", "", "focused", "element", "", false]);
  await page.reload();
  await page.waitForSelector("#run-file");
  assert.equal(await page.inputValue("#run-description"), "");
  await close();
});

test("A run is withdrawn when one has said so, and not by one click", async () => {
  const { page, api, send, good, close } = await runsTrack({ bypassCSP: true });
  await send(good, "mine");
  await page.waitForSelector("h2:has-text('accepted')");
  const state = async () => (await api("GET", "submissions")).runs[0].state;
  for (const leave of ["Escape", "Cancel"]) {
    await page.click("[aria-label='Withdraw mine']");
    await page.waitForSelector("dialog:has-text('will not be pooled or scored')");
    assert.deepEqual(await complaintsOfAxe(page), []);
    await (leave === "Escape" ? page.keyboard.press("Escape") : page.click("dialog >> text=Cancel"));
    await page.waitForSelector("dialog", { state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Withdraw mine");
  }
  assert.equal(await state(), "accepted");
  await page.click("[aria-label='Withdraw mine']");
  await page.click("dialog button:text-is('Withdraw')");
  await page.waitForSelector("[data-state='withdrawn']");
  assert.equal(await state(), "withdrawn");
  await keepsFocus(page, "after withdrawing");
  await page.click("[aria-label='Restore mine, version 1']");
  await page.waitForSelector("[data-state='accepted']");
  assert.equal(await state(), "accepted");
  await keepsFocus(page, "after restoring");
  // What an organiser withdraws has a reason, and only organisers restore it.
  await api("POST", "submissions/1/withdraw", { reason: "made of the qrels" });
  await page.reload();
  await page.waitForSelector("[data-state='withdrawn']:has-text('by an organiser: made of the qrels')");
  assert.equal(await page.locator("[aria-label='Restore mine, version 1']").count(), 0);
  await close();
});

test("What is refused is told where it was asked for, within the window", async () => {
  const { page, send, good, close } = await runsTrack({ viewport: { width: 390, height: 700 } });
  await send(good, "an odd/name");
  await page.waitForSelector("#upload-refusal:has-text('letters, digits')");
  assert.ok(await isInSight(page, "#upload-refusal"));
  await close();
  const track = await world({ articles: { long }, topics: { 1: "rules" } });
  const at = await visit(track.origin, { viewport: { width: 1280, height: 700 } });
  await at.page.goto(track.address);
  await at.page.waitForSelector("#account-menu");
  await open(at.page, 1, "long");
  await at.page.evaluate(() => scrollTo({ top: 6000, behavior: "instant" }));
  await at.page.keyboard.press("f");
  await at.page.waitForSelector(".notice:has-text('needs marked text')");
  assert.ok(await isInSight(at.page, ".notice"));
  await at.close();
});

test("Marks of another device appear in the article as they arrive", async () => {
  const { address, origin, api, texts } = await world({ articles: { a: article }, topics: { 1: "devices" } });
  const { page, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "a");
  const {
    items: [{ sha256 }],
  } = await api("GET", "assignments/1/items");
  const act = (base_version, kind, data) =>
    api("POST", "assignments/1/events", [{ op: crypto.randomUUID(), doc: "a", base_version, sha256, kind, data }]);
  await act(0, "add", { begin: 0, end: 15 });
  await page.waitForFunction(() => CSS.highlights.get("relevant")?.size === 1);
  assert.deepEqual(await highlighted(page, "relevant"), [texts.a.slice(0, 15)]);
  await act(1, "judge", { verdict: "problem" });
  await page.waitForFunction(() => document.querySelector(".progress").textContent.includes("a problem"));
  // And what is done here goes on top of it.
  await page.keyboard.press("Control+z");
  await saved(page);
  assert.equal((await api("GET", "assignments/1/item?doc=a")).status, "open");
  check();
  await close();
});

test("The same text marked on two devices is no conflict, whatever else was marked", async () => {
  const { address, origin, api, texts } = await world({ articles: { a: article }, topics: { 1: "devices" } });
  const { page, context, check, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "a");
  const {
    items: [{ sha256 }],
  } = await api("GET", "assignments/1/items");
  await context.setOffline(true);
  // The first five words here and there, five others here, and five others there.
  for (const [from, to] of [
    [0, 4],
    [10, 14],
  ]) {
    await selectWords(page, from, to);
    await page.keyboard.press("h");
  }
  const words = [...texts.a.matchAll(/\S+/g)];
  const span = (from, to) => ({ begin: words[from].index, end: words[to].index + words[to][0].length });
  for (const [version, data] of [span(0, 4), span(20, 24)].entries()) {
    const [answer] = await api("POST", "assignments/1/events", [
      { op: crypto.randomUUID(), doc: "a", base_version: version, sha256, kind: "add", data },
    ]);
    assert.ok(answer.seq, JSON.stringify(answer));
  }
  await context.setOffline(false);
  await saved(page);
  assert.equal(await page.locator("dialog").count(), 0);
  const { spans } = await api("GET", "assignments/1/item?doc=a");
  assert.deepEqual(
    spans,
    [span(0, 4), span(10, 14), span(20, 24)].map(({ begin, end }) => [begin, end]),
  );
  check();
  await close();
});

test("The focus stays where something was done", async () => {
  const { address, origin, api } = await world({ articles: { a: article, b: article }, topics: { 1: "focus" } });
  const { page, close } = await visit(origin);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await go(page, "#organise");
  await page.focus("[aria-label='Open: topics']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[aria-label='Close: topics']");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Close: topics");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[aria-label='Open again: topics']");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Open again: topics");
  // The last act is taken back: the button can do no more.
  await open(page, 1, "a");
  await page.keyboard.press("h");
  await page.focus("[data-act=undo]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-act=undo]").disabled);
  await keepsFocus(page, "after the last undo");
  // Other views begin at their heading.
  for (const hash of ["#results", "#1", "#organise"]) {
    await go(page, hash);
    await page.waitForFunction(() => document.querySelector("main h1"));
    await keepsFocus(page, hash);
  }
  assert.ok(await hasFocus(page));
  assert.ok((await api("GET", "me")).name);
  await close();
});

test("A dialog is never taller than the window, whatever it holds; Esc and Back close it", async () => {
  const { address, origin, api } = await world({ articles: { long }, topics: { 1: "tall" } });
  const { token } = await api("POST", "admin/account", { name: "second", role: "assessor" });
  const second = await session(origin, { token, password: "a long password" }, "invite");
  const { id } = await api("POST", "admin/assign", { topic: "1", account: "second", part: "second" });
  const {
    items: [{ sha256, length }],
  } = await api("GET", "assignments/1/items");
  const judge = (ask, assignment, acts) =>
    ask(
      "POST",
      `assignments/${assignment}/events`,
      acts.map(([kind, data], i) => ({ op: crypto.randomUUID(), doc: "long", base_version: i, sha256, kind, data })),
    );
  await judge(api, 1, [
    ["add", { begin: 0, end: length }],
    ["bep", { at: 0 }],
    ["judge", { verdict: "relevant" }],
  ]);
  await judge(second, id, [["judge", { verdict: "not_relevant" }]]);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 660 },
  ]) {
    const { page, check, close } = await visit(origin, { viewport, bypassCSP: true });
    await page.goto(address);
    await page.waitForSelector("#account-menu");
    await go(page, "#organise/agreement");
    const hash = await page.evaluate(() => location.hash);
    for (const way of ["Escape", "Back", "Close"]) {
      await page.click("[aria-label='Side by side: long']");
      await page.waitForSelector("dialog mark");
      for (const part of ["dialog", "dialog footer button", "dialog header button"])
        assert.ok(await isInSight(page, part), `${part} at ${viewport.width}`);
      assert.deepEqual(await complaintsOfAxe(page), []);
      if (way === "Escape") await page.keyboard.press("Escape");
      else if (way === "Back") await page.goBack();
      else await page.click("dialog footer button");
      await page.waitForSelector("dialog", { state: "detached" });
      await page.waitForFunction(() => history.state === null);
      assert.equal(await page.evaluate(() => location.hash), hash, way);
      await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Side by side: long");
    }
    check();
    await close();
  }
});

test("Texts name one thing as one, and many as many", async () => {
  const { address, origin, api } = await world({ articles: { a: article, b: article }, topics: { 1: "texts" } });
  const { page, close } = await visit(origin, { serviceWorkers: "block" });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await go(page, "#assess");
  await page.waitForSelector("a.button:has-text('Learn it')");
  await open(page, 1, "a");
  await page.route("**/events", (route) =>
    route.fulfill({
      json: route
        .request()
        .postDataJSON()
        .map(() => ({ status: 422, message: "a rule" })),
    }),
  );
  await page.keyboard.press("h");
  await page.waitForSelector(".note:has-text('1 change was not accepted: A rule.')");
  await page.unroute("**/events");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog button:text-is('Reset to defaults')");
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await saved(page);
  assert.equal((await api("GET", "assignments/1/item?doc=a")).status, "not_relevant");
  await go(page, "#assess");
  await page.waitForSelector("a.button:text-is('Replay the tour')");
  await page.route("**/api/results", (route) => route.fulfill({ status: 200, body: "<html>" }));
  await go(page, "#results");
  await page.waitForSelector("text=Unexpected response from the server.");
  await close();
});
