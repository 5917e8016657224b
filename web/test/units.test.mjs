// What the app works out without a page: run by node on the sources, bundled in memory.
import assert from "node:assert/strict";
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

const { csvOf, invitationsIn, nextStep, spread } = await load("app/organise/plan.ts");
const { homeOf, listedFor, pageAt, tabsOf } = await load("app/routes.ts");
const { many, sentence, textOf } = await load("shared/messages.ts");
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
