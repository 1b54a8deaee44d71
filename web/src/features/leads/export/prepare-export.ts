import {
  LEAD_EXPORT,
  type LeadExport,
  type LeadExportFormat,
  type LeadExportState,
  type LeadStatus,
} from '@paceline/contract';
import { formatCount, formatDay, formatInstant, todayIn } from '../../../lib/text/format.ts';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';

/** The form's values; a media partner also chooses the owner. */
export interface ExportValues {
  ownerKey: number | null;
  leadStatus: LeadStatus[];
  clientKeys: number[];
  mediaPartnerKeys: number[];
  startDate: string;
  endDate: string;
  format: LeadExportFormat;
  wholePeople: boolean;
  /** Leads selected in the list; absent: all leads of the days. */
  leadCaptureKeys?: number[];
}

const DAY_MS = 86_400_000;
const DAYS_AT_FIRST = 30;

/** Defaults: the last days up to today, without filters. */
export const firstValues = (ownerKey: number | null, today: string): ExportValues => ({
  ownerKey,
  leadStatus: [],
  clientKeys: [],
  mediaPartnerKeys: [],
  startDate: new Date(Date.parse(today) - (DAYS_AT_FIRST - 1) * DAY_MS).toISOString().slice(0, 10),
  endDate: today,
  format: 'xlsx',
  wholePeople: false,
});

export const FORMAT_OPTIONS = [
  { value: 'xlsx', label: 'Workbook (.xlsx)' },
  { value: 'csv', label: 'Text file (.csv)' },
];

/** The selected leads, and their days in the owner's zone. */
export const chosenValues = (
  ownerKey: number,
  timeZone: string,
  rows: readonly { leadCaptureKey: number; createdAt: string }[],
): ExportValues => {
  const times = rows.map(({ createdAt }) => createdAt).toSorted();
  const dayOf = (at: string | undefined): string => todayIn(timeZone, new Date(at ?? 0));
  return {
    ...firstValues(ownerKey, dayOf(times.at(-1))),
    startDate: dayOf(times[0]),
    leadCaptureKeys: rows.map(({ leadCaptureKey }) => leadCaptureKey),
  };
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Errors found before anything is requested. */
export const exportProblems = ({ ownerKey, startDate, endDate }: ExportValues): FieldProblem[] => {
  const problems: FieldProblem[] = [];
  if (ownerKey === null) problems.push({ path: 'ownerKey', message: 'Choose a school group.' });
  if (!isDay(startDate)) problems.push({ path: 'startDate', message: 'Choose the first day.' });
  if (!isDay(endDate)) problems.push({ path: 'endDate', message: 'Choose the last day.' });
  if (isDay(startDate) && isDay(endDate)) {
    const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
    if (days < 1) problems.push({ path: 'endDate', message: 'The last day is before the first.' });
    if (days > LEAD_EXPORT.mostDays)
      problems.push({ path: 'endDate', message: `Choose at most ${formatCount(LEAD_EXPORT.mostDays)} days.` });
  }
  return problems;
};

interface Counted {
  leads: number;
  isMore: boolean;
  inBackground: boolean;
}

/** The number of leads in words, and how the file is delivered. */
export const countText = ({ leads, isMore, inBackground }: Counted): string => {
  if (leads === 0) return 'No leads match. Choose other days, or fewer filters.';
  const many = isMore
    ? `More than ${formatCount(leads)} leads`
    : `About ${formatCount(leads)} ${leads === 1 ? 'lead' : 'leads'}`;
  return inBackground ? `${many}. The file is prepared in the background.` : `${many}.`;
};

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;
export const sizeText = (bytes: number): string => {
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${UNITS[step]}`;
};

const STATES: Record<LeadExportState, { tone: StatusTone; label: string }> = {
  queued: { tone: 'warn', label: 'Waiting' },
  running: { tone: 'warn', label: 'In progress' },
  ready: { tone: 'good', label: 'Ready' },
  failed: { tone: 'bad', label: 'Failed' },
  cancelled: { tone: 'off', label: 'Cancelled' },
  expired: { tone: 'off', label: 'Expired' },
};

export const isOpen = ({ state }: Pick<LeadExport, 'state'>): boolean => state === 'queued' || state === 'running';

/** An export's row. */
export const prepareExport = (one: LeadExport, timeZone: string) => {
  const { state, isDirect, rowsWritten, leads, sizeBytes, failure, format, wholePeople } = one;
  return {
    key: one.exportKey,
    what: `${one.ownerName}, ${formatDay(one.startDate)} to ${formatDay(one.endDate)}`,
    kind: `${format === 'csv' ? 'Text file (.csv)' : 'Workbook (.xlsx)'}${wholePeople ? ', with whole people' : ''}`,
    askedAt: formatInstant(one.askedAt, timeZone),
    ...STATES[state],
    ...(isDirect && { label: 'Downloading in a tab' }),
    note: failure,
    rows: isOpen(one) ? `${formatCount(rowsWritten)} of about ${formatCount(leads)}` : formatCount(rowsWritten),
    size: sizeBytes === null ? null : sizeText(sizeBytes),
    until: one.expiresAt === null ? null : formatInstant(one.expiresAt, timeZone),
    mayDownload: state === 'ready',
    mayCancel: isOpen(one),
  };
};
