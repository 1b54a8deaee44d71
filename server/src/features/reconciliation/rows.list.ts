import {
  acceptRefusal,
  type BillingSide,
  type ReconciliationRow,
  reconciliationReasonText,
  reconciliationSearch,
  suggestedDecision,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { custom, is, unindexed } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { nameFor } from './runs.queries.ts';

type Written = ReconciliationRow['comments'][number];
interface StoredRow extends Omit<
  ReconciliationRow,
  'reasonText' | 'suggestion' | 'refusal' | 'comments' | 'decidedAt' | 'decidedBy' | 'leadId'
> {
  side: BillingSide;
  decided: Date | null;
  deciderKey: number | null;
}

const listNames = async (tx: Tx, ownerKeys: readonly number[], rows: readonly StoredRow[], group: string) => {
  const { rows: nameRows } = await sql<{ leadId: string | null; decidedBy: string | null }>`
    select l.public_id as "leadId", ${nameFor(group, 'u', 'n.decided_group')} as "decidedBy"
    from unnest(${rows.map(({ leadCaptureKey }) => leadCaptureKey)}::int[], ${rows.map(({ capturedDate }) => capturedDate)}::date[],
                ${rows.map(({ deciderKey }) => deciderKey)}::int[], ${rows.map(({ decidedGroup }) => decidedGroup)}::text[])
         with ordinality n (lead_key, captured_date, decider, decided_group, place)
    left join lead l on l.owner_key = any (${[...ownerKeys]}::int[]) and l.captured_date = n.captured_date and l.lead_key = n.lead_key
    left join user_account u on u.user_key = n.decider
    order by n.place
  `.execute(tx);
  return nameRows;
};

const listComments = async (tx: Tx, ownerKeys: readonly number[], rows: readonly StoredRow[], group: string) => {
  const keys = rows.map(({ rowKey }) => rowKey);
  const { rows: commentRows } = await sql<Omit<Written, 'at'> & { rowKey: number; at: Date }>`
    select coalesce(r.merged_into, r.row_key) as "rowKey", c.at, c.user_group as group, c.comment, ${nameFor(group, 'u', 'c.user_group')} as by
    from reconciliation_comment c
    join reconciliation_row r on r.owner_key = c.owner_key and r.run_key = c.run_key and r.row_key = c.row_key
    left join user_account u on u.user_key = c.written_by
    where c.owner_key = any (${[...ownerKeys]}::int[])
      and (c.row_key = any (${keys}::int[]) or c.row_key = any (array(
        select m.row_key from reconciliation_row m where m.owner_key = any (${[...ownerKeys]}::int[]) and m.merged_into = any (${keys}::int[]))))
    order by c.comment_key
  `.execute(tx);
  const byRow = Map.groupBy(commentRows, ({ rowKey }) => rowKey);
  return (rowKey: number): Written[] =>
    (byRow.get(rowKey) ?? []).map(({ rowKey: _, at, ...comment }) => ({ at: at.toISOString(), ...comment }));
};

export const reconciliationRows = listOf<typeof reconciliationSearch, undefined, StoredRow>(reconciliationSearch, {
  // A row of ours that was matched with one of theirs is represented by that one.
  from: sql`(select * from reconciliation_row where merged_into is null) r`,
  owner: 'r.owner_key',
  key: 'r.row_key',
  // Rows are stored in the order of the file, ours alone after them.
  columns: { fileRow: { column: 'r.row_key', unindexed: 'The primary key has the rows of a run in this order.' } },
  filters: {
    runKey: is('r.run_key'),
    kind: unindexed('Within one run, which every question names: its index goes on with the kind.', is('r.kind')),
    state: unindexed(
      'Within one run, whose differences are few beside what matches.',
      custom<readonly string[] | null | undefined>([], (states) => sql`r.state = any (${[...states]})`),
    ),
    id: unindexed(
      'Within one run: its rows are read by their key.',
      custom<string | null | undefined>(
        [],
        (id) => sql`(r.their_id = ${id} or r.lead_key = any (array(
          select l.lead_key from lead l where l.owner_key = r.owner_key and l.public_id = ${id.toUpperCase()})))`,
      ),
    ),
  },
  select: {
    rowKey: 'r.row_key',
    version: 'r.row_version',
    side: 'r.side',
    kind: 'r.kind',
    reason: 'r.reason',
    leadCaptureKey: sql`r.lead_key::int`,
    capturedDate: sql`r.captured_date::text`,
    ourStatus: 'r.our_status',
    ourAmount: sql`r.our_amount::float8`,
    fileRow: 'r.file_row',
    theirId: 'r.their_id',
    theirCampaign: 'r.their_campaign',
    theirDate: sql`r.their_date::text`,
    matchedBy: 'r.matched_by',
    theirStatus: 'r.their_status',
    theirAmount: sql`r.their_amount::float8`,
    difference: sql`r.difference::float8`,
    state: 'r.state',
    note: 'r.note',
    decided: 'r.decided_at',
    decidedGroup: 'r.decided_group',
    deciderKey: 'r.decided_by',
    ownerKey: 'r.owner_key',
    campaignKey: 'r.campaign_key',
  },
  join: {
    tables: sql`
      left join campaign c on c.owner_key = page."ownerKey" and c.campaign_key = page."campaignKey"
      left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
      left join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key`,
    select: { campaignName: 'c.name', campaignCode: 'c.code', clientName: 'cl.name' },
  },
  isExact: () => true,
  complete: async (tx, rows, _context, { scope }) => {
    const names = await listNames(tx, scope.ownerKeys, rows, scope.group);
    const commentsOf = await listComments(tx, scope.ownerKeys, rows, scope.group);
    return rows.map((row, index) => ({
      ...row,
      ...names[index]!,
      decidedAt: row.decided?.toISOString() ?? null,
      reasonText: reconciliationReasonText(row),
      suggestion: suggestedDecision(row, row.side, scope.group === 'ag'),
      refusal: acceptRefusal(row),
      comments: commentsOf(row.rowKey),
    }));
  },
});
