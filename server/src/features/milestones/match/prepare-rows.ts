import { createHash } from 'node:crypto';
import { type Milestone } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { blindIndex, normaliseEmail, normalisePhone, openContact, sealContact } from '../../../lib/secrets/seal.ts';
import { type BulkValue, type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';
import { type BulkContext, type ParsedRow, type RowRemark } from '../../../shared/bulk/define-bulk.ts';
import { getOwnerDay } from '../../../shared/milestones/milestones.queries.ts';
import { listCandidates, type Named } from './match.queries.ts';
import { chooseLead, type Match } from './match.rules.ts';

/** How to reach the person of a row that has no lead. */
interface Contact {
  email: string;
  phone: string;
}
export const readContact = (secret: Buffer, ownerKey: number, digest: Buffer, sealed: Buffer): Contact =>
  JSON.parse(openContact(secret, { ownerKey, digest: digest.toString('hex') }, sealed)) as Contact;

const textOf = (value: BulkValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** The media partner's id of a lead is none that a client could quote. */
const namedBy = (secret: Buffer, { ownerKey, group }: BulkContext, cells: BulkValues, today: string): Named => {
  const [email, phone, date] = [textOf(cells['email']), textOf(cells['phone']), textOf(cells['date'])];
  const hasPerson = email !== null && phone !== null;
  return {
    leadKey: typeof cells['leadCaptureKey'] === 'number' ? cells['leadCaptureKey'] : null,
    leadId: textOf(cells['leadId'])?.toUpperCase() ?? null,
    clientReference: textOf(cells['clientReference']),
    transactionId: group === 'cl' ? null : textOf(cells['transactionId']),
    emailHash: hasPerson ? blindIndex(secret, ownerKey, 'email', normaliseEmail(email)) : null,
    phoneHash: hasPerson ? blindIndex(secret, ownerKey, 'phone', normalisePhone(phone)) : null,
    by: date === null || date > today ? today : date,
  };
};

const hex = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null;

/** Of all that a row says about whom and what: the same row again has the same. */
const digestOf = (named: Named, code: Milestone, date: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        named.leadKey,
        named.leadId,
        named.clientReference,
        named.transactionId,
        hex(named.emailHash),
        hex(named.phoneHash),
        code,
        date,
      ]),
    )
    .digest('hex');

const NAMES_NOBODY: RowRemark = {
  column: null,
  message: 'Give a Lead Id, a Client Reference, or both Email and Phone.',
};
const isNamed = ({ leadKey, leadId, clientReference, transactionId, emailHash }: Named): boolean =>
  [leadKey, leadId, clientReference, transactionId, emailHash].some((one) => one !== null);

/** What is stored of a row: the lead that it is of, or who it may be of, sealed. An address or a number never is. */
const storedCells = (secret: Buffer, ownerKey: number, cells: BulkValues, named: Named, match: Match): BulkValues => {
  const { email, phone, ...rest } = cells;
  if ('lead' in match) return { ...rest, lead: match.lead.leadKey };
  const digest = digestOf(named, cells['milestone'] as Milestone, String(cells['date']));
  const contact: Contact = { email: textOf(email) ?? '', phone: textOf(phone) ?? '' };
  const sealed = sealContact(secret, { ownerKey, digest }, JSON.stringify(contact)).toString('base64');
  return {
    ...rest,
    ...(named.leadId !== null && { leadId: named.leadId }),
    why: match.why,
    digest,
    ...(named.emailHash !== null && { sealed, emailHash: hex(named.emailHash), phoneHash: hex(named.phoneHash) }),
  };
};

/** Finds the lead of each row, and takes the person out of what is stored. */
export const prepareRows = async (
  secret: Buffer,
  tx: Tx,
  context: BulkContext,
  rows: readonly ParsedRow[],
): Promise<ParsedRow[]> => {
  const { ownerKey, now } = context;
  const today = await getOwnerDay(tx, ownerKey, now);
  const named = rows.map(({ cells }) => namedBy(secret, context, cells, today));
  const candidates = await listCandidates(tx, ownerKey, named);
  return rows.map(({ row, cells, problems }, index) => {
    const remarks = problems.length === 0 && !isNamed(named[index]!) ? [NAMES_NOBODY] : problems;
    if (remarks.length > 0 || typeof cells['milestone'] !== 'string' || typeof cells['date'] !== 'string') {
      const { email: _email, phone: _phone, ...rest } = cells;
      return { row, cells: rest, problems: remarks };
    }
    const match = chooseLead(candidates[index]!, { isVoid: cells['voidReason'] != null });
    return { row, cells: storedCells(secret, ownerKey, cells, named[index]!, match), problems: remarks };
  });
};
