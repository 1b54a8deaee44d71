import { type Day, dayOf, isoOf, monthStart } from '../calendar.ts';
import { type Random } from '../random.ts';
import { type Segment } from '../build/structure.ts';

/** Days to the next stage: median and 90th percentile. Domain handbook, 4.5. */
type Lag = readonly [median: number, ninetieth: number];

const NORMAL_90 = 1.2816;

export const drawLag = ([median, ninetieth]: Lag, random: Random): number =>
  random.logNormal(median, Math.log(ninetieth / median) / NORMAL_90);

interface Lags {
  contact: Lag;
  appointment: Lag;
  interview: Lag;
  visit: Lag;
  application: Lag;
  enrollment: Lag;
}

const COMMON = { contact: [1.2, 12], interview: [3, 9], visit: [3.5, 10] } as const;

export const LAGS: Readonly<Record<Segment, Lags>> = {
  career: { ...COMMON, appointment: [0.7, 5], application: [4, 24], enrollment: [9, 40] },
  online: { ...COMMON, appointment: [1, 6], application: [8, 45], enrollment: [14, 55] },
  graduate: { ...COMMON, appointment: [1, 6], application: [8, 45], enrollment: [30, 110] },
  home: { ...COMMON, appointment: [0.7, 5], application: [3, 14], enrollment: [6, 30] },
};

/** A Monday before any history: terms are counted from it. */
const FIRST_TERM = dayOf('2020-01-06');
const WEEKS = { career: 5, online: 8 } as const;
const GRADUATE_MONTHS = [1, 5, 8];
const MIN_NOTICE = 7;

const graduateTerm = (from: Day): Day => {
  for (let offset = 0; ; offset += 1) {
    const first = monthStart(from, offset);
    const term = first + ((7 - ((first + 3) % 7)) % 7) + 7;
    if (GRADUATE_MONTHS.includes(Number(isoOf(first).slice(5, 7))) && term >= from) return term;
  }
};

/** First day of the first term from `from` on; work on a house starts three weeks after the sale. */
const termFrom = (segment: Segment, from: Day): Day => {
  if (segment === 'graduate') return graduateTerm(from);
  if (segment === 'home') return from + 14;
  const step = WEEKS[segment] * 7;
  return FIRST_TERM + Math.ceil((from - FIRST_TERM) / step) * step;
};

export const startAfter = (segment: Segment, enrolled: Day): Day => termFrom(segment, enrolled + MIN_NOTICE);

export const nextTerms = (segment: Segment, today: Day, count: number): Day[] => {
  if (segment === 'home') return [];
  const terms: Day[] = [];
  for (let from = today; terms.length < count; from = terms.at(-1)! + 1) terms.push(termFrom(segment, from));
  return terms;
};
