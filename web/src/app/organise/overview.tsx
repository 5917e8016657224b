// The track at a glance: what to do next, what there is, and the phases with their days.
import { useEffect, useMemo } from "preact/hooks";
import type { Me, Phase } from "../../assess/api";
import { PhaseTable } from "../../assess/phases";
import { many } from "../../shared/messages";
import { ErrorText, Mount, usePolled } from "../parts";
import { nextStep } from "./plan";
import type { Overview, Progress } from "./types";

const Card = ({ value, label, href }: { value: string; label: string; href: string }) => (
  <a class="card" href={href}>
    <strong>{value}</strong>
    <span>{label}</span>
  </a>
);

export function OverviewTab({ me }: { me: Me }) {
  const organises = me.roles.includes("organiser");
  const phases = usePolled<{ phases: Phase[] }>(() => "phases");
  const overview = usePolled<Overview>(() => "overview", { every: organises ? 5000 : 0, absent: [404] });
  const progress = usePolled<Progress[]>(() => "progress");
  const table = useMemo(() => new PhaseTable(() => void phases.refresh()), []);
  useEffect(() => {
    if (!organises) return;
    void table
      .refresh()
      .then(() => table.sendTyped())
      .catch(() => undefined);
  }, []);
  // What others open or close is shown here too.
  useEffect(() => {
    if (organises && phases.data.value) void table.refresh().catch(() => undefined);
  }, [phases.data.value]);
  const { value: known } = overview.data;
  const done = progress.data.value ?? [];
  const judged = done.reduce((sum, each) => sum + each.judged, 0);
  const items = done.reduce((sum, each) => sum + each.items, 0);
  const problems = done.reduce((sum, each) => sum + each.problems, 0);
  const people = known?.accounts.length === 1 ? "person" : "people";
  const step = known && phases.data.value && nextStep(phases.data.value.phases, known, done);
  const groups = new Set(known?.accounts.map(({ group }) => group).filter(Boolean)).size;
  return (
    <>
      <h1>Overview</h1>
      <ErrorText text={phases.error.value || progress.error.value} />
      {organises && step && (
        <p class="next" id="next-step">
          <strong>Next step:</strong> {step.text}{" "}
          {step.label && (
            <a class="button main" href={step.href}>
              {step.label}
            </a>
          )}
        </p>
      )}
      <div class="figures">
        {known && (
          <Card
            value={String(known.accounts.length)}
            label={`${people}${groups ? ` in ${many(groups, "group")}` : ""}`}
            href="#organise/people"
          />
        )}
        {known && <Card value={String(known.topics.length)} label="topics" href="#organise/topics" />}
        <Card value={String(done.length)} label="assignments" href="#organise/assignments" />
        <Card value={`${judged} of ${items}`} label="articles assessed" href="#organise/assignments" />
        {problems > 0 && (
          <Card
            value={String(problems)}
            label={problems === 1 ? "problem reported" : "problems reported"}
            href="#organise/assignments"
          />
        )}
      </div>
      {organises ? <Mount node={table.node} /> : <PhaseList phases={phases.data.value?.phases ?? []} />}
    </>
  );
}

const PhaseList = ({ phases }: { phases: readonly Phase[] }) => (
  <ol class="timeline">
    {phases.map(({ phase, state, from, until }) => (
      <li key={phase} data-state={state}>
        <strong>{phase}</strong> {state}
        {from && `, from ${from}`}
        {until && `, until ${until}`}
      </li>
    ))}
  </ol>
);
