// Who assesses what, and how far they are.
import { useSignal } from "@preact/signals";
import { ask } from "../../assess/api";
import { announce } from "../../shared/dom";
import { many } from "../../shared/messages";
import { Action, ErrorText, Meter, SendForm, Table, usePolled, type Column } from "../parts";
import { spread } from "./plan";
import type { Overview, Progress } from "./types";

const time = (ms: number | null) =>
  ms === null ? "–" : ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;

export function AssignmentsTab({ organises }: { organises: boolean }) {
  const progress = usePolled<Progress[]>(() => "progress");
  const overview = usePolled<Overview>(() => "overview", { every: organises ? 2000 : 0, absent: [404] });
  const rows = progress.data.value ?? [];
  /** What was unassigned last: it can be undone. */
  const gone = useSignal<Progress | undefined>(undefined);
  const { topics = [], accounts = [] } = overview.data.value ?? {};
  const value = (id: string) => (document.getElementById(id) as HTMLSelectElement).value;
  const assign = async (topic: string, account: string, part: string) => {
    await ask("POST", "admin/assign", { topic, account, part });
    await progress.refresh();
  };
  const assessors = accounts.filter(({ role }) => role.split(",").includes("assessor")).map(({ name }) => name);
  const open = spread(
    topics.map(({ id }) => id),
    assessors,
    rows,
  );
  const distribute = async () => {
    for (const { topic, account } of open) await ask("POST", "admin/assign", { topic, account, part: "main" });
    await progress.refresh();
  };
  const title = (id: string) => topics.find((each) => each.id === id)?.title ?? "";
  const columns: Column<Progress>[] = [
    {
      title: "Topic",
      cell: (each) => (
        <span dir="auto">
          {each.topic}
          <small class="block">{title(each.topic)}</small>
        </span>
      ),
    },
    {
      title: "Assessor",
      cell: (each) => (
        <span dir="auto">
          {each.account}
          {each.part === "second" && " (second)"}
          {each.part === "final" && " (adjudicates)"}
        </span>
      ),
    },
    {
      title: "Assessed",
      cell: (each) => <Meter value={each.judged} most={each.items} label={`Topic ${each.topic} of ${each.account}`} />,
    },
    { title: "Relevant", cell: (each) => each.relevant, number: true },
    { title: "Problems", cell: (each) => each.problems, number: true },
    { title: "Time", cell: (each) => time(each.active_ms), number: true },
    { title: "Left", cell: (each) => time(each.left_ms), number: true },
    { title: "State", cell: (each) => <span data-state={each.state}>{each.state}</span> },
    ...(organises
      ? [
          {
            title: "",
            cell: (each: Progress) => {
              const lock = each.state !== "locked";
              const label = lock ? "Lock" : "Unlock";
              return (
                <span class="row tight-row">
                  <a href={`#${each.id}`} aria-label={`Look at topic ${each.topic} of ${each.account}`}>
                    Look
                  </a>
                  <Action
                    label={label}
                    name={`${label} topic ${each.topic} of ${each.account}`}
                    done={lock ? "Locked." : "Unlocked."}
                    question={
                      lock
                        ? {
                            title: `Lock topic ${each.topic}?`,
                            action: "Lock",
                            text: `${each.account} cannot change this topic until you unlock it. Nothing is lost.`,
                          }
                        : undefined
                    }
                    act={async () => {
                      await ask("POST", "admin/lock", { assignment: each.id, locked: lock });
                      await progress.refresh();
                    }}
                  />
                  <Action
                    label="Unassign"
                    name={`Unassign topic ${each.topic} from ${each.account}`}
                    question={{
                      title: `Unassign topic ${each.topic}?`,
                      action: "Unassign",
                      text:
                        `${each.account} loses this topic` +
                        (each.judged
                          ? `, and ${many(each.judged, "assessed article")} will not be exported or scored. ` +
                            "They stay on record and come back if you assign the topic to the same person."
                          : "."),
                    }}
                    act={async () => {
                      await ask("POST", "admin/unassign", { assignment: each.id });
                      gone.value = each;
                      announce("Unassigned.");
                      await progress.refresh();
                    }}
                  />
                </span>
              );
            },
          },
        ]
      : []),
  ];
  const undo = async () => {
    if (!gone.value) return;
    await assign(gone.value.topic, gone.value.account, gone.value.part);
    gone.value = undefined;
  };
  const judged = rows.reduce((sum, each) => sum + each.judged, 0);
  const items = rows.reduce((sum, each) => sum + each.items, 0);
  return (
    <>
      <h1>Assignments</h1>
      <ErrorText text={progress.error.value || overview.error.value} />
      {organises && (
        <section class="boxed">
          <h2>Assign a topic</h2>
          <SendForm
            send={() => assign(value("topic"), value("account"), value("part")).then(() => announce("Assigned."))}
          >
            <label for="topic">Topic</label>
            <select id="topic" dir="auto">
              {topics.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.id} {each.title}
                </option>
              ))}
            </select>
            <label for="account">to</label>
            <select id="account" dir="auto">
              {accounts.map(({ name, role, group }) => (
                <option key={name} value={name}>
                  {name} ({role.replace(/,/g, ", ")}
                  {group && `, ${group}`})
                </option>
              ))}
            </select>
            <label for="part">as</label>
            <select id="part">
              <option value="main">main assessor</option>
              <option value="second">second assessor</option>
              <option value="final">adjudicator</option>
            </select>
            <button class="main">Assign</button>
          </SendForm>
          {open.length > 0 && (
            <p class="row">
              {many(open.length, "topic has", "topics have")} no main assessor.{" "}
              <Action
                label="Distribute evenly"
                id="distribute"
                done="Distributed."
                act={distribute}
                question={{
                  title: "Distribute evenly?",
                  action: "Assign",
                  text:
                    `${many(open.length, "topic")} without a main assessor will be assigned to ` +
                    `${many(assessors.length, "assessor")}, first to those who have the fewest.`,
                }}
              />
            </p>
          )}
        </section>
      )}
      {gone.value && (
        <p class="row" id="unassigned">
          {gone.value.account} no longer assesses topic {gone.value.topic}.
          <Action label="Undo" name="Undo unassigning" done="Assigned again." act={undo} />
        </p>
      )}
      {rows.length > 0 && (
        <p>
          {judged} of {items} articles are assessed.
        </p>
      )}
      <Table
        untitled
        caption="Assignments"
        rows={rows}
        keyOf={(each) => each.id}
        columns={columns}
        empty="No topic is assigned yet."
      />
    </>
  );
}
