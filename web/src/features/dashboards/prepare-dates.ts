import type { WidgetAnswer } from '@paceline/contract';
import { writtenDay, writtenDays } from '../../lib/text/days-text.ts';

/** A widget's days, comparison days and data date. */
export const datesOf = ({ range, compared, asOf }: WidgetAnswer, isDrawn: boolean): string => {
  const other = compared && `, compared with ${writtenDays(compared)}${isDrawn ? ' (dashed)' : ''}`;
  return `${writtenDays(range)}${other ?? ''} · as of ${writtenDay(asOf)}`;
};
