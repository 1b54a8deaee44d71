import { type AllocationMonth, type SheetArrival, type SheetPerson } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { monthAt } from '../../../shared/month-edits/month-at.ts';
import { changerName } from '../history/history.queries.ts';

interface Viewer {
  userKey: number;
  group: string;
  partnerKey: number | null;
}

/** Oldest first. `fields` are the columns the viewer may see. */
export const listChangesSince = async (
  tx: Tx,
  ownerKeys: readonly number[],
  since: Date,
  { now, month, fields, userKey }: { now: Date; month: AllocationMonth; fields: readonly string[]; userKey: number },
): Promise<SheetArrival[]> => {
  const { rows } = await sql<Omit<SheetArrival, 'at'> & { at: Date }>`
    select h.change_key::float8 as "changeKey", h.changed_at as at, ${changerName} as by,
           h.changed_by is not distinct from ${userKey} as "isOwn", h.campaign_key as "campaignKey",
           h.row_version as "rowVersion", h.field, h.before::float8 as before, h.after::float8 as after
    from allocation_change h
    join owner o using (owner_key)
    left join user_account u on u.user_key = h.changed_by
    where ${ofOwners('h.owner_key', ownerKeys)} and h.month = ${monthAt(now, month)} and h.changed_at > ${since}
      and h.field = any (${fields})
    order by h.change_key limit 5000
  `.execute(tx);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};

export const upsertViewer = async (
  tx: Tx,
  ownerKeys: readonly number[],
  { userKey, group, partnerKey }: Viewer,
  { now, month }: { now: Date; month: AllocationMonth },
): Promise<void> => {
  await sql`
    insert into sheet_viewer (owner_key, month, user_key, user_group, partner_key, seen_at)
    select o.owner_key, ${month}, ${userKey}, ${group}, ${partnerKey}::int, ${now}
    from owner o where ${ofOwners('o.owner_key', ownerKeys)} order by 1
    on conflict (owner_key, month, user_key) do update set seen_at = excluded.seen_at
  `.execute(tx);
};

/** The agency sees everybody; others see the agency's people and their own. Row-level security says the same of partners. */
export const listViewers = async (
  tx: Tx,
  ownerKeys: readonly number[],
  { userKey, group, partnerKey }: Viewer,
  { month, after }: { month: AllocationMonth; after: Date },
): Promise<SheetPerson[]> => {
  const { rows } = await sql<SheetPerson>`
    select distinct v.user_key as "userKey", u.first_name || ' ' || u.last_name as name
    from sheet_viewer v join user_account u using (user_key)
    where ${ofOwners('v.owner_key', ownerKeys)} and v.month = ${month} and v.seen_at > ${after} and v.user_key <> ${userKey}
      and (${group} = 'ag' or v.user_group = 'ag'
           or (v.user_group = ${group} and v.partner_key is not distinct from ${partnerKey}::int))
    order by name, 1 limit 50
  `.execute(tx);
  return rows;
};
