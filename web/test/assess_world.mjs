// A track of a few articles and its server: the real binary, in a folder that goes when the tests are done.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, kPatience } from "./browser.mjs";

const { FOVEA } = process.env;

/** `articles`: XML by id. `topics`: titles by id; the pool of each holds all articles. `toml`: more of the track file. */
export async function world({ articles, topics, toml = "" }) {
  const folder = mkdtempSync(join(tmpdir(), "fovea-assess-"));
  const fovea = (...args) => execFileSync(FOVEA, args, { cwd: folder, encoding: "utf8" });
  mkdirSync(join(folder, "articles"));
  for (const [id, xml] of Object.entries(articles)) writeFileSync(join(folder, "articles", `${id}.xml`), xml);
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  writeFileSync(join(folder, "topics.xml"), `<inex-topic-file>${Object.entries(topics).map(([id, title]) =>
    `<topic id="${id}"><title>${escape(title)}</title><narrative>${escape(title)} told</narrative></topic>`).join("\n")}</inex-topic-file>`);
  fovea("catalog", "build", "track.fovea", "articles", "--quiet");
  const ids = Object.keys(articles);
  const rows = Object.keys(topics).flatMap((topic) => ids.map((id, i) => `${topic} Q0 ${id} ${i + 1} ${ids.length - i} run /article[1]`));
  writeFileSync(join(folder, "one.run"), `${rows.join("\n")}\n`);
  fovea("pool", "build", "--quiet", "--collection", "track.fovea", "-o", "pool.jsonl", "one.run");
  writeFileSync(join(folder, "track.toml"), `collection = "track.fovea"\ntopics = "topics.xml"\npool = "pool.jsonl"\n${toml}\n[[run]]\nfile = "one.run"\n`);
  const server = spawn(FOVEA, ["serve", "track.toml", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (data) => resolve(String(data).trim()));
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  // It lives as long as the tests do, and does not keep them from ending.
  server.unref();
  server.stdout.unref();
  process.once("exit", () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const origin = address.split("/#")[0];
  const api = await session(origin, { key: address.split("#key=")[1] });
  for (const topic of Object.keys(topics)) await api("POST", "admin/assign", { topic, account: "owner", part: "main" });
  return { folder, fovea, address, origin, api, texts: Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await textOf(api, id)]))) };
}

async function textOf(api, id) {
  const { items } = await api("GET", "assignments/1/items");
  const item = items.find((each) => each.doc === id);
  return (await api("GET", `document?id=${encodeURIComponent(id)}&sha256=${item.sha256}`)).text;
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
  await page.waitForFunction((name) => document.title === `${name} – fovea` && document.querySelector(".article .text"), doc);
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

/** Waits until the browser holds so many copies whose names begin like this. */
export async function keeps(page, begin, many) {
  const count = () => page.evaluate((start) => new Promise((resolve) => {
    indexedDB.open("fovea").onsuccess = (event) => {
      event.target.result.transaction("kept").objectStore("kept").getAllKeys().onsuccess = (found) => resolve(found.target.result.filter((key) => key.startsWith(start)).length);
    };
  }), begin);
  while ((await count()) < many);
}
