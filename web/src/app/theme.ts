// Light and dark: the system's choice until somebody makes another, which this browser keeps.
import { signal } from "@preact/signals";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const kPlace = "fovea/theme";
const known = (name: string | null): Theme => themes.find((each) => each === name) ?? "system";

export const theme = signal<Theme>(known(localStorage.getItem(kPlace)));

function apply(): void {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}
export function chooseTheme(name: string): void {
  theme.value = known(name);
  localStorage.setItem(kPlace, theme.value);
  apply();
}
apply();
