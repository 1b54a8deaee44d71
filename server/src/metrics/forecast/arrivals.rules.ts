import { type LagCurve, shareMatured } from '../maturity/maturity.rules.ts';

const MONTH_DAYS = 365 / 12;
/** Months after which no more outcomes are expected: curves are complete after a year. */
const ARRIVAL_MONTHS = 14;

/**
 * Share of a month's outcomes that arrives in the same month, the next one and so on: the lag curve averaged over the days of the
 * inquiries.
 */
export const arrivalShares = (lag: LagCurve): number[] => {
  const days = Math.round(MONTH_DAYS);
  const seenBy = (months: number): number => {
    let seen = 0;
    for (let day = 0; day < days; day += 1) seen += shareMatured(lag, months * MONTH_DAYS - day - 0.5);
    return seen / days;
  };
  return Array.from({ length: ARRIVAL_MONTHS }, (_, month) => seenBy(month + 1) - seenBy(month));
};

/** Mature inquiries whose outcomes are due in a month: this and earlier months' inquiries times their shares. */
export const dueIn = (inquiries: readonly number[], shares: readonly number[], month: number): number => {
  let due = 0;
  for (let age = 0; age < shares.length && age <= month; age += 1)
    due += (inquiries[month - age] ?? 0) * (shares[age] ?? 0);
  return due;
};

/** Months behind a rate: enough for rare outcomes, few enough to follow a change. */
const RATE_MONTHS = 12;
/** Weight of the parent's rate, in inquiries. */
const PARENT_WEIGHT = 50;

export interface Exposure {
  outcomes: number;
  /** Σ inquiries × the share of their outcomes that could arrive. */
  exposed: number;
}

/** Outcomes of the last months, and the inquiries they can come from. The first months of a history lack earlier inquiries. */
export const exposureOf = (
  inquiries: readonly number[],
  outcomes: readonly number[],
  shares: readonly number[],
  loaded = inquiries.length,
): Exposure => {
  const warmUp = Math.min(6, Math.max(0, loaded - MIN_RATE_MONTHS));
  const first = Math.max(loaded - RATE_MONTHS, warmUp);
  const total = { outcomes: 0, exposed: 0 };
  for (let month = first; month < loaded; month += 1) {
    total.outcomes += outcomes[month] ?? 0;
    total.exposed += dueIn(inquiries, shares, month);
  }
  return total;
};
const MIN_RATE_MONTHS = 3;

/** Mature rate, shrunk towards the parent's: more so the fewer inquiries there are. */
export const shrunkRate = ({ outcomes, exposed }: Exposure, parent: number | null): number => {
  if (parent === null) return exposed > 0 ? outcomes / exposed : 0;
  return (outcomes + PARENT_WEIGHT * parent) / (exposed + PARENT_WEIGHT);
};
