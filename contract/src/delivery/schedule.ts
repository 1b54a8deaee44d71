const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Retry schedule of deliveries, shared by the engine, the screens and the demo. */
export const DELIVERY_SCHEDULE = {
  /** Minutes after acceptance of the first retries. The first attempt is immediate. */
  ladderMinutes: [1, 5, 15, 30, 60],
  /** Stuck leads are retried at this interval for this many days, then daily. */
  stuckEveryHours: 4,
  stuckDays: 3,
  /** Last day of automatic retries; later ones are manual. */
  lastDay: 7,
  /** Maximum attempts if the answer says that the lead itself is invalid, as a retry does not change that. */
  mappingTries: 3,
  /** After this many consecutive failures an endpoint is stopped for this many minutes; then a single lead is tried. */
  breakerFailures: 10,
  breakerMinutes: 15,
  /** Maximum concurrent deliveries to one endpoint. */
  atOnce: 4,
} as const;

const { ladderMinutes, stuckEveryHours, stuckDays, lastDay } = DELIVERY_SCHEDULE;

const rungs = (): number[] => {
  const all: number[] = ladderMinutes.map((minutes) => minutes * MINUTE);
  for (let at = all.at(-1)! + stuckEveryHours * HOUR; at <= stuckDays * DAY; at += stuckEveryHours * HOUR) all.push(at);
  for (let day = stuckDays + 1; day <= lastDay; day += 1) all.push(day * DAY);
  return all;
};
/** Times of retries in milliseconds since acceptance. */
const DELIVERY_RUNGS: readonly number[] = rungs();

/** Time of the next attempt after a failure now; null if only a manual one is left. */
export const nextTryAt = (acceptedAt: Date, now: Date): Date | null => {
  const since = now.getTime() - acceptedAt.getTime();
  const rung = DELIVERY_RUNGS.find((at) => at > since);
  return rung === undefined ? null : new Date(acceptedAt.getTime() + rung);
};

/** When an undelivered lead becomes stuck, whatever was tried. The owner's settings define the minutes. */
export const stuckAt = (acceptedAt: Date, stuckMinutes: number): Date =>
  new Date(acceptedAt.getTime() + stuckMinutes * MINUTE);

/** Until when an endpoint with this many consecutive failures is stopped; null if it is open. */
export const breakerOpenUntil = (failuresInRow: number, now: Date): Date | null =>
  failuresInRow >= DELIVERY_SCHEDULE.breakerFailures
    ? new Date(now.getTime() + DELIVERY_SCHEDULE.breakerMinutes * MINUTE)
    : null;

/** Age bands of stuck leads, for the two counters of the page. */
export const STUCK_AGES = {
  WARNING: { label: 'Warning', fromHours: 1, toHours: 24 },
  ATTENTION: { label: 'Attention', fromHours: 24, toHours: null },
} as const;
export type StuckAge = keyof typeof STUCK_AGES;
/** Older leads are in no list of stuck leads. */
export const STUCK_WINDOW_DAYS = 90;
