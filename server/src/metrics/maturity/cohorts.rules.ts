import { type Stage } from '@paceline/contract';
import { type OwnerCurves, shareMatured } from './maturity.rules.ts';

/** One day's inquiries of one segment: how many, and how many of them had got to the stage by each age. */
export interface CohortDay {
  /** Complete days since; below 0 where the day is not over. */
  age: number;
  segment: keyof OwnerCurves;
  inquiries: number;
  /** In the order of the ages. */
  reached: readonly number[];
}

interface CohortCell {
  inquiries: number;
  count: number;
  /** Whether some of the inquiries are younger than the age. */
  open: boolean;
  /** Whether all of them are: what has come in is that of an earlier age. */
  unreached: boolean;
  /** Of what the curve expects by that age, the percentage that can have come in. */
  percentMatured: number | null;
}

/** What a cohort came to by one age. */
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
  // Where a curve expects nothing by then, the inquiries that are old enough tell how far it is.
  const share = due > 0 ? come / due : inquiries === 0 ? null : old / inquiries;
  return {
    inquiries,
    count,
    open: old < inquiries,
    unreached: old === 0,
    percentMatured: share === null ? null : share * 100,
  };
};

/** All days that are old enough together: each inquiry counts once, so that a large month counts for more. */
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
