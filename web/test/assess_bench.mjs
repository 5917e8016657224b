// How fast the page of assessors is with a large article (1 MB, 44,000 elements): lines of "what, milliseconds, goal". The goals are
// those of the design, for a desktop and for a phone of 390 pixels with a processor that is four times slower.
// FOVEA is the binary. `node assess_bench.mjs`
import { keeps, open, selectWords, visit, world } from "./assess_world.mjs";

const paragraph = (i) => `<p>Sentence one of ${i} is here. Then a <it>second</it> one follows with <link>a link</link> in it. The third ends the paragraph.</p>`;
const sections = Array.from({ length: 1000 }, (_, i) => `<sec><st>Section ${i}</st>${Array.from({ length: 10 }, (__, j) => paragraph(10 * i + j)).join("\n")}</sec>`);
const { address, origin } = await world({ articles: { large: `<article><title>Large</title><bdy>${sections.join("\n")}</bdy></article>`, small: "<article><p>Small.</p></article>" }, topics: { 1: "one" } });

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

for (const [device, options, slower, goals] of [
  ["desktop", {}, 1, [500, 50, 20, 33]],
  ["phone, CPU / 4", { viewport: { width: 390, height: 844 }, hasTouch: true }, 4, [1000, 100, 60, 60]],
]) {
  const { page, context, close } = await visit(origin, options);
  await page.goto(address);
  await page.waitForSelector("#account-menu");
  await open(page, 1, "small");
  const tools = await context.newCDPSession(page);
  // The article is in the browser already, as the next ones are when people judge.
  await keeps(page, "document/large", 1);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const first = await page.evaluate(() => new Promise((resolve) => {
    const began = performance.now();
    const look = () => (document.querySelector(".article .heading")?.textContent === "Large" ? requestAnimationFrame(() => resolve(performance.now() - began)) : requestAnimationFrame(look));
    location.hash = "#1/large";
    look();
  }));
  await page.waitForFunction(() => document.querySelectorAll(".headings li").length === 1001);
  await selectWords(page, 100, 110);
  /** Milliseconds from keys to the frame that shows what they did. */
  const press = (keys) => page.evaluate((all) => new Promise((resolve) => {
    const frame = document.querySelector(".frame");
    const times = [];
    const next = (i) => {
      if (i === all.length) return resolve(times);
      const began = performance.now();
      for (const key of all[i]) frame.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - began); next(i + 1); }));
    };
    next(0);
  }), keys);
  const acts = percentile(await press(Array.from({ length: 40 }, (_, i) => (i % 2 ? ["j"] : ["h"]))), 0.95);
  await press(Array.from({ length: 300 }, () => ["j", "j", "h"]));
  const marks = percentile(await press(Array.from({ length: 20 }, (_, i) => [i % 2 ? "n" : "p"])), 0.5);
  const scroll = percentile(await page.evaluate(() => new Promise((resolve) => {
    const times = [];
    let last = performance.now();
    const step = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      scrollBy({ top: 400, behavior: "instant" });
      if (times.length === 120) resolve(times.slice(1));
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })), 0.95);
  [["first screen", first], ["act to paint, p95", acts], ["moving among 300 marks, median", marks], ["scrolling, p95 of frames", scroll]]
    .forEach(([what, value], i) => console.log(`${device}: ${what}\t${value.toFixed(1)}\t${goals[i]}`));
  await close();
}
// The server and the browser would keep it alive.
process.exit();
