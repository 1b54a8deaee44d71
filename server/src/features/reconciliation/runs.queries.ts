import { type ReconciliationKind, type ReconciliationRun } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type Party } from './party.ts';

export interface StoredRun extends Omit<ReconciliationRun, 'uploadedAt' | 'replacedAt'> {
  uploadedAt: Date;
  replacedAt: Date | null;
}

/** Names of the other side's users are hidden; `group` is the side. */
export const nameFor = (group: string, user: string, ofGroup: string) => sql`
  case when ${sql.ref(ofGroup)} = ${group} then nullif(concat_ws(' ', ${sql.ref(`${user}.first_name`)}, ${sql.ref(`${user}.last_name`)}), '') end`;

const MAX_RUNS = 50;
/** The uploads of a side and a month, the newest first. */
export const listRuns = async (tx: Tx, group: string, ownerKey: number, party: Party): Promise<StoredRun[]> => {
  const { side, partyKey, month } = party;
  const { rows } = await sql<StoredRun>`
    select r.run_key as "runKey", r.file_name as "fileName", r.file_rows as "fileRows", r.uploaded_at as "uploadedAt",
           r.uploaded_group as "uploadedGroup", ${nameFor(group, 'u', 'r.uploaded_group')} as "uploadedBy", r.replaced_at as "replacedAt"
    from reconciliation_run r left join user_account u on u.user_key = r.uploaded_by
    where r.owner_key = ${ownerKey} and r.side = ${side} and coalesce(r.partner_key, r.client_key) = ${partyKey} and r.month = ${month}::date
    order by r.run_key desc limit ${MAX_RUNS}
  `.execute(tx);
  return rows;
};

export interface RunHead extends Party {
  runKey: number;
  partyName: string;
  replacedAt: Date | null;
}

/** A run by its key, locked for a decision: concurrent decisions run one after the other. */
export const findRun = async (
  tx: Tx,
  ownerKey: number,
  runKey: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<RunHead | undefined> => {
  const { rows } = await sql<RunHead>`
    select r.run_key as "runKey", r.side, coalesce(r.partner_key, r.client_key) as "partyKey", r.month::text as month,
           coalesce((select p.name from media_partner p where p.partner_key = r.partner_key),
                    (select c.name from client c where c.owner_key = r.owner_key and c.client_key = r.client_key)) as "partyName",
           r.replaced_at as "replacedAt"
    from reconciliation_run r where r.owner_key = ${ownerKey} and r.run_key = ${runKey} ${lock ? sql`for update of r` : sql``}
  `.execute(tx);
  return rows[0];
};

interface KindSum {
  kind: ReconciliationKind;
  rows: number;
  open: number;
  difference: number;
  ours: number;
  theirs: number;
  accepted: number;
  agreed: number;
}

/** The totals of a run, by kind; added up in cents by the database. */
export const listKinds = async (tx: Tx, ownerKey: number, runKey: number): Promise<KindSum[]> => {
  const { rows } = await sql<KindSum>`
    select kind, count(*)::int as rows, count(*) filter (where state in ('OPEN', 'DISPUTED'))::int as open,
           coalesce(sum(difference) filter (where state in ('OPEN', 'DISPUTED')), 0)::float8 as difference,
           sum(our_amount)::float8 as ours, sum(their_amount)::float8 as theirs,
           coalesce(sum(difference) filter (where state = 'ACCEPTED'), 0)::float8 as accepted,
           coalesce(sum(difference) filter (where state = 'AGREED'), 0)::float8 as agreed
    from reconciliation_row where owner_key = ${ownerKey} and run_key = ${runKey} and merged_into is null group by grouping sets ((kind), ())
  `.execute(tx);
  return rows;
};
