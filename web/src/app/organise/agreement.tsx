// How far two assessors of a topic agree, where they do not, and how much suggestions pull.
import { useSignal } from "@preact/signals";
import { ask } from "../../assess/api";
import { showBoth } from "../../assess/compare";
import { ErrorText, figure, Table, usePolled } from "../parts";
import type { Agreement, Disagreement, Progress, Pull, Side } from "./types";

const kMost = 200;

const words = (side: Side) =>
  [
    side.status.replace("_", " "),
    side.spans.length && `${side.spans.length} marked`,
    side.bep !== null && `entry at ${side.bep}`,
    Object.keys(side.grades).length && `${Object.keys(side.grades).length} grades`,
  ]
    .filter(Boolean)
    .join(", ");

export function AgreementTab() {
  const found = usePolled<Agreement>(() => "agreement", { absent: [404, 422, 503] });
  const pull = usePolled<{ source: string; blind: Pull; seen: Pull }[]>(() => "suggestions", {
    every: 10_000,
    absent: [404, 422, 503],
  });
  const error = useSignal("");
  const compare = async ({ topic, doc, main, second }: Disagreement) => {
    error.value = "";
    try {
      const owner = (await ask<Progress[]>("GET", "progress")).find((each) => each.topic === topic);
      if (!owner) return;
      await showBoth(owner.id, doc, [
        { title: `Main: ${main.status.replace("_", " ")}`, ...main },
        { title: `Second: ${second.status.replace("_", " ")}`, ...second },
      ]);
    } catch (fault) {
      error.value = (fault as Error).message;
    }
  };
  const all = found.data.value;
  const { topics = [], disagreements = [] } = all ?? {};
  return (
    <>
      <h1>Agreement</h1>
      <ErrorText text={found.error.value} />
      {!all || !topics.length ? (
        <p class="empty">
          No article has been assessed by two people yet. Assign a topic to a second assessor to measure agreement.
        </p>
      ) : (
        <>
          <p>
            {`Median distance of entry points: ${figure(all.median_bep_distance, 0)} characters ` +
              `(${all.entry_points} articles). ` +
              `Kendall's tau of the runs under either assessor: ${figure(all.tau)}.`}
          </p>
          <Table
            caption="Main against second assessor"
            rows={topics}
            keyOf={({ topic }) => topic}
            columns={[
              { title: "Topic", cell: (each) => each.topic },
              { title: "Both relevant", cell: (each) => each.both_relevant, number: true },
              { title: "Neither", cell: (each) => each.neither, number: true },
              { title: "Main only", cell: (each) => each.main_only, number: true },
              { title: "Second only", cell: (each) => each.second_only, number: true },
              { title: "Kappa", cell: (each) => figure(each.kappa), number: true },
              { title: "Overlap of text", cell: (each) => figure(each.overlap), number: true },
            ]}
          />
        </>
      )}
      {disagreements.length > 0 && (
        <>
          <h2>Disagreements</h2>
          <ErrorText text={error.value} />
          <Table
            caption={
              disagreements.length > kMost
                ? `The first ${kMost} of ${disagreements.length} disagreements`
                : "Where they disagree"
            }
            rows={disagreements.slice(0, kMost)}
            keyOf={({ topic, doc }) => `${topic} ${doc}`}
            columns={[
              { title: "Topic", cell: (each) => each.topic },
              { title: "Article", cell: (each) => <span dir="auto">{each.doc}</span> },
              { title: "Main", cell: (each) => words(each.main) },
              { title: "Second", cell: (each) => words(each.second) },
              {
                title: "",
                cell: (each) => (
                  <button type="button" aria-label={`Side by side: ${each.doc}`} onClick={() => void compare(each)}>
                    Side by side
                  </button>
                ),
              },
            ]}
          />
        </>
      )}
      {(pull.data.value?.length ?? 0) > 0 && (
        <>
          <h2>Suggestions</h2>
          <p>If assessors agree more with suggestions that they have seen, the suggestions influence them.</p>
          <Table
            caption="Suggestions"
            rows={(pull.data.value ?? []).flatMap(({ source, blind, seen }) => [
              { source, how: "had not seen it", ...blind },
              { source, how: "had seen it", ...seen },
            ])}
            keyOf={(_, at) => at}
            columns={[
              { title: "Source", cell: (each) => <span dir="auto">{each.source}</span> },
              { title: "Assessors", cell: (each) => each.how },
              { title: "Articles", cell: (each) => each.documents, number: true },
              { title: "Kappa", cell: (each) => figure(each.kappa), number: true },
              { title: "F1 of text", cell: (each) => figure(each.text_f1), number: true },
              { title: "Entry distance", cell: (each) => figure(each.median_bep_distance, 0), number: true },
              {
                title: "Unchanged",
                cell: (each) => (each.unchanged === null ? "–" : `${Math.round(100 * each.unchanged)} %`),
                number: true,
              },
            ]}
          />
        </>
      )}
    </>
  );
}
