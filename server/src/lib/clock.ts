/** The only source of "now": code that compares with a time, a day or a month uses the clock it was given. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Starts at the given instant and runs on, so that tokens expire and months change. */
export const clockFrom = (start: Date): Clock => {
  const began = performance.now();
  return { now: () => new Date(start.getTime() + (performance.now() - began)) };
};

/** Stands still until it is moved: for tests. */
export const manualClock = (start: Date): Clock & { set(to: Date): void; advance(ms: number): void } => {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (to) => void (current = to.getTime()),
    advance: (ms) => void (current += ms),
  };
};
