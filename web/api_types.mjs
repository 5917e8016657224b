// Writes the types of the server's routes for the app: web/src/shared/api_types.ts, from docs/specs/http.md, which a test compares with
// the records of the routes. Usage: api_types.mjs HTTP_MD   (prints; `./dev docs` puts it in its place)
import { readFileSync } from "node:fs";

export function typesOf(page) {
  const lines = page.split("\n");
  // Spans and intervals are pairs, which the records do not say.
  const typed = (text) => (text === "file" ? "unknown" : text.replace(/number\[\]\[\]/g, "[number, number][]").replace(/interval: number\[\]/g, "interval: [number, number]"));
  const types = lines.filter((line) => /^type \w+ = /.test(line)).map((line) => `export ${typed(line)};`);
  const routes = lines.filter((line) => /^\| (GET|POST|PUT) `/.test(line)).map((line) => {
    const [, what, , takes, gives] = line.split(/(?<!\\)\|/).map((cell) => cell.replace(/\\\|/g, "|").trim());
    const [, method, path] = /^(\w+) `([^?`]*)/.exec(what);
    const type = (cell) => typed(/^`(.*)`$/.exec(cell)?.[1] ?? "undefined");
    return `  "${method} ${path}": { takes: ${type(takes)}; gives: ${type(gives)} };`;
  });
  return [
    "// Generated from the routes of the server by web/api_types.mjs (`./dev docs`); a test compares them.",
    "// prettier-ignore", "/* eslint-disable */", ...types,
    "/** What each route takes and gives, by its method and its path below /api/. */",
    "export interface Routes {", ...routes, "}",
    "export type Takes<Route extends keyof Routes> = Routes[Route][\"takes\"];",
    "export type Gives<Route extends keyof Routes> = Routes[Route][\"gives\"];", "",
  ].join("\n");
}

if (process.argv[2]) process.stdout.write(typesOf(readFileSync(process.argv[2], "utf8")));
