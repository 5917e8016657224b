// What the runs score by now, best first, with what is not assessed yet.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { intervalChart } from "../../assess/chart";
import { ErrorText, figure, Mount, Table, usePolled } from "../parts";
import type { Live } from "./types";

export function ScoresTab() {
  const measure = useSignal("");
  const finished = useSignal(false);
  const known = useRef<Live | undefined>(undefined);
  const live = usePolled<Live>(() => `live?since=${known.current?.seq ?? -1}${finished.value ? "&finished=1" : ""}`, {
    absent: [404, 422, 503],
  });
  // Only the number of the last event comes when nothing has changed.
  if (live.data.value?.runs) known.current = live.data.value;
  const { runs = [], measures = [], topics = 0, fault } = known.current ?? {};
  const chosen = measures.includes(measure.value) ? measure.value : (measures[0] ?? "");
  const rows = runs.filter((run) => run.scores[chosen]).sort((a, b) => b.scores[chosen].mean - a.scores[chosen].mean);
  const only = (on: boolean) => {
    finished.value = on;
    known.current = undefined;
    void live.refresh();
  };
  return (
    <>
      <h1>Scores, as of now</h1>
      <ErrorText text={live.error.value} />
      <p class="row">
        <label for="measure">Measure</label>
        <select
          id="measure"
          value={chosen}
          onChange={(event) => {
            measure.value = event.currentTarget.value;
          }}
        >
          {measures.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <span class="pair">
          <input
            type="checkbox"
            id="finished"
            checked={finished.value}
            onChange={(event) => only(event.currentTarget.checked)}
          />
          <label for="finished">Finished topics only</label>
        </span>
      </p>
      {rows.length === 0 ? (
        <p class="empty">There are no scores yet. They appear as soon as an article has been assessed.</p>
      ) : (
        <>
          <p>
            {`Topics with assessed articles: ${topics}. Unjudged articles count as not relevant; ` +
              `the column “Judged only” leaves them out.${fault ? ` ${fault}` : ""}`}
          </p>
          {rows.some(({ scores }) => scores[chosen].mean > 0) && (
            <Mount
              node={intervalChart(
                `${chosen} of all runs`,
                rows.map((run) => ({
                  name: run.run,
                  value: run.scores[chosen].mean,
                  interval: run.scores[chosen].interval,
                })),
              )}
            />
          )}
          <Table
            caption={`${chosen} of all runs`}
            rows={rows}
            keyOf={({ run }) => run}
            columns={[
              { title: "Run", cell: (run) => run.run + (run.fault ? ` – ${run.fault}` : "") },
              { title: chosen, cell: (run) => figure(run.scores[chosen].mean), number: true },
              {
                title: "95 % interval",
                cell: ({ scores }) => {
                  const { interval } = scores[chosen];
                  return interval ? `${figure(interval[0])} to ${figure(interval[1])}` : "–";
                },
                number: true,
              },
              { title: "Judged only", cell: (run) => figure(run.scores[chosen].judged_only), number: true },
              {
                title: "Judged in first 10",
                cell: (run) => (run.judged_at_10 === null ? "–" : `${Math.round(100 * run.judged_at_10)} %`),
                number: true,
              },
              { title: "First unjudged rank", cell: (run) => figure(run.first_unjudged, 1), number: true },
            ]}
          />
        </>
      )}
    </>
  );
}
