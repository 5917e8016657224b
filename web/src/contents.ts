// The list of contents shows where the reader is, and leads where it says.

export function setUpContents(nav: HTMLElement): void {
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of nav.querySelectorAll<HTMLAnchorElement>("a[href^='#']")) links.set(link.hash.slice(1), link);
  const mark = (current: string | undefined) => {
    for (const [id, link] of links) {
      if (id === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  // What was pressed stays marked until the reader moves on: the last sections may be too short to reach the top.
  let pressed = false;
  for (const [id, link] of links) {
    link.addEventListener("click", () => {
      pressed = true;
      mark(id);
    });
  }
  for (const moved of ["wheel", "touchmove", "keydown"]) {
    window.addEventListener(moved, () => (pressed = false), { passive: true });
  }
  const visible = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) visible.add(entry.target.id);
        else visible.delete(entry.target.id);
      }
      const current = Array.from(links.keys()).find((id) => visible.has(id));
      if (!pressed && current) mark(current);
    },
    { rootMargin: "-10% 0px -60% 0px" },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
}

/** The browser went to the part that the address names before the page had its full height. */
export function goToAddress(): void {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) target.scrollIntoView();
}
