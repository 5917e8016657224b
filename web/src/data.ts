// What `fovea report` puts into the page for the script to show. Written by src/report/page/html_page.cpp,
// src/report/track/two_runs_section.cpp and src/report/track/reading_section.cpp.

export interface Scores {
  measures: string[];
  topics: string[];
  /** values[topic][measure]; null where a measure could not be computed for the run. `own` is the measure that ranks the
   * table of the run's task. */
  runs: { id: string; task: string; own: number; values: (number | null)[][] }[];
}

/** Half-open ranges of code points, as pairs. */
export type Spans = [number, number][];

export interface Retrieved {
  spans: Spans;
  /** The score of the article under T2I, and where the reader stops; null when the text is read to its end. */
  score: number | null;
  stop: number | null;
  /** Where a run that returns entry points lets the reader begin; it has no score and no spans. */
  entry: number | null;
}

export interface Text {
  text: string;
  /** Paragraphs and headings (1): begin, end, heading. None for lines of plain text. */
  blocks: [number, number, number][];
}

export interface Reading {
  /** Irrelevant characters after which a reader stops; null where that says nothing, as for chunks. */
  tolerance: number | null;
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
  texts: Record<string, Text>;
}

/** What this report calls its things: a track has topics, a comparison of chunkers has questions. */
export interface Words {
  run: string;
  topic: string;
  topics: string;
  article: string;
  assessor: string;
}

export interface ReportData {
  charts: Record<string, object>;
  /** By the id of the table element. */
  tables: Record<string, { csv: string; tex: string }>;
  words: Words;
  scores: Scores | null;
  reading: Reading | null;
}

export function readData(): ReportData {
  return JSON.parse(document.getElementById("report-data")!.textContent!) as ReportData;
}
