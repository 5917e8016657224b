// A track of a few articles and its server: the real binary, in a folder that goes when the tests are done.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, kPatience } from "./browser.mjs";

const { FOVEA } = process.env;

/** Servers with their folders: they live as long as the tests do. */
const worlds = [];
process.once("exit", () => {
  for (const { server, folder } of worlds) {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * `articles`: XML by id. `topics`: titles by id. `toml`: more of the track file. `returned`: the ids that the run returns, and so the
 * pool of each topic holds; all unless given. `tag`: the name of the run. `pooling`: options of the pool. `files`: others, by name.
 * Without topics the track is at its beginning: no runs, no pool, nothing to judge.
 */
export async function world({ articles, topics = {}, toml = "", returned, tag = "run", pooling = [], files = {}, index = false }) {
  const folder = mkdtempSync(join(tmpdir(), "fovea-assess-"));
  const fovea = (...args) => execFileSync(FOVEA, args, { cwd: folder, encoding: "utf8" });
  mkdirSync(join(folder, "articles"));
  for (const [id, xml] of Object.entries(articles)) writeFileSync(join(folder, "articles", `${id}.xml`), xml);
  const begun = Object.keys(topics).length > 0;
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  if (begun) writeFileSync(join(folder, "topics.xml"), `<inex-topic-file>${Object.entries(topics).map(([id, title]) =>
    `<topic id="${id}"><title>${escape(title)}</title><narrative>${escape(title)} told</narrative></topic>`).join("\n")}</inex-topic-file>`);
  fovea("catalog", "build", "track.fovea", "articles", "--quiet");
  const ids = returned ?? Object.keys(articles);
  const rows = Object.keys(topics).flatMap((topic) => ids.map((id, i) => `${topic} Q0 ${id} ${i + 1} ${ids.length - i} ${tag} /article[1]`));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  if (index) fovea("index", "track.fovea", "-o", "track.index", "--quiet");
  if (begun) {
    writeFileSync(join(folder, "one.run"), `${rows.join("\n")}\n`);
    fovea("pool", "build", "--quiet", "--collection", "track.fovea", "-o", "pool.jsonl", ...pooling, "one.run");
  }
  writeFileSync(join(folder, "track.toml"), `collection = "track.fovea"\n${begun ? 'topics = "topics.xml"\npool = "pool.jsonl"\n' : ""}${index ? 'index = "track.index"\n' : ""}${toml}\n${begun ? '[[run]]\nfile = "one.run"\n' : ""}`);
  const server = spawn(FOVEA, ["serve", "track.toml", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", begun ? "inherit" : "ignore"] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (data) => resolve(String(data).trim()));
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  worlds.push({ server, folder });
  // It does not keep the tests from ending.
  server.unref();
  server.stdout.unref();
  const origin = address.split("/#")[0];
  const api = await session(origin, { key: address.split("#key=")[1] });
  for (const topic of Object.keys(topics)) await api("POST", "admin/assign", { topic, account: "owner", part: "main" });
  if (!begun) return { folder, fovea, address, origin, api, server };
  const { items } = await api("GET", "assignments/1/items");
  // One after another: the number of requests that one account may have waiting is limited.
  const texts = {};
  for (const { doc, sha256 } of items) texts[doc] = (await api("GET", `document?id=${encodeURIComponent(doc)}&sha256=${sha256}`)).text;
  return { folder, fovea, address, origin, api, texts };
}

/** Requests of one who is logged in, without a browser. */
export async function session(origin, credentials, path = "login") {
  let cookie = "";
  let csrf = "";
  const ask = async (method, what, body) => {
    const response = await fetch(`${origin}/api/${what}`, { method, headers: { Origin: origin, Cookie: cookie, "X-CSRF": csrf, "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
    const given = response.headers.get("set-cookie");
    if (given) cookie = given.split(";")[0];
    const text = await response.text();
    assert.ok(response.ok, `${method} ${what}: ${response.status} ${text}`);
    return response.headers.get("content-type").startsWith("application/json") ? JSON.parse(text) : text;
  };
  await ask("POST", path, credentials);
  csrf = (await ask("GET", "me")).csrf;
  return ask;
}

/** A page of its own browser profile, with all that it complains about and asks of others. */
export async function visit(origin, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const complaints = [];
  for (const each of [page, context]) each.on("request", (request) => new URL(request.url()).origin === origin || complaints.push(request.url()));
  page.on("dialog", (dialog) => { complaints.push(dialog.message()); void dialog.dismiss(); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  // A server that is away is told to the console by the browser itself.
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/Failed to load resource/.test(message.text()) && complaints.push(message.text()));
  return { context, page, check: () => assert.deepEqual(complaints, []), close: () => context.close() };
}

/** Waits until all that was done is with the server. */
export function saved(page) {
  return page.waitForFunction(() => document.getElementById("traffic")?.textContent === "saved");
}

/** Opens an article and waits until it can be judged. */
export async function open(page, assignment, doc) {
  await page.evaluate((hash) => { location.hash = hash; }, `#${assignment}/${encodeURIComponent(doc)}`);
  await page.waitForFunction((name) => document.title.startsWith(`${name} – `) && document.querySelector(".article .text"), doc);
}

/** Selects the words from one to another, counted in the text as it stands in the page. */
export function selectWords(page, first, last) {
  return page.evaluate(([from, to]) => new Promise((resolve) => {
    const walker = document.createTreeWalker(document.querySelector(".article"), NodeFilter.SHOW_TEXT);
    const words = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) for (const match of node.data.matchAll(/\S+/g)) words.push([node, match.index, match.index + match[0].length]);
    const range = document.createRange();
    range.setStart(words[from][0], words[from][1]);
    range.setEnd(words[to][0], words[to][2]);
    document.addEventListener("selectionchange", () => setTimeout(resolve), { once: true });
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.querySelector(".frame").focus();
  }), [first, last]);
}

/** What axe finds wrong with a page, which must have been opened with its CSP bypassed. */
export async function complaintsOfAxe(page) {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  return violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`);
}

/** The text that the browser is told to highlight in a layer, range by range in the order of the text. */
export function highlighted(page, layer) {
  return page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map((each) => {
    const range = document.createRange();
    range.setStart(each.startContainer, each.startOffset);
    range.setEnd(each.endContainer, each.endOffset);
    return range;
  }).sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b)).map(String), layer);
}

/** Waits until the browser holds so many copies whose names begin like this. */
export async function keeps(page, begin, many) {
  const count = () => page.evaluate((start) => new Promise((resolve) => {
    indexedDB.open("fovea").onsuccess = (event) => {
      event.target.result.transaction("kept").objectStore("kept").getAllKeys().onsuccess = (found) => resolve(found.target.result.filter((key) => key.startsWith(start)).length);
    };
  }), begin);
  while ((await count()) < many);
}
