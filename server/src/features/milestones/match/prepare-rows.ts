import { createHash } from 'node:crypto';
import { type Milestone } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { blindIndex, normaliseEmail, normalisePhone, openContact, sealContact } from '../../../lib/secrets/seal.ts';
import { type BulkValue, type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';
import { type BulkContext, type ParsedRow, type RowRemark } from '../../../shared/bulk/define-bulk.ts';
import { getOwnerDay } from '../../../shared/milestones/milestones.queries.ts';
import { listCandidates, type Named } from './match.queries.ts';
import { chooseLead, type Match } from './match.rules.ts';

/** Contact data of a row without a lead. */
interface Contact {
  email: string;
  phone: string;
}
export const readContact = (secret: Buffer, ownerKey: number, digest: Buffer, sealed: Buffer): Contact =>
  JSON.parse(openContact(secret, { ownerKey, digest: digest.toString('hex') }, sealed)) as Contact;

const textOf = (value: BulkValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** A client cannot identify a lead by the media partner's id. */
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

/** A digest of the row's identifiers and values: the same row always has the same. */
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

/** The stored cells of a row: its lead, or the possible person, sealed. An address or a number is never stored in the clear. */
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

/** Finds the lead of each row, and removes personal data from the stored cells. */
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
  return rows.map(({ cells, problems, ...row }, index) => {
    const remarks = problems.length === 0 && !isNamed(named[index]!) ? [NAMES_NOBODY] : problems;
    if (remarks.length > 0 || typeof cells['milestone'] !== 'string' || typeof cells['date'] !== 'string') {
      const { email: _email, phone: _phone, ...rest } = cells;
      return { ...row, cells: rest, problems: remarks };
    }
    const match = chooseLead(candidates[index]!, { isVoid: cells['voidReason'] != null });
    return { ...row, cells: storedCells(secret, ownerKey, cells, named[index]!, match), problems: remarks };
  });
};
