import { type AllocationMonth, type CellChange } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { monthAt } from '../../../shared/month-edits/month-at.ts';

/** Who changed it, `u`: a media partner never learns the names of another partner's people. */
export const changerName = sql`
  case when u.user_key is null then 'Paceline'
       when app.partner_key() is null or u.partner_key is null or u.partner_key = app.partner_key() then u.first_name || ' ' || u.last_name
       else 'Another media partner' end`;

/** Newest first. `fields` are the columns the viewer may see. */
export const listChanges = async (
  tx: Tx,
  campaignKey: number,
  { now, month, fields }: { now: Date; month: AllocationMonth; fields: readonly string[] },
): Promise<CellChange[]> => {
  const { rows } = await sql<Omit<CellChange, 'at'> & { at: Date }>`
    select h.change_key::float8 as "changeKey", h.changed_at as at, ${changerName} as by, h.via,
           h.field, h.before::float8 as before, h.after::float8 as after
    from allocation_change h
    join owner o using (owner_key)
    left join user_account u on u.user_key = h.changed_by
    where h.campaign_key = ${campaignKey} and h.month = ${monthAt(now, month)} and h.field = any (${fields})
    order by h.change_key desc limit 500
  `.execute(tx);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};

/** For every cell changed since that time: its value before the first of those changes. */
export const listCellsAt = async (
  tx: Tx,
  ownerKey: number,
  moment: Date,
  { now, month, fields }: { now: Date; month: AllocationMonth; fields: readonly string[] },
): Promise<{ campaignKey: number; field: string; value: number | null }[]> => {
  const { rows } = await sql<{ campaignKey: number; field: string; value: number | null }>`
    select distinct on (h.campaign_key, h.field) h.campaign_key as "campaignKey", h.field, h.before::float8 as value
    from allocation_change h join owner o using (owner_key)
    where h.owner_key = ${ownerKey} and h.month = ${monthAt(now, month)} and h.changed_at > ${moment} and h.field = any (${fields})
    order by h.campaign_key, h.field, h.change_key
  `.execute(tx);
  return rows;
};
