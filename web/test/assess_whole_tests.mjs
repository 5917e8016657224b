// A track played in the browser from the first topic to the last table, by two groups, an organiser and two assessors. What it publishes are
// the bytes that the commands give on its exported files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { complaintsOfAxe, saved, selectWords, visit, world } from "./assess_world.mjs";

const attack = "<img src=x onerror=alert(1)>";

/** Two sentences on each theme; a section of an article is about one of them, or about the sea. */
const themes = {
  lunar: "The lunar distance is measured with a sextant at night. Tables turn a lunar distance into the longitude of the ship.",
  pilot: "A pilot brings each ship through the harbour mouth. The harbour pays its pilot for every ship.",
  anchor: "The anchor chain is as long as five depths of water. A worn anchor chain is turned end for end.",
  compass: "The compass needle points a little beside the north. Iron near the compass needle draws it aside.",
  tide: "A tide table gives the height of water for each hour. The moon makes the tide and the tide table follows it.",
};
const names = Object.keys(themes);
const sea = "The sea was grey and the ship was slow. Nobody on the ship said a word.";
/** 30 articles of three sections; which themes they have follows from their number. */
const sections = (i) => [i % 5 === 0 ? "lunar" : "", names[i % 5], i % 3 === 0 ? names[(i * 2 + 1) % 5] : i % 4 === 0 ? "compass" : ""];
const articles = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`a${i}`,
  `<article><title>Voyage ${i}</title><bdy>${sections(i).map((theme, s) => `<sec><st>Part ${s + 1}</st><p>${themes[theme] ?? sea}</p></sec>`).join("\n")}</bdy></article>`]));

/** The words of an article that are about a theme, each stretch from its first to its last by number; none where nothing is. */
function stretches(doc, theme) {
  const out = [];
  let words = 2;  // of the title
  for (const each of sections(Number(doc.slice(1)))) {
    const long = (themes[each] ?? sea).split(" ").length;
    words += 2;
    if (each === theme) out.push([words, words + long - 1]);
    words += long;
  }
  return out;
}

const candidates = [
  { author: "ann", theme: "lunar", fields: { title: "lunar distance", castitle: "//sec[about(., lunar distance)]", description: `How is it taken? ${attack}`, narrative: "A writer asks." } },
  { author: "ann", theme: "pilot", fields: { title: "harbour pilot", description: "Who pays?", narrative: "A clerk asks." } },
  { author: "di", theme: "compass", fields: { title: "compass needle", description: "What draws it aside?", narrative: "A smith asks." } },
  { author: "ann", theme: "anchor", fields: { title: "anchor chain", description: "How long?", narrative: "A mate asks.\nOf a large ship." } },
  { author: "di", theme: "tide", fields: { title: "tide table", description: "Who makes it?", narrative: "A printer asks." } },
];
/** By number of the candidate, in the order of the track. */
const chosen = [3, 1, 4];
const first = 2031001;
const topicOf = Object.fromEntries(chosen.map((id, at) => [String(first + at), candidates[id - 1]]));

/** What groups send: task and options of a search each. */
const runs = [
  { group: "Harbour", name: "sections", task: "focused", description: `BM25 ${attack}` },
  { group: "Harbour", name: "flat", task: "focused", search: ["--set", "articles.b=0"], environment: "two cores, 8 GB" },
  { group: "Harbour", name: "in-context", task: "relevant-in-context" },
  { group: "Lighthouse", name: "few", task: "focused", k: 6 },
  { group: "Lighthouse", name: "nested", task: "focused", search: ["--set", "articles.k1=3"], invalid: true },
  { group: "Lighthouse", name: "in-context", task: "relevant-in-context", k: 9 },
];

/** An element that holds the first result of the run comes behind all others of its topic: overlap, on one line. */
function nested(text) {
  const rows = text.trim().split("\n").map((row) => row.split(" "));
  const last = rows.findLastIndex((row) => row[0] === rows[0][0]);
  const [topic, q0, doc, , , tag] = rows[0];
  rows.splice(last + 1, 0, [topic, q0, doc, String(last + 2), String(Number(rows[last][4]) / 2), tag, "/article[1]"]);
  return { text: `${rows.map((row) => row.join(" ")).join("\n")}\n`, line: last + 2 };
}

test("A track is played in the browser, and what is published are the bytes that the commands give on its exported files", async () => {
  const track = await world({ articles, index: true, toml: 'title = "A whole track"\npool = "pool.jsonl"\n' });
  const { folder, origin } = track;
  const file = (name) => join(folder, name);
  const read = (name) => readFileSync(file(name), "utf8");
  const visitors = [];
  const go = (page, hash, sign) => page.evaluate((to) => { location.hash = to; }, hash).then(() => page.waitForSelector(sign));

  // ---- The organiser opens the page and invites two groups and two assessors.
  const organiser = await visit(origin, { bypassCSP: true });
  const desk = organiser.page;
  await desk.goto(track.address);
  await desk.waitForSelector("main h1");
  await go(desk, "#organise/people", "#invitee");
  const invited = async (name, role, group) => {
    await desk.selectOption("#role", role);
    await desk.fill("#invitee", name);
    if (group) await desk.fill("#group", group);
    await desk.click("button:text-is('Invite')");
    await desk.waitForFunction((before) => (document.getElementById("invitation")?.value ?? before) !== before, visitors.at(-1)?.link ?? "");
    const link = await desk.inputValue("#invitation");
    const visitor = await visit(origin);
    await visitor.page.goto(link);
    await visitor.page.fill("#in-password", "long enough");
    await visitor.page.click("text=Begin");
    await visitor.page.waitForSelector(".menu a");
    visitors.push({ ...visitor, link });
    return visitor.page;
  };
  const phase = async (name, act) => {
    await go(desk, "#organise", `[aria-label='${act}: ${name}']`);
    await desk.click(`[aria-label='${act}: ${name}']`);
    await desk.waitForSelector(`[aria-label='${act === "Open" ? "Close" : "Open again"}: ${name}']`);
  };
  const pages = { ann: await invited("ann", "participant", "Harbour"), di: await invited("di", "participant", "Lighthouse"), eve: await invited("eve", "assessor"), finn: await invited("finn", "assessor") };
  const groups = { Harbour: pages.ann, Lighthouse: pages.di };

  // ---- Five candidates.
  await phase("topics", "Open");
  for (const { author, theme, fields } of candidates) {
    const page = pages[author];
    await go(page, "#candidates", "#new-topic");
    await page.click("#new-topic");
    await page.waitForSelector("#field-title");
    for (const [name, text] of Object.entries(fields)) await page.fill(`#field-${name}`, text);
    await page.fill("#explore", fields.title);
    await page.press("#explore", "Enter");
    await page.waitForFunction(() => document.activeElement.matches(".explored li"));
    for (let i = 0; i < 4; ++i) {
      const doc = await page.evaluate(() => document.activeElement.dataset.doc);
      await page.keyboard.press(stretches(doc, theme).length ? "r" : "n");
      await page.waitForFunction((many) => document.getElementById("explored").textContent.includes(`of ${many} judged`), i + 1);
    }
    await page.waitForFunction(() => document.getElementById("candidate-saved")?.textContent === "saved");
    await page.click("#hand-in");
    await page.waitForSelector("#take-back");
  }
  await phase("topics", "Close");

  // ---- Three topics, in an order, with numbers.
  await phase("selection", "Open");
  await go(desk, "#selection", "[aria-label^=Choose]");
  for (const [at, id] of chosen.entries()) {
    await desk.click(`[aria-label='Choose: ${id}']`);
    await desk.waitForSelector(`text=5 proposals, ${at + 1} chosen`);
  }
  await desk.click("[aria-label='Reject: 2']");
  await desk.fill("[aria-label='Why not 2']", "too easy");
  await desk.press("[aria-label='Why not 2']", "Enter");
  await desk.waitForFunction(async () => (await (await fetch("/api/selection")).json()).candidates.find(({ id }) => id === 2).reason === "too easy");
  await desk.fill("#first", String(first));
  await desk.click("#number");
  await desk.waitForSelector(`text=3. ${first + 2}`);
  const download = async (page, selector) => {
    const coming = page.waitForEvent("download");
    await page.click(selector);
    return readFileSync(await (await coming).path(), "utf8");
  };
  const topics = {};
  for (const [format, name] of [["inex", "INEX XML"], ["tsv", "TSV"], ["jsonl", "JSON lines"]]) topics[format] = await download(desk, `[aria-label='Chosen topics as ${name}']`);
  const rejected = await download(desk, "[aria-label='Rejected proposals as JSON lines']");
  await phase("selection", "Close");

  // ---- Six runs, one of which is refused and repaired.
  await phase("runs", "Open");
  writeFileSync(file("topics.xml"), await pages.di.evaluate(async () => (await fetch("/api/topics?format=inex")).text()));
  assert.equal(read("topics.xml"), topics.inex, "groups get what the organiser exports");
  for (const run of runs) {
    const local = `${run.group}-${run.name}.run`;
    track.fovea("search", "track.index", "topics.xml", "--preset", "default", "--task", run.task, "-k", String(run.k ?? 12), "--tag", `${run.group}-${run.name}`, ...(run.search ?? []), "-o", local);
    let line;
    if (run.invalid) {
      const broken = nested(read(local));
      writeFileSync(file(local), broken.text);
      line = broken.line;
    }
    const page = groups[run.group];
    await go(page, "#runs", "#run-file");
    await page.setInputFiles("#run-file", file(local));
    await page.fill("#run-name", run.name);
    await page.selectOption("#run-task", run.task);
    await page.selectOption("#run-result", "element");
    for (const key of ["description", "environment"]) await page.fill(`#run-${key}`, run[key] ?? "");
    await page.check("#run-publish");
    await page.click("#send-run");
    if (run.invalid) {
      await page.waitForSelector(`h2:has-text('${run.name}, version 1: refused')`);
      assert.equal(await page.textContent("#verdict tbody th"), String(line));
      await page.click("#take-repaired");
    }
    await page.waitForSelector(`h2:has-text('${run.name}, version ${run.invalid ? 2 : 1}: accepted')`);
  }
  await phase("runs", "Close");

  // ---- The pool, on the page; people judge without a restart.
  await phase("pooling", "Open");
  await go(desk, "#organise/pool", "#make-pool");
  assert.deepEqual(await complaintsOfAxe(desk), []);
  // What is typed here stays until the server has it.
  for (const typed of [{ method: "depth", most: "5", budget: "9" }, { method: "round-robin", most: "6", budget: "" }]) {
    await desk.selectOption("#pool-method", typed.method);
    await desk.fill("#pool-budget", "");
    await desk.fill("#pool-most", typed.most);
    await desk.fill("#pool-budget", typed.budget);
    await desk.reload();
    await desk.waitForSelector("#make-pool");
    assert.deepEqual(await desk.evaluate(() => Object.fromEntries(["method", "most", "budget"].map((name) => [name, document.getElementById(`pool-${name}`).value]))), typed);
  }
  await desk.click("#make-pool");
  await desk.waitForSelector("#pool-holds");
  assert.equal(await desk.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("/pool/")).length), 0);
  assert.match(await desk.textContent("#pool-holds"), /^18 articles for 3 topics \(6 each\), from 6 runs by round-robin: at most 6 per topic/);
  assert.deepEqual(await complaintsOfAxe(desk), []);
  const pool = await download(desk, "#pool a");
  await phase("pooling", "Close");
  await phase("assessment", "Open");
  await go(desk, "#organise/assignments", "#topic");
  const given = [["eve", first, "main"], ["eve", first + 1, "main"], ["finn", first + 2, "main"], ["finn", first, "second"]];
  for (const [at, [name, topic, part]] of given.entries()) {
    await desk.waitForSelector(`#topic option[value='${topic}']`, { state: "attached" });
    await desk.selectOption("#topic", String(topic));
    await desk.selectOption("#account", name);
    await desk.selectOption("#part", part);
    await desk.click("button:text-is('Assign')");
    await desk.waitForFunction((many) => document.querySelectorAll("[aria-label='Assignments'] tbody tr").length === many, at + 1);
  }

  // ---- Two assessors judge what they were given, and finish it. The second opinion is a narrower one.
  for (const [at, [name, topic, part]] of given.entries()) {
    const page = pages[name];
    await go(page, "#", "main h1");
    await page.reload();
    await page.waitForSelector(".cards a");
    await go(page, `#${at + 1}`, "#begin");
    await page.click("#begin");
    for (let i = 0; i < 6; ++i) {
      await page.waitForFunction((text) => document.querySelector(".progress")?.textContent.startsWith(text), `Article ${i + 1} of 6`);
      await page.waitForFunction(() => document.activeElement?.matches(".frame") && document.querySelector(".article .text"));
      const doc = (await page.title()).split(" ")[0];
      const found = stretches(doc, topicOf[topic].theme);
      for (const [n, [from, to]] of found.entries()) {
        await selectWords(page, from, part === "second" ? from + 5 : to);
        await page.keyboard.press("h");
        await page.waitForFunction((many) => document.querySelectorAll(".marks [data-span]").length === many, n + 1);
      }
      if (!found.length) await page.keyboard.press("x");
      else {
        await page.keyboard.press("f");
        await page.keyboard.press("Enter");
      }
    }
    await page.waitForSelector("#finish");
    await saved(page);
    await page.click("#finish");
    await page.waitForSelector("text=/; the topic is done/");
  }
  // Nothing is lost: who has judged has another pool made by nobody.
  await phase("assessment", "Close");
  await desk.click("[aria-label='Open again: pooling']");
  await desk.waitForSelector("[aria-label='Close: pooling']");
  await go(desk, "#organise/pool", "text=No pool can be made now: people have begun to judge");

  // ---- Exported on the page, published, seen by the groups.
  await go(desk, "#organise/data", "#format");
  const exported = async (format, part) => {
    await desk.selectOption("#format", format);
    await desk.selectOption("#export-part", part);
    return download(desk, "button:text-is('Export')");
  };
  const judged = { qrels: await exported("qrels", "main"), main: await exported("jsonl", "main"), second: await exported("jsonl", "second") };
  await go(desk, "#results", "#results-name");
  await desk.fill("#results-name", "v1");
  await desk.click("#publish");
  await desk.waitForSelector("[data-results='v1']");
  await phase("results", "Open");
  await go(pages.ann, "#results", "[data-results='v1'] .places");
  assert.match(await pages.ann.textContent("[data-results='v1']"), /Harbour-sections: place \d of 4 by /);

  // ---- The same from files: nothing of the store but what was exported, in a folder of its own.
  const log = await track.api("GET", "log");
  assert.deepEqual(log.filter(({ kind }) => kind === "admin.export").map(({ data }) => data.topics ?? data.format), ["chosen", "chosen", "chosen", "rejected", "pool", "qrels", "jsonl", "jsonl"]);
  const again = file("again");
  mkdirSync(again);
  const put = (name, text) => writeFileSync(join(again, name), text);
  const made = (name) => readFileSync(join(again, name), "utf8");
  const published = (name) => read(`track.assess.results/v1/${name}`);
  const same = (name, text) => assert.equal(text, published(name), name);
  const fovea = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.env.FOVEA, args, { cwd: again, encoding: "utf8", env: { ...process.env, SOURCE_DATE_EPOCH: String(JSON.parse(published("manifest.json")).SOURCE_DATE_EPOCH) } });
    return { status, stdout, stderr };
  };
  const must = (...args) => {
    const { status, stdout, stderr } = fovea(...args);
    assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  cpSync(file("track.fovea"), join(again, "track.fovea"));

  // Topics: the candidates as they were handed in, and the decisions in a file.
  put("candidates.jsonl", track.fovea("track", "candidates", "track.assess", "-o", "jsonl"));
  put("decisions.tsv", `${chosen.map((id) => `${id}\tchosen\n`).join("")}2\trejected\ttoo easy\n`);
  must("track", "select", "candidates.jsonl", "decisions.tsv", "--first", String(first), "-o", "decided.jsonl");
  for (const [format, text] of Object.entries(topics)) assert.equal(must("track", "topics", "decided.jsonl", "--to", format), text, format);
  assert.equal(must("track", "topics", "decided.jsonl", "--rejected", "--to", "jsonl"), rejected);
  put("topics.jsonl", topics.jsonl);
  same("topics.jsonl", topics.jsonl);

  // Runs: what was sent is what is published, and what was repaired is what the command repairs.
  track.fovea("serve", "runs", "track.assess", "-o", "again/track.assess.pooled");
  mkdirSync(join(again, "runs"));
  for (const [at, run] of runs.entries()) {
    const name = `${run.group}-${run.name}`;
    const local = file(`${name}.run`);
    const check = ["check", "--task", run.task, "--collection", "track.fovea", "--topic-file", "topics.jsonl"];
    if (run.invalid) {
      assert.equal(fovea(...check, local).status, 3);
      fovea(...check, "--repair", `runs/${name}`, local);
    } else cpSync(local, join(again, "runs", name));
    must(...check, `runs/${name}`);
    same(`runs/${name}`, made(`runs/${name}`));
    // The repaired one is a version of its own; those after it count on.
    assert.equal(made(`track.assess.pooled/${at + 1 + (at >= 4 ? 1 : 0)}-${run.name}`), made(`runs/${name}`), name);
  }

  // The pool.
  const tables = made("track.assess.pooled/runs.toml");
  put("pooled.toml", `collection = "track.fovea"\n${tables}`);
  must("pool", "build", "pooled.toml", "--size", "6", "--quiet", "-o", "pool.jsonl");
  assert.equal(made("pool.jsonl"), pool);
  assert.equal(read("pool.jsonl"), pool);
  same("pool.jsonl", pool);

  // Judgements.
  put("judgements.jsonl", judged.main);
  put("second.jsonl", judged.second);
  same("judgements.jsonl", judged.main);
  same("second.jsonl", judged.second);
  assert.equal(must("convert", "--to", "qrels", "judgements.jsonl"), judged.qrels);
  for (const part of ["judgements.jsonl", "second.jsonl"]) must("check", "--collection", "track.fovea", part);
  assert.ok(judged.main.trim().split("\n").length === 18 && judged.second.trim().split("\n").length === 6);

  // Scores, and the report with all of its tables, figures and its page, of a track file that an organiser would write.
  let toml = 'title = "A whole track"\ncollection = "track.fovea"\ntopics = ["topics.jsonl"]\njudgements = ["judgements.jsonl"]\nsecond_assessor = ["second.jsonl"]\n\n[significance]\nruns = "all"\ntest = "t"\ntails = 2\ncorrect = "holm"\nalpha = 0.05\n';
  toml += tables.replace(/file = "track\.assess\.pooled\/\d+-[^"]*"\nname = "([^"]*)"/g, 'file = "runs/$1"\nname = "$1"');
  put("track.toml", toml);
  same("track.toml", toml);
  for (const task of ["focused", "relevant-in-context"]) {
    const of = runs.filter((run) => run.task === task).map((run) => `runs/${run.group}-${run.name}`);
    same(`scores/${task}.csv`, must("eval", "--quiet", "-q", "--task", task, "-o", "csv", "--collection", "track.fovea", "judgements.jsonl", ...of));
  }
  must("report", "track.toml", "-o", "report", "--quiet");
  const files = readdirSync(join(again, "report"), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).map((each) => join(each.parentPath ?? each.path, each.name).slice(again.length + 1));
  assert.ok(files.length > 20);
  for (const name of files) same(name, made(name));
  assert.ok(existsSync(file("track.assess.results/v1/everything.tar.gz")));
  assert.match(track.fovea("serve", "verify", "track.assess"), /events/);
  for (const each of [organiser, ...visitors]) {
    each.check();
    await each.close();
  }
});
