import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export interface GoalTarget {
  goalKey: number;
  month: string;
  spend: number | null;
  inquiries: number | null;
  cpl: number | null;
  cpe: number | null;
}

/** The targets of line items by month: revised ones in place of original ones. */
export const listTargets = async (
  tx: Tx,
  ownerKey: number,
  goalKeys: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<GoalTarget[]> => {
  const { rows } = await sql<GoalTarget>`
    select m.goal_key as "goalKey", m.month::text as month, coalesce(m.revised_spend_goal, m.spend_goal)::float8 as spend,
           coalesce(m.revised_inquiry_goal, m.inquiry_goal)::float8 as inquiries, m.cpl_goal::float8 as cpl, g.cpe_goal::float8 as cpe
    from goal_month m join goal g on g.owner_key = m.owner_key and g.goal_key = m.goal_key
    where m.owner_key = ${ownerKey} and m.goal_key = any (${[...goalKeys]}::int[]) and m.month between ${from} and ${to}
  `.execute(tx);
  return rows;
};

/** Display names of the campuses and custom channels of some line items. */
export const findPlaces = async (
  tx: Tx,
  ownerKey: number,
  goalKeys: readonly number[],
): Promise<{ campusName: string | null; customChannel: string | null }> => {
  const { rows } = await sql<{ campusName: string | null; customChannel: string | null }>`
    select (select string_agg(distinct p.name, ', ') from goal_campus x join campus p on p.owner_key = x.owner_key and p.campus_key = x.campus_key
             where x.owner_key = ${ownerKey} and x.goal_key = any (${[...goalKeys]}::int[])) as "campusName",
           (select string_agg(distinct h.name, ', ') from campaign c
             join custom_channel h on h.owner_key = c.owner_key and h.custom_channel_key = c.custom_channel_key
             where c.owner_key = ${ownerKey} and c.goal_key = any (${[...goalKeys]}::int[]) and c.deleted_at is null) as "customChannel"
  `.execute(tx);
  return rows[0] ?? { campusName: null, customChannel: null };
};
