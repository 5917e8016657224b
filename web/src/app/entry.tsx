// The pages before and beside the others: logging in, an invitation, an address that leads nowhere, a server that is
// away.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask, Fault } from "../assess/api";
import { textOf } from "../shared/messages";
import { kNoTitle, trackTitle } from "./state";

/** As the server counts them; it refuses fewer. */
const kShortestPassword = 8;

interface Field {
  name: string;
  label: string;
  type: string;
  complete: string;
  hint?: string;
  /** What is wrong with a value; nothing when it may be sent. */
  wrong?: (value: string) => string | undefined;
}

/** A form that sends its values, and shows what is wrong where it is. The first field has the focus. */
function EntryForm({
  fields,
  label,
  act,
  done,
}: {
  fields: Field[];
  label: string;
  act: (values: Record<string, string>) => Promise<unknown>;
  done: () => void;
}) {
  const errors = useSignal<Record<string, string>>({});
  const refusal = useSignal("");
  const busy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.value || !form.current) return;
    const values = Object.fromEntries(new FormData(form.current).entries()) as Record<string, string>;
    errors.value = Object.fromEntries(
      fields.flatMap(({ name, wrong }) => {
        const text = wrong?.(values[name] ?? "");
        return text ? [[name, text]] : [];
      }),
    );
    refusal.value = "";
    const first = Object.keys(errors.value)[0];
    if (first) return form.current.querySelector<HTMLElement>(`#in-${first}`)?.focus();
    busy.value = true;
    try {
      await act(values);
      done();
    } catch (fault) {
      refusal.value = fault instanceof Fault ? textOf(fault.status, fault.message) : (fault as Error).message;
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="entry" ref={form} onSubmit={(event) => void submit(event)} aria-busy={busy.value}>
      {fields.map(({ name, label: text, type, complete, hint }) => (
        <div class="field" key={name}>
          <label for={`in-${name}`}>{text}</label>
          {hint && <small id={`hint-${name}`}>{hint}</small>}
          <input
            id={`in-${name}`}
            name={name}
            type={type}
            required
            autocomplete={complete}
            aria-describedby={hint ? `hint-${name}` : undefined}
            aria-invalid={name in errors.value}
            onInput={() => {
              errors.value = {};
            }}
          />
          {errors.value[name] && (
            <span class="error" role="alert">
              {errors.value[name]}
            </span>
          )}
        </div>
      ))}
      <button class="main">{label}</button>
      <p class="error" role="alert">
        {refusal.value}
      </p>
    </form>
  );
}

/** Which track this is, where it is known. */
const TrackName = () =>
  trackTitle.value === kNoTitle ? null : (
    <p class="of-track" dir="auto">
      {trackTitle.value}
    </p>
  );

export const LogInForm = ({ done }: { done: () => void }) => (
  <EntryForm
    label="Log in"
    done={done}
    act={(values) => ask("POST", "login", values)}
    fields={[
      { name: "name", label: "Name", type: "text", complete: "username" },
      { name: "password", label: "Password", type: "password", complete: "current-password" },
    ]}
  />
);

export const LogInPage = ({ done }: { done: () => void }) => (
  <main class="plain narrow">
    <h1>Log in</h1>
    <TrackName />
    <LogInForm done={done} />
    <p>
      <small>
        You have no password yet? Open the link of your invitation. If it has expired, ask the organiser for a new one.
      </small>
    </p>
  </main>
);

export const InvitationPage = ({ token, done }: { token: string; done: () => void }) => (
  <main class="plain narrow">
    <h1>Welcome</h1>
    <TrackName />
    <p>You are invited to take part. Choose a password to open your account.</p>
    <EntryForm
      label="Begin"
      done={done}
      act={(values) => ask("POST", "invite", { token, ...values })}
      fields={[
        {
          name: "password",
          label: "Password",
          type: "password",
          complete: "new-password",
          hint: `At least ${kShortestPassword} characters.`,
          wrong: (value) =>
            [...value].length < kShortestPassword
              ? `This has ${[...value].length} characters; ${kShortestPassword} are needed.`
              : undefined,
        },
      ]}
    />
  </main>
);

export const NotFoundPage = () => (
  <main class="plain narrow">
    <h1>Page not found</h1>
    <p>There is no page at this address, or your account may not see it.</p>
    <p>
      <a class="button main" href="#">
        Go to the start page
      </a>
    </p>
  </main>
);

export const FaultPage = ({ message, again }: { message: string; again: () => void }) => (
  <main class="plain narrow">
    <h1>Something went wrong</h1>
    <p class="error" role="alert">
      {message}
    </p>
    <p class="row">
      <button type="button" class="main" onClick={again}>
        Try again
      </button>
      <a href="#">Go to the start page</a>
    </p>
  </main>
);

const kEvery = 3000;

/** Tries again by itself until the server answers. What was typed is in the browser meanwhile. */
export function UnreachablePage({ again }: { again: () => void }) {
  useEffect(() => {
    const timer = setInterval(again, kEvery);
    return () => clearInterval(timer);
  }, []);
  return (
    <main class="plain narrow">
      <h1>Server unreachable</h1>
      <p role="status">
        The server does not answer. This page tries again every few seconds and continues where you were.
      </p>
      <p>What you have typed or marked is kept in this browser.</p>
      <p>
        <button type="button" onClick={again}>
          Try now
        </button>
      </p>
    </main>
  );
}
