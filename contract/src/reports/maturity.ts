import { atFullMaturity } from '../core/metrics/formula/counting.ts';
import { isMetricKey } from '../core/metrics/metrics.ts';
import { type QuestionAnswer } from './question-calls.ts';

/** Above this, the outcomes still to come hardly change a figure. */
const NEARLY_MATURE = 90;

export interface Young {
  percent: number;
  /** The figure as if all outcomes had come in; null if too few have. */
  whole: number | null;
}

/** How young an outcome figure of a row is; null if it is mature, or counts no outcomes of inquiries. */
export const youngOf = (
  { matured }: Pick<QuestionAnswer, 'matured'>,
  row: QuestionAnswer['rows'][number] | undefined,
  measure: string,
  suffix = '',
): Young | null => {
  const percent = row?.[`${matured?.[measure] ?? ''}${suffix}`];
  const value = row?.[`${measure}${suffix}`];
  if (typeof percent !== 'number' || percent >= NEARLY_MATURE || !isMetricKey(measure)) return null;
  return { percent, whole: atFullMaturity(measure, typeof value === 'number' ? value : null, percent) };
};

export const youngText = ({ percent, whole }: Young, text: (value: number) => string): string =>
  `${Math.round(percent)}% matured${whole === null ? ', too early to judge' : `, about ${text(whole)} at full maturity`}`;
