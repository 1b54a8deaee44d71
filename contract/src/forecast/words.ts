import { type ForecastAccuracy, type ForecastMethod, FORECAST, type WhyMethod } from './schema.ts';

export const METHOD_WORDS: Readonly<Record<ForecastMethod, string>> = {
  AUTO: 'Automatic',
  RUN_RATE: 'Run rate',
  SEASONAL_NAIVE: 'Last year’s value',
  MANUAL: 'By hand',
};

interface Told {
  usedMethod: ForecastMethod;
  why: WhyMethod;
  completeMonths: number;
  accuracy: ForecastAccuracy;
}

const percent = (value: number): string => `${Math.round(value)} %`;

/** How far it was off before, in a sentence, and what is used instead where it is not good enough. */
export const accuracyWords = ({ usedMethod, why, completeMonths, accuracy }: Told): string => {
  if (usedMethod === 'MANUAL') return 'Entered by hand';
  if (why === 'TOO_SHORT')
    return `${FORECAST.leastMonths} complete months needed, has ${completeMonths}: using run rate`;
  const error = accuracy.wape === null ? 'Not tested yet' : `WAPE ${percent(accuracy.wape)}`;
  if (why === 'NO_LAST_YEAR') return `${error}, no value of last year: using run rate`;
  if (why === 'COST_HELD') return `${error}: inquiries at their cost of the last three months came nearer and are used`;
  if (why === 'NAIVE_BETTER') return `${error}, last year’s value came nearer and is used`;
  if (accuracy.wape === null || accuracy.beatsNaive === null) return error;
  return accuracy.beatsNaive ? `${error}, beats last year’s value` : `${error}, last year’s value came nearer`;
};
