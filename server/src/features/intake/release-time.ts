import { hoursAt, isOpenAt } from '../../shared/campaign-status/day-parting.rules.ts';
import { type CampaignRules } from '../../shared/intake/campaign-rules.ts';
import { type Decision } from '../../shared/intake/check.ts';

const DAY_MS = 86_400_000;

/** When a held lead is tried again: when its cap resets, its hours open, or, where a person must decide, a day later. */
export const releaseTimeOf = (
  { dayParting, criteria, owner }: CampaignRules,
  { counter }: Pick<Decision, 'counter'>,
  now: Date,
): Date => {
  if (counter?.resetsAt) return counter.resetsAt;
  const closed = [dayParting, criteria.hours].filter(
    (week) => week !== null && week.days.length > 0 && !isOpenAt(week, now, owner.zone),
  );
  const opens = closed.flatMap((week) => (week === null ? [] : [hoursAt(week, now, owner.zone).changesAt?.getTime()]));
  const times = opens.filter((time) => time !== undefined);
  return new Date(times.length === 0 ? now.getTime() + DAY_MS : Math.max(...times));
};
