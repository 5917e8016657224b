// What the organiser's routes answer.
import type { Span } from "../../assess/spans";

export interface Progress {
  id: number;
  topic: string;
  account: string;
  part: string;
  state: "open" | "done" | "locked";
  items: number;
  judged: number;
  relevant: number;
  problems: number;
  active_ms: number;
  left_ms: number | null;
}
/** What organisers choose from. */
export interface Overview {
  topics: { id: string; title: string }[];
  accounts: { name: string; role: string; group: string }[];
  snapshots: string[];
  answers: { form: string; question: string; value: string; count: number }[];
}
export interface Score {
  mean: number;
  judged_only: number;
  interval: [number, number] | null;
}
export interface Live {
  seq: number;
  measures?: string[];
  topics?: string[];
  runs?: {
    run: string;
    scores: Record<string, Score>;
    judged_at_10: number | null;
    first_unjudged: number | null;
    fault?: string;
  }[];
  fault?: string;
}
export interface Side {
  status: string;
  spans: Span[];
  bep: number | null;
  grades: Record<string, [number, number]>;
}
export interface Disagreement {
  topic: string;
  doc: string;
  main: Side;
  second: Side;
}
export interface Agreement {
  topics: {
    topic: string;
    both_relevant: number;
    neither: number;
    main_only: number;
    second_only: number;
    kappa: number | null;
    overlap: number | null;
  }[];
  median_bep_distance: number | null;
  entry_points: number;
  tau: number | null;
  disagreements?: Disagreement[];
}
export interface Pull {
  documents: number;
  kappa: number | null;
  text_f1: number | null;
  median_bep_distance: number | null;
  unchanged: number | null;
}
