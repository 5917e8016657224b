// The pool on the organiser's page: what is judged, and making it from the runs that stand.
import { ask, Fault } from "./api";
import { confirmed } from "../shared/dialog";
import { announce, h } from "../shared/dom";
import { many } from "../shared/messages";
import { forgetTyped, keepTyped } from "./typed";

interface Method {
  name: string;
  takes: string;
  by_depth: boolean;
}
interface Pooling {
  state: "idle" | "making" | "failed";
  fault: string;
  /** Why none can be made now; empty when one can. */
  refusal: string;
  runs: number;
  pool: { method: string; size: number; depth: number; runs: number; items: number; topics: { id: string; items: number }[] } | null;
  /** What the track file says, or what is usual. */
  usual: { method: string; size: number; depth: number; budget: number | null };
  methods: Method[];
}

const kEvery = 2000;

export class PoolPanel {
  readonly node = h("section", { id: "pool" });
  private drawn = "";

  private readonly said = h("span", { role: "alert", class: "error" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  async open(): Promise<void> {
    await this.refresh().catch((fault: Error) => { this.said.textContent = fault.message; });
    if (!this.left) this.timer = setTimeout(() => void this.open(), kEvery);
  }
  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  async refresh(): Promise<void> {
    let found: Pooling;
    try {
      found = await ask<Pooling>("GET", "pool");
    } catch (fault) {
      if (fault instanceof Fault && fault.status === 404) return;
      throw fault;
    }
    const text = JSON.stringify(found);
    if (text === this.drawn) return;
    this.drawn = text;
    this.node.replaceChildren(this.standing(found),
      ...(found.state === "failed" ? [h("p", { class: "error", role: "alert" }, `No pool was made: ${found.fault}`)] : []),
      found.state === "making" ? h("p", { role: "status" }, `The pool is being made from ${many(found.runs, "run")} …`)
        : found.refusal ? h("p", { class: "note" }, `No pool can be made now: ${found.refusal}.`) : this.form(found));
  }

  private standing({ pool, methods }: Pooling): HTMLElement {
    if (!pool) return h("p", {}, "There is no pool yet, so nothing can be assessed.");
    const limit = methods.find(({ name }) => name === pool.method)?.by_depth ? `the first ${pool.depth} of each run` : `at most ${pool.size} per topic`;
    const sizes = pool.topics.map(({ items }) => items);
    const range = Math.min(...sizes) === Math.max(...sizes) ? `${sizes[0] ?? 0} each` : `${Math.min(...sizes)} to ${Math.max(...sizes)} each`;
    return h("p", { class: "row" }, h("span", { id: "pool-holds" }, `${many(pool.items, "article")} for ${many(pool.topics.length, "topic")} (${range}), from ${many(pool.runs, "run")} by ${pool.method}: ${limit}.`),
      h("a", { class: "button", href: "/api/pool?file=1", download: true }, "Download the pool"));
  }

  private form({ runs, pool, usual, methods }: Pooling): HTMLElement {
    const method = h("select", { id: "pool-method", "aria-describedby": "pool-takes", change: () => { forgetTyped("pool/most"); explain(); } }, ...methods.map(({ name }) => h("option", {}, name)));
    method.value = pool?.method ?? usual.method;
    keepTyped(method, "pool/method");
    if (!method.value) method.value = usual.method;
    const most = h("input", { type: "number", id: "pool-most", min: 1, step: 1, required: true });
    const label = h("label", { for: "pool-most" });
    const budget = h("input", { type: "number", id: "pool-budget", min: 1, step: 1, input: () => { most.disabled = budget.value !== ""; } });
    const takes = h("small", { id: "pool-takes", class: "block" });
    const chosen = () => methods.find(({ name }) => name === method.value) as Method;
    const explain = () => {
      const { by_depth, takes: what } = chosen();
      takes.textContent = what;
      label.textContent = by_depth ? "Articles of each run" : "Articles per topic";
      most.value = String(by_depth ? (pool?.depth ?? usual.depth) : (pool?.size ?? usual.size));
    };
    explain();
    if (!pool && usual.budget) budget.value = String(usual.budget);
    keepTyped(most, "pool/most");
    keepTyped(budget, "pool/budget");
    most.disabled = budget.value !== "";
    const submit = async (event: Event) => {
      event.preventDefault();
      this.said.textContent = "";
      if (pool && (await confirmed({
        title: "Replace the pool?", action: "Replace",
        text: "A new pool is made from the accepted runs, and the present one is discarded. Nobody has judged yet, so no work is lost.",
      })) === undefined) return;
      const limit = budget.value ? { budget: Number(budget.value) } : { [chosen().by_depth ? "depth" : "size"]: Number(most.value) };
      try {
        await ask("POST", "admin/pool", { method: method.value, ...limit });
        forgetTyped("pool/method", "pool/most", "pool/budget");
        announce("The pool is being made.");
      } catch (fault) {
        this.said.textContent = (fault as Error).message;
      }
      await this.refresh();
    };
    return h("form", { submit: (event: Event) => void submit(event) },
      h("p", {}, pool ? "Nobody has judged yet, so it can be made again." : `It is made from ${many(runs, "run")}, and can be made again until somebody judges.`),
      h("p", { class: "row" }, h("label", { for: "pool-method" }, "Method"), method, label, most, h("label", { for: "pool-budget" }, "or of all topics together, at most"), budget,
        h("button", { class: "main", id: "make-pool" }, pool ? "Make it again" : "Make the pool"), this.said), takes);
  }
}
