// Results: where one's runs stand, the report, and what can be taken along. Organisers publish them here.
import { ask, type Me } from "./api";
import { announce, h, table } from "../shared/dom";
import { forgetTyped, keepTyped } from "./typed";

interface Places {
  task: string;
  measure: string;
  runs: { run: string; group: string; score: string }[];
}
interface Published {
  name: string;
  state: "making" | "ready" | "failed";
  made_ms: number;
  sha256: string;
  places: Places[];
  runs: string[];
  everything: boolean;
  tables: string[];
  scores: string[];
  fault?: string;
}
interface Results {
  group: string;
  visible: boolean;
  results: Published[];
}

const kEvery = 1500;

export class ResultsPage {
  readonly node = h("div");
  private readonly said = h("p", { role: "alert", class: "error" });
  private readonly list = h("div");
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly me: Me) {}

  async open(): Promise<void> {
    const organises = this.me.roles.includes("organiser");
    this.node.replaceChildren(h("h1", {}, "Results"), this.said, ...(organises ? [this.publishing()] : []), this.list);
    await this.refresh();
  }
  leave(): void {
    clearTimeout(this.timer);
  }

  private publishing(): HTMLElement {
    const name = keepTyped(h("input", { id: "results-name", required: true, autocomplete: "off", pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*" }), "results-name");
    return h("form", {
      class: "row",
      submit: async (event: Event) => {
        event.preventDefault();
        this.said.textContent = "";
        try {
          await ask("POST", "admin/publish", { name: name.value });
          announce("The report is being made.");
          name.value = "";
          forgetTyped("results-name");
          await this.refresh();
        } catch (fault) {
          this.said.textContent = (fault as Error).message;
        }
      },
    }, h("label", { for: "results-name" }, "Publish the current state as"), name, h("button", { class: "main", id: "publish" }, "Publish"),
      h("small", {}, "Published results never change; publish a correction under a new name. Groups see them while the phase “results” is open."));
  }

  private async refresh(): Promise<void> {
    const found = await ask<Results>("GET", "results");
    const newest = [...found.results].reverse();
    this.list.replaceChildren(...(newest.length ? newest.map((each) => this.block(each, found.group)) : [h("p", {}, "No results have been published yet.")]));
    clearTimeout(this.timer);
    if (newest.some(({ state }) => state === "making")) this.timer = setTimeout(() => void this.refresh().catch(() => undefined), kEvery);
  }

  private block(each: Published, group: string): HTMLElement {
    const link = (file: string, text: string) => h("a", { href: `/results/${each.name}/${file}`, download: true }, text);
    const made = new Date(each.made_ms).toISOString().slice(0, 10);
    if (each.state === "making") return h("section", {}, h("h2", {}, each.name), h("p", { role: "status" }, "The report is being made …"));
    if (each.state === "failed") return h("section", {}, h("h2", {}, each.name), h("p", { class: "error" }, `The report could not be made: ${each.fault ?? ""}`));
    return h("section", { "data-results": each.name }, h("h2", {}, `${each.name}, ${made}`),
      h("p", { class: "row" }, h("a", { class: "button main", href: `/results/${each.name}/report.html`, target: "_blank", rel: "noopener" }, "Open the report"),
        each.everything && h("a", { class: "button", href: `/results/${each.name}/everything.tar.gz`, download: true }, "Everything, as one archive")),
      ...each.places.flatMap((places) => this.places(places, group)),
      h("details", {}, h("summary", {}, "Scores, tables and runs"),
        h("h3", {}, "Scores of every topic"), h("ul", {}, ...each.scores.map((file) => h("li", {}, link(`scores/${file}`, file)))),
        h("h3", {}, "Tables"), h("ul", {}, ...each.tables.map((file) => h("li", {}, link(`tables/${file}`, file)))),
        h("h3", {}, "Runs that their groups share"), each.runs.length ? h("ul", {}, ...each.runs.map((file) => h("li", {}, link(file, file.replace("runs/", ""))))) : h("p", {}, "None.")),
      h("p", {}, h("small", { class: "sum" }, `SHA-256 of the report: ${each.sha256}`)));
  }

  private places({ task, measure, runs }: Places, group: string): HTMLElement[] {
    const own = runs.map((each, at) => ({ ...each, place: at + 1 })).filter((each) => group && each.group === group);
    const said = own.length ? [h("p", { class: "places" }, ...own.map((each) => h("strong", {}, `${each.run}: place ${each.place} of ${runs.length} by ${measure}. `)))] : [];
    return [h("h3", {}, task), ...said, table(`${task}, best first by ${measure}`, ["Place", "Run", "Group", measure], runs.map((each, at) => [String(at + 1), each.group === group && group ? h("strong", {}, each.run) : each.run, each.group, each.score]))];
  }
}
