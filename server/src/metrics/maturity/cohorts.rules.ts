import { type Stage } from '@paceline/contract';
import { type OwnerCurves, shareMatured } from './maturity.rules.ts';

/** One day's inquiries of one segment, and how many had reached the stage by each age. */
export interface CohortDay {
  /** Complete days since; negative if the day is not over. */
  age: number;
  segment: keyof OwnerCurves;
  inquiries: number;
  /** In order of the ages. */
  reached: readonly number[];
}

interface CohortCell {
  inquiries: number;
  count: number;
  /** Whether some of the inquiries are younger than the age. */
  open: boolean;
  /** Whether all are younger: the count is of an earlier age. */
  unreached: boolean;
  /** Percentage of the outcomes expected by that age that can have arrived so far. */
  percentMatured: number | null;
}

/** A cohort's result at one age. */
export const cohortCell = (
  days: readonly CohortDay[],
  place: number,
  age: number,
  curves: OwnerCurves,
  stage: Stage,
): CohortCell => {
  let [inquiries, count, come, due, old] = [0, 0, 0, 0, 0];
  for (const day of days) {
    const curve = curves[day.segment][stage];
    inquiries += day.inquiries;
    count += day.reached[place] ?? 0;
    due += day.inquiries * shareMatured(curve, age);
    come += day.inquiries * shareMatured(curve, Math.min(day.age, age));
    if (day.age >= age) old += day.inquiries;
  }
  // If the curve expects nothing by then, the share of old enough inquiries is used.
  const share = due > 0 ? come / due : inquiries === 0 ? null : old / inquiries;
  return {
    inquiries,
    count,
    open: old < inquiries,
    unreached: old === 0,
    percentMatured: share === null ? null : share * 100,
  };
};

/** All days that are old enough combined: each inquiry counts once, so larger months have more weight. */
export const cohortTotal = (
  days: readonly CohortDay[],
  place: number,
  age: number,
): Pick<CohortCell, 'inquiries' | 'count'> => {
  const old = days.filter((day) => day.age >= age);
  return {
    inquiries: old.reduce((sum, day) => sum + day.inquiries, 0),
    count: old.reduce((sum, day) => sum + (day.reached[place] ?? 0), 0),
  };
};
