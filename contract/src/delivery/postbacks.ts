const MINUTE = 60_000;

/** Retry schedule of postbacks to a partner's server. */
export const POSTBACK_SCHEDULE = {
  /** Minutes between attempts. The first attempt is immediate. */
  waitMinutes: [1, 10],
  timeLimitSeconds: 10,
  /** Maximum concurrent postbacks to one partner. */
  atOnce: 4,
} as const;

export const POSTBACK_TRIES = POSTBACK_SCHEDULE.waitMinutes.length + 1;

/** Time of the next attempt after this many failures; null if there is none. */
export const nextPostbackAt = (tries: number, now: Date): Date | null => {
  const wait = POSTBACK_SCHEDULE.waitMinutes[tries - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * MINUTE);
};
