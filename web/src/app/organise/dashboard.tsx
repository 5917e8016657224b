// The organiser's dashboard: one page per concern, each with an address of its own.
import { useEffect, useMemo } from "preact/hooks";
import type { Me } from "../../assess/api";
import { PoolPanel } from "../../assess/pooling";
import { ResultsPage } from "../../assess/results";
import { Selection } from "../../assess/selection";
import { RunsPage } from "../../assess/submissions";
import { Mount } from "../parts";
import { tabsOf, type Tab } from "../routes";
import { AgreementTab } from "./agreement";
import { AssignmentsTab } from "./assignments";
import { DataTab } from "./data";
import { OverviewTab } from "./overview";
import { PeopleTab } from "./people";
import { QuestionnairesTab } from "./questionnaires";
import { Reuse } from "./reuse";
import { ScoresTab } from "./scores";

/** A page that is made of elements, in a tab. */
function Opened({ make }: { make: () => { node: HTMLElement; open(): Promise<void>; leave(): void } }) {
  const page = useMemo(make, []);
  useEffect(() => {
    void page.open();
    return () => page.leave();
  }, []);
  return <Mount node={page.node} />;
}

const contents: Record<Tab, (me: Me) => preact.JSX.Element> = {
  overview: (me) => <OverviewTab me={me} />,
  people: () => <PeopleTab />,
  topics: (me) => <Opened make={() => new Selection(me)} />,
  runs: () => <Opened make={() => new RunsPage()} />,
  pool: () => (
    <>
      <h1>Pool</h1>
      <Opened make={() => new PoolPanel()} />
    </>
  ),
  assignments: (me) => <AssignmentsTab organises={me.roles.includes("organiser")} />,
  agreement: () => <AgreementTab />,
  questionnaires: () => <QuestionnairesTab />,
  scores: () => <ScoresTab />,
  results: (me) => (
    <>
      <Opened make={() => new ResultsPage(me)} />
      <Reuse />
    </>
  ),
  data: () => <DataTab />,
};

export function Dashboard({ me, tab }: { me: Me; tab: Tab }) {
  return (
    <div class="dashboard">
      <nav class="tabs" aria-label="Dashboard">
        {tabsOf(me).map(({ path, title }) => (
          <a key={path} href={`#organise/${path}`} aria-current={path === tab ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <p class="tab-choice">
        <label for="tab-choice">Dashboard</label>
        <select
          id="tab-choice"
          value={tab}
          onChange={(event) => {
            location.hash = `#organise/${event.currentTarget.value}`;
          }}
        >
          {tabsOf(me).map(({ path, title }) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
        </select>
      </p>
      <main class="plain wide" data-tab={tab}>
        {contents[tab](me)}
      </main>
    </div>
  );
}
