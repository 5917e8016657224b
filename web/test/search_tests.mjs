// The page of answers: ANSWERS (a folder of pages that `fovea search -f html` made) in the environment, and SCREENSHOTS (a
// folder) for pictures to look at.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { open, widths } from "./browser.mjs";

const { ANSWERS, SCREENSHOTS } = process.env;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const name of readdirSync(ANSWERS)) {
  for (const [width, viewport] of Object.entries(widths)) {
    for (const scheme of ["light", "dark"]) {
      describe(`${name}, ${width}, ${scheme}`, () => {
        test("fits, asks nothing of the network, and can be read by everyone", async () => {
          const { page, check, close } = await open(join(ANSWERS, name), viewport, scheme, { wait: false });
          if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${scheme}.png`) });
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run());
          assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
          check();
          await close();
        });
      });
    }
    test(`${name}, ${width}: a passage leads to its place in the full text, a section to its beginning`, async () => {
      const { page, check, close } = await open(join(ANSWERS, name), viewport, "light", { wait: false });
      const article = page.locator("article").first();
      assert.equal(await article.locator("details").evaluate((details) => details.open), false);
      assert.ok((await article.locator(".passages mark").count()) > 0);
      const shown = await article.locator(".passages blockquote").first().innerText();
      const link = article.locator(".passages a").first();
      await link.click();
      const place = page.locator((await link.getAttribute("href")));
      await place.waitFor({ state: "visible" });
      assert.ok(shown.replace(/\s+/g, " ").startsWith((await place.innerText()).trim().replace(/\s+/g, " ").slice(0, 20)));
      const top = await place.evaluate((element) => element.getBoundingClientRect().top);
      assert.ok(top >= 0 && top < viewport.height, `at ${top}`);
      if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-place.png`) });
      const section = article.locator(".sections a").first();
      if ((await section.count()) > 0) {
        await section.click();
        const begin = await page.locator(await section.getAttribute("href")).evaluate((e) => e.getBoundingClientRect().top);
        assert.ok(begin >= -1 && begin < viewport.height, `at ${begin}`);
      }
      check();
      await close();
    });
  }
}
