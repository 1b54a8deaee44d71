import { type ForecastAccuracy, type ForecastMethod, type ForecastSpan, FORECAST, type WhyMethod } from './schema.ts';

export const METHOD_WORDS: Readonly<Record<ForecastMethod, string>> = {
  AUTO: 'Automatic',
  RUN_RATE: 'Average of the last three months',
  SEASONAL_NAIVE: 'Same month last year',
  MANUAL: 'By hand',
};

interface Told {
  usedMethod: ForecastMethod;
  why: WhyMethod;
  methods: readonly ForecastSpan[];
  completeMonths: number;
  accuracy: ForecastAccuracy;
}

type Used = Pick<ForecastSpan, 'usedMethod' | 'why'>;

const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' });
const monthWords = (month: string): string => MONTH.format(new Date(`${month}T00:00:00Z`));

const NAMES: Readonly<Record<ForecastMethod, string>> = {
  AUTO: 'trend and season of its own history',
  RUN_RATE: 'the average of the last three months',
  SEASONAL_NAIVE: 'the same month last year, with recent growth',
  MANUAL: 'what was entered by hand',
};
const NAMES_BY_REASON: Readonly<Partial<Record<WhyMethod, string>>> = {
  LAST_YEAR_BETTER: 'the same month last year',
  COST_HELD: 'inquiries as forecast, each at the average cost of the last three months',
  RUNNING: 'this month so far and what the rest should bring',
};
const REASONS: Readonly<Partial<Record<WhyMethod, string>>> = {
  ASKED: ', as you chose',
  NAIVE_BETTER: ', which came closer in tests',
  LAST_YEAR_BETTER: ', which came closer in tests',
  COST_HELD: ', which came closer in tests',
  NO_LAST_YEAR: ', because last year has no value',
};

/** Short description of a month's method. */
export const methodWords = ({ usedMethod, why }: Used): string => NAMES_BY_REASON[why] ?? NAMES[usedMethod];

/** Groups consecutive months of one method, whatever the horizon; the current month is separate, since it is always projected. */
export const methodSpans = (methods: readonly ForecastSpan[]): ForecastSpan[] => {
  const spans: ForecastSpan[] = [];
  for (const one of methods) {
    const last = spans.at(-1);
    if (one.why === 'RUNNING') continue;
    if (last !== undefined && last.why === one.why && methodWords(last) === methodWords(one))
      spans[spans.length - 1] = { ...last, toMonth: one.toMonth };
    else spans.push(one);
  }
  return spans;
};

const percent = (value: number): string => `${Math.round(value)}%`;

const spanWords = (span: ForecastSpan, isLast: boolean): string => {
  const from = monthWords(span.fromMonth);
  const months =
    span.fromMonth === span.toMonth ? from : isLast ? `From ${from}` : `${from}–${monthWords(span.toMonth)}`;
  return `${months}: based on ${methodWords(span)}${REASONS[span.why] ?? ''}`;
};

const besideLastYear = ({ beatsNaive }: ForecastAccuracy): string =>
  beatsNaive === null
    ? ''
    : beatsNaive
      ? ', which came closer in tests than the same month last year'
      : '; the same month last year came closer in tests, but not clearly';

/** Past error and the methods used, in words. */
export const accuracyWords = ({ usedMethod, why, methods, completeMonths, accuracy }: Told): string => {
  if (usedMethod === 'MANUAL') return 'Entered by hand';
  if (why === 'TOO_SHORT')
    return `Based on the average of recent months, because it has ${completeMonths} complete ${completeMonths === 1 ? 'month' : 'months'}; ${FORECAST.leastMonths} are needed`;
  const error =
    accuracy.wape === null
      ? 'Not tested on past months yet'
      : `Off by ${percent(accuracy.wape)} on average in past months`;
  const spans = methodSpans(methods);
  if (spans.length > 1)
    return [error, ...spans.map((span, index) => spanWords(span, index === spans.length - 1))].join('. ');
  const reason = why === 'BEST' ? besideLastYear(accuracy) : (REASONS[why] ?? '');
  return `${error}. Based on ${methodWords({ usedMethod, why })}${reason}`;
};
