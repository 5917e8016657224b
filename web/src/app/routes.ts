// Every page of the app, in one table: its address, its title, who may see it, and where the navigation names it.
import { seesFigures, type Me } from "../assess/api";

export interface Page {
  /** The first part of the address, after the #. */
  path: string;
  title: string;
  allowed: (me: Me) => boolean;
  /** What the navigation calls it; pages without a name there are reached from others. */
  nav?: string;
  /** For whom the navigation names it; everybody who may see it unless given. */
  listed?: (me: Me) => boolean;
  /** The page of the navigation that it belongs to. */
  within?: string;
}

const organises = ({ roles }: Me) => roles.includes("organiser");
const takesPart = ({ roles }: Me) => roles.includes("participant");
const assesses = (me: Me) => me.roles.includes("assessor") || me.assignments.length > 0;

/** In the order of the navigation. */
export const pages: readonly Page[] = [
  { path: "organise", title: "Dashboard", nav: "Dashboard", allowed: seesFigures },
  { path: "selection", title: "Topics", allowed: organises, within: "organise" },
  { path: "home", title: "Home", nav: "Home", allowed: takesPart },
  { path: "candidates", title: "Your topics", nav: "Write topics", allowed: takesPart },
  { path: "candidate", title: "Topic", allowed: (me) => takesPart(me) || organises(me), within: "candidates" },
  { path: "runs", title: "Runs", nav: "Runs", allowed: (me) => takesPart(me) || organises(me), listed: takesPart },
  { path: "assess", title: "Assess", nav: "Assess", allowed: assesses },
  { path: "results", title: "Results", nav: "Results", allowed: () => true },
];

/** Tabs of the dashboard. Readers see those with figures. */
export const tabs = [
  { path: "overview", title: "Overview", figures: true },
  { path: "people", title: "People" },
  { path: "topics", title: "Topics" },
  { path: "runs", title: "Runs" },
  { path: "pool", title: "Pool" },
  { path: "assignments", title: "Assignments", figures: true },
  { path: "agreement", title: "Agreement", figures: true },
  { path: "questionnaires", title: "Questionnaires" },
  { path: "scores", title: "Scores", figures: true },
  { path: "results", title: "Results" },
  { path: "data", title: "Data" },
] as const satisfies readonly { path: string; title: string; figures?: boolean }[];
export type Tab = (typeof tabs)[number]["path"];

export const tabsOf = (me: Me) => tabs.filter((tab) => organises(me) || "figures" in tab);

/** What the navigation shows to somebody. */
export const listedFor = (me: Me) => pages.filter(({ nav, allowed, listed = allowed }) => nav && listed(me));

/** Where somebody begins. */
export const homeOf = (me: Me): string =>
  organises(me) ? "organise" : takesPart(me) ? "home" : assesses(me) ? "assess" : "results";

/** The page that an address asks for: a number is a topic to assess. Undefined where there is none. */
export function pageAt(address: string, me: Me): Page | undefined {
  const first = address.split("/")[0] || homeOf(me);
  if (/^\d+$/.test(first))
    return { path: "", title: "Topic", allowed: () => true, within: assesses(me) ? "assess" : "organise" };
  return pages.find(({ path, allowed }) => path === first && allowed(me));
}
