import { type Milestone, type UnmatchedState, type UnmatchedWhy } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface ParkedRow {
  unmatchedKey: number;
  digest: Buffer;
  state: UnmatchedState;
  code: Milestone;
  day: string;
  programCode: string | null;
  term: string | null;
  version: number;
}

export interface ParkedFull extends ParkedRow {
  namedKey: number | null;
  namedId: string | null;
  clientReference: string | null;
  transactionId: string | null;
  emailHash: Buffer | null;
  phoneHash: Buffer | null;
}

const FIELDS = sql`
  u.unmatched_key as "unmatchedKey", u.digest, u.state, u.code, u.happened_on::text as day, u.program_code as "programCode", u.term,
  u.row_version as version`;

export const listParkedByDigest = async (
  tx: Tx,
  ownerKey: number,
  digests: readonly Buffer[],
  { lock }: { lock: boolean },
): Promise<ParkedRow[]> => {
  const { rows } = await sql<ParkedRow>`
    select ${FIELDS} from unnest(${[...digests]}::bytea[]) wanted (digest)
    join milestone_unmatched u on u.owner_key = ${ownerKey} and u.digest = wanted.digest
    order by u.unmatched_key ${lock ? sql`for update of u` : sql``}
  `.execute(tx);
  return rows;
};

/** Rows by key, locked before they are closed. */
export const listParked = async (
  tx: Tx,
  ownerKey: number,
  unmatchedKeys: readonly number[],
  { lock }: { lock: boolean },
): Promise<ParkedFull[]> => {
  const { rows } = await sql<ParkedFull>`
    select ${FIELDS}, u.named_key::int as "namedKey", u.named_id as "namedId", u.crm_reference as "clientReference",
           u.transaction_id as "transactionId", u.email_hash as "emailHash", u.phone_hash as "phoneHash"
    from milestone_unmatched u where u.owner_key = ${ownerKey} and u.unmatched_key = any (${[...unmatchedKeys]}::int[])
    order by u.unmatched_key ${lock ? sql`for update of u` : sql``}
  `.execute(tx);
  return rows;
};

interface NewParked {
  digest: string;
  code: Milestone;
  day: string;
  namedKey: number | null;
  namedId: string | null;
  clientReference: string | null;
  transactionId: string | null;
  /** In base64. */
  sealed: string | null;
  emailHash: string | null;
  phoneHash: string | null;
  programCode: string | null;
  term: string | null;
  why: UnmatchedWhy;
}

/** In the order of their digests, so that two senders of the same rows wait for each other without a deadlock. */
export const insertParked = async (
  tx: Tx,
  ownerKey: number,
  parked: readonly NewParked[],
  { by, at }: { by: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into milestone_unmatched (owner_key, digest, code, happened_on, named_key, named_id, crm_reference, transaction_id, key_id,
      sealed, email_hash, phone_hash, program_code, term, why, received_at, received_by)
    select ${ownerKey}, decode(n.digest, 'hex'), n.code, n.day, n."namedKey", n."namedId", n."clientReference", n."transactionId",
           app.sealed_with(decode(n.sealed, 'base64')), decode(n.sealed, 'base64'), decode(n."emailHash", 'hex'), decode(n."phoneHash", 'hex'),
           n."programCode", n.term, n.why, ${at}, ${by}
    from jsonb_to_recordset(${JSON.stringify(parked)}::jsonb)
      n (digest text, code text, day date, "namedKey" bigint, "namedId" text, "clientReference" text, "transactionId" text,
         sealed text, "emailHash" text, "phoneHash" text, "programCode" text, term text, why text)
    order by n.digest
    on conflict (owner_key, digest) do nothing
  `.execute(tx);
};

export const updateParked = async (
  tx: Tx,
  ownerKey: number,
  changes: readonly { digest: string; programCode: string | null; term: string | null }[],
): Promise<void> => {
  await sql`
    update milestone_unmatched u set program_code = n."programCode", term = n.term, row_version = u.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) n (digest text, "programCode" text, term text)
    where u.owner_key = ${ownerKey} and u.digest = decode(n.digest, 'hex')
  `.execute(tx);
};

/** Deletes rows that a file brought and that are still open, when the file is undone. */
export const removeParked = async (tx: Tx, ownerKey: number, digests: readonly Buffer[]): Promise<void> => {
  await sql`
    delete from milestone_unmatched where owner_key = ${ownerKey} and digest = any (${[...digests]}::bytea[]) and state = 'OPEN'
  `.execute(tx);
};

export interface Closing {
  unmatchedKey: number;
  /** Null: it is ignored. */
  lead: { leadKey: number; capturedDate: string } | null;
}

/** Closes rows that the transaction has locked. Their personal data are no longer needed and deleted. */
export const updateClosed = async (
  tx: Tx,
  ownerKey: number,
  closings: readonly Closing[],
  { by, at, reason }: { by: number | null; at: Date; reason: string | null },
): Promise<void> => {
  const closingRows = closings.map(({ unmatchedKey, lead }) => ({ unmatchedKey, ...lead }));
  await sql`
    update milestone_unmatched u
    set state = case when n."leadKey" is null then 'IGNORED' else 'MATCHED' end, closed_at = ${at}, closed_by = ${by},
        close_reason = ${reason}, lead_key = n."leadKey", captured_date = n."capturedDate", sealed = null, email_hash = null,
        phone_hash = null, row_version = u.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(closingRows)}::jsonb) n ("unmatchedKey" int, "leadKey" bigint, "capturedDate" date)
    where u.owner_key = ${ownerKey} and u.unmatched_key = n."unmatchedKey" and u.state = 'OPEN'
  `.execute(tx);
};
