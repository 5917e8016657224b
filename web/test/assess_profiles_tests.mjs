// Judging as it is shown: what each profile folds, elements with names, problems, cue words, and two assessors who disagree.
import assert from "node:assert/strict";
import test from "node:test";
import { complaintsOfAxe, open, saved, session, visit, world } from "./assess_world.mjs";
import { profiled } from "./profiled.mjs";

const letters = (text) => text.replace(/\s/g, "");

test("Articles of every kind are shown without their metadata, which opens on demand and where something is marked", async () => {
  const { address, origin, texts, api } = await world({ articles: profiled, topics: { 1: "shown" } });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  const wanted = {
    jats: { first: "Light in fog", h1: "Light in fog", folds: ["Journal", "About this article", "About this article", "About this article", "References (2)"], outline: ["Light in fog", "Introduction", "Lamps", "Wicks", "Results", "Thanks"], hidden: ["Keeper", "Free to read.", "horns", "Fresnel"] },
    tei: { first: "Letters from a light", h1: "Letters from a light", folds: ["About this document", "About this document", "References"], outline: ["Letters from a light", "First letter"], hidden: ["A. Keeper", "Found in a drawer."] },
    docbook: { first: "Trimming wicks", h1: "Trimming wicks", folds: ["About this document", "References"], outline: ["Trimming wicks", "Tools"], hidden: ["Ada Keeper"] },
    wikipedia: { first: "Foghorn", h1: "Foghorn", folds: ["About this article"], outline: ["Foghorn", "History"], hidden: ["2008"] },
    html: { first: "Foghorns", h1: "Foghorns", folds: ["Navigation", "Navigation"], outline: ["Foghorns", "Foghorns"], hidden: ["Index"] },
    text: { first: "First line, and more.", h1: "text", folds: [], outline: [], hidden: [] },
  };
  for (const [doc, { first, h1, folds, outline, hidden }] of Object.entries(wanted)) {
    await open(page, 1, doc);
    assert.equal(letters(await page.textContent(".article")), letters(texts[doc]), `${doc}: all its text is in the page`);
    assert.equal(await page.textContent("h1"), h1);
    assert.deepEqual(await page.$$eval(".fold > summary", (all) => all.map((each) => each.dataset.label)), folds, doc);
    assert.deepEqual(await page.$$eval(".headings button", (all) => all.map((each) => each.textContent)), outline, doc);
    const shown = letters(await page.innerText(".article"));
    for (const each of hidden) assert.ok(!shown.includes(letters(each)), `${doc}: ${each} is folded`);
    const cursor = () => page.evaluate(() => [...CSS.highlights.get("cursor")].map(({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = document.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return String(range);
    }).join(""));
    assert.equal(await cursor(), first, `${doc}: reading begins where the article does`);
    assert.deepEqual(await complaintsOfAxe(page), [], doc);
    // By keys one passes over what is folded.
    const passed = [];
    for (let i = 0; i < 30; ++i) {
      passed.push(letters(await cursor()));
      await page.keyboard.press("j");
    }
    for (const each of hidden) assert.ok(!passed.join("").includes(letters(each)), `${doc}: ${each} is passed over`);
    if (!folds.length) continue;
    // The line opens it, by keys too.
    await page.focus(".fold > summary");
    await page.keyboard.press("Enter");
    assert.ok(await page.$eval(".fold", (fold) => fold.open));
    await page.keyboard.press("Enter");
  }

  // In the middle of a line a formula stays there, and a name that is folded elsewhere, too.
  await open(page, 1, "jats");
  const formula = await page.$eval(".article .text:has(.inline)", (block) => block.textContent);
  assert.match(formula, /Light in fog/);
  assert.match(await page.$$eval(".article .text", (all) => all.map((each) => each.textContent).find((text) => text.includes("candles"))), /^A lamp of xyz candles is lost 1 after a mile\.$/);
  assert.equal(await page.$eval(".article .table .row .cell", (cell) => getComputedStyle(cell).display), "table-cell");

  // What is marked elsewhere opens what hides it, and its place is gone to.
  const { items } = await api("GET", "assignments/1/items");
  const { sha256 } = items.find((each) => each.doc === "jats");
  const begin = texts.jats.indexOf("Fresnel");
  await api("POST", "assignments/1/events", [{ op: crypto.randomUUID(), doc: "jats", base_version: 0, sha256, kind: "add", data: { begin, end: begin + 7 } }]);
  await page.reload();
  await page.waitForSelector(".marks [data-span]");
  assert.deepEqual(await page.$$eval(".fold", (all) => all.map((each) => each.open)), [false, false, false, false, true]);
  await page.keyboard.press("Control+z");
  await saved(page);
  // Titles first, ids second.
  await page.evaluate(() => { location.hash = "#1"; });
  await page.waitForSelector(".items");
  const row = await page.$$eval(".items li", (all) => all.map((each) => each.innerText).find((text) => text.includes("jats")));
  assert.match(row, /^Light in fog\s+jats · /);
  check();
  await close();
});

test("Grades name elements as people do", async () => {
  const { address, origin, api } = await world({ articles: { jats: profiled.jats }, topics: { 1: "graded" }, toml: '[assess]\nmode = "grades-2003"\n' });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "jats");
  await page.click(".article .text:has-text('Oil came first.')");
  const named = () => page.$$eval(".grades .named", (all) => all.map((each) => each.innerText));
  assert.deepEqual(await named(), ["Article Light in fog", "Body Introduction", "Section Introduction", "Section Lamps", "Paragraph Oil came first."]);
  assert.ok(!(await page.innerText(".grading")).includes("["), "no paths");
  await page.focus(".frame");
  await page.keyboard.press("Digit2");
  await page.waitForSelector(".grades .here[data-grade='2']");
  assert.equal(await page.getAttribute(".article .text:has-text('Oil came first.')", "data-grade"), "2");
  // Digits grade, and never go to another article.
  await page.keyboard.press("Digit9");
  assert.match(await page.title(), /^jats/);
  for (let i = 0; i < 3; ++i) {
    await page.keyboard.press("o");
    await page.keyboard.press("Digit2");
  }
  await page.keyboard.press("o");
  await page.keyboard.press("Digit2");
  const heat = (title) => page.$eval(`.headings li:has(button:text-is('${title}')) .heat`, (bar) => Number(bar.style.getPropertyValue("--heat")).toFixed(2));
  assert.deepEqual([await heat("Lamps"), await heat("Results")], ["0.67", "0.00"]);
  await page.click("#grade-rest");
  await page.waitForSelector("text=Nothing is left to grade");
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.focus(".frame");
  await page.keyboard.press("f");
  await saved(page);
  const { status, grades } = await api("GET", "assignments/1/item?doc=jats");
  assert.equal(status, "relevant");
  assert.deepEqual(Object.entries(grades).filter(([, [e]]) => e > 0).map(([path]) => path).sort(), ["/article[1]", "/article[1]/body[1]", "/article[1]/body[1]/sec[1]", "/article[1]/body[1]/sec[1]/sec[1]", "/article[1]/body[1]/sec[1]/sec[1]/p[1]"]);
  check();
  await close();
});

test("A problem is described in a field that has the focus, and cue words can be hidden", async () => {
  const { address, origin, api } = await world({ articles: { a: "<article><p>Fog is thick. Horns are loud.</p></article>" }, topics: { 1: "fog horns" } });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "a");
  const cues = () => page.evaluate(() => CSS.highlights.get("cue")?.size ?? 0);
  await page.waitForFunction(() => CSS.highlights.get("cue")?.size === 2);
  await page.uncheck("#cues-shown");
  assert.equal(await cues(), 0);
  await page.check("#cues-shown");
  assert.equal(await cues(), 2);
  await page.focus(".frame");
  await page.keyboard.press("!");
  // Letters that are keys elsewhere are letters here.
  await page.keyboard.type("xfh! cut off");
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.keyboard.press("Enter");
  await saved(page);
  const { status, spans, history } = await api("GET", "assignments/1/item?doc=a");
  assert.deepEqual([status, spans], ["problem", []]);
  assert.equal(history.find(({ kind }) => kind === "comment").data.text, "xfh! cut off");
  assert.equal(await page.inputValue("#comment"), "xfh! cut off");
  check();
  await close();
});

test("Where two assessors disagree an organiser decides, and that is what exports have", async () => {
  const { origin, api, texts } = await world({ articles: { a: "<article><title>Fog</title><p>Fog is thick. Horns are loud. Bells are old.</p></article>", b: "<article><p>Nothing here.</p></article>" }, topics: { 1: "fog" } });
  const enter = async (name, body) => {
    const { token } = await api("POST", "admin/account", { name, ...body });
    return session(origin, { token, password: "long enough" }, "invite");
  };
  const bo = await enter("bo", { role: "assessor" });
  const { id } = await api("POST", "admin/assign", { topic: "1", account: "bo", part: "second" });
  const { items } = await api("GET", "assignments/1/items");
  const judge = (ask, assignment, doc, text) => {
    const { sha256 } = items.find((each) => each.doc === doc);
    const begin = texts[doc].indexOf(text);
    const acts = text ? [["add", { begin, end: begin + text.length }], ["bep", { at: begin }], ["judge", { verdict: "relevant" }]] : [["judge", { verdict: "not_relevant" }]];
    return ask("POST", `assignments/${assignment}/events`, acts.map(([kind, data], i) => ({ op: crypto.randomUUID(), doc, base_version: i, sha256, kind, data })));
  };
  await judge(api, 1, "a", "Fog is thick.");
  await judge(api, 1, "b", "");
  await judge(bo, id, "a", "Horns are loud.");
  await judge(bo, id, "b", "");
  await enter("org", { role: "organiser" });
  const { page, check, close } = await visit(origin, { bypassCSP: true });
  await page.goto(origin);
  await page.fill("#in-name", "org");
  await page.fill("#in-password", "long enough");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#account-menu");
  await page.evaluate(() => { location.hash = "#organise/agreement"; });
  await page.waitForSelector("[aria-label='Where they disagree'] th, [aria-label='Where they disagree'] td:has-text('Fog')");
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.click("[aria-label='Adjudicate topic 1']");
  await page.click("dialog footer button:text-is('Adjudicate')");
  await page.waitForSelector(".items");
  assert.deepEqual(await page.$$eval(".items a", (all) => all.map((each) => each.textContent)), ["Fog"], "what they agree on is not asked again");
  await page.click("#begin");
  await page.waitForSelector("#sides");
  await page.keyboard.press("d");
  const layer = (name) => page.evaluate((each) => [...CSS.highlights.get(each)].map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset)), name);
  assert.deepEqual([await layer("main"), await layer("second"), await layer("cursor")], [["Fog is thick."], ["Horns are loud."], ["Fog is thick."]]);
  await page.keyboard.press("d");
  assert.deepEqual(await layer("cursor"), ["Horns are loud."]);
  assert.deepEqual(await complaintsOfAxe(page), []);
  const marked = async (part) => {
    const line = (await api("GET", `export?format=qrels${part ? `&part=${part}` : ""}`)).split("\n").map((each) => each.split(/\s+/)).find(([, , doc]) => doc === "a");
    return line.slice(6).filter(Boolean).map((pair) => { const [begin, length] = pair.split(":").map(Number); return texts.a.slice(begin, begin + length); });
  };
  assert.deepEqual(await marked(), ["Fog is thick."]);
  await page.click("[aria-label='Accept what bo said']");
  await page.waitForSelector("#finish");
  await saved(page);
  assert.deepEqual(await marked(), ["Horns are loud."]);
  await page.click(".items a");
  await page.click("#merge-sides");
  await page.waitForSelector("#finish");
  await saved(page);
  assert.deepEqual((await marked()).join(" "), "Fog is thick. Horns are loud.");
  assert.deepEqual([await marked("main"), await marked("second")], [["Fog is thick."], ["Horns are loud."]], "the originals stay");
  await page.evaluate(() => { location.hash = "#organise/agreement"; });
  await page.waitForSelector("td:has-text('org') .meter:has-text('1/1')");
  check();
  await close();
});
