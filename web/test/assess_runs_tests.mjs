// Runs and results in the browser: sent, refused, repaired, accepted, published; and the archive that makes the same page again.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { complaintsOfAxe, session, visit, world } from "./assess_world.mjs";

const attack = "<img src=x onerror=alert(1)>";
const articles = {
  one: "<article><sec><p>One is here.</p><p>Two is there.</p></sec></article>",
  two: "<article><sec><p>Another one.</p></sec></article>",
};

async function track() {
  const made = await world({ articles, topics: { 1: "first", 2: "second" }, toml: 'title = "A small track"\n' });
  const { api, origin, folder } = made;
  await api("POST", "admin/phase", { phase: "runs", act: "open" });
  const invited = async (name, group) => (await api("POST", "admin/account", { name, role: "participant", group })).token;
  const file = (name, rows) => {
    writeFileSync(join(folder, name), rows.map((row) => `${row}\n`).join(""));
    return join(folder, name);
  };
  const enter = async (token, options) => {
    const visitor = await visit(origin, options);
    await visitor.page.goto(`${origin}/#invite=${token}`);
    await visitor.page.fill("#in-password", "long enough");
    await visitor.page.click("form button");
    await visitor.page.waitForSelector("#account-menu");
    if (await visitor.page.isVisible(".menu-button")) await visitor.page.click(".menu-button");
    await visitor.page.click(".menu a[href='#runs']");
    await visitor.page.waitForSelector("#run-file");
    return visitor;
  };
  return { ...made, invited, enter, file };
}

async function fill(page, path, values) {
  await page.setInputFiles("#run-file", path);
  for (const [key, value] of Object.entries(values)) await (["task", "result", "query"].includes(key) ? page.selectOption(`#run-${key}`, value) : page.fill(`#run-${key}`, value));
}

/** Marks the first words of an article and judges it, without a browser. */
async function judge(api, assignment, doc) {
  const { items } = await api("GET", `assignments/${assignment}/items`);
  const { sha256 } = items.find((each) => each.doc === doc);
  const acts = [["add", { begin: 0, end: 7 }], ["bep", { at: 0 }], ["judge", { verdict: "relevant" }]];
  for (const [version, [kind, data]] of acts.entries()) {
    const [answer] = await api("POST", `assignments/${assignment}/events`, [{ op: crypto.randomUUID(), doc, base_version: version, sha256, kind, data }]);
    assert.ok(answer.seq, JSON.stringify(answer));
  }
}

test("A run is sent, refused by line, repaired, accepted, and stands in the results", async () => {
  const { api, address, origin, folder, invited, enter, file, fovea } = await track();
  const quinn = await enter(await invited("quinn", "QUT"), { bypassCSP: true });
  const { page } = quinn;
  // An element and another inside it: the focused task has no overlap.
  const bad = file("bad.run", ["1 Q0 one 1 9 x /article[1]", "1 Q0 one 2 8 x /article[1]/sec[1]", "2 Q0 two 1 7 x /article[1]"]);
  await fill(page, bad, { name: "elements", task: "focused", result: "element", description: attack });
  await page.waitForFunction(() => /0 of 2 element runs of 'QUT' for focused/.test(document.getElementById("counts").textContent));
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.click("#send-run");
  await page.waitForSelector("h2:has-text('refused')");
  assert.match(await page.textContent("#verdict table"), /2.*\/article\[1\]/s);
  assert.deepEqual(await complaintsOfAxe(page), []);
  const all = await page.evaluate(async () => (await fetch(document.querySelector("#verdict a[href$='/faults']").getAttribute("href"))).text());
  assert.match(all, /^elements:2: /m);
  await page.click("#take-repaired");
  await page.waitForSelector("h2:has-text('accepted')");
  assert.match(await page.textContent("#verdict"), /2 topics, 2 results: 2 elements/);
  // The name stands now: another one would be one more, the same would replace it.
  await page.fill("#run-name", "elements");
  await page.waitForSelector("#run-replace:visible");
  await page.fill("#run-name", "another");
  await page.waitForFunction(() => /1 of 2 element runs/.test(document.getElementById("counts").textContent));

  // By a token, as curl would; another group sees nothing of it.
  await page.click("#make-token");
  const token = await page.inputValue("#token");
  const good = file("good.run", ["1 Q0 one 1 9 y /article[1]/sec[1]/p[1]", "2 Q0 two 1 7 y /article[1]/sec[1]"]);
  const sent = execFileSync("curl", ["-sS", "--fail", "-H", `Authorization: Bearer ${token}`, "--data-binary", `@${good}`, `${origin}/api/submissions?name=by-curl&task=focused&result=element&publish=1`], { encoding: "utf8" });
  assert.equal(JSON.parse(sent).state, "accepted");
  const olga = await session(origin, { token: await invited("olga", "Otago"), password: "long enough" }, "invite");
  assert.deepEqual((await olga("GET", "submissions")).runs, []);
  await assert.rejects(olga("GET", "submissions/1"), /404/);

  for (const [topic, doc] of [[1, "one"], [2, "two"]]) await judge(api, topic, doc);
  const org = await visit(origin);
  await org.page.goto(address);
  await org.page.click("a[href='#results']");
  await org.page.fill("#results-name", "v1");
  await org.page.click("#publish");
  await org.page.waitForSelector("[data-results='v1']");
  assert.deepEqual((await olga("GET", "results")).results, []);
  await api("POST", "admin/phase", { phase: "results", act: "open" });
  await page.click("a[href='#results']");
  await page.waitForSelector("[data-results='v1'] .places");
  assert.match(await page.textContent(".places"), /QUT-by-curl: place \d of \d by /);
  assert.deepEqual(await complaintsOfAxe(page), []);
  const report = await quinn.context.newPage();
  await report.goto(`${origin}/results/v1/report.html`);
  await report.waitForSelector("h1:has-text('A small track')");
  await report.waitForSelector("svg");

  // Everything, unpacked elsewhere, makes the same page.
  const place = mkdtempSync(join(tmpdir(), "fovea-everything-"));
  execFileSync("tar", ["-xzf", join(folder, "track.assess.results/v1/everything.tar.gz"), "-C", place]);
  const manifest = JSON.parse(readFileSync(join(place, "v1/manifest.json"), "utf8"));
  execFileSync(process.env.FOVEA, ["report", "track.toml", "-o", "again", "--quiet"], { cwd: join(place, "v1"), env: { ...process.env, SOURCE_DATE_EPOCH: String(manifest.SOURCE_DATE_EPOCH) } });
  assert.equal(readFileSync(join(place, "v1/again/report.html"), "utf8"), readFileSync(join(place, "v1/report/report.html"), "utf8"));
  rmSync(place, { recursive: true });
  assert.match(fovea("serve", "verify", "track.assess"), /events/);
  quinn.check();
  org.check();
  await Promise.all([quinn.close(), org.close()]);
});

test("A run is replaced and withdrawn, on a phone in the dark too, and what is too large or odd is told", async () => {
  const { invited, enter, file } = await track();
  const { page, check, close } = await enter(await invited("quinn", "QUT"), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark", bypassCSP: true });
  const good = file("good.run", ["1 Q0 one 1 9 y /article[1]"]);
  await fill(page, good, { name: "mine", task: "focused", result: "element" });
  await page.click("#send-run");
  await page.waitForSelector("h2:has-text('version 1: accepted')");
  // What lies half below the header is a small target, until one scrolls.
  await page.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await complaintsOfAxe(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing is wider than the phone");
  await fill(page, good, { name: "mine" });
  await page.click("#send-run");
  await page.waitForSelector(".error:has-text('there is a run')");
  await page.check("#run-replace");
  await page.click("#send-run");
  await page.waitForSelector("h2:has-text('version 2: accepted')");
  assert.equal(await page.textContent("[data-state='replaced']"), "replaced");
  await page.click("button:has-text('Withdraw')");
  await page.click("dialog button:text-is('Withdraw')");
  await page.waitForSelector("[data-state='withdrawn']");
  await fill(page, good, { name: "an odd/name", task: "focused", result: "element" });
  await page.click("#send-run");
  await page.waitForSelector(".error:has-text('letters, digits')");
  check();
  await close();
});
