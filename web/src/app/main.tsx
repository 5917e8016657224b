// The app: who is logged in, which page the address asks for, and the header around it.
import { render, type ComponentChild } from "preact";
import { ask, Fault, whoAmI, type Assignment, type Item, type ItemList, type Me } from "../assess/api";
import { CandidatePage } from "../assess/candidate";
import { candidatesView } from "../assess/candidates";
import { download, showConflict } from "../assess/conflict";
import { unsentDrafts } from "../assess/draft";
import { Guide } from "../assess/guide";
import { Judging } from "../assess/judging";
import { itemsView, loadList, topicsView } from "../assess/lists";
import { Outbox } from "../assess/outbox";
import { kPractice, Practice } from "../assess/practice";
import { ResultsPage } from "../assess/results";
import { dequeue, forgetKept, forgetParked, keep, kept } from "../assess/storage";
import { RunsPage } from "../assess/submissions";
import { isBack, typedBy } from "../assess/typed";
import { openDialog } from "../shared/dialog";
import { announce, button, h } from "../shared/dom";
import { focusHeading, watchFocus } from "../shared/focus";
import type { Gives } from "../shared/api_types";
import { messages } from "../shared/messages";
import { FaultPage, InvitationPage, LogInForm, LogInPage, NotFoundPage, UnreachablePage } from "./entry";
import { Header } from "./header";
import { ParticipantHome } from "./home";
import { Dashboard } from "./organise/dashboard";
import { pageAt, tabsOf, type Tab } from "./routes";
import { address, me, setTitle, traffic } from "./state";

const kMe = "me";
const view = h("div", { id: "view" });
const aside = h("div", { class: "asides" });
const header = h("header", { class: "top" });

let outbox: Outbox | undefined;
let judging: Judging | undefined;
let candidate: CandidatePage | undefined;
/** What is shown, and stops what it does in the background when it is left. */
let shown: { leave(): void } | undefined;
let mine = false;

const toContent = (event: Event) => {
  event.preventDefault();
  (view.querySelector<HTMLElement>("h1[tabindex], [tabindex], a, input") ?? view).focus();
};
document.body.append(h("a", { class: "skip", href: "#view", click: toContent }, "To the content"), header, aside, view);

// ---- What is shown --------------------------------------------------------------------------------------------------

/** Leaves what is shown, and shows something else. */
function show(node?: HTMLElement, page?: { leave(): void }): void {
  shown?.leave();
  shown = page;
  judging = candidate = undefined;
  view.replaceChildren(...(node ? [node] : []));
  if (node && !node.contains(document.activeElement)) focusHeading();
}

/** The same for a component. It is taken down when it is left. */
function showComponent(content: ComponentChild): void {
  const place = h("div");
  render(content, place);
  show(place, { leave: () => render(null, place) });
}

// ---- Logging in and out ---------------------------------------------------------------------------------------------

function logInView(): void {
  me.value = undefined;
  setTitle("Log in");
  showComponent(<LogInPage done={() => void start()} />);
}

/** The session has ended while there is work to do: the page stays as it is, and the log-in is on top of it. */
function logInAgain(): void {
  if (document.getElementById("again")) return;
  const place = h("div");
  const done = async () => {
    const now = await whoAmI();
    dialog.close();
    if (now.name !== me.value?.name) return location.reload();
    isBack();
    void outbox?.send();
  };
  const dialog = openDialog({
    id: "again",
    title: "Log in again",
    required: true,
    body: [
      h("p", {}, "Your session has ended. What you did is kept in this browser and will be sent after you log in."),
      place,
    ],
    closed: () => render(null, place),
  });
  render(<LogInForm done={() => void done()} />, place);
}

async function logOut(): Promise<void> {
  await candidate?.flush();
  if (outbox?.unsent || unsentDrafts().length) {
    announce("Some of your changes have not been sent yet.");
    aside.replaceChildren(
      note(
        "Some of your changes have not been sent yet. Wait until they are; if you log out now, they stay in " +
          "this browser until you log in here again.",
        button("Log out all the same", () => void leave()),
      ),
    );
    return;
  }
  await leave();
}
async function leave(): Promise<void> {
  await ask("POST", "logout").catch(() => undefined);
  await forgetKept();
  history.replaceState(null, "", "/");
  location.reload();
}

// ---- Notes below the header -----------------------------------------------------------------------------------------

function note(text: string, ...more: HTMLElement[]): HTMLElement {
  return h("p", { class: "note" }, text, " ", ...more);
}

function showTraffic(): void {
  if (outbox) traffic.value = { state: outbox.traffic, unsent: outbox.unsent };
}

/**
 * What this browser holds and somebody has to decide about: changes of other accounts, and changes that were refused.
 */
async function showAsides(): Promise<void> {
  if (!outbox) return;
  const others = [...outbox.ofOthers];
  const refused = (await outbox.parked()).filter((act) => act.account === me.value?.name);
  const topics = unsentDrafts().filter((id) => location.hash !== `#candidate/${id}`);
  const notes = topics.map((id) =>
    note(
      `Topic ${id} has changes in this browser that were never sent.`,
      h("a", { href: `#candidate/${id}` }, "Open it to send them"),
    ),
  );
  if (!mine)
    notes.push(
      note(
        "Another tab of this browser is judging, so this one is read-only. It takes over when the other tab is closed.",
      ),
    );
  if (others.length) {
    notes.push(
      note(
        messages.actsOfOthers(others[0].account, others.length),
        button("Save them as a file", () => download("unsent.json", others)),
        button("Discard them", async () => {
          await dequeue(others);
          await outbox?.open();
          await showAsides();
        }),
      ),
    );
  }
  if (refused.length) {
    notes.push(
      note(
        messages.refusedActs(refused.length, refused[0].message ?? ""),
        button("Save them as a file", () => download("refused.json", refused)),
        button("Dismiss", async () => {
          await forgetParked(refused);
          await showAsides();
        }),
      ),
    );
  }
  aside.replaceChildren(...notes);
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

/**
 * What the work of somebody is about, for who does not own it: the server names the topic, and organisers know its
 * title.
 */
async function lookedAt(id: number, list: ItemList) {
  const [{ topics }, progress] = await Promise.all([
    ask<Pick<Gives<"GET overview">, "topics">>("GET", "overview").catch(() => ({ topics: [] })),
    ask<Gives<"GET progress">>("GET", "progress").catch(() => []),
  ]);
  const title = topics.find((each) => each.id === list.topic)?.title ?? "";
  return {
    id,
    account: progress.find((each) => each.id === id)?.account ?? "somebody else",
    topic: list.topic,
    fields: { title } as Record<string, string>,
    state: list.state,
    items: list.items.length,
    judged: 0,
  };
}

async function openItem(list: ItemList, id: number, item: Item): Promise<void> {
  const own = (me.value as Me).assignments.find((each) => each.id === id);
  if (!judging || judging.context.assignment.id !== id) {
    const others = own ? undefined : await lookedAt(id, list);
    const assignment = own ?? (others as Assignment);
    const whose = others && messages.lookingAt(others.account);
    show();
    const readOnly = () =>
      whose
        ? whose
        : list.state === "locked"
          ? "The topic is locked."
          : !mine
            ? "Another tab of this browser is judging."
            : "";
    judging = new Judging({
      outbox: outbox as Outbox,
      list,
      readOnly,
      assignment,
      done: () => undefined,
    });
    shown = judging;
    view.replaceChildren(...(whose ? [note(whose)] : []), judging.node);
  }
  await judging.open(item);
}

/** The articles of a topic, or one of them. */
async function showTopic(id: number, doc: string | undefined, isWanted: () => boolean): Promise<void> {
  const known = judging?.context.assignment.id === id && judging.context.list.items.find((each) => each.doc === doc);
  if (known && judging) return openItem(judging.context.list, id, known);
  const account = me.value as Me;
  const list = await loadList(account.name, id);
  if (!isWanted()) return;
  for (const each of list.items) {
    // What is done here counts, sent or not.
    const { state } = (outbox as Outbox).journal(id, each.doc);
    if (state.version > each.version) each.status = state.status;
  }
  const item = doc === undefined ? undefined : list.items.find((each) => each.doc === doc);
  if (item) return openItem(list, id, item);
  if (doc !== undefined) throw new Fault(404, "This article is not one of the topic's.");
  const own = account.assignments.find((each) => each.id === id);
  const others = own ? undefined : await lookedAt(id, list);
  const items = await itemsView(
    own ?? (others as Assignment),
    list,
    own !== undefined,
    outbox as Outbox,
    () => void route(),
  );
  if (!isWanted()) return;
  setTitle(`Topic ${list.topic}`);
  if (others) items.prepend(note(messages.lookingAt(others.account)));
  show(items);
  view.querySelector<HTMLElement>("#begin")?.focus();
}

let routing = 0;

/** Shows what the address asks for. What was asked for before and comes later than this is not shown any more. */
async function route(): Promise<void> {
  const account = me.value;
  if (!account || !outbox) return;
  address.value = location.hash.slice(1);
  const turn = ++routing;
  const isWanted = () => turn === routing;
  const [first, ...rest] = address.value.split("/");
  const page = pageAt(address.value, account);
  const showWhenOpen = async <Opened extends { node: HTMLElement; open(): Promise<void>; leave(): void }>(
    opened: Opened,
  ) => {
    await opened.open();
    return isWanted() ? show(h("main", { class: "plain wide" }, opened.node), opened) : opened.leave();
  };
  try {
    if (!page) {
      setTitle("Page not found");
      return showComponent(<NotFoundPage />);
    }
    if (/^\d+$/.test(first)) {
      const doc = rest.length ? decodeURIComponent(rest.join("/")) : undefined;
      return await (Number(first) === kPractice ? showPractice(doc, isWanted) : showTopic(Number(first), doc, isWanted));
    }
    setTitle(page.title);
    switch (page.path) {
      case "organise":
      case "selection": {
        const wanted = page.path === "selection" ? "topics" : rest[0] || "overview";
        const tab = tabsOf(account).find(({ path }) => path === wanted);
        if (!tab) return showComponent(<NotFoundPage />);
        setTitle(tab.title === "Overview" ? page.title : `${tab.title} – ${page.title}`);
        return showComponent(<Dashboard me={account} tab={tab.path as Tab} />);
      }
      case "home":
        return showComponent(<ParticipantHome me={account} />);
      case "candidates": {
        const list = await candidatesView(account);
        return isWanted() ? show(list) : undefined;
      }
      case "candidate": {
        const loaded = await CandidatePage.load(account, Number(rest.join("/")), logInAgain);
        if (!isWanted()) return;
        setTitle(`Topic ${Number(rest.join("/"))}`);
        show(loaded.node, loaded);
        candidate = loaded;
        return;
      }
      case "runs":
        return await showWhenOpen(new RunsPage());
      case "results":
        return await showWhenOpen(new ResultsPage(account));
      default: {
        const now = navigator.onLine ? await whoAmI().catch(() => account) : account;
        if (!isWanted()) return;
        me.value = now;
        return show(topicsView(now));
      }
    }
  } catch (fault) {
    if (!isWanted()) return;
    if (fault instanceof Fault && fault.status === 401) return logInAgain();
    if (fault instanceof Fault && fault.message === messages.unreachable)
      return showComponent(<UnreachablePage again={() => void route()} />);
    showComponent(<FaultPage message={(fault as Error).message} again={() => void route()} />);
  }
}

/** The tour, on articles of its own. */
async function showPractice(doc: string | undefined, isWanted: () => boolean): Promise<void> {
  const known = judging?.context.columns && judging.context.list.items.find((each) => each.doc === doc);
  if (judging && known) return judging.open(known);
  // All of it is judged: the tour says so.
  if (judging?.context.columns) return;
  const practice = new Practice();
  const list = await practice.list();
  if (!isWanted()) return;
  show();
  const guide = new Guide(() => {
    location.hash = "#assess";
  });
  judging = new Judging({
    outbox: practice,
    list,
    assignment: practice.assignment,
    columns: (id) => practice.columns(id),
    readOnly: () => "",
    done: (what, at) => guide.done(what, at),
  });
  shown = judging;
  view.replaceChildren(guide.node, judging.node);
  await judging.open(list.items[0]);
}

// ---- Start ----------------------------------------------------------------------------------------------------------

/**
 * One tab judges; others look on, and the next takes over when it is closed. Done when it is known which this one is.
 */
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

interface Policy {
  createScriptURL(url: string): string;
}

async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  const policy = trustedTypes?.createPolicy("fovea-worker", {
    createScriptURL: (url) => {
      if (url === "/worker.js") return url;
      throw new TypeError("another script");
    },
  });
  await navigator.serviceWorker
    .register(policy ? policy.createScriptURL("/worker.js") : "/worker.js")
    .catch(() => undefined);
}

/**
 * Who is logged in, by the key or the invitation of the address where there is one. Undefined: another page is shown.
 */
async function enter(): Promise<Me | undefined> {
  const hash = new URLSearchParams(location.hash.slice(1));
  try {
    if (hash.has("key")) {
      await ask("POST", "login", { key: hash.get("key") });
      history.replaceState(null, "", "/");
    }
    const token = hash.get("invite");
    if (token) {
      setTitle("Invitation");
      const done = () => {
        history.replaceState(null, "", "/");
        void start();
      };
      showComponent(<InvitationPage token={token} done={done} />);
      return undefined;
    }
    const now = await whoAmI();
    await keep(kMe, now);
    return now;
  } catch (fault) {
    if (fault instanceof Fault && fault.status === 0) {
      // No network: as whoever was here last.
      const last = await kept<Me>(kMe);
      if (!last) showComponent(<UnreachablePage again={() => void start()} />);
      return last;
    }
    if (fault instanceof Fault && fault.status === 401 && !hash.has("key")) logInView();
    else showComponent(<FaultPage message={(fault as Error).message} again={logInView} />);
    return undefined;
  }
}

async function start(): Promise<void> {
  const now = await enter();
  if (!now) return;
  typedBy(now.name);
  outbox = new Outbox(now.name);
  outbox.addEventListener("change", showTraffic);
  outbox.addEventListener("login", logInAgain);
  outbox.addEventListener("refused", () => void showAsides());
  outbox.addEventListener("message", (event) => {
    judging?.tell((event as CustomEvent<string>).detail);
    announce((event as CustomEvent<string>).detail);
  });
  outbox.addEventListener("conflict", () => {
    for (const conflict of outbox?.conflicts.values() ?? []) {
      showConflict(outbox as Outbox, conflict, () => {
        void showAsides();
        void route();
      });
    }
  });
  await takeTurns();
  me.value = now;
  showTraffic();
  void showAsides();
  await route();
  void registerWorker();
}

addEventListener("hashchange", () => {
  // What is open needs no reminder.
  void showAsides();
  void route();
});
addEventListener("fovea-login", () => me.value && logInAgain());
watchFocus();
render(<Header logOut={() => void logOut()} />, header);
void start();
