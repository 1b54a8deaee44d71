import { type SavedDashboard, type SavedDashboardForm } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { seenBy, sharedColumns, type ViewPlace } from '../views/shared-with.ts';

const columns = (place: ViewPlace) => sql`v.dashboard_key as "dashboardKey", v.cards, ${sharedColumns(place)}`;

export const listDashboards = async (tx: Tx, place: ViewPlace): Promise<SavedDashboard[]> => {
  const { rows } = await sql<SavedDashboard>`
    select ${columns(place)} from report_dashboard v join user_account u using (user_key)
    where ${seenBy(place)} and v.removed_at is null order by lower(v.name), v.dashboard_key
  `.execute(tx);
  return rows;
};

/** Removed ones are included: they can be restored. */
export const findDashboard = async (
  tx: Tx,
  place: ViewPlace,
  dashboardKey: number,
): Promise<SavedDashboard | undefined> => {
  const { rows } = await sql<SavedDashboard>`
    select ${columns(place)} from report_dashboard v join user_account u using (user_key)
    where ${seenBy(place)} and v.dashboard_key = ${dashboardKey}
  `.execute(tx);
  return rows[0];
};

/** Locked until the transaction ends: of two concurrent saves the second sees the first. Returns the last editor. */
export const lockDashboard = async (tx: Tx, ownerKey: number, dashboardKey: number): Promise<string> => {
  const { rows } = await sql<{ by: string | null }>`
    select (select u.first_name || ' ' || u.last_name from user_account u where u.user_key = v.updated_by) as by
    from report_dashboard v where v.owner_key = ${ownerKey} and v.dashboard_key = ${dashboardKey} for update
  `.execute(tx);
  return rows[0]?.by ?? 'Somebody else';
};

export const insertDashboard = async (
  tx: Tx,
  { ownerKey, userKey, group, partnerKey }: ViewPlace,
  { name, description, sharing, cards }: SavedDashboardForm,
  at: Date,
): Promise<number> => {
  const { rows } = await sql<{ dashboardKey: number }>`
    insert into report_dashboard (owner_key, user_key, user_group, maker_partner_key, sharing, name, description, cards,
                                  created_at, updated_at, updated_by)
    values (${ownerKey}, ${userKey}, ${group}, ${partnerKey}, ${sharing}, ${name}, ${description},
            ${JSON.stringify(cards)}, ${at}, ${at}, ${userKey})
    returning dashboard_key as "dashboardKey"
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The dashboard was not written');
  return rows[0].dashboardKey;
};

export const updateDashboard = (
  tx: Tx,
  { ownerKey, userKey }: ViewPlace,
  dashboardKey: number,
  { name, description, sharing, cards }: SavedDashboardForm,
  at: Date,
): Promise<unknown> =>
  sql`
    update report_dashboard set name = ${name}, description = ${description}, sharing = ${sharing},
      cards = ${JSON.stringify(cards)}, row_version = row_version + 1, updated_at = ${at}, updated_by = ${userKey}
    where owner_key = ${ownerKey} and dashboard_key = ${dashboardKey}
  `.execute(tx);

export const updateRemoved = (
  tx: Tx,
  { ownerKey }: ViewPlace,
  dashboardKey: number,
  removedAt: Date | null,
): Promise<unknown> =>
  sql`
    update report_dashboard set removed_at = ${removedAt}
    where owner_key = ${ownerKey} and dashboard_key = ${dashboardKey}
  `.execute(tx);
