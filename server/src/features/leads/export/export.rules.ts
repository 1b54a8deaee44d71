import { LEAD_EXPORT, type LeadExportFormat, type LeadExportQuestion } from '@paceline/contract';

const DAY_MS = 86_400_000;

type Days = Pick<LeadExportQuestion, 'startDate' | 'endDate'>;

const dayCount = ({ startDate, endDate }: Days): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1;

/** The error in the days, in words; null where they are valid. */
export const daysProblem = (days: Days): string | null => {
  const count = dayCount(days);
  if (count < 1) return 'The last day is before the first.';
  return count > LEAD_EXPORT.mostDays ? `Choose at most ${LEAD_EXPORT.mostDays} days.` : null;
};

/** Whether the browser can wait for it. Selected leads are few, however far apart. */
export const isAtOnce = (question: Days & Pick<LeadExportQuestion, 'leadCaptureKeys'>, leads: number): boolean =>
  (question.leadCaptureKeys !== undefined || dayCount(question) <= LEAD_EXPORT.daysAtOnce) &&
  leads <= LEAD_EXPORT.leadsAtOnce;

export const fitsFormat = (format: LeadExportFormat, leads: number): boolean =>
  format === 'csv' || leads <= LEAD_EXPORT.sheetRows;

export interface Month {
  from: string;
  to: string;
}

/** The months of a range, the first and last cut to it: each is a partition. */
export const monthsOf = ({ startDate, endDate }: Days): Month[] => {
  const months: Month[] = [];
  let from = startDate;
  while (from <= endDate) {
    const [year = 0, month = 0] = from.split('-').map(Number);
    const next = new Date(Date.UTC(year, month, 1));
    const last = new Date(next.getTime() - DAY_MS).toISOString().slice(0, 10);
    months.push({ from, to: last < endDate ? last : endDate });
    from = next.toISOString().slice(0, 10);
  }
  return months;
};

export const fileNameOf = ({ startDate, endDate, format }: LeadExportQuestion): string =>
  `leads-${startDate}-to-${endDate}.${format}`;
