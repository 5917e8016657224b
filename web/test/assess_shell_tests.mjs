// The shell around every page: header, navigation by role, titles, menu on a phone, pages for what is not there.
import assert from "node:assert/strict";
import test from "node:test";
import { complaintsOfAxe, session, visit, world } from "./assess_world.mjs";

/** Of the track; what it has of HTML is text. */
const trackTitle = "Ships & <b>shells</b>";
const article = "<article><p>One is here. Two is there.</p></article>";
const go = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

async function track() {
  const made = await world({ articles: { a: article }, topics: { 1: "shell" }, toml: `title = "${trackTitle}"\n` });
  const enter = async (name, body, options) => {
    const { token } = await made.api("POST", "admin/account", { name, ...body });
    await session(made.origin, { token, password: "long enough" }, "invite");
    const at = await visit(made.origin, { bypassCSP: true, ...options });
    await at.page.goto(made.origin);
    await at.page.waitForSelector("#in-name:focus");
    await at.page.keyboard.type(name);
    await at.page.fill("#in-password", "long enough");
    await at.page.keyboard.press("Enter");
    await at.page.waitForSelector("#account-menu");
    return at;
  };
  return { ...made, enter };
}

test("Everybody lands on the page of their role, with a navigation of their own", async () => {
  const { enter } = await track();
  const wanted = {
    organiser: {
      body: { role: "organiser" },
      h1: "Overview",
      title: `Dashboard – ${trackTitle}`,
      nav: ["Dashboard", "Results"],
    },
    participant: {
      body: { role: "participant", group: "QUT" },
      h1: trackTitle,
      title: `Home – ${trackTitle}`,
      nav: ["Home", "Write topics", "Runs", "Results"],
    },
    assessor: { body: { role: "assessor" }, h1: "Your topics", title: `Assess – ${trackTitle}`, nav: ["Assess", "Results"] },
    reader: {
      body: { role: "reader" },
      h1: "Results",
      title: `Results – ${trackTitle}`,
      nav: ["Dashboard", "Results"],
      home: "Results",
    },
  };
  for (const [role, { body, h1, title, nav, home = nav[0] }] of Object.entries(wanted)) {
    const { page, check, close } = await enter(role, body);
    await page.waitForSelector(`main h1:text-is("${h1}")`);
    assert.equal(await page.title(), title);
    assert.equal(await page.textContent("header .brand"), trackTitle);
    const icon = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=icon]").href)).headers.get("content-type"));
    assert.equal(icon, "image/svg+xml");
    assert.deepEqual(await page.$$eval(".menu a", (all) => all.map((each) => each.textContent)), nav, role);
    assert.deepEqual(await page.$$eval(".menu [aria-current=page]", (all) => all.map((each) => each.textContent)), [
      home,
    ]);
    assert.deepEqual(await complaintsOfAxe(page), [], role);
    // Each page of the navigation has the header, is named in it and in the window's title.
    for (const name of nav) {
      await page.click(`.menu >> text=${name}`);
      await page.waitForFunction(
        (current) => document.querySelector(".menu [aria-current=page]")?.textContent === current,
        name,
      );
      await page.waitForSelector("main h1");
      assert.match(await page.title(), / – Ships & <b>shells<\/b>$/);
      assert.equal(await page.textContent("#traffic"), "saved");
    }
    check();
    await close();
  }
});

test("On a phone the navigation is behind a button, and nothing is moved sideways", async () => {
  const { enter } = await track();
  const { page, check, close } = await enter(
    "quinn",
    { role: "participant", group: "QUT" },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
  );
  assert.ok(!(await page.isVisible(".menu a")));
  await page.tap(".menu-button");
  await page.waitForSelector(".menu a:visible");
  assert.equal(await page.getAttribute(".menu-button", "aria-expanded"), "true");
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".menu a", { state: "hidden" });
  await page.tap(".menu-button");
  await page.tap(".menu >> text=Runs");
  await page.waitForSelector("h1:has-text('Runs')");
  assert.ok(!(await page.isVisible(".menu a")), "it closes when a page is chosen");
  await page.tap("#account-menu");
  await page.waitForSelector("#account-panel:has-text('QUT')");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.selectOption("#theme", "light");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(251, 251, 250)");
  await page.reload();
  await page.waitForSelector("#account-menu");
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    "rgb(251, 251, 250)",
    "the choice is kept",
  );
  check();
  await close();
});

test("An address that leads nowhere says so, and a server that is away is tried again", async () => {
  const { enter } = await track();
  const { page, context, close } = await enter("org", { role: "organiser" });
  await go(page, "#nowhere");
  await page.waitForSelector("h1:text-is('Page not found')");
  assert.equal(await page.title(), `Page not found – ${trackTitle}`);
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.click("text=Go to the start page");
  await page.waitForSelector("h1:text-is('Overview')");
  await context.setOffline(true);
  await go(page, "#results");
  await page.waitForSelector("h1:text-is('Server unreachable')");
  assert.deepEqual(await complaintsOfAxe(page), []);
  await context.setOffline(false);
  await page.waitForSelector("h1:text-is('Results')");
  await close();
});

test("An invitation tells its rules before they are broken, at the field", async () => {
  const { api, origin } = await track();
  const { token } = await api("POST", "admin/account", { name: "zoë", role: "assessor" });
  const { page, close } = await visit(origin, { bypassCSP: true });
  await page.goto(`${origin}/#invite=${token}`);
  await page.waitForSelector("#in-password:focus");
  assert.match(await page.textContent("#hint-password"), /At least 8 characters/);
  // Seven letters of two bytes each.
  await page.keyboard.type("äöüäöüä");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".field .error:has-text('7 characters')");
  assert.ok(await page.evaluate(() => document.activeElement.id === "in-password"));
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.fill("#in-password", "äöüäöüäö");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".who:text-is('zoë')");
  await close();
});

test("Many people are invited at once, and roles change on the page", async () => {
  const { enter, api, origin } = await track();
  const { page, check, close } = await enter("org", { role: "organiser" });
  await go(page, "#organise/people");
  await page.click("text=Invite many at once");
  await page.fill("#many-people", "ann, assessor\nbo, king");
  await page.click("text=Invite all");
  await page.waitForSelector(".error:has-text('Line 2')");
  assert.ok(!(await api("GET", "overview")).accounts.some(({ name }) => name === "ann"), "all or none");
  await page.fill("#many-people", "ann, assessor\nquinn, participant, QUT");
  await page.click("text=Invite all");
  await page.waitForSelector("[aria-label='New invitations']");
  const links = await page.$$eval("[aria-label='New invitations'] code", (all) => all.map((each) => each.textContent));
  assert.equal(links.length, 2);
  assert.ok(links.every((link) => link.startsWith(`${origin}/#invite=`)));
  assert.deepEqual(await complaintsOfAxe(page), []);
  await page.check("[aria-label='ann is reader']");
  await page.waitForFunction(async () =>
    (await (await fetch("/api/overview")).json()).accounts.find(({ name }) => name === "ann").role.includes("reader"),
  );
  assert.ok(await page.isChecked("[aria-label='ann is assessor']"));
  // Nobody loses the dashboard by one click; what the server refuses is not shown as done.
  await page.click("[aria-label='org is organiser']");
  await page.click("dialog >> text=Cancel");
  await page.waitForSelector("[aria-label='org is organiser']:checked");
  await page.click("[aria-label='ann is participant']");
  await page.waitForSelector("tr:has([aria-label='ann is participant']) .error");
  assert.ok(!(await page.isChecked("[aria-label='ann is participant']")));
  // Topics without a main assessor go to those who can assess: here all have one.
  await go(page, "#organise/assignments");
  await page.waitForSelector("[aria-label='Assignments'] tbody tr");
  assert.equal(await page.locator("#distribute").count(), 0);
  check();
  await close();
});

test("Links are renewed and revoked, accounts disabled and enabled, topics unassigned and given back", async () => {
  const { enter, api, origin } = await track();
  const { page, check, close } = await enter("org", { role: "organiser" });
  const ann = await enter("ann", { role: "assessor" });
  const keepsFocus = async (what) =>
    assert.ok(await page.evaluate(() => document.activeElement !== document.body), `focus after ${what}`);
  const act = async (name, sure) => {
    await page.click(`[aria-label='${name}']`);
    if (!sure) return;
    assert.deepEqual(await complaintsOfAxe(page), []);
    await page.click(`dialog footer button:text-is('${sure}')`);
    await page.waitForSelector("dialog", { state: "detached" });
  };
  const works = async (link) =>
    (await fetch(`${origin}/api/invite`, {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/json" },
      body: JSON.stringify({ token: link.split("=")[1], password: "long enough" }),
    })).ok;
  await go(page, "#organise/people");
  await page.fill("#invitee", "eve");
  await page.click("button:text-is('Invite')");
  const first = await page.inputValue("#invitation");
  const row = (name) => `[aria-label='Accounts'] tr:has(th:has-text('${name}'))`;
  await page.waitForSelector(`${row("eve")} [data-state=invited]:has-text('link until')`);
  await act("New link for eve", "Make a link");
  await page.waitForFunction((before) => document.getElementById("invitation").value !== before, first);
  // Whoever asked for it in a long list is led to it.
  await page.waitForSelector("#invitation:focus");
  const second = await page.inputValue("#invitation");
  await act("Revoke the link of eve", "Revoke");
  await page.waitForSelector(`${row("eve")} :text('no valid link')`);
  await keepsFocus("revoking");
  assert.ok(!(await works(first)) && !(await works(second)));

  assert.equal(await page.locator("[aria-label='Disable org']").count(), 0, "nobody disables themselves");
  await act("Disable ann", "Disable");
  await page.waitForSelector(`${row("ann")} [data-state=disabled]`);
  await keepsFocus("disabling");
  await ann.page.reload();
  await ann.page.waitForSelector("#in-password");
  await act("Enable ann");
  await page.waitForSelector(`${row("ann")} [data-state=active]`);
  await keepsFocus("enabling");
  assert.deepEqual(await complaintsOfAxe(page), []);

  // The owner's topic, with one article that is assessed.
  const { items } = await api("GET", "assignments/1/items");
  const acts = [{ op: "1".repeat(32), doc: "a", base_version: 0, sha256: items[0].sha256, kind: "judge", data: { verdict: "not_relevant" } }];
  await api("POST", "assignments/1/events", acts);
  await go(page, "#organise/assignments");
  await page.waitForSelector("td:has-text('1/1')");
  await page.click("[aria-label='Unassign topic 1 from owner']");
  await page.waitForSelector("dialog:has-text('1 assessed article will not be exported')");
  await page.click("dialog footer button:text-is('Unassign')");
  await page.waitForSelector("#unassigned:has-text('owner no longer assesses topic 1')");
  await page.waitForSelector(".empty");
  await keepsFocus("unassigning");
  assert.deepEqual((await api("GET", "me")).assignments, []);
  await page.click("[aria-label='Undo unassigning']");
  await page.waitForSelector("td:has-text('1/1')");
  await keepsFocus("undoing");

  // All of it is on record, and the record is whole.
  await go(page, "#organise/data");
  await page.click("#verify");
  await page.waitForSelector("#verified:text-matches('^Verified: [0-9]+ events, chain intact\\\\.$')");
  await page.waitForSelector("[aria-label='Storage'] tr:has-text('store') td:has-text('kB')");
  assert.deepEqual(await complaintsOfAxe(page), []);
  check();
  await Promise.all([close(), ann.close()]);
});
