import { countDaysOf, type Grain, grainEnd, grainStart, lastOfMonth, plusDays } from '@paceline/contract';

export interface Stretch {
  from: string;
  to: string;
}

/** A range cut into parts that are read one after the other. None cuts a week or month of the grain. */
export const stretchesOf = ({ from: start, to: end }: Stretch, grain: Grain): Stretch[] => {
  const stretches: Stretch[] = [];
  for (let from = start; from <= end;) {
    const last = grain === 'day' ? lastOfMonth(from) : grainEnd(grainStart(from, grain), grain);
    const to = last < end ? last : end;
    stretches.push({ from, to });
    from = plusDays(to, 1);
  }
  return stretches;
};

/** The error in the days, in words; null where they are valid. */
export const daysProblem = (range: Stretch, grain: Grain, mostDays: number): string | null => {
  if (range.to < range.from) return 'The last day is before the first.';
  const days = countDaysOf(range);
  return days > mostDays ? `A file by ${grain} spans at most ${mostDays} days: these are ${days}.` : null;
};
