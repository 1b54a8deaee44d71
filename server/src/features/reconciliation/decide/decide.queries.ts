import { type ReconciliationKind, type ReconciliationRow, type ReconciliationState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { ourLeads } from '../compare/our-leads.ts';
import { type RunHead } from '../runs.queries.ts';

/** A row to decide, with the present amount of its lead. */
export interface DecidedRow extends Pick<ReconciliationRow, 'rowKey' | 'version' | 'kind' | 'reason'> {
  leadKey: number | null;
  campaignKey: number | null;
  /** The display name of the row: of its lead, or from the file. */
  name: string;
  state: ReconciliationState;
  decidedGroup: 'ag' | 'mp' | 'cl' | null;
  decidedBy: number | null;
  deciderName: string | null;
  note: string;
  /** To the cent, as formatted by the database. */
  ourAmount: string;
  theirAmount: string;
  difference: string;
  nowAmount: string | null;
  /** The line that accepted it, and the reverse amount. */
  adjustmentKey: number | null;
  reversedClient: string | null;
  reversedMedia: string | null;
}

/** Rows by key, or unresolved ones of a kind; up to a bound. */
export const listDecided = async (
  tx: Tx,
  ownerKey: number,
  run: RunHead,
  which: { rowKeys: readonly number[] } | { kind: ReconciliationKind; most: number },
): Promise<DecidedRow[]> => {
  const wanted =
    'rowKeys' in which
      ? sql`r.row_key = any (${[...which.rowKeys]}::int[])`
      : sql`r.kind = ${which.kind} and r.state in ('OPEN', 'DISPUTED')`;
  const most = 'rowKeys' in which ? which.rowKeys.length : which.most;
  const { rows } = await sql<DecidedRow>`
    with wanted as materialized (
      select r.* from reconciliation_row r
      where r.owner_key = ${ownerKey} and r.run_key = ${run.runKey} and r.merged_into is null and ${wanted} order by r.row_key limit ${most}
    ), ours as materialized (
      ${ourLeads(
        { ownerKey, side: run.side, month: run.month },
        sql`(l.captured_date, l.lead_key) in (select w.captured_date, w.lead_key from wanted w where w.lead_key is not null)`,
      )}
    )
    select w.row_key as "rowKey", w.row_version as version, w.kind, w.reason, w.lead_key::int as "leadKey", w.campaign_key as "campaignKey",
           coalesce(o.public_id, w.their_id) as name, w.state, w.decided_group as "decidedGroup", w.decided_by as "decidedBy",
           nullif(concat_ws(' ', u.first_name, u.last_name), '') as "deciderName", w.note,
           w.our_amount::text as "ourAmount", w.their_amount::text as "theirAmount", w.difference::text as difference,
           o.amount::text as "nowAmount", w.adjustment_key::int as "adjustmentKey", (-b.client_amount)::text as "reversedClient",
           (-b.media_amount)::text as "reversedMedia"
    from wanted w
    left join ours o on o.lead_key = w.lead_key
    left join billing_adjustment b on b.owner_key = ${ownerKey} and b.adjustment_key = w.adjustment_key
    left join user_account u on u.user_key = w.decided_by
    order by w.row_key
  `.execute(tx);
  return rows;
};

/** The key of a row's line: accepted, undone and accepted again, the row gets another one, and never two at once. */
export const lineKey = (runKey: number, rowKey: number, version: number): string => `${runKey}:${rowKey}:${version}`;

export const updateDecided = async (
  tx: Tx,
  ownerKey: number,
  runKey: number,
  decidedRows: readonly { rowKey: number; version: number }[],
  decided: { state: ReconciliationState; group: string; userKey: number | null; at: Date; note: string },
): Promise<void> => {
  await sql`
    update reconciliation_row r set state = ${decided.state}, decided_group = ${decided.group}, decided_by = ${decided.userKey},
           decided_at = ${decided.at}, note = ${decided.note}, row_version = r.row_version + 1,
           adjustment_key = (select b.adjustment_key from billing_adjustment b
                             where b.owner_key = r.owner_key and b.cause = 'RECONCILIATION' and b.cause_key = d.line_key)
    from unnest(${decidedRows.map(({ rowKey }) => rowKey)}::int[],
                ${decidedRows.map(({ rowKey, version }) => lineKey(runKey, rowKey, version))}::text[]) d (row_key, line_key)
    where r.owner_key = ${ownerKey} and r.run_key = ${runKey} and r.row_key = d.row_key
  `.execute(tx);
};
