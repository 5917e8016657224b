// Focus never falls to the page itself. What had it may vanish by what it did: a button of a row that is drawn again,
// a field
// that is disabled, a view that is left. Then its successor has it: what stands in the same place, or the nearest
// before it.

const focusable = "a[href], summary, [tabindex], :is(button, input, select, textarea):not(:disabled)";

/** Where something stood: itself and what it was in, each with its place among its siblings. */
type Place = { node: Element; at: number }[];
let last: Place = [];

const placeOf = (start: Element): Place => {
  const out: Place = [];
  for (let node: Element | null = start; node && node !== document.body; node = node.parentElement) {
    out.push({ node, at: node.parentElement ? [...node.parentElement.children].indexOf(node) : 0 });
  }
  return out;
};

const canHaveIt = (node: Element) =>
  node.isConnected && node.matches(focusable) && (node as HTMLElement).getClientRects().length > 0;

/** What does the same as before, then anything, in a part of the page. */
function within(part: Element, before: HTMLElement): HTMLElement | undefined {
  const all = [part, ...part.querySelectorAll(focusable)].filter(canHaveIt) as HTMLElement[];
  const same = (each: HTMLElement) => each.tagName === before.tagName && each.textContent === before.textContent;
  return (before.id ? all.find((each) => each.id === before.id) : undefined) ?? all.find(same) ?? all[0];
}

/** What has the focus instead of something that cannot have it any more. */
function successor(place: Place): HTMLElement | undefined {
  const before = place[0].node as HTMLElement;
  const kept = place.findIndex(({ node }) => node.isConnected && node !== before);
  if (kept < 0) return undefined;
  // Down again to what stands where it stood.
  for (let from = kept; from < place.length; ++from) {
    let part = place[from].node;
    const parts = [part];
    for (let down = from - 1; down >= 0 && part.children.length; --down) {
      part = part.children[Math.min(place[down].at, part.children.length - 1)];
      parts.unshift(part);
    }
    for (const each of parts) {
      const found = each === place[from].node && from > kept ? undefined : within(each, before);
      if (found) return found;
    }
  }
  return undefined;
}

/** The heading of the page, for when there is nothing else. */
function heading(): HTMLElement | undefined {
  const found =
    document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main") ?? undefined;
  if (found && !found.hasAttribute("tabindex")) found.tabIndex = -1;
  return found;
}

/** Another view is shown: whoever listens hears what it is called. */
export function focusHeading(): void {
  heading()?.focus({ preventScroll: true });
}

function mend(): void {
  // What is disabled has lost it, though the browser may say so only later.
  const lost = document.activeElement === document.body || document.activeElement?.matches(":disabled");
  if (!last.length || !lost || document.querySelector("dialog[open]")) return;
  const found = successor(last) ?? heading();
  found?.focus({ preventScroll: true });
}

/** Watches over the focus from now on. */
export function watchFocus(): void {
  document.addEventListener("focusin", (event) => {
    last = placeOf(event.target as Element);
  });
  document.addEventListener("focusout", (event) => {
    const left = event.target as Element;
    // Somebody clicked elsewhere: that is their choice. What is gone or disabled by now did not choose.
    setTimeout(() => {
      if (canHaveIt(left) && document.activeElement === document.body) last = [];
      else mend();
    });
  });
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    // After the frame: only then has something that was disabled lost the focus.
    requestAnimationFrame(() =>
      setTimeout(() => {
        waiting = false;
        mend();
      }),
    );
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"],
  });
}
