import { isCountTarget, TARGET_FIELDS, TARGET_LABELS } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { getCalendar } from '../goals.queries.ts';
import { listSheetRows } from './targets.queries.ts';
import { type GoalDeps } from './targets.service.ts';

const NOTE = 'Edit and upload. A blank cell changes nothing; NULL clears the value.';

const COLUMNS: readonly OutgoingColumn[] = [
  { key: 'goalKey', label: 'Goal Key', kind: 'key' },
  { key: 'goalName', label: 'Line Item', kind: 'text', width: 36 },
  { key: 'campusName', label: 'Campus', kind: 'text', width: 24 },
  { key: 'month', label: 'Month', kind: 'date' },
  ...TARGET_FIELDS.map((field): OutgoingColumn => {
    const kind = isCountTarget(field) ? 'count' : 'dollar';
    return { key: field, label: TARGET_LABELS[field], kind, editable: true, note: NOTE };
  }),
  { key: 'rowVersion', label: 'Row Version', kind: 'key' },
];

const MONTHS_AHEAD = 12;
const MAX_MONTHS = 60;

/** Months from one to another, both included. */
const countMonths = (from: string, to: string): number => {
  const at = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return at(to) - at(from) + 1;
};

const later = (month: string, months: number): string => {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
};

/** Every month of every line item, also those without targets, so that they can be filled in. */
export const exportTargets = async (
  { db, clock }: GoalDeps,
  scope: Scope,
  ownerKey: number,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    const { currentMonth } = await getCalendar(tx, ownerKey, clock.now());
    const from = range.from ?? currentMonth;
    const to = range.to ?? later(from, MONTHS_AHEAD);
    const months = countMonths(from, to);
    if (months < 1 || months > MAX_MONTHS) throw new AppError('RANGE_TOO_LONG');
    const rows = await listSheetRows(tx, ownerKey, { from, to });
    const { content, contentType } = writeSheet({
      sheetName: 'Goal targets',
      columns: COLUMNS,
      rows,
      note: ['Months that are over can no longer be changed.', NOTE],
    });
    return { fileName: `goal-targets-${from.slice(0, 7)}.xlsx`, contentType, content };
  });
