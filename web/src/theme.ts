// Light and dark: the system's choice until the reader makes another.

type Listener = (dark: boolean) => void;
const listeners: Listener[] = [];

export function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen === "dark";
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

export function onThemeChange(listener: Listener): void {
  listeners.push(listener);
}

export function setUpTheme(button: HTMLButtonElement): void {
  const label = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Light: switch to light colours" : "Dark: switch to dark colours");
  };
  const announce = () => {
    label();
    for (const listener of listeners) listener(isDark());
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    announce();
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", announce);
  label();
}
