import { MILESTONE_LIMITS } from '@paceline/contract';

const DAY_MS = 86_400_000;

interface ExportRange {
  from: string;
  to: string;
}

/** The current month to date. */
export const firstRange = (today: string): ExportRange => ({ from: `${today.slice(0, 7)}-01`, to: today });

/** Error of a range, and at which end; null if valid. */
export const rangeProblem = ({ from, to }: ExportRange): { field: keyof ExportRange; message: string } | null => {
  if (from === '') return { field: 'from', message: 'Choose the first day.' };
  if (to === '') return { field: 'to', message: 'Choose the last day.' };
  if (to < from) return { field: 'to', message: 'The last day is before the first.' };
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days > MILESTONE_LIMITS.exportDays
    ? { field: 'to', message: `At most ${MILESTONE_LIMITS.exportDays} days: these are ${days}.` }
    : null;
};
