const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a lead is sent again and when sending stops, as data: the engine, the screens and the demo read it here. */
export const DELIVERY_SCHEDULE = {
  /** The first ladder: after so many minutes since the lead was accepted. The first try of all is at once. */
  ladderMinutes: [1, 5, 15, 30, 60],
  /** A stuck lead is tried again every so many hours, for so many days, and then once a day. */
  stuckEveryHours: 4,
  stuckDays: 3,
  /** After that nothing is sent unless somebody asks for it. */
  lastDay: 7,
  /** An answer that says that the lead itself does not fit is not going to change: so many tries and no more. */
  mappingTries: 3,
  /** So many failures in a row at one endpoint stop all sending to it, for so many minutes; then one lead tries alone. */
  breakerFailures: 10,
  breakerMinutes: 15,
  /** How many leads may be on their way to one endpoint at the same time. */
  atOnce: 4,
} as const;

const { ladderMinutes, stuckEveryHours, stuckDays, lastDay } = DELIVERY_SCHEDULE;

const rungs = (): number[] => {
  const all: number[] = ladderMinutes.map((minutes) => minutes * MINUTE);
  for (let at = all.at(-1)! + stuckEveryHours * HOUR; at <= stuckDays * DAY; at += stuckEveryHours * HOUR) all.push(at);
  for (let day = stuckDays + 1; day <= lastDay; day += 1) all.push(day * DAY);
  return all;
};
/** Since the lead was accepted, in milliseconds. */
const DELIVERY_RUNGS: readonly number[] = rungs();

/** When a lead is tried next, after a try that failed now; null: only when somebody asks for it. */
export const nextTryAt = (acceptedAt: Date, now: Date): Date | null => {
  const since = now.getTime() - acceptedAt.getTime();
  const rung = DELIVERY_RUNGS.find((at) => at > since);
  return rung === undefined ? null : new Date(acceptedAt.getTime() + rung);
};

/** A lead that is not delivered by then is stuck, whatever was tried. How many minutes that are is the owner's setting. */
export const stuckAt = (acceptedAt: Date, stuckMinutes: number): Date =>
  new Date(acceptedAt.getTime() + stuckMinutes * MINUTE);

/** Until when nothing is sent to an endpoint that has failed so often in a row; null: it is open for sending. */
export const breakerOpenUntil = (failuresInRow: number, now: Date): Date | null =>
  failuresInRow >= DELIVERY_SCHEDULE.breakerFailures
    ? new Date(now.getTime() + DELIVERY_SCHEDULE.breakerMinutes * MINUTE)
    : null;

/** How old a stuck lead is, for the two counters of the page. */
export const STUCK_AGES = {
  WARNING: { label: 'Warning', fromHours: 1, toHours: 24 },
  ATTENTION: { label: 'Attention', fromHours: 24, toHours: null },
} as const;
export type StuckAge = keyof typeof STUCK_AGES;
/** Older ones are in no list of stuck leads. */
export const STUCK_WINDOW_DAYS = 90;
