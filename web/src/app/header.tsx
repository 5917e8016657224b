// The header of every page: the track, its phase, where one can go, whether all is saved, and the account.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Me } from "../assess/api";
import { listedFor, pageAt } from "./routes";
import { address, me, traffic, trackTitle, trafficText } from "./state";
import { chooseTheme, theme, themes } from "./theme";

/** What is open now, with its last day. */
function phaseText({ phases }: Me): string {
  return phases
    .filter(({ state }) => state === "open")
    .map(({ phase, until }) => (until ? `${phase} until ${until}` : phase))
    .join(", ");
}

/** Closes something on Esc, on a click elsewhere, and when another page is shown. */
function useClosing(open: { value: boolean }, own: { current: HTMLElement | null }): void {
  useEffect(() => {
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event instanceof PointerEvent && own.current?.contains(event.target as Node)) return;
      if (open.value && event instanceof KeyboardEvent) own.current?.querySelector("button")?.focus();
      open.value = false;
    };
    const events = ["keydown", "pointerdown", "hashchange"];
    for (const each of events) addEventListener(each, close);
    return () => events.forEach((each) => removeEventListener(each, close));
  }, []);
}

function Navigation({ who }: { who: Me }) {
  const open = useSignal(false);
  const own = useRef<HTMLDivElement>(null);
  useClosing(open, own);
  const here = pageAt(address.value, who);
  return (
    <div class="navigation" ref={own}>
      <button
        type="button"
        class="menu-button"
        aria-expanded={open.value}
        aria-controls="menu"
        onClick={() => {
          open.value = !open.value;
        }}
      >
        Menu
      </button>
      <nav id="menu" class={`menu${open.value ? " open" : ""}`} aria-label="Main">
        {listedFor(who).map(({ path, nav }) => (
          <a key={path} href={`#${path}`} aria-current={path === (here?.within ?? here?.path) ? "page" : undefined}>
            {nav}
          </a>
        ))}
        {who.search && <a href="/search">Search</a>}
      </nav>
    </div>
  );
}

function Account({ who, logOut }: { who: Me; logOut: () => void }) {
  const open = useSignal(false);
  const own = useRef<HTMLDivElement>(null);
  useClosing(open, own);
  return (
    <div class="account" ref={own}>
      <button
        type="button"
        id="account-menu"
        aria-expanded={open.value}
        aria-controls="account-panel"
        aria-label={`Account: ${who.name}`}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <span class="who" dir="auto">
          {who.name}
        </span>
      </button>
      <div id="account-panel" class="panel" hidden={!open.value}>
        <p>
          <strong dir="auto">{who.name}</strong>
          {who.group && <span dir="auto"> · {who.group}</span>}
        </p>
        <p>
          <small>{who.roles.join(", ")}</small>
        </p>
        <p class="row">
          <label for="theme">Theme</label>
          <select id="theme" value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value)}>
            {themes.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </p>
        <button type="button" id="log-out" onClick={logOut}>
          Log out
        </button>
      </div>
    </div>
  );
}

export function Header({ logOut }: { logOut: () => void }) {
  const who = me.value;
  const phase = who && phaseText(who);
  return (
    <>
      <a href="#" class="brand" dir="auto" aria-label={`${trackTitle.value}, home`}>
        {trackTitle.value}
      </a>
      {phase && (
        <span class="phase" title="Open phases">
          {phase}
        </span>
      )}
      {who && <Navigation who={who} />}
      <span class="traffic" role="status" id="traffic" data-state={traffic.value.state}>
        {who ? trafficText(traffic.value) : ""}
      </span>
      {who && <Account who={who} logOut={logOut} />}
    </>
  );
}
