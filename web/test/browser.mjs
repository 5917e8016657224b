// One browser for all tests, and what they ask of a page.
import assert from "node:assert/strict";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { CHROMIUM = "/usr/bin/chromium" } = process.env;

/** A machine may be busy: only a page that hangs is at fault, not a slow one. */
export const kPatience = Number(process.env.PATIENCE ?? 300_000);

export const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

export const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
after(() => browser.close());

/** Waits until every chart stands in its place. */
export function drawn(page) {
  return page.waitForFunction(() =>
    [...document.querySelectorAll(".plot")].every((place) => place.dataset.drawn === "yes"));
}

/** Another width or height of the window; charts are drawn anew once it has come to rest. */
export async function resize(page, viewport) {
  await page.setViewportSize(viewport);
  await page.waitForFunction((width) => innerWidth === width, viewport.width);
  await page.waitForFunction(() => [...document.querySelectorAll(".plot")].every((place) =>
    place.dataset.drawn === "yes" && place.dataset.width === String(place.clientWidth)));
}

/** The system changes to light or dark; the page says so on its button, and then draws its charts anew. */
export async function setScheme(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.getByRole("button", { name: colorScheme === "dark" ? "switch to light colours" : "switch to dark colours" }).waitFor();
  await drawn(page);
}

/** A report, opened from disk, with everything it asked for and complained about. */
export async function open(report, viewport, colorScheme = "light", { wait = true } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const requests = [];
  const complaints = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const [file, part] = report.split("#");
  await page.goto(pathToFileURL(file).href + (part ? `#${part}` : ""));
  if (wait) await drawn(page);
  const close = () => context.close();
  /** Nothing was asked of the network and nothing went wrong. */
  const check = () => {
    assert.deepEqual(requests.filter((request) => !/^(file|data|blob):/.test(request)), []);
    assert.deepEqual(complaints, []);
  };
  return { page, check, close };
}

/** A page of a server, with what it complained about and what it asked of others. */
export async function visit(address) {
  const context = await browser.newContext({ viewport: widths.desktop });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const { origin } = new URL(address);
  const foreign = [];
  const complaints = [];
  page.on("request", (request) => request.url().startsWith(`${origin}/`) || foreign.push(request.url()));
  // That somebody who is not logged in is told so is no complaint.
  page.on("console", (message) => message.type() === "error" && !/ 40[14] /.test(message.text()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints, foreign, close: () => context.close() };
}

/** The contrast of two colours as WCAG 2 defines it. */
export function contrast(one, other) {
  const luminance = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
