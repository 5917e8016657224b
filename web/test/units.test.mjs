// What the app works out without a page: run by node on the sources, bundled in memory.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { buildSync } from "esbuild";

async function load(path) {
  const {
    outputFiles: [{ text }],
  } = buildSync({
    entryPoints: [new URL(`../src/${path}`, import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

const { ago, csvOf, invitationsIn, nextStep, spread, workOf } = await load("app/organise/plan.ts");
const { homeOf, listedFor, pageAt, tabsOf } = await load("app/routes.ts");
const { many, sentence, textOf } = await load("shared/messages.ts");
const { profileOf } = await load("assess/profiles.ts");
const { Structure } = await load("assess/structure.ts");
const { Text } = await load("assess/text.ts");
const { commute } = await load("assess/journal.ts");

const account = (...roles) => ({ name: "x", roles, phases: [], search: false, csrf: "", assignments: [] });

test("Home is the first page of one's roles, and nobody is led to a page that is not theirs", () => {
  assert.deepEqual(
    ["organiser", "participant", "assessor", "reader"].map((role) => homeOf(account(role))),
    ["organise", "home", "assess", "results"],
  );
  assert.equal(homeOf(account("assessor", "participant", "organiser")), "organise");
  assert.equal(homeOf(account("reader", "assessor")), "assess");
  for (const roles of [["organiser"], ["participant"], ["assessor"], ["reader"], ["assessor", "participant"]]) {
    const me = account(...roles);
    for (const { path } of listedFor(me)) assert.ok(pageAt(path, me), `${path} for ${roles}`);
  }
  assert.equal(pageAt("organise", account("participant")), undefined);
  assert.equal(pageAt("nowhere", account("organiser")), undefined);
  assert.equal(pageAt("12/a%2Fb", account("assessor")).within, "assess");
  assert.ok(tabsOf(account("reader")).every(({ figures }) => figures));
  assert.ok(tabsOf(account("organiser")).length > tabsOf(account("reader")).length);
});

test("Lists of people are read line by line, and what cannot be read is named", () => {
  assert.deepEqual(invitationsIn("Ada\nQuinn, participant, QUT\r\n\nOla;reader\n").people, [
    { name: "Ada", role: "assessor", group: "" },
    { name: "Quinn", role: "participant", group: "QUT" },
    { name: "Ola", role: "reader", group: "" },
  ]);
  assert.deepEqual(invitationsIn("Ada\n, reader\nBo, king\nCy, participant").faults, [
    "Line 2 has no name.",
    "Line 3: “king” is no role. Roles are assessor, participant, organiser, reader.",
    "Line 4: a participant needs a group.",
  ]);
});

test("Topics without a main assessor are spread over those who have the least", () => {
  const given = [
    { topic: "1", account: "ann", part: "main" },
    { topic: "1", account: "bob", part: "second" },
    { topic: "2", account: "ann", part: "second" },
  ];
  assert.deepEqual(spread(["1", "2", "3", "4"], ["ann", "bob"], given), [
    { topic: "2", account: "bob" },
    { topic: "3", account: "ann" },
    { topic: "4", account: "bob" },
  ]);
  assert.deepEqual(spread(["1"], [], []), []);
});

test("The next step follows from what is open and what is there", () => {
  const phases = (open) =>
    ["topics", "selection", "runs", "pooling", "assessment", "results"].map((phase) => ({
      phase,
      state: phase === open ? "open" : "planned",
      from: "",
      until: "",
    }));
  const track = {
    topics: [{ id: "1", title: "" }],
    accounts: [
      { name: "a", role: "organiser", group: "" },
      { name: "b", role: "assessor", group: "" },
    ],
    snapshots: [],
    answers: [],
  };
  const step = (open, progress = []) => nextStep(phases(open), track, progress).href;
  assert.deepEqual(
    ["topics", "selection", "runs", "pooling", "assessment", "results"].map((open) => step(open)),
    [
      "#organise/topics",
      "#organise/topics",
      "#organise/runs",
      "#organise/pool",
      "#organise/assignments",
      "#organise/results",
    ],
  );
  assert.equal(step("assessment", [{ topic: "1", state: "done" }]), "#organise/results");
  assert.equal(nextStep(phases(""), { ...track, accounts: track.accounts.slice(0, 1) }, []).href, "#organise/people");
});

test("Answers as CSV keep commas, quotes and lists", () => {
  assert.equal(
    csvOf([
      { form: "f", question: "Q1", value: '["a","b"]', count: 2 },
      { form: "f", question: "Q2", value: 'say "x"', count: 1 },
    ]),
    'form,question,answer,count\r\n"f","Q1","a, b","2"\r\n"f","Q2","say ""x""","1"',
  );
});

test("Messages are sentences, and statuses that say it better have a text of their own", () => {
  assert.equal(many(1, "change"), "1 change");
  assert.equal(many(0, "person", "people"), "0 people");
  assert.equal(sentence("there is a run"), "There is a run.");
  assert.equal(sentence("Why?"), "Why?");
  assert.equal(textOf(422, "a rule"), "A rule.");
  assert.match(textOf(503, "anything"), /busy/);
});

test("Marks of two sides go together unless one says the opposite of the other", () => {
  const add = (begin, end) => ({ kind: "add", data: { begin, end } });
  const remove = (begin, end) => ({ kind: "remove", data: { begin, end } });
  const theirs = (delta) => [{ kind: "add", delta }];
  assert.ok(commute([add(0, 5)], theirs({ added: [[0, 5]] })), "the same text");
  assert.ok(commute([add(3, 9)], theirs({ added: [[0, 5]] })), "text that overlaps");
  assert.ok(commute([remove(0, 5)], theirs({ removed: [[0, 5]] })));
  assert.ok(!commute([remove(0, 5)], theirs({ added: [[4, 8]] })));
  assert.ok(!commute([add(0, 5)], theirs({ removed: [[4, 8]] })));
  assert.ok(!commute([{ kind: "judge", data: { verdict: "relevant" } }], theirs({ added: [[10, 20]] })));
});

test("How long ago is told in the largest unit, and work is summed by person", () => {
  const minute = 60_000;
  assert.deepEqual(
    [0, -5, minute - 1, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 49 * 60 * minute].map((past) => ago(1e9 - past, 1e9)),
    ["just now", "just now", "just now", "1 minute ago", "59 minutes ago", "1 hour ago", "1 day ago", "2 days ago"],
  );
  const rows = [
    { account: "a", judged: 1, items: 3 },
    { account: "b", judged: 2, items: 2 },
    { account: "a", judged: 2, items: 4 },
  ];
  assert.deepEqual(workOf("a", rows), { judged: 3, items: 7 });
  assert.deepEqual(workOf("c", rows), { judged: 0, items: 0 });
});

/** Columns as the server sends them, from nested arrays: ["p", "text", ["b", "more"]]. */
function columnsOf(root) {
  const out = { id: "x", text: "", names: [], begin: [], end: [], name: [], parent: [] };
  const add = (part, parent) => {
    if (typeof part === "string") return void (out.text += part);
    const [name, ...parts] = part;
    const at = out.begin.push(out.text.length) - 1;
    if (!out.names.includes(name)) out.names.push(name);
    out.name.push(out.names.indexOf(name));
    out.parent.push(parent);
    out.end.push(0);
    for (const each of parts) add(each, at);
    out.end[at] = out.text.length;
  };
  add(root, -1);
  return { ...out, length: out.text.length };
}

test("Documents are shown by the profile of their kind", () => {
  const kinds = {
    jats: ["article", ["front", ["article-meta"]]],
    tei: ["TEI", ["teiHeader"]],
    docbook: ["book", ["chapter", ["para", "x"]]],
    wikipedia: ["article", ["header"], ["bdy"]],
    html: ["html", ["body"]],
    text: ["text", "x"],
    plain: ["anything", ["p", "x"]],
  };
  for (const [name, root] of Object.entries(kinds)) assert.equal(profileOf(root[0], columnsOf(root).names).name, name);
});

test("Names have a role by where they stand, and what is folded is a block or stays in its line", () => {
  const columns = columnsOf(["article", ["front", ["article-meta", ["article-id", "7"], ["title-group", ["article-title", "T"]], ["volume", "3"]]],
    ["body", ["sec", ["title", "S"], ["p", "In ", ["volume", "4"], " of ", ["inline-formula", ["mml:math", ["mml:mrow", ["mml:mi", "x"]]]], "."]]], ["back", ["ref-list", ["ref", ["element-citation", ["volume", "5"]]]]]]);
  const structure = new Structure(columns, new Text(columns.text));
  const named = (name) => columns.name.map((each, i) => (columns.names[each] === name ? i : -1)).filter((i) => i >= 0);
  const roles = (name) => named(name).map((each) => structure.role(each));
  assert.deepEqual(roles("volume"), ["block", "part", "part"]);
  assert.deepEqual(named("volume").map((each) => structure.fold(each)), ["About this article", undefined, undefined]);
  assert.deepEqual(roles("mml:mi").concat(roles("inline-formula"), roles("front"), roles("article-title")), ["inline", "inline", "through", "heading"]);
  assert.deepEqual(named("ref-list").map((each) => structure.fold(each)), ["References"]);
  assert.equal(structure.find(structure.path(named("volume")[1])), named("volume")[1]);
});

test("The types of the routes are those that the server's documentation has", async () => {
  const source = process.env.WEB ?? new URL("..", import.meta.url).pathname;
  const { typesOf } = await import(`${source}/api_types.mjs`);
  const page = readFileSync(`${source}/../docs/specs/http.md`, "utf8");
  assert.equal(readFileSync(`${source}/src/shared/api_types.ts`, "utf8"), typesOf(page), "run ./dev docs");
});
