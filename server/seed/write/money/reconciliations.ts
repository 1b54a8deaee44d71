import { type BillingSide } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../src/db/scope/tx.ts';
import {
  insertComparison,
  isOfPartyAndMonth,
  type TheirRow,
} from '../../../src/features/reconciliation/compare/compare.queries.ts';
import { ourLeads } from '../../../src/features/reconciliation/compare/our-leads.ts';

interface SeededParty {
  ownerKey: number;
  side: BillingSide;
  partyKey: number;
  month: string;
  userKey: number;
  group: 'ag' | 'mp';
  /** When the month was closed: the list was sent soon after. */
  closedAt: Date;
}

/** One partner with users, and one client, of the first owner's last closed month: those with the most leads in it. */
const listParties = async (tx: Tx): Promise<SeededParty[]> => {
  const { rows } = await sql<SeededParty>`
    with month as (
      select owner_key, month, changed_at from billing_month where status = 'CLOSED' order by owner_key, month desc limit 1
    ), lines as (
      select n.*, m.changed_at from billing_line n join month m using (owner_key, month)
    )
    select * from (
      select n.owner_key as "ownerKey", 'media' as side, n.partner_key as "partyKey", n.month::text as month, u.user_key as "userKey", 'mp' as group,
             n.changed_at as "closedAt"
      from lines n
      join lateral (
        select min(a.user_key) as user_key from user_account a where a.partner_key = n.partner_key and a.permissions @> array['reports:Billable']
      ) u on u.user_key is not null
      group by 1, 2, 3, 4, 5, 6, 7 order by sum(n.billable) desc, 3 limit 1
    ) partner
    union all
    select * from (
      select n.owner_key, 'client', n.client_key, n.month::text, (select min(user_key) from user_account where user_type = 'agency' and active), 'ag',
             n.changed_at
      from lines n group by 1, 2, 3, 4, 5, 6, 7 order by sum(n.billable) desc, 3 limit 1
    ) client
  `.execute(tx);
  return rows;
};

interface Ours {
  id: string;
  price: number;
  campaign: string;
  day: string;
}
const listOurs = async (tx: Tx, party: SeededParty): Promise<Ours[]> => {
  const { rows } = await sql<Ours>`
    select o.public_id as id, o.amount::float8 as price, o.campaign_code as campaign, o.captured_date::text as day
    from (${ourLeads(party, isOfPartyAndMonth(party))}) o where o.amount > 0 order by o.lead_key
  `.execute(tx);
  return rows;
};

/** Every how many leads each difference occurs, so that a short list has every kind too. */
const leadsBetween = (listed: number): number => (listed < 400 ? 10 : 40);
/** The other side's list of the month: mostly equal, with a few of each kind of difference. */
const listTheirs = (ours: readonly Ours[]): TheirRow[] => {
  const plain = { reference: null, status: null };
  const every = leadsBetween(ours.length);
  const rows = ours.flatMap(({ id, price, campaign, day }, place): Omit<TheirRow, 'row'>[] => {
    const row = { ...plain, id, price, campaign, date: day };
    switch (place % every) {
      case 1:
        return [];
      case 2:
        return [{ ...row, price: Math.round(price * 90) / 100 }];
      case 3:
        return [{ ...row, status: 'RETURNED' }];
      // An ID formatted by their system, and one that only they have.
      case 4:
        return [{ ...row, id: `${id.slice(0, 3).toLowerCase()}-${id.slice(3).toLowerCase()}` }];
      case 5:
        return [{ ...row, id: `X${String(place).padStart(6, '0')}` }];
      default:
        return [row];
    }
  });
  // The first row of a file is its header.
  return rows.map((row, index) => ({ ...row, row: index + 2 }));
};

/** Writes both sides' responses so far: one difference is disputed with a comment, one is accepted. */
const writeSaid = async (
  tx: Tx,
  { ownerKey, group, userKey, closedAt }: SeededParty,
  runKey: number,
): Promise<void> => {
  const at = new Date(closedAt.getTime() + 3 * 3_600_000);
  await sql`
    update reconciliation_row r
    set state = x.state, note = x.note, decided_group = ${group}, decided_by = ${userKey}, decided_at = ${at}, row_version = 2
    from (
      (select row_key, 'DISPUTED' as state, 'Delivered, and not found on the other side yet.' as note from reconciliation_row
       where run_key = ${runKey} and kind = 'OURS' order by row_key limit 1)
      union all
      (select row_key, case when ${group} = 'mp' then 'AGREED' else 'DISPUTED' end,
              case when ${group} = 'mp' then 'Your price is the one of the order.' else 'The order has another price.' end
       from reconciliation_row where run_key = ${runKey} and kind = 'PRICE' order by row_key limit 1)
    ) x
    where r.owner_key = ${ownerKey} and r.run_key = ${runKey} and r.row_key = x.row_key
  `.execute(tx);
  await sql`
    insert into reconciliation_comment (owner_key, run_key, row_key, side, partner_key, user_group, comment, written_by, at)
    select owner_key, run_key, row_key, side, partner_key, ${group}, 'Please look for it once more.', ${userKey}, ${at}
    from reconciliation_row where owner_key = ${ownerKey} and run_key = ${runKey} and kind = 'OURS' and state = 'DISPUTED'
  `.execute(tx);
};

/** Writes a partner's and a client's list of the last closed month, compared by the product itself. No bill is changed. */
export const writeReconciliations = async (tx: Tx): Promise<void> => {
  for (const party of await listParties(tx)) {
    const { ownerKey, side, partyKey, month, userKey, group, closedAt } = party;
    const theirs = listTheirs(await listOurs(tx, party));
    const [partnerKey, clientKey] = side === 'media' ? [partyKey, null] : [null, partyKey];
    const { rows } = await sql<{ runKey: number }>`
      insert into reconciliation_run (owner_key, side, partner_key, client_key, month, file_name, file_rows, uploaded_by, uploaded_group, uploaded_at)
      values (${ownerKey}, ${side}, ${partnerKey}::int, ${clientKey}::int, ${month}::date, ${`leads ${month.slice(0, 7)}.csv`}, ${theirs.length},
              ${userKey}, ${group}, ${new Date(closedAt.getTime() + 3_600_000)})
      returning run_key as "runKey"
    `.execute(tx);
    const { runKey } = rows[0]!;
    await insertComparison(tx, { ownerKey, side, partyKey, month, runKey, replaced: null }, theirs);
    await writeSaid(tx, party, runKey);
  }
};
