// The page of assessors and organisers. First what `fovea serve` alone shows (sentence 15 of the design); then the tests that share the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./assess_tests.mjs";
import "./assess_conflict_tests.mjs";
import "./assess_manners_tests.mjs";
import "./assess_profiles_tests.mjs";
import "./assess_runs_tests.mjs";
import "./assess_shell_tests.mjs";
import "./assess_topics_tests.mjs";
import "./assess_track_tests.mjs";
import "./assess_whole_tests.mjs";
import { visit } from "./browser.mjs";

const { ADDRESS, DEMO } = process.env;

test("the printed address leads to the first article of the demo, in three steps", async () => {
  const { page, complaints, foreign, close } = await visit(ADDRESS.trim());
  await page.waitForSelector("main h1");
  assert.equal(new URL(page.url()).hash, "", "the key does not stay in the address");
  await page.click(".menu >> text=Assess");
  await page.waitForSelector("main li a");
  await page.click("main li a");
  await page.waitForSelector("main h1:has-text('Topic')");
  const item = decodeURIComponent((await page.getAttribute(".items a", "href")).split("/")[1]);
  await page.click(".items a");
  await page.waitForSelector(".article .text");
  const shown = (await page.textContent(".article")).replace(/\s+/g, "");
  // The demo's articles are plain XML: what stands between the tags is what is shown.
  const source = readFileSync(`${DEMO}/articles/${item}.xml`, "utf8").replace(/<[^>]*>/g, "").replace(/\s+/g, "");
  assert.ok(source.length > 200);
  assert.equal(shown, source.replace(/&amp;/g, "&").replace(/&lt;/g, "<").replace(/&gt;/g, ">"));
  await page.click("#account-menu");
  await page.click("#log-out");
  await page.waitForSelector("input[type=password]");
  assert.deepEqual(complaints, []);
  assert.deepEqual(foreign, []);
  await close();
});

test("a link with a wrong invitation says so", async () => {
  const { page, close } = await visit(`${new URL(ADDRESS.trim()).origin}/#invite=wrong`);
  await page.fill("#in-password", "long enough");
  await page.click("form button");
  await page.waitForSelector(".error:has-text('invitation')");
  await close();
});
