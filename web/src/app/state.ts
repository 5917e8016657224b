// What the shell knows: who is logged in, which track this is, where one is, and whether all is saved. Header and
// pages read it.
import { computed, signal } from "@preact/signals";
import type { Me, Phase } from "../assess/api";
import { many } from "../shared/messages";
import type { Traffic } from "../assess/outbox";

export const me = signal<Me | undefined>(undefined);
/** The part of the address that names the page. */
export const address = signal(location.hash.slice(1));
export const traffic = signal<{ state: Traffic; unsent: number }>({ state: "saved", unsent: 0 });

/** What a track is called whose title is not known. */
export const kNoTitle = "fovea";
const kTitle = "fovea/track";
/** The title of the track; the one that this browser saw last until somebody is logged in. */
export const trackTitle = computed(() => {
  const known = me.value ? me.value.track?.title : localStorage.getItem(kTitle);
  if (me.value?.track?.title) localStorage.setItem(kTitle, me.value.track.title);
  return known || kNoTitle;
});

/** Names the page in the window's title. */
export function setTitle(page: string): void {
  document.title = `${page} – ${trackTitle.value}`;
}

export function setPhases(phases: Phase[]): void {
  if (me.value) me.value = { ...me.value, phases };
}

/** Whether all is with the server, in a few words. */
export function trafficText({ state, unsent }: { state: Traffic; unsent: number }): string {
  const kept = unsent ? `, ${many(unsent, "change")} kept here` : "";
  if (state === "conflict") return "conflict: choose a version";
  if (state === "offline" || state === "logged out" || state === "waiting") {
    return `${{ offline: "offline", "logged out": "logged out", waiting: "server busy" }[state]}${kept}`;
  }
  return unsent ? "saving…" : "saved";
}
