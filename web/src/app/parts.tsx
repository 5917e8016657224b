// What the pages of the app are made of: tables, polled answers, buttons that ask once, fields that remember what is
// typed.
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ask, Fault } from "../assess/api";
import { keepTyped } from "../assess/typed";
import { confirmed, type Question } from "../shared/dialog";
import { announce } from "../shared/dom";

/** An element that was made elsewhere. */
export function Mount({ node }: { node: Element }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(node), [node]);
  return <div ref={place} />;
}

export interface Polled<Answer> {
  data: Signal<Answer | undefined>;
  error: Signal<string>;
  /** Asks again at once; done when the answer is there. */
  refresh: () => Promise<void>;
}

const kEvery = 2000;

/**
 * An answer of the server that is asked for again and again while the page is shown, each time after the last answer
 * has come: a
 * slow server is not asked faster than it answers. What is equal to what is known changes nothing. `path` is asked
 * each time.
 * Statuses in `absent` mean that there is nothing to show.
 */
export function usePolled<Answer>(
  path: () => string,
  { every = kEvery, absent = [] as number[] } = {},
): Polled<Answer> {
  const data = useSignal<Answer | undefined>(undefined);
  const error = useSignal("");
  const asked = useRef(0);
  const text = useRef("");
  const refresh = async () => {
    const turn = ++asked.current;
    try {
      const answer = await ask<Answer>("GET", path());
      // Asked again since: what comes then is newer.
      if (turn !== asked.current) return;
      error.value = "";
      const now = JSON.stringify(answer);
      if (now !== text.current) data.value = answer;
      text.current = now;
    } catch (fault) {
      if (turn === asked.current && !(fault instanceof Fault && absent.includes(fault.status)))
        error.value = (fault as Error).message;
    }
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const watch = () =>
      void refresh().then(() => {
        if (!left && every) timer = setTimeout(watch, every);
      });
    watch();
    return () => {
      left = true;
      ++asked.current;
      clearTimeout(timer);
    };
  }, []);
  return { data, error, refresh };
}

export const ErrorText = ({ text, id }: { text: string; id?: string }) => (
  <p class="error" role="alert" id={id}>
    {text}
  </p>
);

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  number?: boolean;
}

/** A table with a caption; the first column names its row. It scrolls by itself where it is too wide. */
export function Table<Row>({
  caption,
  rows,
  columns,
  keyOf,
  empty,
  untitled,
}: {
  caption: string;
  /** The heading above says the same. */ untitled?: boolean;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row, at: number) => string | number;
  empty?: string;
}) {
  if (!rows.length && empty) return <p class="empty">{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="data">
        <caption class={untitled ? "spoken" : ""}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, number }, i) => (
              <th key={i} scope="col" class={number ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)}>
              {columns.map(({ cell, number, title }, i) =>
                i === 0 ? (
                  <th key={i} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={i} class={number ? "number" : ""} data-label={title || undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * A button that does something on the server, asks before where it takes something away, and shows beside itself what
 * was refused.
 */
export function Action({
  label,
  name,
  question,
  act,
  done,
  ...rest
}: {
  label: string;
  name?: string;
  question?: Question;
  act: (reason: string) => Promise<unknown>;
  done?: string;
  class?: string;
  id?: string;
}) {
  const error = useSignal("");
  const run = async () => {
    error.value = "";
    const reason = question ? await confirmed(question) : "";
    if (reason === undefined) return;
    try {
      await act(reason);
      if (done) announce(done);
    } catch (fault) {
      error.value = (fault as Error).message;
    }
  };
  return (
    <>
      <button type="button" aria-label={name} onClick={() => void run()} {...rest}>
        {label}
      </button>
      {error.value && (
        <span class="error" role="alert">
          {error.value}
        </span>
      )}
    </>
  );
}

/** A field whose text this browser keeps under a name until it is forgotten. */
export function TypedInput({ place, ...rest }: { place: string } & JSX.IntrinsicElements["input"]) {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) keepTyped(own.current, place);
  }, []);
  return <input ref={own} autocomplete="off" {...rest} />;
}

/** A form that sends something, with what was refused at its end. */
export function SendForm({
  send,
  children,
  ...rest
}: {
  send: () => Promise<unknown>;
  children: ComponentChildren;
  id?: string;
  class?: string;
}) {
  const error = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    error.value = "";
    try {
      await send();
    } catch (fault) {
      error.value = (fault as Error).message;
    }
  };
  return (
    <form class="row" {...rest} onSubmit={(event) => void submit(event)}>
      {children}
      {error.value && (
        <span class="error" role="alert">
          {error.value}
        </span>
      )}
    </form>
  );
}

/** A share as a bar, with its numbers beside it. */
export const Meter = ({ value, most, label }: { value: number; most: number; label: string }) => (
  <span class="meter">
    <progress max={Math.max(1, most)} value={value} aria-label={label} /> {value}/{most}
  </span>
);

export const figure = (value: number | null | undefined, digits = 3) =>
  value === null || value === undefined ? "–" : value.toFixed(digits);
