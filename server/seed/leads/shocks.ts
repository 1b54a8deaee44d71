import { type Day, monthStart } from '../calendar.ts';
import { type Campaign, type Owner, type Partner } from '../build/model.ts';

/** Incidents in the history that a reader should be able to find: domain handbook, 4.4. */

/** Never in the last complete month, which everybody looks at first. */
const OUTAGE = { partner: 'ERN', daysAgo: 70, days: 4 };
const PRICE_RISE = { partner: 'CCP', monthsAgo: 4, factor: 1.12 };
const LANDING_PAGE = { owner: 'LCH', daysAgo: 24, days: 6, conversions: 0.6 };
const BUDGET_CUT = { owner: 'CVU', share: 0.55 };
const FRAUD = { daysAgo: 48, days: 3 };
const NOVEMBER = 10;

export const priceRiseOf = (owner: Owner, partner: Partner | null): { from: Day; factor: number } | null =>
  partner?.code === PRICE_RISE.partner
    ? { from: monthStart(owner.madeOn, -PRICE_RISE.monthsAgo), factor: PRICE_RISE.factor }
    : null;

const within = (day: Day, today: Day, { daysAgo, days }: { daysAgo: number; days: number }): boolean =>
  day >= today - daysAgo && day < today - daysAgo + days;

/** Share of the expected inquiries that arrives on the day. */
export const shockOn = ({ owner, partner, channel }: Campaign, day: Day): number => {
  if (partner?.code === OUTAGE.partner && within(day, owner.madeOn, OUTAGE)) return 0;
  if (channel === 'ppc' && owner.volume.code === LANDING_PAGE.owner && within(day, owner.madeOn, LANDING_PAGE)) {
    return LANDING_PAGE.conversions;
  }
  return 1;
};

/** One owner's budget was cut in its last complete November. */
export const budgetShare = (owner: Owner, monthIndex: number): number => {
  if (owner.volume.code !== BUDGET_CUT.owner) return 1;
  const cut = owner.months.findLast(({ ofYear, index }) => ofYear === NOVEMBER && index < owner.months.length - 2);
  return cut?.index === monthIndex ? BUDGET_CUT.share : 1;
};

export const isFraudDay = (today: Day, day: Day): boolean => within(day, today, FRAUD);
