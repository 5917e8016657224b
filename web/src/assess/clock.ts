// Working time: stretches in which somebody does something; a minute without a sign of life is not counted.
const kIdle = 60_000;

let last = 0;
let sum = 0;

function tick(): void {
  const now = performance.now();
  if (last && now - last < kIdle) sum += now - last;
  last = now;
}

for (const event of ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "scroll"]) addEventListener(event, tick, { passive: true, capture: true });

/** The working time since the last call, in milliseconds. */
export function takeTime(): number {
  tick();
  const out = Math.round(sum);
  sum = 0;
  return out;
}
