// What `fovea report` puts into the page for the script to show. Written by src/report/report_data.cpp.

export interface Scores {
  measures: string[];
  topics: string[];
  runs: { id: string; values: number[][] }[]; // values[topic][measure]
}

/** Half-open ranges of code points, as pairs. */
export type Spans = [number, number][];

export interface Retrieved {
  spans: Spans;
  /** The score of the article under T2I, and where the reader stops; null when the text is read to its end. */
  score: number;
  stop: number | null;
}

export interface Reading {
  tolerance: number;
  topics: {
    id: string;
    title: string;
    articles: {
      doc: string;
      highlights: Spans;
      bep: number | null;
      runs: Record<string, Retrieved>;
    }[];
  }[];
  texts: Record<string, string>;
}

export interface ReportData {
  charts: Record<string, object>;
  scores: Scores | null;
  reading: Reading | null;
}

export function readData(): ReportData {
  return JSON.parse(document.getElementById("report-data")!.textContent!) as ReportData;
}
