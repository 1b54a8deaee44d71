import { type bulkEduExport, type CallQuery } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { findFileDay } from '../../../metrics/periods/period.queries.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { outgoingColumn } from '../../../shared/bulk/outgoing-column.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { type WrittenFile, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { listClients } from '../clients.queries.ts';
import { EDUCATION_COLUMNS, EDUCATION_KEYS } from '../education/education-columns.ts';
import {
  type EducationRow,
  findOwnerZone,
  listEducationData,
  listOwnerEducationData,
} from '../education/education.queries.ts';
import { type CodeRow, listCodes } from './programs.queries.ts';

interface FileDeps {
  db: Database;
  clock: Clock;
}

/** Education data in the format of the import; without rows a blank template. */
const workbook = (rows: readonly EducationRow[]): WrittenFile =>
  writeSheet({
    sheetName: 'Education data',
    columns: EDUCATION_COLUMNS.map((column) => outgoingColumn(column, EDUCATION_KEYS)),
    rows: rows.map((row) => ({ ...row })),
    note: HELP,
  });

const HELP = [
  'One row for each program of each campus. A row whose codes are not known yet makes a new program, and its campus where that is new.',
  'A blank cell leaves what is there. The word NULL empties it.',
  'Client Model to Time Zone are the campus’s: it is enough to change them in one of its rows.',
  'Active = N closes a program. A campus is closed with its last open program, and opened with the first that opens again.',
  'Start Dates are written YYYY-MM-DD with ; between them.',
];

const dayOf = async (tx: Tx, now: Date, ownerKey: number): Promise<string> =>
  todayIn(now, await findOwnerZone(tx, ownerKey)).toString();

/** All programs of a client. One the caller does not work with is reported like one that does not exist. */
export const writeEducationFile = ({ db, clock }: FileDeps, scope: Scope, clientKey: number): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    const client = (await listClients(tx, scope.ownerKeys)).find((one) => one.clientKey === clientKey);
    if (client === undefined) throw new AppError('NOT_FOUND');
    const day = await dayOf(tx, clock.now(), client.ownerKey);
    return {
      fileName: `eduData-${client.clientCode}-${day}.xlsx`,
      ...workbook(await listEducationData(tx, clientKey)),
    };
  });

/** All programs of an owner or of one of its clients, or only the columns. */
export const writeBulkFile = (
  { db, clock }: FileDeps,
  scope: Scope,
  ownerKey: number,
  { clientKey, content }: CallQuery<typeof bulkEduExport>,
): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    const client = (await listClients(tx, [ownerKey])).find((one) => one.clientKey === clientKey);
    if (clientKey !== undefined && client === undefined) throw new AppError('NOT_FOUND');
    const day = await dayOf(tx, clock.now(), ownerKey);
    if (content === 'template') return { fileName: `bulkDataImport_${day}.xlsx`, ...workbook([]) };
    const rows = client ? await listEducationData(tx, client.clientKey) : await listOwnerEducationData(tx, ownerKey);
    return { fileName: `bulkDataExport_${client ? `${client.clientCode}_` : ''}${day}.xlsx`, ...workbook(rows) };
  });

const CODE_COLUMNS = [
  { key: 'ownerName', label: 'School Group', kind: 'text' },
  { key: 'clientName', label: 'Client', kind: 'text' },
  { key: 'clientCode', label: 'Client Code', kind: 'text' },
  { key: 'campaignName', label: 'Campaign', kind: 'text' },
  { key: 'campaignCode', label: 'Campaign Code', kind: 'text' },
  { key: 'campusName', label: 'Campus', kind: 'text' },
  { key: 'campusCode', label: 'Campus Code', kind: 'text' },
  { key: 'programName', label: 'Program', kind: 'text' },
  { key: 'programCode', label: 'Program Code', kind: 'text' },
] as const satisfies readonly (OutgoingColumn & { key: keyof CodeRow })[];

/** The posting codes of a media partner: a line for each program that one of its campaigns takes. */
export const writeCodesFile = async ({ db, clock }: FileDeps, scope: Scope): Promise<Download> => {
  const { ownerKeys, partnerKey } = scope;
  const now = clock.now();
  const [day, rows] = await db.readScope(scope, async (tx) => [
    await findFileDay(tx, ownerKeys, now),
    partnerKey === null ? [] : await listCodes(tx, { ownerKeys, partnerKey }, now),
  ]);
  return {
    fileName: `aggregator-codes-${day}.xlsx`,
    ...writeSheet({ sheetName: 'Codes', columns: [...CODE_COLUMNS], rows: rows.map((row) => ({ ...row })) }),
  };
};
