import { labelsOf, type Milestone, MILESTONE_LIMITS, milestoneText, ownersFileName } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { type OutgoingColumn, type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { audit } from '../../../shared/audit.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { countExported, type ExportedMilestone, streamExported } from './export.queries.ts';

const COLUMNS: readonly OutgoingColumn[] = [
  { key: 'leadId', label: 'Lead Id', kind: 'text', width: 32 },
  { key: 'inquiryDate', label: 'Inquiry Date', kind: 'date' },
  { key: 'milestone', label: 'Milestone', kind: 'text' },
  { key: 'milestoneDate', label: 'Milestone Date', kind: 'date' },
  { key: 'daysFromInquiry', label: 'Days From Inquiry', kind: 'count' },
  { key: 'client', label: 'Client', kind: 'text' },
  { key: 'campus', label: 'Campus', kind: 'text' },
  { key: 'program', label: 'Program', kind: 'text' },
  { key: 'partner', label: 'Partner', kind: 'text' },
  { key: 'campaign', label: 'Campaign', kind: 'text', width: 40 },
  { key: 'source', label: 'Source', kind: 'text' },
  { key: 'term', label: 'Term', kind: 'text' },
];
/** The source of a media partner's lead is not shown to clients. */
const columnsFor = (group: Scope['group']): OutgoingColumn[] =>
  COLUMNS.filter(({ key }) => group !== 'cl' || key !== 'source');

const DAY_MS = 86_400_000;
const refuse = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field, code: 'range', message }] });

const assertRange = (start: string, end: string): void => {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days < 1) throw refuse('end', 'The last day is before the first.');
  if (days > MILESTONE_LIMITS.exportDays)
    throw refuse('end', `An export spans at most ${MILESTONE_LIMITS.exportDays} days: these are ${days}.`);
};

const inWords = async function* (
  rows: AsyncIterable<ExportedMilestone>,
  textOf: (milestone: Milestone) => string,
): AsyncGenerator<OutgoingRow, void> {
  for await (const row of rows) yield { ...row, milestone: textOf(row.milestone) };
};

interface Asked {
  ownerKey: number;
  start: string;
  end: string;
  format: 'csv' | 'xlsx';
}

/** The milestones of a range of days, each on the day on which it counts. */
export const exportMilestones = async (
  { db, clock }: { db: Database; clock: Clock },
  { scope, origin, signal }: { scope: Scope; origin: Origin; signal: AbortSignal },
  { ownerKey, start, end, format }: Asked,
): Promise<Download> => {
  assertRange(start, end);
  const range = { ownerKey, start, end };
  const most = MILESTONE_LIMITS.exportRows;
  const { name, variant, rows } = await db.withScope(
    scope,
    async (tx) => {
      const owner = await getOwnerVariant(tx, ownerKey);
      const milestones = await countExported(tx, range, most + 1);
      if (milestones > most)
        throw refuse('end', `These days have more than ${most.toLocaleString('en-US')} milestones: choose fewer days.`);
      await audit(tx, scope, origin, clock.now(), {
        action: 'milestonesExported',
        ownerKey,
        entity: 'owner',
        entityKey: ownerKey,
        after: { start, end, format, rows: milestones },
      });
      return { ...owner, rows: milestones };
    },
    { signal },
  );
  const stream = db.streamScope<ExportedMilestone>(scope, (tx) => streamExported(tx, range), { signal });
  const sheet = {
    sheetName: 'Milestones',
    columns: columnsFor(scope.group),
    rows: inWords(stream, (milestone) => milestoneText(milestone, labelsOf(variant))),
    ...(rows === 0 && { note: ['No milestone happened on these days.'] }),
  };
  const fileName = ownersFileName(name, `milestone-details-${start}-${end}.${format}`);
  return { fileName, ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)) };
};
