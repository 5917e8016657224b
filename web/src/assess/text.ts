// A text by code points, as the server counts, and its graphemes, words and sentences.
import type { Span } from "./spans";

export type Unit = "grapheme" | "word" | "sentence";

export class Text {
  readonly length: number;
  /** The code points that take two UTF-16 units, in order. */
  private readonly wide: Uint32Array;

  constructor(readonly utf16: string) {
    const wide: number[] = [];
    let count = 0;
    for (let i = 0; i < utf16.length; ++i, ++count) {
      const code = utf16.codePointAt(i) as number;
      if (code > 0xffff) {
        wide.push(count);
        ++i;
      }
    }
    this.length = count;
    this.wide = Uint32Array.from(wide);
  }

  /** How many wide ones stand before a code point. */
  private wideBefore(at: number): number {
    let low = 0;
    let high = this.wide.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.wide[middle] < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The place of a code point in the string. */
  index(at: number): number {
    return at + this.wideBefore(at);
  }

  /** The code point at a place in the string; within a pair, the pair's. */
  offset(index: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.index(middle) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  slice(begin: number, end: number): string {
    return this.utf16.slice(this.index(begin), this.index(end));
  }

  /** The range without white space at its ends; as it is when there is nothing else in it. */
  trimmed([begin, end]: Span): Span {
    const part = this.slice(begin, end);
    if (part.trim() === "") return [begin, end];
    return [begin + part.length - part.trimStart().length, end - (part.length - part.trimEnd().length)];
  }

  /** The units in a range, without the white space around them. */
  units([begin, end]: Span, unit: Unit): Span[] {
    // The ends of lines are white space as any other: a sentence goes on behind them.
    const part = unit === "sentence" ? this.slice(begin, end).replace(/[\n\r\x85\u2028\u2029]/g, " ") : this.slice(begin, end);
    const out: Span[] = [];
    let at = begin;
    for (const { segment, isWordLike } of segments(part, unit)) {
      const next = at + (segment.length === 1 ? 1 : codePoints(segment));
      if (segment.trim() !== "" && (unit !== "word" || isWordLike)) out.push(unit === "grapheme" ? [at, next] : this.trimmed([at, next]));
      at = next;
    }
    return out;
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; ++i, ++count) {
    if ((text.codePointAt(i) as number) > 0xffff) ++i;
  }
  return count;
}

const segmenters = new Map<Unit, Intl.Segmenter>();

function segments(text: string, unit: Unit): Iterable<{ segment: string; isWordLike?: boolean }> {
  let segmenter = segmenters.get(unit);
  if (!segmenter) segmenters.set(unit, (segmenter = new Intl.Segmenter(undefined, { granularity: unit })));
  return segmenter.segment(text);
}

/** The SHA-256 of a text in UTF-8, as hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
