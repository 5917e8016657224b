// How far two assessors of a topic agree, where they do not, who decides that, and how much suggestions pull.
import { useSignal } from "@preact/signals";
import { ask, whoAmI } from "../../assess/api";
import { showBoth } from "../../assess/compare";
import { many } from "../../shared/messages";
import { Action, ErrorText, figure, Meter, Table, usePolled } from "../parts";
import { me } from "../state";
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
  const progress = usePolled<Progress[]>(() => "progress");
  const organises = me.value?.roles.includes("organiser") ?? false;
  const adjudicate = async (topic: string) => {
    const { id } = await ask<{ id: number }>("POST", "admin/assign", { topic, account: me.value?.name, part: "final" });
    me.value = await whoAmI();
    location.hash = `#${id}`;
  };
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
              `(${many(all.entry_points, "article")}). ` +
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
              {
                title: "Adjudication",
                cell: ({ topic }) => {
                  const decided = progress.data.value?.find((each) => each.topic === topic && each.part === "final");
                  // The last row sums up all topics.
                  if (!decided && (!organises || !disagreements.some((each) => each.topic === topic))) return "–";
                  if (!decided)
                    return (
                      <Action
                        label="Adjudicate"
                        name={`Adjudicate topic ${topic}`}
                        act={() => adjudicate(topic)}
                        question={{
                          title: `Adjudicate topic ${topic}?`,
                          action: "Adjudicate",
                          text: "You decide about the articles on which the two assessors disagree. Your decisions are what is exported and scored; what they said stays on record. To have somebody else decide, use Assignments.",
                        }}
                      />
                    );
                  return (
                    <>
                      {organises ? <a href={`#${decided.id}`}>{decided.account}</a> : decided.account}{" "}
                      <Meter value={decided.judged} most={decided.items} label={`Decided by ${decided.account}`} />
                    </>
                  );
                },
              },
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
              {
                title: "Article",
                cell: (each) => (
                  <span dir="auto">
                    {each.title}
                    {each.title !== each.doc && <small class="block">{each.doc}</small>}
                  </span>
                ),
              },
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
