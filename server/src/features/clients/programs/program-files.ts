import { type Scope } from '../../../db/scope.ts';
import { type Database } from '../../../db/tx.ts';
import { type Download } from '../../../http/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { listClients } from '../clients.queries.ts';
import { type CodeRow, type EducationRow, listCodes, listEducationData } from './programs.queries.ts';

interface FileDeps {
  db: Database;
  clock: Clock;
}

/** The columns of the education data file, in its order. */
const COLUMNS = [
  { key: 'clientCode', label: 'Client Code', kind: 'text' },
  { key: 'modelName', label: 'Client Model', kind: 'text' },
  { key: 'campusCode', label: 'Campus Code', kind: 'text' },
  { key: 'campusName', label: 'Campus Name', kind: 'text' },
  { key: 'address', label: 'Address', kind: 'text' },
  { key: 'city', label: 'City', kind: 'text' },
  { key: 'state', label: 'State', kind: 'text' },
  { key: 'zip', label: 'ZIP', kind: 'text' },
  { key: 'phone', label: 'Phone', kind: 'text' },
  { key: 'timeZone', label: 'Time Zone', kind: 'text' },
  { key: 'programCode', label: 'Program Code', kind: 'text' },
  { key: 'programName', label: 'Program Name', kind: 'text' },
  { key: 'degreeLevel', label: 'Degree Level', kind: 'text' },
  { key: 'modality', label: 'Modality', kind: 'text' },
  { key: 'subjectArea', label: 'Subject Area', kind: 'text' },
  { key: 'cipCode', label: 'CIP Code', kind: 'text' },
  { key: 'lengthMonths', label: 'Length Months', kind: 'count' },
  { key: 'minEducation', label: 'Min Education', kind: 'text' },
  { key: 'startDates', label: 'Start Dates', kind: 'text' },
  { key: 'landingUrl', label: 'Landing URL', kind: 'text' },
  { key: 'clientProgramCode', label: 'Client Program Code', kind: 'text' },
  { key: 'active', label: 'Active', kind: 'flag' },
] as const satisfies readonly (OutgoingColumn & { key: keyof EducationRow })[];

/** All programs of a client. One that the caller does not work with is as unknown as one that there never was. */
export const writeEducationFile = async (
  { db, clock }: FileDeps,
  scope: Scope,
  clientKey: number,
): Promise<Download> => {
  const { client, rows } = await db.readScope(scope, async (tx) => ({
    client: (await listClients(tx, scope.ownerKeys)).find((one) => one.clientKey === clientKey),
    rows: await listEducationData(tx, clientKey),
  }));
  if (client === undefined) throw new AppError('NOT_FOUND');
  return {
    fileName: `eduData-${client.clientCode}-${clock.now().toISOString().slice(0, 10)}.xlsx`,
    ...writeSheet({ sheetName: 'Education data', columns: [...COLUMNS], rows: rows.map((row) => ({ ...row })) }),
  };
};

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

/** What a media partner posts its leads with: a line for each program that a campaign of its takes. */
export const writeCodesFile = async ({ db, clock }: FileDeps, scope: Scope): Promise<Download> => {
  const { ownerKeys, partnerKey } = scope;
  const now = clock.now();
  const rows =
    partnerKey === null ? [] : await db.readScope(scope, (tx) => listCodes(tx, { ownerKeys, partnerKey }, now));
  return {
    fileName: `aggregator-codes-${now.toISOString().slice(0, 10)}.xlsx`,
    ...writeSheet({ sheetName: 'Codes', columns: [...CODE_COLUMNS], rows: rows.map((row) => ({ ...row })) }),
  };
};
