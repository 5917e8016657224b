// The page of assessors in a real browser, with the real server: what it must hold (sentences 8 to 11, 14 and 15 of the design).
// SEED repeats a run of random acts; FAULTS sets how many reloads and tabs are tried (150 in all is the full number).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { profiled } from "./profiled.mjs";
import { complaintsOfAxe, highlighted, keeps, open, saved, selectWords, session, visit, world } from "./assess_world.mjs";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const faults = Number(process.env.FAULTS ?? 30);
console.log(`# seed ${seed}, faults ${faults}`);

const attack = `<script>alert(1)</script><img src=x onerror="alert(2)">'"><svg onload=alert(3)>{{7*7}}javascript:alert(4)`;
const escaped = attack.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const family = "👩‍👩‍👧‍👦";
const evilId = "'\"><script>alert(5)";
const prose = Array.from({ length: 12 }, (_, i) => `<sec><st>Part ${i + 1}</st>${Array.from({ length: 3 }, (__, j) =>
  `<p>Sentence one of ${i}.${j} is here. Then a <it>second</it> one follows, with <link href="x">a link</link> in it. The third ends the paragraph.</p>`).join("\n")}</sec>`).join("\n");
const track = {
  articles: {
    plain: `<article><title>Plain prose</title><bdy>${prose}</bdy></article>`,
    tongues: `<article><title>Tongues 😀</title><bdy><p>A ${family} family, a flag 🇧🇷, e\u0301 and \u{20000}.</p>
<p>שלום עולם. זה משפט שני.</p><p>هذه جملة. وهذه جملة أخرى.</p><p>これは文です。次の文です。</p><p>A sentence
over two lines. Another.</p><p>one&#13;&#10;two&#13;&#10;three</p></bdy></article>`,
    hostile: `<article><title>${escaped}</title><bdy><script src="http://example.invalid/x.js">alert(6)</script><iframe src="javascript:alert(7)" onload="alert(8)">frame</iframe>
<style>body { display: none }</style><p style="position:fixed" onclick="alert(9)">${escaped}</p><p>&lt;!--${escaped}--&gt;</p></bdy></article>`,
    [evilId]: `<article><title>Another</title><bdy><p>${escaped}</p></bdy></article>`,
    short: "<article><title>Short</title><p>Only one sentence is here.</p></article>",
  },
  topics: { 1: "first", 2: "by keys", 3: "by touch", 4: "offline", 5: attack, 6: "random acts", 7: "faults", 8: "conflicts" },
};
const docs = Object.keys(track.articles);
let address, origin, api, texts;
const item = (assignment, doc) => api("GET", `assignments/${assignment}/item?doc=${encodeURIComponent(doc)}`);
const statuses = async (assignment) => (await api("GET", `assignments/${assignment}/items`)).items.map((each) => each.status);

const tabs = ["overview", "people", "topics", "runs", "pool", "assignments", "agreement", "questionnaires", "scores", "results", "data"];

/** The page, logged in by the address that the server prints. */
async function enter(options, track = { address, origin }) {
  const at = await visit(track.origin, options);
  await at.page.goto(track.address);
  await at.page.waitForSelector("#account-menu");
  return at;
}

test("A track is served", async () => {
  ({ address, origin, api, texts } = await world(track));
});

test("A topic is judged by keys alone, from the invitation to the end", async () => {
  const { token } = await api("POST", "admin/account", { name: "ann", role: "assessor" });
  const { page, check, close } = await visit(origin);
  await page.goto(`${origin}/#invite=${token}`);
  await page.waitForSelector("#in-password");
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const tabTo = async (selector) => {
    for (let i = 0; i < 60 && !(await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)); ++i) await press("Tab");
  };
  await tabTo("#in-password");
  await page.keyboard.type("correct horse");
  await press("Enter");
  await page.waitForSelector("h1:has-text('Your topics')");
  // A second opinion on a topic of the owner's.
  const { id } = await api("POST", "admin/assign", { topic: "2", account: "ann", part: "second" });
  await page.reload();
  await page.waitForSelector(".cards a");
  await tabTo(".cards a");
  await press("Enter");
  await page.waitForSelector("#begin:focus");
  await press("Enter");
  for (let i = 0; i < docs.length; ++i) {
    await page.waitForFunction((text) => document.querySelector(".progress")?.textContent.startsWith(text), `Article ${i + 1} of`);
    await page.waitForFunction(() => document.activeElement?.matches(".frame") && document.querySelector(".article .text"));
    // The first is relevant: two sentences marked, an entry point set; the others are not.
    if (i > 0) await press("x");
    else await press("j", "v", "j", "h", "b", "Enter", "f");
  }
  await page.waitForSelector("#finish");
  await saved(page);
  await tabTo("#finish");
  await press("Enter");
  await page.waitForSelector("text=/; the topic is done/");
  assert.deepEqual(await statuses(id), ["relevant", "not_relevant", "not_relevant", "not_relevant", "not_relevant"]);
  check();
  await close();
});

test("A topic is judged by touch alone, on a phone", async () => {
  const { page, check, close } = await enter({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.tap(".menu-button");
  await page.tap(".menu >> text=Assess");
  await page.tap(".cards li:nth-child(3) a");
  await page.tap("#begin");
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  for (let i = 0; i < docs.length; ++i) {
    await page.waitForFunction((text) => document.querySelector(".progress")?.textContent.startsWith(text), `Article ${i + 1} of`);
    await page.waitForSelector(".article .text");
    // The last verdict is slow: the topic is done when it has arrived.
    if (i === docs.length - 1) await page.route("**/events", (route) => held.then(() => route.continue()));
    if (i > 0) {
      const share = await page.$eval(".bar", (bar) => bar.getBoundingClientRect().height / innerHeight);
      assert.ok(share <= 0.15, `the toolbar takes ${share} of the window`);
      await page.tap("[data-act=notRelevant]");
      continue;
    }
    await page.tap("[data-act=tap]");
    await page.locator(".article .text").first().tap();
    await page.waitForSelector(".marks [data-span]");
    await page.tap("[data-act=relevant]");
    const asked = await page.$eval(".bar", (bar) => bar.getBoundingClientRect().height / innerHeight);
    assert.ok(asked <= 0.25, `with a question it takes ${asked}`);
    await page.tap(".prompt button");
  }
  await page.tap("#finish");
  await page.waitForSelector("text=when all that you did is sent");
  release();
  await page.waitForSelector("text=/; the topic is done/");
  assert.deepEqual(await statuses(3), ["relevant", "not_relevant", "not_relevant", "not_relevant", "not_relevant"]);
  check();
  await close();
});

test("A topic is judged without a network, reloaded, and sent when there is one again", async () => {
  const { page, context, close } = await enter();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await open(page, 4, docs[0]);
  // The next articles are fetched ahead.
  await keeps(page, "document/", docs.length);
  await keeps(page, "owner/assignments/4/item?", docs.length);
  await context.setOffline(true);
  await selectWords(page, 3, 6);
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.getElementById("traffic").textContent.includes("kept here"));
  await page.reload();
  await page.waitForSelector(".marks [data-span]");
  const [span] = await page.$$eval(".marks [data-span]", (all) => all.map((each) => each.dataset.span));
  await page.focus(".frame");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  for (let i = 1; i < docs.length; ++i) {
    await page.waitForFunction((text) => document.querySelector(".progress")?.textContent.startsWith(text), `Article ${i + 1} of`);
    await page.keyboard.press("x");
  }
  await page.waitForSelector(".items");
  assert.deepEqual(await statuses(4), docs.map(() => "open"));
  await context.setOffline(false);
  await saved(page);
  assert.deepEqual(await statuses(4), ["relevant", "not_relevant", "not_relevant", "not_relevant", "not_relevant"]);
  assert.equal((await item(4, docs[0])).spans[0].join("-"), span);
  await close();
});

test("Nothing of documents, ids, topics or comments runs, and all of it shows as text", async () => {
  const { page, check, close } = await enter();
  for (const doc of docs) {
    await open(page, 5, doc);
    const shown = await page.textContent(".article");
    assert.equal(shown.replace(/\s/g, ""), texts[doc].replace(/\s/g, ""), doc);
    assert.deepEqual(await page.$$eval(".article *", (all) => [...new Set(all.flatMap((each) => [each.tagName, ...each.getAttributeNames()]))].sort()
      .filter((name) => !["DIV", "SPAN", "class", "dir", "role", "aria-level"].includes(name))), []);
  }
  assert.ok((await page.textContent(".topic")).includes(attack));
  await page.locator("#comment").pressSequentially(attack);
  await page.focus(".frame");
  await saved(page);
  assert.equal((await item(5, docs.at(-1))).history.at(-1).data.text, attack);
  await page.reload();
  await page.waitForFunction((text) => document.getElementById("comment")?.value === text, attack);
  await page.click("text=History");
  await page.waitForFunction((text) => document.querySelector(".history").textContent.includes(text), attack);
  await page.evaluate(() => { location.hash = "#5"; });
  await page.waitForSelector(".items");
  assert.ok((await page.textContent(".items")).includes(evilId));
  for (const tab of tabs) {
    await page.evaluate((to) => { location.hash = `#organise/${to}`; }, tab);
    await page.waitForSelector(`main[data-tab=${tab}]`);
    await page.waitForSelector("main h1");
  }
  check();
  await close();
});

test("Marks snap to graphemes, words and sentences in every script", async () => {
  const { page, check, close } = await enter();
  await open(page, 1, "tongues");
  const text = [...texts.tongues];
  const find = (part) => [...texts.tongues.slice(0, texts.tongues.indexOf(part))].length;
  /** Selects a part of the text by its place in a text node. */
  const select = (part, from, to) => page.evaluate(([wanted, begin, end]) => new Promise((resolve) => {
    const walker = document.createTreeWalker(document.querySelector(".article"), NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (!node.data.includes(wanted)) node = walker.nextNode();
    const at = node.data.indexOf(wanted);
    const range = document.createRange();
    range.setStart(node, at + begin);
    range.setEnd(node, at + end);
    document.addEventListener("selectionchange", () => setTimeout(resolve), { once: true });
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.querySelector(".frame").focus();
  }), [part, from, to]);
  for (const [snap, part, from, to, expected] of [
    ["grapheme", family, 3, 4, family], ["grapheme", "🇧🇷", 0, 2, "🇧🇷"], ["grapheme", "e\u0301 and", 0, 1, "e\u0301"], ["grapheme", "\u{20000}.", 0, 2, "\u{20000}"],
    ["word", "family", 2, 4, "family"], ["sentence", "שלום", 1, 2, "שלום עולם."], ["sentence", "هذه", 1, 2, "هذه جملة."], ["sentence", "次の", 0, 1, "次の文です。"], ["word", "three", 1, 2, "three"], ["sentence", "over", 1, 2, "A sentence\nover two lines."],
  ]) {
    await page.selectOption("[aria-label='Marks snap to']", snap);
    await select(part, from, to);
    await page.keyboard.press("h");
    const [span] = await page.$$eval(".marks [data-span]", (all) => all.map((each) => each.dataset.span));
    const [begin, end] = span.split("-").map(Number);
    assert.equal(text.slice(begin, end).join(""), expected, `${snap} ${part}`);
    assert.equal(begin, find(expected));
    await page.keyboard.press("Control+z");
  }
  await saved(page);
  assert.deepEqual((await item(1, "tongues")).spans, []);
  check();
  await close();
});

/** Numbers from a seed, the same everywhere. */
function random(from) {
  let state = from >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("A thousand random acts agree in page, store, bitset and export, and undoing all gives the first state", async () => {
  const ofProfiles = await world({ articles: profiled, topics: { 1: "profiles" } });
  const cases = [...["plain", "tongues", "hostile", evilId].map((doc) => ({ doc, assignment: 6, at: { address, origin, api, texts } })),
    ...Object.keys(profiled).map((doc) => ({ doc, assignment: 1, at: ofProfiles }))];
  for (const [number, { doc, assignment, at }] of cases.entries()) {
    const { texts, api } = at;
    const { page, check, close } = await enter({}, at);
    await open(page, assignment, doc);
    await page.selectOption("[aria-label='Marks snap to']", "grapheme");
    const text = [...texts[doc]];
    const words = [...texts[doc].matchAll(/\S+/g)].map((match) => {
      const begin = [...texts[doc].slice(0, match.index)].length;
      // Where it stands among all characters that are no white space: the page may leave out white space between blocks.
      const letter = texts[doc].slice(0, match.index).replace(/\s/g, "").length;
      return [begin, begin + [...match[0]].length, letter, letter + match[0].length - 1];
    });
    // An independent account: a bit per character, and whole copies of it for undoing.
    let now = { bits: new Uint8Array(text.length), bep: null, status: "open" };
    const past = [];
    let future = [];
    const same = (a, b) => a.bep === b.bep && a.status === b.status && a.bits.every((bit, i) => bit === b.bits[i]);
    const draw = random(seed + number);
    const acts = Array.from({ length: 250 }, () => {
      const first = draw(words.length);
      return { kind: draw(20), first, last: Math.min(words.length - 1, first + draw(12)) };
    });
    const become = (next) => {
      if (same(now, next)) return;
      past.push(now);
      future = [];
      now = next;
    };
    const steps = [];
    for (const { kind, first, last } of acts) {
      const bits = now.bits.slice();
      if (kind < 8 || (kind >= 8 && kind < 13)) {
        bits.fill(kind < 8 ? 1 : 0, words[first][0], words[last][1]);
        // Marks that only white space parts become one.
        const from = last + 1 < words.length ? words[last + 1][0] : 0;
        if (kind < 8 && first > 0 && bits[words[first - 1][1] - 1]) bits.fill(1, words[first - 1][1], words[first][0]);
        if (kind < 8 && from > 0 && bits[from]) bits.fill(1, words[last][1], from);
        if (!same({ ...now, bits }, now)) become({ ...now, bits, status: "open" });
        steps.push({ key: kind < 8 ? "h" : "u", first: words[first][2], last: words[last][3] });
      } else if (kind < 16) {
        if (past.length) {
          future.push(now);
          now = past.pop();
        }
        steps.push({ key: "z" });
      } else if (kind < 18) {
        if (future.length) {
          past.push(now);
          now = future.pop();
        }
        steps.push({ key: "Z" });
      } else if (kind === 18) {
        if (now.bep !== 0) become({ ...now, bep: 0, status: "open" });
        steps.push({ key: "b" });
      } else {
        if (now.status !== "problem") become({ ...now, status: "problem" });
        steps.push({ key: "!" });
      }
    }
    await page.evaluate(async (all) => {
      const frame = document.querySelector(".frame");
      const walker = document.createTreeWalker(document.querySelector(".article"), NodeFilter.SHOW_TEXT);
      const letters = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) for (let i = 0; i < node.data.length; ++i) if (/\S/.test(node.data[i])) letters.push([node, i]);
      for (const { key, first, last } of all) {
        if (first !== undefined) {
          const range = document.createRange();
          range.setStart(...letters[first]);
          range.setEnd(letters[last][0], letters[last][1] + 1);
          const heard = new Promise((resolve) => document.addEventListener("selectionchange", () => setTimeout(resolve), { once: true }));
          getSelection().removeAllRanges();
          getSelection().addRange(range);
          await heard;
        }
        const control = key === "z" || key === "Z";
        frame.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: control, shiftKey: key === "Z", bubbles: true }));
        if (key === "!") [...document.querySelectorAll(".prompt button")].find((each) => each.textContent === "Report a problem").click();
        if (key === "b") [...document.querySelectorAll(".prompt button")].find((each) => each.textContent.includes("start")).click();
      }
    }, steps);
    const spans = [];
    now.bits.forEach((bit, i) => {
      if (bit && !now.bits[i - 1]) spans.push([i, i]);
      if (bit) spans.at(-1)[1] = i + 1;
    });
    const shown = await page.$$eval(".marks [data-span]", (all) => all.map((each) => each.dataset.span.split("-").map(Number)));
    assert.deepEqual(shown, spans, `page, ${doc}, seed ${seed}`);
    const shape = await page.$eval(".strip path", (path) => [...path.getAttribute("d").matchAll(/M0 ([^H]*)H1V([^H]*)H0Z/g)].map((each) => [Number(each[1]), Number(each[2])]));
    assert.deepEqual(shape, spans.map((span) => span.map((at) => at / now.bits.length)), `strip, ${doc}, seed ${seed}`);
    await saved(page);
    const stored = await api("GET", `assignments/${assignment}/item?doc=${encodeURIComponent(doc)}`);
    assert.deepEqual([stored.spans, stored.bep, stored.status], [spans, now.bep, now.status], `store, ${doc}, seed ${seed}`);
    if (spans.length) {
      await page.focus(".frame");
      await page.keyboard.press("b");
      await page.click(".prompt button:has-text('start of the article')");
      await page.keyboard.press("f");
      await saved(page);
      const lines = (await api("GET", "export?format=qrels")).split("\n").map((line) => line.split(/\s+/)).filter(([topic, , name]) => topic === String(assignment) && name === doc);
      assert.deepEqual(lines[0].slice(6).filter(Boolean).map((pair) => pair.split(":").map(Number)), spans.map(([begin, end]) => [begin, end - begin]), `export, ${doc}, seed ${seed}`);
      await open(page, assignment, doc);
    }
    check();
    await close();
    // Back to the beginning, in another browser, and the second half of it after a reload.
    const later = await enter({}, at);
    await open(later.page, assignment, doc);
    const undo = (most) => later.page.evaluate((many) => {
      const back = document.querySelector("[data-act=undo]");
      for (let i = 0; !back.disabled && i < many; ++i) back.click();
    }, most);
    await undo(past.length / 2);
    await saved(later.page);
    await later.page.reload();
    await later.page.waitForFunction((name) => document.title.startsWith(`${name} – `) && document.querySelector(".article .text"), doc);
    await undo(1e6);
    await saved(later.page);
    const first = await api("GET", `assignments/${assignment}/item?doc=${encodeURIComponent(doc)}`);
    assert.deepEqual([first.spans, first.bep, first.status], [[], null, "open"]);
    later.check();
    await later.close();
  }
});

test("Reloads and second tabs lose nothing and double nothing", async () => {
  const { page, context, close } = await enter();
  await open(page, 7, "plain");
  let expected = 0;
  for (let i = 0; i < (faults * 2) / 3; ++i) {
    await selectWords(page, 4 * i, 4 * i + 1);
    // At the worst moment: the act is in the queue, on its way, or just answered.
    await page.evaluate((later) => new Promise((resolve) => {
      document.querySelector(".frame").dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
      setTimeout(resolve, later);
    }), i % 7);
    // A transaction that begins later ends later: behind this one the act is on disk.
    await page.evaluate(() => new Promise((resolve) => {
      indexedDB.open("fovea").onsuccess = (event) => {
        event.target.result.transaction("acts").objectStore("acts").count().onsuccess = resolve;
      };
    }).then(() => undefined));
    ++expected;
    await page.reload();
    await page.waitForFunction((many) => document.querySelectorAll(".marks [data-span]").length === many, expected);
  }
  await saved(page);
  assert.equal((await item(7, "plain")).spans.length, expected);
  assert.equal((await item(7, "plain")).history.filter((event) => event.kind === "add").length, expected);
  for (let i = 0; i < faults / 3; ++i) {
    const second = await context.newPage();
    await second.goto(`${origin}/#7/tongues`);
    await second.waitForSelector("text=Another tab of this browser is judging");
    await second.waitForSelector(".article .text");
    await second.focus(".frame");
    await second.keyboard.press("h");
    await second.waitForFunction(() => document.querySelector(".notice")?.textContent.includes("Another tab"));
    await second.close();
  }
  assert.equal((await item(7, "tongues")).version, 0);
  // The tab that is left takes over.
  const heir = await context.newPage();
  await heir.goto(`${origin}/#7/tongues`);
  await heir.waitForSelector("text=Another tab of this browser is judging");
  await page.close();
  await heir.waitForFunction(() => !document.querySelector(".asides").textContent.includes("Another tab") && document.querySelector(".article .text"));
  await heir.focus(".frame");
  await heir.keyboard.press("h");
  await saved(heir);
  assert.equal((await item(7, "tongues")).spans.length, 1);
  await close();
});

test("Two browsers: marks in different places come together, others are shown side by side", async () => {
  const one = await enter();
  const other = await enter();
  await open(one.page, 8, "plain");
  await open(other.page, 8, "plain");
  await selectWords(one.page, 10, 12);
  await one.page.keyboard.press("h");
  await saved(one.page);
  await selectWords(other.page, 30, 32);
  await other.page.keyboard.press("h");
  await saved(other.page);
  assert.equal((await item(8, "plain")).spans.length, 2);
  // The first one does not know of what the second one marks now, and erases all of it.
  await one.context.setOffline(true);
  await selectWords(other.page, 20, 22);
  await other.page.keyboard.press("h");
  await saved(other.page);
  await other.context.setOffline(true);
  await selectWords(one.page, 8, 40);
  await one.page.keyboard.press("u");
  await one.context.setOffline(false);
  await one.page.waitForSelector("dialog:has-text('changed elsewhere')");
  await one.page.click("text=Replace it with mine");
  await saved(one.page);
  assert.equal((await item(8, "plain")).spans.length, 0);
  // The second one marks more of what the first one has erased.
  await selectWords(other.page, 31, 33);
  await other.page.keyboard.press("h");
  await other.context.setOffline(false);
  await other.page.waitForSelector("dialog:has-text('changed elsewhere')");
  await other.page.click("text=Keep what is stored");
  await other.page.waitForSelector("text=/changes? (was|were) not accepted/");
  assert.equal((await item(8, "plain")).spans.length, 0);
  await one.close();
  await other.close();
});

test("A log-in that ends keeps what was done", async () => {
  const { token } = await api("POST", "admin/account", { name: "eve", role: "assessor" });
  await session(origin, { token, password: "a long password" }, "invite");
  const { id } = await api("POST", "admin/assign", { topic: "8", account: "eve", part: "second" });
  const { page, context, close } = await visit(origin);
  await page.goto(origin);
  await page.fill("#in-name", "eve");
  await page.fill("#in-password", "a long password");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#account-menu");
  await open(page, id, "short");
  await context.clearCookies();
  await page.focus(".frame");
  await page.keyboard.press("h");
  await page.waitForSelector("#again");
  assert.equal(await page.textContent("#traffic"), "logged out, 1 change kept here");
  await page.fill("#again #in-name", "eve");
  await page.fill("#again #in-password", "a long password");
  await page.keyboard.press("Enter");
  await saved(page);
  assert.equal((await item(id, "short")).spans.length, 1);
  await close();
});

test("Acts that somebody else left in this browser are offered as a file", async () => {
  const { token } = await api("POST", "admin/account", { name: "fay", role: "assessor" });
  await session(origin, { token, password: "a long password" }, "invite");
  const { id } = await api("POST", "admin/assign", { topic: "7", account: "fay", part: "second" });
  const { page, context, close } = await visit(origin);
  await page.goto(origin);
  await page.fill("#in-name", "fay");
  await page.fill("#in-password", "a long password");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#account-menu");
  // The topic of another does not open, whatever the address says.
  await page.evaluate(() => { location.hash = "#1"; });
  await page.waitForSelector("text=there is no such assignment");
  await open(page, id, "short");
  await context.clearCookies();
  await page.focus(".frame");
  await page.keyboard.press("h");
  await page.waitForSelector("#again");
  const [{ span }] = await page.$$eval(".marks [data-span]", (all) => all.map((each) => ({ span: each.dataset.span })));
  // Another one logs in at the same machine.
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForSelector("text=fay has 1 change in this browser");
  const downloading = page.waitForEvent("download");
  await page.click("text=Save them as a file");
  const [act] = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
  assert.deepEqual([act.account, act.assignment, act.doc, `${act.act.data.begin}-${act.act.data.end}`], ["fay", id, "short", span]);
  await page.click("text=Discard them");
  await page.waitForFunction(() => !document.querySelector(".asides").textContent.includes("fay"));
  assert.equal((await item(id, "short")).version, 0, "nobody sends what another did");
  await close();
});

test("The guide teaches by doing", async () => {
  const { page, check, close } = await enter();
  const before = (await api("GET", "me")).assignments;
  await page.click(".menu >> text=Assess");
  await page.click("text=/Learn it|Replay the tour/");
  await page.waitForSelector(".article .text");
  const at = (step) => page.waitForFunction((text) => document.querySelector(".guide")?.textContent.startsWith(text), `${step} of 9`);
  const keys = [["t", "t"], ["j"], ["h"], ["v", "j", "h"], ["u"], ["Control+z"], ["b", "Enter"]];
  for (const [i, pressed] of keys.entries()) {
    await at(i + 1);
    for (const key of pressed) await page.keyboard.press(key);
  }
  await at(8);
  await page.keyboard.press("f");
  await at(9);
  await page.keyboard.press("x");
  await page.waitForSelector(".guide:has-text('Nothing of this practice is kept')");
  // Nothing of it goes to the server, or stays.
  assert.equal(await page.textContent("#traffic"), "saved");
  assert.deepEqual((await api("GET", "me")).assignments, before);
  await page.click("text=End the tour");
  await page.waitForSelector(".cards");
  await page.click("text=/Learn it|Replay the tour/");
  await at(1);
  await page.waitForSelector(".marks .none");
  check();
  await close();
});

test("Without highlights in the browser, marks are elements", async () => {
  const { page, check, close } = await visit(origin);
  await page.addInitScript(() => { delete globalThis.Highlight; });
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 5, "plain");
  await selectWords(page, 5, 14);
  await page.keyboard.press("h");
  const [span] = await page.$$eval(".marks [data-span]", (all) => all.map((each) => each.dataset.span.split("-").map(Number)));
  const marked = await page.$$eval(".article mark", (all) => all.map((each) => each.textContent).join(""));
  assert.equal(marked.replace(/\s/g, ""), [...texts.plain].slice(...span).join("").replace(/\s/g, ""));
  await selectWords(page, 8, 9);
  await page.keyboard.press("u");
  assert.equal((await page.$$(".marks [data-span]")).length, 2);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.equal((await page.$$(".article mark")).length, 0);
  check();
  await close();
});

test("Forced colours and less motion are followed", async () => {
  for (const [forcedColors, reducedMotion, scrolling] of [["active", "reduce", "auto"], ["none", "no-preference", "smooth"]]) {
    const { page, close } = await enter({ forcedColors, reducedMotion });
    await open(page, 5, "tongues");
    await page.keyboard.press("h");
    const shown = await page.evaluate(() => {
      const block = document.querySelector(".article .text");
      const colour = (name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.cssText = `forced-color-adjust: none; background-color: ${name}`;
        const value = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return value;
      };
      const { backgroundColor, textDecorationLine } = getComputedStyle(block, "::highlight(relevant)");
      // A browser that forces colours paints every highlight as a selection, whatever it says of its style.
      return { adjusted: getComputedStyle(block).forcedColorAdjust, backgroundColor, textDecorationLine, mark: colour("Mark"), scrolling: getComputedStyle(document.documentElement).scrollBehavior };
    });
    assert.equal(shown.scrolling, scrolling);
    assert.equal(shown.adjusted, forcedColors === "active" ? "none" : "auto");
    assert.match(shown.textDecorationLine, /underline/, "a mark is more than a colour");
    assert.equal(shown.backgroundColor === shown.mark, forcedColors === "active", JSON.stringify(shown));
    await page.keyboard.press("Control+z");
    await saved(page);
    await close();
  }
});

test("A large article is highlighted where somebody looks, and only there", async () => {
  const sections = Array.from({ length: 300 }, (_, i) => `<sec><st>Section ${i}</st>${Array.from({ length: 6 }, (__, j) => `<p>Sentence ${i}.${j} is here. A second one follows in the same paragraph.</p>`).join("\n")}</sec>`);
  const large = await world({ articles: { large: `<article><title>Large</title><bdy>${sections.join("\n")}</bdy></article>`, other: "<article><p>Small.</p></article>" }, topics: { 1: "large" } });
  const { page, check, close } = await visit(large.origin);
  await page.goto(large.address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "large");
  await page.waitForFunction(() => document.querySelectorAll(".headings li").length === 301);
  assert.equal((await page.textContent(".article")).replace(/\s/g, ""), large.texts.large.replace(/\s/g, ""));
  const find = (text) => { const begin = large.texts.large.indexOf(text); return [begin, begin + text.length]; };
  const wanted = ["Sentence 2.3 is here.", "Sentence 150.0 is here.", "Sentence 299.5 is here."];
  const { items } = await large.api("GET", "assignments/1/items");
  const { sha256 } = items.find((each) => each.doc === "large");
  await large.api("POST", "assignments/1/events", wanted.map(find).map(([begin, end], i) => ({ op: crypto.randomUUID(), doc: "large", base_version: i, sha256, kind: "add", data: { begin, end }, active_ms: 1 })));
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".headings li").length === 301);
  assert.deepEqual(await page.$$eval(".marks [data-span]", (all) => all.map((each) => each.dataset.span)), wanted.map((text) => find(text).join("-")));
  for (const text of wanted) {
    await page.click(`.marks button[aria-label*="${text}"]`);
    await page.waitForFunction((sentence) => [...(CSS.highlights.get("relevant") ?? [])].some((range) => range.startContainer.data.includes(sentence)), text);
    assert.deepEqual(await highlighted(page, "relevant"), [text]);
    assert.deepEqual(await highlighted(page, "cursor"), [text]);
    // And it is in the window, when scrolling has come to rest.
    await page.waitForFunction(() => {
      const [each] = CSS.highlights.get("cursor");
      const range = document.createRange();
      range.setStart(each.startContainer, each.startOffset);
      range.setEnd(each.endContainer, each.endOffset);
      const { top, bottom } = range.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  }
  check();
  await close();
});

test("axe finds nothing in any view, light or dark, and nothing is wider than 320 pixels", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await enter({ colorScheme, bypassCSP: true });
    const look = async (what) => assert.deepEqual(await complaintsOfAxe(page), [], `${what}, ${colorScheme}`);
    await look("topics");
    await page.evaluate(() => { location.hash = "#2"; });
    await page.waitForSelector(".items");
    await look("items");
    await open(page, 1, "plain");
    await page.keyboard.press("h");
    await page.keyboard.press("b");
    await look("judging");
    await page.keyboard.press("Escape");
    await page.focus(".frame");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog");
    await look("keys");
    await page.keyboard.press("Escape");
    await page.focus(".frame");
    await page.keyboard.press("Control+z");
    for (const tab of tabs) {
      await page.evaluate((to) => { location.hash = `#organise/${to}`; }, tab);
      await page.waitForSelector(`main[data-tab=${tab}]`);
      await page.waitForSelector("main h1");
      await look(tab);
    }
    await page.click("#account-menu");
    await look("account");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [hash, sign] of [...tabs.map((tab) => [`#organise/${tab}`, `main[data-tab=${tab}]`]), ["#assess", ".cards"], ["#nowhere", "text=Page not found"], ["#2", ".items"], ["#1/plain", ".article .text"]]) {
      await page.evaluate((to) => { location.hash = to; }, hash);
      await page.waitForSelector(sign);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${hash} is wider than 320 pixels`);
    }
    await saved(page);
    await close();
  }
});
