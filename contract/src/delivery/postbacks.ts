const MINUTE = 60_000;

/** How a partner's server is told what became of a lead, as data. */
export const POSTBACK_SCHEDULE = {
  /** The first is at once; the others so many minutes after the one before. */
  waitMinutes: [1, 10],
  timeLimitSeconds: 10,
  /** How many may be on their way to one partner at the same time. */
  atOnce: 4,
} as const;

export const POSTBACK_TRIES = POSTBACK_SCHEDULE.waitMinutes.length + 1;

/** When it is tried again, after so many tries that failed; null: never. */
export const nextPostbackAt = (tries: number, now: Date): Date | null => {
  const wait = POSTBACK_SCHEDULE.waitMinutes[tries - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * MINUTE);
};
