import type { Granularity } from '@paceline/contract';

export const GRAIN_WORDS: Readonly<Record<Granularity, string>> = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
  quarter: 'By quarter',
  year: 'By year',
};
