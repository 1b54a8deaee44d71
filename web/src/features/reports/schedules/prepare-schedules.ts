import type { ReportRun, ReportSchedule } from '@paceline/contract';
import { formatCount, formatInstant } from '../../../lib/text/format.ts';

const MAX_NAMES = 3;

/** "Ada Quinn, Max Ode and 3 more". */
export const readersText = (readers: readonly string[]): string => {
  const more = readers.length - MAX_NAMES;
  return more > 0 ? `${readers.slice(0, MAX_NAMES).join(', ')} and ${more} more` : readers.join(', ');
};

export const lastRunText = (last: ReportSchedule['lastRun'], zone: string): string => {
  if (last === null) return 'Not run yet';
  const parts = [
    `${formatCount(last.sent)} sent`,
    ...(last.skipped > 0 ? [`${formatCount(last.skipped)} not sent: see the log`] : []),
    ...(last.waiting > 0 ? [`${formatCount(last.waiting)} on the way`] : []),
  ];
  return `Last run ${formatInstant(last.at, zone)}: ${parts.join(', ')}`;
};

/** What became of a reader's mail; `noun` is what the mail has: rows of a view, or cards of a dashboard. */
export const readerResultText = (
  { name, state, reason, rowCount }: ReportRun['readers'][number],
  noun: 'row' | 'card' = 'row',
): string => {
  if (state === 'waiting') return `${name}: on the way`;
  if (state === 'skipped') return `${name}: not sent. ${reason ?? ''}`;
  return `${name}: sent, ${rowCount === 1 ? `1 ${noun}` : `${formatCount(rowCount)} ${noun}s`}`;
};
