import { type PlatformFile } from '@paceline/contract';
import { formatCount, formatDay } from '../../lib/text/format.ts';

/** A fetch's result in a sentence. */
export const fetchedText = ({ outcome, firstDay, lastDay, newDays, correctedDays }: PlatformFile): string => {
  const span = firstDay === null || lastDay === null ? '' : `${formatDay(firstDay)} to ${formatDay(lastDay)}: `;
  if (outcome === 'UNCHANGED') return `${span}nothing has changed.`;
  return `${span}${formatCount(newDays)} new, ${formatCount(correctedDays)} corrected days.`;
};
