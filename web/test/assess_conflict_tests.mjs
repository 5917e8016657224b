// Two windows of one account, and what is typed: whatever a page promises is what the store holds afterwards. FAULTS=150 tries all there is.
import assert from "node:assert/strict";
import test from "node:test";
import { open, saved, selectWords, session, visit, world } from "./assess_world.mjs";

const full = Number(process.env.FAULTS ?? 30) >= 150;
const choices = { "Keep what is stored": "theirs", "Replace it with mine": "mine" };
const path = "/article[1]/sec[1]/p[1]";
const article = "<article><sec><p>" + Array.from({ length: 12 }, (_, i) => `Sentence number ${i} is here.`).join(" ") + "</p><p>Another paragraph.</p></sec></article>";

/** What a kind of act is: keys in the page, and the same as the server is told it. Both differ from each other where they can. */
const kinds = {
  highlight: {
    add: { act: ["add", { begin: 150, end: 160 }], keys: async (page) => { await selectWords(page, 10, 12); await page.keyboard.press("h"); } },
    remove: { act: ["remove", { begin: 0, end: 14 }], keys: async (page) => { await selectWords(page, 5, 6); await page.keyboard.press("u"); } },
    bep: { act: ["bep", { at: 20 }], keys: async (page) => { await page.keyboard.press("b"); await page.click("text=At the start of the article"); } },
    relevant: { act: ["judge", { verdict: "relevant" }], keys: (page) => page.keyboard.press("f") },
    "not relevant": {
      act: ["remove", { begin: 0, end: 200 }], more: [["bep", { at: null }], ["judge", { verdict: "not_relevant" }]],
      keys: async (page) => { await page.keyboard.press("x"); await page.click("text=Yes, not relevant"); },
    },
    problem: { act: ["judge", { verdict: "problem" }], keys: async (page) => { await page.keyboard.press("!"); await page.keyboard.press("Enter"); } },
    undo: { act: ["undo", {}], keys: (page) => page.keyboard.press("Control+z") },
    redo: { act: ["redo", {}], keys: (page) => page.keyboard.press("Control+Shift+z") },
  },
  grades: {
    grade: { act: ["grade", { path: "/article[1]/sec[1]/p[2]", e: 1, s: 1 }], keys: (page) => page.keyboard.press("Digit1") },
    lower: { act: ["grade", { path: "/article[1]/sec[1]/p[2]", e: 0, s: 0 }], keys: async (page) => { await page.keyboard.press("Digit0"); } },
    relevant: { act: ["judge", { verdict: "relevant" }], keys: (page) => page.keyboard.press("f") },
    problem: { act: ["judge", { verdict: "problem" }], keys: async (page) => { await page.keyboard.press("!"); await page.keyboard.press("Enter"); } },
    undo: { act: ["undo", {}], keys: (page) => page.keyboard.press("Control+z") },
    redo: { act: ["redo", {}], keys: (page) => page.keyboard.press("Control+Shift+z") },
  },
};
/** What every article begins with: something to take back, and something to do again. */
const beginnings = {
  highlight: [["add", { begin: 0, end: 14 }], ["add", { begin: 28, end: 45 }], ["bep", { at: 28 }], ["add", { begin: 100, end: 120 }], ["undo", {}]],
  grades: [["grade", { path: "/article[1]", e: 3, s: 1 }], ["grade", { path: "/article[1]/sec[1]", e: 3, s: 2 }], ["grade", { path, e: 3, s: 3 }], ["grade", { path: "/article[1]/sec[1]/p[2]", e: 2, s: 2 }], ["grade", { path, e: 2, s: 2 }], ["undo", {}]],
};

const letters = (spans) => new Set(spans.flatMap(([begin, end]) => Array.from({ length: end - begin }, (_, i) => begin + i)));
/** Marks of both, where each says something about other places. */
function together(before, mine, theirs) {
  const [base, a, b] = [before, mine, theirs].map(({ spans }) => letters(spans));
  const all = [...new Set([...base, ...a, ...b])].filter((at) => (a.has(at) !== base.has(at) ? a.has(at) : b.has(at))).sort((x, y) => x - y);
  return { ...mine, status: "open", letters: all };
}
const stateOf = ({ status, spans, bep, grades }) => ({ status, bep, grades, letters: [...letters(spans)].sort((x, y) => x - y), spans });
const same = (state) => JSON.stringify([state.status, state.bep, state.letters, Object.entries(state.grades).sort()]);

for (const [mode, acts] of Object.entries(kinds)) {
  test(`Two windows in ${mode}: the store holds what the dialog promises, whatever was done in either`, async () => {
    // Every pair of acts, and in turn each choice; with FAULTS=150 both for every pair.
    const cases = Object.keys(acts).flatMap((mine, i) => Object.keys(acts).flatMap((theirs, j) => Object.keys(choices).filter((_, k) => full || (i + j) % 2 === k).map((choice) => ({ mine, theirs, choice }))));
    const alone = Object.keys(acts).flatMap((kind) => [`alone-${kind}-page`, `alone-${kind}-api`]);
    const docs = [...cases.map((_, i) => `d${i}`), ...alone].map((name) => name.replaceAll(" ", "-"));
    const { address, origin, api } = await world({
      articles: Object.fromEntries(docs.map((doc) => [doc, article])), topics: { 1: "conflicts" },
      toml: mode === "grades" ? '[assess]\nmode = "grades-2003"\norder = "id"\n' : '[assess]\norder = "id"\n',
    });
    const sums = Object.fromEntries((await api("GET", "assignments/1/items")).items.map(({ doc, sha256 }) => [doc, sha256]));
    const stored = async (doc) => stateOf(await api("GET", `assignments/1/item?doc=${doc}`));
    const act = async (doc, wanted) => {
      let { version } = await api("GET", `assignments/1/item?doc=${doc}`);
      const sent = wanted.map(([kind, data]) => ({ op: crypto.randomUUID().replaceAll("-", ""), doc, base_version: version++, sha256: sums[doc], kind, data }));
      const post = () => api("POST", "assignments/1/events", sent);
      // The server asks clients that save as fast as a program does to slow down.
      const again = (fault) => (/: 429 /.test(fault.message) ? new Promise((resolve) => setTimeout(resolve, 200)).then(post).catch(again) : Promise.reject(fault));
      const answers = await post().catch(again);
      assert.ok(answers.every(({ seq }) => seq), JSON.stringify(answers));
    };
    const { page, check, close } = await visit(origin);
    await page.goto(address);
    await page.waitForSelector("#account-menu");
    const inPage = async (doc, kind) => {
      await act(doc, beginnings[mode]);
      // A verdict leads to the next article: whatever is shown there was loaded before this one began.
      await page.evaluate(() => { location.hash = "#1"; });
      await page.waitForSelector(".items");
      await open(page, 1, doc);
      await page.focus(".frame");
      return () => acts[kind].keys(page);
    };
    await act(alone[1], beginnings[mode]);
    const before = await stored(alone[1]);
    const mineAlone = {};
    const theirsAlone = {};
    for (const kind of Object.keys(acts)) {
      const name = kind.replaceAll(" ", "-");
      await (await inPage(`alone-${name}-page`, kind))();
      await saved(page);
      mineAlone[kind] = await stored(`alone-${name}-page`);
      if (`alone-${name}-api` !== alone[1]) await act(`alone-${name}-api`, beginnings[mode]);
      await act(`alone-${name}-api`, [acts[kind].act, ...(acts[kind].more ?? [])]);
      theirsAlone[kind] = await stored(`alone-${name}-api`);
      assert.notEqual(same(mineAlone[kind]), same(before), kind);
    }
    let asked = 0;
    for (const [i, { mine, theirs, choice }] of cases.entries()) {
      const doc = `d${i}`;
      const what = `${mine} here, ${theirs} there: ${choice}`;
      const go = await inPage(doc, mine);
      // The page acts without having seen what was done elsewhere.
      await page.context().setOffline(true);
      await act(doc, [acts[theirs].act, ...(acts[theirs].more ?? [])]);
      await go();
      await page.context().setOffline(false);
      const marks = [mine, theirs].every((kind) => kind === "add" || kind === "remove");
      const agree = same(mineAlone[mine]) === same(theirsAlone[theirs]);
      if (!marks && !agree) {
        await page.click(`dialog[data-conflict="${doc}"] button:has-text("${choice}")`);
        await page.waitForSelector(`dialog[data-conflict="${doc}"]`, { state: "detached" });
        ++asked;
      }
      await saved(page);
      const wanted = marks ? together(before, mineAlone[mine], theirsAlone[theirs]) : choices[choice] === "mine" ? mineAlone[mine] : theirsAlone[theirs];
      assert.equal(same(await stored(doc)), same(wanted), what);
    }
    assert.ok(asked > cases.length / 2, `${asked} of ${cases.length}`);
    check();
    await close();
  });
}

const account = async (track, name, body) => {
  const { token } = await track.api("POST", "admin/account", { name, ...body });
  const own = await session(track.origin, { token, password: "a long password" }, "invite");
  const at = await visit(track.origin);
  await at.page.goto(track.origin);
  const enter = async () => {
    await at.page.fill("form.entry #in-name", name);
    await at.page.fill("form.entry #in-password", "a long password");
    await at.page.keyboard.press("Enter");
  };
  await enter();
  await at.page.waitForSelector(".who:has-text(\"" + name + "\")");
  return { ...at, own, enter };
};

test("Two pages: marks here, not relevant there, then relevant here: mine is stored as it was, after a reload too", async () => {
  const track = await world({ articles: { a: article, b: article }, topics: { 1: "conflicts" } });
  for (const reload of [false, true]) {
    const doc = reload ? "b" : "a";
    const [one, other] = [await visit(track.origin), await visit(track.origin)];
    await one.page.goto(track.address);
    await one.page.waitForSelector("#account-menu");
    await open(one.page, 1, doc);
    await selectWords(one.page, 3, 6);
    await one.page.keyboard.press("h");
    await one.page.keyboard.press("b");
    await one.page.click("text=At the first mark");
    await saved(one.page);
    const marked = await track.api("GET", `assignments/1/item?doc=${doc}`);
    assert.equal(marked.spans.length, 1);
    // It does not see what the other page does.
    await one.context.setOffline(true);
    await other.page.goto(track.address);
    await other.page.waitForSelector("#account-menu");
    await open(other.page, 1, doc);
    await other.page.keyboard.press("x");
    await other.page.click("text=Yes, not relevant");
    await saved(other.page);
    await one.page.focus(".frame");
    await one.page.keyboard.press("f");
    await one.context.setOffline(false);
    await one.page.waitForSelector("dialog[data-conflict]");
    if (reload) {
      await one.page.reload();
      await one.page.waitForSelector("dialog[data-conflict]");
    }
    await one.page.click("text=Replace it with mine");
    await saved(one.page);
    const { status, spans, bep } = await track.api("GET", `assignments/1/item?doc=${doc}`);
    assert.deepEqual({ status, spans, bep }, { status: "relevant", spans: marked.spans, bep: marked.bep });
    await one.close();
    await other.close();
  }
  assert.match(track.fovea("serve", "verify", "track.assess"), /events/);
});

test("An article that cannot be finished does not count as judged", async () => {
  const track = await world({ articles: { a: article, b: article }, topics: { 1: "graded" }, toml: '[assess]\nmode = "grades-2003"\norder = "id"\n' });
  const { page, close } = await visit(track.origin);
  await page.goto(track.address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "a");
  await page.keyboard.press("Digit2");
  await page.keyboard.press("f");
  await page.waitForSelector(".notice:has-text('Not all that is around or inside of relevant elements is graded')");
  assert.match(await page.textContent(".progress"), /Article 1 of 2 · 0 judged/);
  // The paragraphs are 0, and what contains them has no text of its own.
  await page.keyboard.press("Digit0");
  await page.keyboard.press("o");
  await page.keyboard.press("Digit2");
  await page.keyboard.press("o");
  await page.keyboard.press("Digit2");
  await page.click(".todo button");
  await page.focus(".frame");
  await page.keyboard.press("Digit0");
  await page.keyboard.press("f");
  await page.waitForSelector(".notice:has-text('has no text of its own')");
  assert.match(await page.textContent(".progress"), /0 judged/);
  await page.keyboard.press("Digit2");
  // Whatever else the server may refuse: the page has moved on to the next article when it learns of it.
  await page.route("**/events", async (route) => {
    const sent = route.request().postDataJSON();
    if (!sent.some(({ kind }) => kind === "judge")) return route.continue();
    return route.fulfill({ status: 200, contentType: "application/json", body: JSON.stringify(sent.map(() => ({ status: 422, message: "a rule of the server" }))) });
  });
  await saved(page);
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector(".progress").textContent.startsWith("Article 2"));
  await page.waitForSelector(".notice:has-text('a rule of the server')");
  assert.match(await page.textContent(".progress"), /Article 2 of 2 · 0 judged, 0 relevant/);
  await page.keyboard.press("l");
  await page.waitForSelector("text=0 of 2 judged");
  assert.equal((await track.api("GET", "assignments/1/item?doc=a")).status, "open");
  await close();
});

/** How a page is left with something typed in it, and come back to. */
const leaves = {
  "a reload": async ({ page }) => { await page.reload(); },
  "a log-in that has ended": async ({ page, context, enter, origin, hash }) => {
    await context.clearCookies();
    await page.goto("about:blank");
    await page.goto(`${origin}/${hash}`);
    await enter();
  },
  "logging out": async ({ page, enter, origin, hash }) => {
    await page.click("#account-menu");
    await page.click("#log-out");
    await page.waitForSelector("form.entry #in-name");
    await page.goto("about:blank");
    await page.goto(`${origin}/${hash}`);
    await enter();
  },
};

test("What is typed and not sent is there after a reload, an ended log-in and logging out, in every form", async () => {
  const forms = { "mine.toml": 'id = "mine"\ntitle = "Before"\nwhen = "before"\nfor = "all"\n[[question]]\nid = "Q1"\ntext = "Why?"\ntype = "text"\n[[question]]\nid = "Q2"\ntext = "How many?"\ntype = "number"\n' };
  const track = await world({ articles: { a: article, b: article }, topics: { 1: "typed" }, files: forms, toml: '[assess]\nforms = ["mine.toml"]\n' });
  for (const phase of ["topics", "runs"]) await track.api("POST", "admin/phase", { phase, act: "open" });
  await track.api("POST", "admin/phase", { phase: "assessment", act: "open" }).catch(() => undefined);
  const eve = await account(track, "eve", { role: "assessor,participant,organiser", group: "Harbour" });
  const { id } = await track.api("POST", "admin/assign", { topic: "1", account: "eve", part: "second" });
  const { page, context, enter, own } = eve;
  await page.reload();
  await page.waitForSelector("#account-menu");
  const { id: topic } = await own("POST", "candidates", { op: crypto.randomUUID() });
  const places = [
    { hash: `#${id}`, field: "[id='mine/Q1']", text: "an answer" },
    { hash: `#${id}`, field: "[id='mine/Q2']", text: "7" },
    { hash: `#${id}/a`, field: "#comment", text: "a comment" },
    { hash: "#runs", field: "#run-description", text: "what it does" },
    { hash: "#runs", field: "#run-name", text: "my-run" },
    { hash: "#organise/people", field: "#invitee", text: "zoe" },
    { hash: "#organise/data", field: "#snapshot", text: "first" },
    { hash: "#organise", field: "[aria-label='First day of results']", day: { "a reload": "2031-02-03", "a log-in that has ended": "2032-02-03", "logging out": "2033-02-03" } },
    { hash: "#results", field: "#results-name", text: "final" },
    { hash: `#candidate/${topic}`, field: "#field-narrative", text: "a need" },
  ];
  for (const [way, leave] of Object.entries(leaves)) {
    for (const { hash, field, text, day } of places) {
      const typed = day ? day[way] : `${text}${field === "[id='mine/Q2']" ? "" : `-${way.replaceAll(/\W/g, "")}`}`;
      await page.evaluate((to) => { location.hash = to; }, hash);
      await page.waitForSelector(`${field}:enabled`, { state: "attached" });
      // Keys that are typed, no change of the field: nothing has told the page that it is complete.
      await page.evaluate(([where, value]) => {
        const input = document.querySelector(where);
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }, [field, typed]);
      await leave({ page, context, enter, origin: track.origin, hash });
      await page.waitForSelector(".who:has-text('eve')");
      await page.evaluate((to) => { location.hash = to; }, hash);
      await page.waitForFunction(([where, value]) => document.querySelector(where)?.value === value, [field, typed]).catch(() => assert.fail(`${hash} ${field} after ${way}`));
    }
  }
  await saved(page);
  // What can be sent by itself is sent.
  assert.equal((await own("GET", `candidates/${topic}`)).fields.narrative, "a need-loggingout");
  const answers = (await own("GET", `assignments/${id}/answers`))[0].questions;
  assert.deepEqual(answers.map(({ value }) => value), ["an answer-loggingout", "7"]);
  assert.equal((await own("GET", "phases")).phases.find(({ phase }) => phase === "results").from, "2033-02-03");
  const { history } = await own("GET", `assignments/${id}/item?doc=a`);
  assert.equal(history.filter(({ kind }) => kind === "comment").at(-1).data.text, "a comment-loggingout");
  await eve.close();
});

test("Logging out without a network keeps a topic that was typed, and says so", async () => {
  const track = await world({ articles: { a: article } });
  await track.api("POST", "admin/phase", { phase: "topics", act: "open" });
  const ann = await account(track, "ann", { role: "participant", group: "Harbour" });
  const { page, context, own, enter } = ann;
  const { id } = await own("POST", "candidates", { op: crypto.randomUUID() });
  await page.evaluate((to) => { location.hash = to; }, `#candidate/${id}`);
  await page.waitForSelector("#field-title");
  await page.waitForFunction(() => navigator.serviceWorker?.controller || true);
  await context.setOffline(true);
  await page.fill("#field-title", "typed without a network");
  await page.click("#account-menu");
  await page.click("#log-out");
  await page.click("text=Log out all the same");
  // The page is gone before there is a network: it would send by itself. It may be about to load itself again.
  await page.goto("about:blank").catch(() => page.goto("about:blank"));
  await context.setOffline(false);
  await context.clearCookies();
  await page.goto(track.origin);
  await enter();
  await page.click("text=Open it to send them");
  await page.waitForFunction(() => document.querySelector("#field-title")?.value === "typed without a network");
  await page.waitForFunction(() => !document.querySelector(".asides").textContent.includes("never sent"));
  await page.waitForFunction(() => document.getElementById("candidate-saved").textContent === "saved");
  assert.equal((await own("GET", `candidates/${id}`)).fields.title, "typed without a network");
  await ann.close();
});

test("An answer that meets an ended log-in is sent after logging in again", async () => {
  const forms = { "mine.toml": 'id = "mine"\ntitle = "Before"\nwhen = "before"\nfor = "all"\n[[question]]\nid = "Q1"\ntext = "Why?"\ntype = "yes-no"\nrequired = true\n' };
  const track = await world({ articles: { a: article }, topics: { 1: "typed" }, files: forms, toml: '[assess]\nforms = ["mine.toml"]\n' });
  const eve = await account(track, "eve", { role: "assessor" });
  const { id } = await track.api("POST", "admin/assign", { topic: "1", account: "eve", part: "second" });
  await eve.page.reload();
  await eve.page.waitForSelector("#account-menu");
  await eve.page.evaluate((to) => { location.hash = to; }, `#${id}`);
  await eve.page.waitForSelector("[name='mine/Q1']");
  await eve.context.clearCookies();
  await eve.page.check("[name='mine/Q1'] >> nth=0");
  await eve.page.waitForSelector("#again");
  await eve.page.fill("#again #in-name", "eve");
  await eve.page.fill("#again #in-password", "a long password");
  await eve.page.keyboard.press("Enter");
  await eve.page.waitForSelector(".said:has-text('saved')");
  const [{ questions }] = await eve.own("GET", `assignments/${id}/answers`);
  assert.ok(questions[0].value);
  await eve.close();
});
