// What can be taken out of the store: judgements, snapshots, everything; and how it is kept safe.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { ask, query } from "../../assess/api";
import { size } from "../../assess/submissions";
import { forgetTyped } from "../../assess/typed";
import { announce } from "../../shared/dom";
import { many } from "../../shared/messages";
import { Action, ErrorText, SendForm, Table, TypedInput, usePolled } from "../parts";
import type { Overview, Storage } from "./types";

const kFormats = ["qrels", "trec-qrels", "jsonl", "assessments", "webannotation", "labelstudio", "doccano"];

export function DataTab() {
  const overview = usePolled<Overview>(() => "overview", { every: 5000 });
  const snapshots = overview.data.value?.snapshots ?? [];
  const storage = usePolled<Storage>(() => "storage", { every: 10_000 });
  const verified = useSignal("");
  const faults = useSignal<string[]>([]);
  const verify = async () => {
    verified.value = "Verifying…";
    faults.value = [];
    try {
      const found = await ask<{ events: number; faults: string[] }>("GET", "verify");
      faults.value = found.faults;
      verified.value = found.faults.length
        ? `${many(found.faults.length, "fault")} found. Stop the server and restore a backup.`
        : `Verified: ${many(found.events, "event")}, chain intact.`;
    } catch (fault) {
      verified.value = "";
      throw fault;
    }
  };
  const form = useRef<HTMLFormElement>(null);
  const save = (event: Event) => {
    event.preventDefault();
    const value = (id: string) => (document.getElementById(id) as HTMLSelectElement).value;
    const finished = (document.getElementById("only-done") as HTMLInputElement).checked;
    const moment = value("moment");
    location.assign(
      `/api/export?${query({
        format: value("format"),
        part: value("export-part"),
        ...(finished && { finished: 1 }),
        ...(moment && { snapshot: moment }),
      })}`,
    );
  };
  const snapshot = async () => {
    const name = document.getElementById("snapshot") as HTMLInputElement;
    await ask("POST", "admin/snapshot", { name: name.value });
    announce("Kept.");
    name.value = "";
    forgetTyped("snapshot");
    await overview.refresh();
  };
  return (
    <>
      <h1>Data</h1>
      <ErrorText text={overview.error.value} />
      <h2>Judgements</h2>
      <form class="row" ref={form} onSubmit={save}>
        <label for="format">Format</label>
        <select id="format">
          {kFormats.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <label for="export-part">of</label>
        <select id="export-part">
          <option value="final">final: decided, else main</option>
          <option value="main">main assessors</option>
          <option value="second">second assessors</option>
        </select>
        <label for="moment">as of</label>
        <select id="moment">
          <option value="">now</option>
          {snapshots.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        <span class="pair">
          <input type="checkbox" id="only-done" />
          <label for="only-done">finished topics only</label>
        </span>
        <button class="main">Export</button>
      </form>
      <h2>Everything</h2>
      <p>Judgements of main and second assessors, events, answers, pool and progress, with SHA-256 sums.</p>
      <p>
        <a class="button" href="/api/export?format=everything" download>
          Everything, as one archive
        </a>
      </p>
      <h2>Snapshots</h2>
      <p>A snapshot gives the present state a name, so that the same judgements can be exported later.</p>
      {snapshots.length > 0 && (
        <ul>
          {snapshots.map((each) => (
            <li key={each} dir="auto">
              {each}
            </li>
          ))}
        </ul>
      )}
      <SendForm send={snapshot}>
        <label for="snapshot">Name</label>
        <TypedInput place="snapshot" id="snapshot" required />
        <button>Keep the present state</button>
      </SendForm>
      <h2>Backups</h2>
      <p>
        The server makes a backup every hour and keeps 24 hourly and 14 daily ones beside the store. To restore one,
        stop the server, put the backup in the place of the store, and check it:
      </p>
      <pre class="scroll" tabIndex={0}>
        fovea serve verify STORE.assess
      </pre>
      <h2>Verify</h2>
      <p>Recomputes every table from the events, compares, and checks that no event was changed or removed.</p>
      <p class="row">
        <Action label="Verify now" id="verify" act={verify} />
        <span role="status" id="verified" class={faults.value.length ? "error" : ""}>
          {verified.value}
        </span>
      </p>
      {faults.value.length > 0 && (
        <ul class="error">
          {faults.value.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <h2>Storage</h2>
      <ErrorText text={storage.error.value} />
      <Table
        untitled
        caption="Storage"
        rows={storage.data.value?.parts ?? []}
        keyOf={({ name }) => name}
        columns={[
          { title: "Part", cell: ({ name }) => name },
          { title: "Files", cell: ({ files }) => files, number: true },
          { title: "Size", cell: ({ files, bytes }) => (files ? size(bytes) : "–"), number: true },
        ]}
      />
      {storage.data.value && <p>Free on the disk: {size(storage.data.value.free)}.</p>}
    </>
  );
}
