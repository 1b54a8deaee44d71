/** The only source of "now": whatever is compared with a time of day, a day or a month asks the clock it was given. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Starts at the given instant and runs on from there, so that tokens still expire and months still turn. */
export const clockFrom = (start: Date): Clock => {
  const began = performance.now();
  return { now: () => new Date(start.getTime() + (performance.now() - began)) };
};

/** Stands still until it is told to move: for tests. */
export const manualClock = (start: Date): Clock & { set(to: Date): void; advance(ms: number): void } => {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (to) => void (current = to.getTime()),
    advance: (ms) => void (current += ms),
  };
};
