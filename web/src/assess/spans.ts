// Sets of ranges of code points, as src/text/span_set.h has them: sorted, disjoint, never adjacent.

export type Span = readonly [begin: number, end: number];
export type Spans = readonly Span[];

/** Any ranges as a set. */
export function normalised(spans: Spans): Spans {
  const out: [number, number][] = [];
  for (const [begin, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = out[out.length - 1];
    if (begin >= end) continue;
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([begin, end]);
  }
  return out;
}

export function unite(a: Spans, b: Spans): Spans {
  return normalised([...a, ...b]);
}

export function subtract(from: Spans, what: Spans): Spans {
  const out: Span[] = [];
  let w = 0;
  for (const [begin, end] of from) {
    let at = begin;
    while (w < what.length && what[w][1] <= at) ++w;
    for (let i = w; i < what.length && what[i][0] < end; ++i) {
      if (what[i][0] > at) out.push([at, what[i][0]]);
      at = Math.max(at, what[i][1]);
    }
    if (at < end) out.push([at, end]);
  }
  return out;
}

export function intersect(a: Spans, b: Spans): Spans {
  const out: Span[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const begin = Math.max(a[i][0], b[j][0]);
    const end = Math.min(a[i][1], b[j][1]);
    if (begin < end) out.push([begin, end]);
    if (a[i][1] < b[j][1]) ++i;
    else ++j;
  }
  return out;
}

export function size(spans: Spans): number {
  return spans.reduce((sum, [begin, end]) => sum + end - begin, 0);
}
