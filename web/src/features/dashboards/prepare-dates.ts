import type { WidgetAnswer } from '@paceline/contract';
import { writtenDay, writtenDays } from '../../lib/text/days-text.ts';

/** The days that a widget tells, those that it compares with, and how far its data go. */
export const datesOf = ({ range, compared, asOf }: WidgetAnswer, isDrawn: boolean): string => {
  const other = compared && `, compared with ${writtenDays(compared)}${isDrawn ? ' (dashed)' : ''}`;
  return `${writtenDays(range)}${other ?? ''} · as of ${writtenDay(asOf)}`;
};
