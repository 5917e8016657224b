// The page of assessors and organisers: who is there, which view is asked for by the address, and the header that says whether all is
// saved.
import { ask, Fault, seesFigures, whoAmI, type Item, type ItemList, type Me } from "./api";
import { CandidatePage } from "./candidate";
import { candidatesView } from "./candidates";
import { download, showConflict } from "./conflict";
import { openDialog } from "../shared/dialog";
import { announce, button, h } from "../shared/dom";
import { focusHeading, watchFocus } from "../shared/focus";
import { messages } from "../shared/messages";
import { Guide } from "./guide";
import { Judging } from "./judging";
import { itemsView, loadList, topicsView } from "./lists";
import { Organiser } from "./organiser";
import { Outbox } from "./outbox";
import { ResultsPage } from "./results";
import { Selection } from "./selection";
import { RunsPage } from "./submissions";
import { unsentDrafts } from "./draft";
import { isBack, typedBy } from "./typed";
import { dequeue, forgetKept, forgetParked, keep, kept } from "./storage";

const kMe = "me";
const view = h("div", { id: "view" });
const who = h("span", { class: "who" });
const traffic = h("span", { class: "traffic", role: "status", id: "traffic" });
const aside = h("div", { class: "asides" });
const menu = h("div", { class: "menu" });

let me: Me | undefined;
let outbox: Outbox | undefined;
let judging: Judging | undefined;
let candidate: CandidatePage | undefined;
/** What is shown, and stops what it does in the background when it is left. */
let shown: { leave(): void } | undefined;
let guide: Guide | undefined;
let mine = false;

document.body.append(
  h("a", { class: "skip", href: "#view", click: (event: Event) => { event.preventDefault(); (view.querySelector<HTMLElement>("[tabindex], h1, a, input") ?? view).focus(); } }, "To the content"),
  h("header", { class: "top" }, h("a", { href: "#", class: "brand" }, "fovea"), traffic, who, menu), aside, view);

/** What the address asks for. */
function wanted(): { assignment?: number; doc?: string; page?: string; rest?: string } {
  const hash = location.hash.slice(1);
  const [first, ...rest] = hash.split("/");
  if (/^\d+$/.test(first)) return { assignment: Number(first), doc: rest.length ? decodeURIComponent(rest.join("/")) : undefined };
  return { page: first, rest: rest.join("/") };
}

// ---- Logging in -----------------------------------------------------------------------------------------------------

/** A form that calls `act` with its values and shows what goes wrong. */
function entry(fields: [string, string, string, string][], label: string, act: (values: Record<string, string>) => Promise<unknown>, done: () => void): HTMLElement {
  const error = h("p", { class: "error", role: "alert" });
  const inputs = fields.map(([name, text, type, complete]) => ({ name, text, input: h("input", { id: `in-${name}`, type, required: true, autocomplete: complete }) }));
  return h("form", {
    class: "entry",
    submit: async (event: Event) => {
      event.preventDefault();
      try {
        await act(Object.fromEntries(inputs.map(({ name, input }) => [name, input.value])));
        done();
      } catch (fault) {
        error.textContent = (fault as Error).message;
      }
    },
  }, ...inputs.flatMap(({ name, text, input }) => [h("label", { for: `in-${name}` }, text), input]), h("button", { class: "main" }, label), error);
}

const logInForm = (done: () => void) => entry([["name", "Name", "text", "username"], ["password", "Password", "password", "current-password"]], "Log in", (values) => ask("POST", "login", values), done);

/** Leaves what is shown, and shows something else. */
function show(node?: HTMLElement, page?: { leave(): void }): void {
  shown?.leave();
  shown = page;
  judging = candidate = undefined;
  view.replaceChildren(...(node ? [node] : []));
  if (node && !node.contains(document.activeElement)) focusHeading();
}

function logInView(): void {
  document.title = "Log in – fovea";
  show(h("main", { class: "plain" }, h("h1", {}, "Log in"), logInForm(() => void start())));
}

/** The log-in has ended while there is work to do: it is asked for here, and everything stays as it is. */
function logInAgain(): void {
  if (document.getElementById("again")) return;
  const dialog = openDialog({
    id: "again", title: "Log in again", required: true,
    body: [h("p", {}, "Your session has ended. What you did is kept in this browser and will be sent after you log in."),
      logInForm(async () => {
        const now = await whoAmI();
        dialog.close();
        if (now.name !== me?.name) return location.reload();
        isBack();
        void outbox?.send();
      })],
  });
  dialog.querySelector("input")?.focus();
}

async function logOut(): Promise<void> {
  await candidate?.flush();
  if (outbox?.unsent || unsentDrafts().length) {
    announce("Some of your changes have not been sent yet.");
    aside.replaceChildren(note("Some of your changes have not been sent yet. Wait until they are; if you log out now, they stay in this browser until you log in here again.", button("Log out all the same", () => void leave())));
    return;
  }
  await leave();
}
async function leave(): Promise<void> {
  await ask("POST", "logout").catch(() => undefined);
  await forgetKept();
  location.hash = "";
  location.reload();
}

// ---- Header ---------------------------------------------------------------------------------------------------------

function note(text: string, ...more: HTMLElement[]): HTMLElement {
  return h("p", { class: "note" }, text, " ", ...more);
}

async function showTraffic(): Promise<void> {
  if (!outbox) return;
  const { unsent } = outbox;
  const text = outbox.traffic === "conflict" ? "conflict" : outbox.traffic === "offline" ? (unsent ? `offline, ${unsent} unsent` : "offline") : outbox.traffic === "waiting" ? `waiting, ${unsent} unsent` : outbox.traffic === "logged out" ? `logged out, ${unsent} unsent` : unsent ? `${unsent} unsent` : "saved";
  if (traffic.textContent !== text) traffic.textContent = text;
  traffic.dataset.state = outbox.traffic;
}

/** What lies in this browser and needs somebody: acts of other accounts, acts that were refused. */
async function showAsides(): Promise<void> {
  if (!outbox) return;
  const others = [...outbox.ofOthers];
  const refused = (await outbox.parked()).filter((act) => act.account === me?.name);
  const topics = unsentDrafts().filter((id) => location.hash !== `#candidate/${id}`);
  aside.replaceChildren(
    ...topics.map((id) => note(`Topic ${id} has changes in this browser that were never sent.`, h("a", { href: `#candidate/${id}` }, "Open it to send them"))),
    ...(mine ? [] : [note("Another tab of this browser is judging, so this one is read-only. It takes over when the other tab is closed.")]),
    ...(others.length ? [note(messages.actsOfOthers(others[0].account, others.length), button("Save them as a file", () => download("unsent.json", others)), button("Discard them", async () => { await dequeue(others); await outbox?.open(); await showAsides(); }))] : []),
    ...(refused.length ? [note(messages.refusedActs(refused.length, refused[0].message ?? ""), button("Save them as a file", () => download("refused.json", refused)), button("Dismiss", async () => { await forgetParked(refused); await showAsides(); }))] : []));
}

// ---- Views ----------------------------------------------------------------------------------------------------------

async function openItem(list: ItemList, assignmentId: number, item: Item): Promise<void> {
  const now = me as Me;
  const own = now.assignments.find((each) => each.id === assignmentId);
  if (!judging || judging.context.assignment.id !== assignmentId) {
    show();
    const readOnly = () => (!own ? "You are looking at the work of somebody else. You cannot change it." : list.state === "locked" ? "The topic is locked." : !mine ? "Another tab of this browser is judging." : "");
    judging = new Judging({
      outbox: outbox as Outbox, list, readOnly,
      assignment: own ?? { id: assignmentId, topic: list.topic, fields: {}, state: list.state, items: list.items.length, judged: 0 },
      done: (what, at) => guide?.done(what, at),
    });
    shown = judging;
    view.replaceChildren(...(guide ? [guide.node] : []), judging.node);
  }
  await judging.open(item);
}

let routing = 0;

/** Shows what the address asks for. What was asked for before and comes later than this is not shown any more. */
async function route(): Promise<void> {
  if (!me || !outbox) return;
  const turn = ++routing;
  const { assignment, doc, page, rest } = wanted();
  try {
    if (page === "organise" && seesFigures(me)) {
      document.title = "Organising – fovea";
      const organiser = new Organiser(me);
      show(organiser.node, organiser);
      return await organiser.open();
    }
    const takesPart = me.roles.includes("participant");
    const number = Number(rest);
    if (page === "candidates" && takesPart) {
      document.title = "Topics that you write – fovea";
      const list = await candidatesView(me);
      return turn === routing ? show(list) : undefined;
    }
    if (page === "candidate" && (takesPart || me.roles.includes("organiser"))) {
      const loaded = await CandidatePage.load(me, number, logInAgain);
      if (turn !== routing) return;
      document.title = `Topic ${number} – fovea`;
      show(loaded.node, loaded);
      candidate = loaded;
      return;
    }
    if (page === "runs" && (takesPart || me.roles.includes("organiser"))) {
      document.title = "Runs – fovea";
      const runs = new RunsPage();
      await runs.open();
      return turn === routing ? show(runs.node, runs) : runs.leave();
    }
    if (page === "results") {
      document.title = "Results – fovea";
      const opened = new ResultsPage(me);
      await opened.open();
      if (turn !== routing) return opened.leave();
      return show(opened.node, opened);
    }
    if (page === "selection" && me.roles.includes("organiser")) {
      document.title = "Selection – fovea";
      const selection = new Selection(me);
      await selection.refresh();
      return turn === routing ? show(selection.node) : undefined;
    }
    if (assignment === undefined) {
      if (navigator.onLine) me = await whoAmI().catch(() => me as Me);
      if (turn !== routing) return;
      document.title = "Your topics – fovea";
      return show(topicsView(me, startGuide));
    }
    const known = judging?.context.assignment.id === assignment && judging.context.list.items.find((each) => each.doc === doc);
    if (known && judging) return await openItem(judging.context.list, assignment, known);
    const list = await loadList(me.name, assignment);
    if (turn !== routing) return;
    for (const each of list.items) {
      // What is done here counts, sent or not.
      const { state } = outbox.journal(assignment, each.doc);
      if (state.version > each.version) each.status = state.status;
    }
    const item = doc === undefined ? undefined : list.items.find((each) => each.doc === doc);
    if (item) return await openItem(list, assignment, item);
    if (doc !== undefined) throw new Fault(404, "This article is not among those of the topic.");
    const own = me.assignments.find((each) => each.id === assignment);
    const items = await itemsView(own ?? { id: assignment, topic: list.topic, fields: {}, state: list.state, items: 0, judged: 0 }, list, own !== undefined, outbox, () => void route());
    if (turn !== routing) return;
    document.title = `Topic ${list.topic} – fovea`;
    show(items);
    view.querySelector<HTMLElement>("#begin")?.focus();
  } catch (fault) {
    if (turn !== routing) return;
    if (fault instanceof Fault && fault.status === 401) return logInAgain();
    show(h("main", { class: "plain" }, h("h1", {}, "Something went wrong"), h("p", { class: "error", role: "alert" }, (fault as Error).message), h("p", {}, h("a", { href: "#" }, "Your topics"), " ", button("Try again", () => void route()))));
  }
}

async function startGuide(): Promise<void> {
  if (!me?.assignments.length) return;
  guide = new Guide(() => { guide = undefined; });
  const { id } = me.assignments[0];
  const list = await loadList(me.name, id);
  const item = list.items.find((each) => each.status === "open") ?? list.items[0];
  if (item) location.hash = `#${id}/${encodeURIComponent(item.doc)}`;
}

/** One tab judges; others look on, and the next takes over when it goes. Done when it is known which this one is. */
function takeTurns(): Promise<void> {
  const hold = () => new Promise<void>(() => undefined);
  return new Promise((known) => {
    if (!navigator.locks) {
      mine = true;
      return void outbox?.open().then(known);
    }
    void navigator.locks.request("fovea-judging", { ifAvailable: true }, async (lock) => {
      mine = lock !== null;
      if (lock) await outbox?.open();
      known();
      if (lock) return hold();
      void navigator.locks.request("fovea-judging", async () => {
        mine = true;
        await outbox?.open();
        await showAsides();
        show();
        await route();
        return hold();
      });
      return undefined;
    });
  });
}

async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const types = (globalThis as unknown as { trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } } }).trustedTypes;
  const policy = types?.createPolicy("fovea-worker", { createScriptURL: (url) => { if (url === "/worker.js") return url; throw new TypeError("another script"); } });
  await navigator.serviceWorker.register(policy ? policy.createScriptURL("/worker.js") : "/worker.js").catch(() => undefined);
}

async function start(): Promise<void> {
  const hash = new URLSearchParams(location.hash.slice(1));
  try {
    if (hash.has("key")) {
      await ask("POST", "login", { key: hash.get("key") });
      history.replaceState(null, "", "/");
    }
    const token = hash.get("invite");
    if (token) {
      return show(h("main", { class: "plain" }, h("h1", {}, "Welcome"), entry([["password", "Choose a password, 8 characters at least", "password", "new-password"]], "Begin", (values) => ask("POST", "invite", { token, ...values }), () => {
        history.replaceState(null, "", "/");
        void start();
      })));
    }
    me = await whoAmI();
    await keep(kMe, me);
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.status !== 0) {
      if (fault instanceof Fault && fault.status === 401 && !hash.has("key")) return logInView();
      return show(h("main", { class: "plain" }, h("h1", {}, "Something went wrong"), h("p", { class: "error", role: "alert" }, (fault as Error).message), h("p", {}, button("Log in", logInView))));
    }
    // No network: as whoever was here last.
    me = await kept<Me>(kMe);
    if (!me) return show(h("main", { class: "plain" }, h("h1", {}, "Server unreachable"), h("p", {}, fault.message), button("Try again", () => void start())));
  }
  typedBy(me.name);
  who.textContent = me.name;
  menu.replaceChildren(...(me.search ? [h("a", { href: "/search" }, "Search")] : []), ...(me.roles.includes("participant") ? [h("a", { href: "#candidates" }, "Write topics")] : []), ...(me.roles.includes("participant") || me.roles.includes("organiser") ? [h("a", { href: "#runs" }, "Runs")] : []), h("a", { href: "#results" }, "Results"), ...(seesFigures(me) ? [h("a", { href: "#organise" }, "Organise")] : []), button("Log out", () => void logOut()));
  outbox = new Outbox(me.name);
  outbox.addEventListener("change", () => void showTraffic());
  outbox.addEventListener("login", logInAgain);
  outbox.addEventListener("refused", () => void showAsides());
  outbox.addEventListener("message", (event) => { judging?.tell((event as CustomEvent<string>).detail); announce((event as CustomEvent<string>).detail); });
  outbox.addEventListener("conflict", () => {
    for (const conflict of outbox?.conflicts.values() ?? []) showConflict(outbox as Outbox, conflict, () => { void showAsides(); void route(); });
  });
  await takeTurns();
  void showTraffic();
  void showAsides();
  await route();
  void registerWorker();
}

addEventListener("hashchange", () => {
  // What is open needs no reminder.
  void showAsides();
  void route();
});
addEventListener("fovea-login", () => me && logInAgain());
watchFocus();
void start();
