// The participant's home: what is open, what the group has done, and what can be downloaded.
import type { Me, Phase } from "../assess/api";
import { kStates, type Summary } from "../assess/candidates";
import { days } from "../assess/phases";
import type { SentRun } from "../assess/submissions";
import { many } from "../shared/messages";
import { ErrorText, usePolled } from "./parts";
import { trackTitle } from "./state";

const kWhat: Record<Phase["phase"], string> = {
  topics: "Write topics",
  selection: "Organisers choose topics",
  runs: "Send runs",
  pooling: "The pool is made",
  assessment: "Articles are assessed",
  results: "See the results",
};
const kWhere: Partial<Record<Phase["phase"], string>> = { topics: "#candidates", runs: "#runs", results: "#results" };
const kTopicFormats = { inex: "INEX XML", tsv: "TSV", jsonl: "JSON lines" };

export function ParticipantHome({ me }: { me: Me }) {
  const phases = usePolled<{ phases: Phase[] }>(() => "phases", { every: 10_000 });
  const proposals = usePolled<{ candidates: Summary[] }>(() => "candidates", { every: 0 });
  const sent = usePolled<{ runs: SentRun[] }>(() => "submissions", { every: 0, absent: [404] });
  const list = phases.data.value?.phases ?? me.phases;
  const written = (proposals.data.value?.candidates ?? []).filter(({ state }) => state !== "withdrawn");
  const runs = (sent.data.value?.runs ?? []).filter(({ state }) => state === "accepted");
  const numbered = list.some(({ phase, state }) => phase === "selection" && state === "closed");
  return (
    <main class="plain wide home">
      <h1 dir="auto">{trackTitle.value}</h1>
      {me.group && (
        <p>
          You take part for <strong dir="auto">{me.group}</strong>.
        </p>
      )}
      <ErrorText text={phases.error.value || proposals.error.value} />
      <ol class="timeline">
        {list.map((each) => (
          <li key={each.phase} data-state={each.state}>
            <strong>{each.phase}</strong>
            <span>
              {each.state === "open" && kWhere[each.phase] ? (
                <a href={kWhere[each.phase]}>{kWhat[each.phase]}</a>
              ) : (
                kWhat[each.phase]
              )}
            </span>
            <small>{[each.state, days(each)].filter(Boolean).join(" · ")}</small>
          </li>
        ))}
      </ol>
      <div class="columns">
        <section>
          <h2>Your topics</h2>
          {written.length ? (
            <ul class="cards">
              {written.map((each) => (
                <li key={each.id}>
                  <a href={`#candidate/${each.id}`} dir="auto">
                    {each.title || `Topic ${each.id}, no title yet`}
                  </a>
                  <small>
                    {kStates[each.state]}
                    {each.number && ` as ${each.number}`}
                  </small>
                </li>
              ))}
            </ul>
          ) : (
            <p class="empty">You have not written a topic yet.</p>
          )}
          <p>
            <a href="#candidates" id="to-candidates">
              All topics that you write
            </a>
          </p>
        </section>
        <section>
          <h2>Runs of {me.group}</h2>
          {runs.length ? (
            <p>
              {many(runs.length, "run is", "runs are")} accepted: {runs.map(({ name }) => name).join(", ")}.
            </p>
          ) : (
            <p class="empty">No run has been accepted yet.</p>
          )}
          <p>
            <a href="#runs">All runs and uploads</a>
          </p>
        </section>
        <section>
          <h2>Downloads</h2>
          {numbered ? (
            <p class="row">
              Topics:{" "}
              {Object.entries(kTopicFormats).map(([format, name]) => (
                <a key={format} class="button" href={`/api/topics?format=${format}`} download>
                  {name}
                </a>
              ))}
            </p>
          ) : (
            <p class="empty">Topics can be downloaded when the selection is closed.</p>
          )}
          <p>
            <a href="#results">Results, report and judgements after publication</a>
          </p>
        </section>
      </div>
    </main>
  );
}
