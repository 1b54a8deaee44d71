import { type SavedView, type SavedViewForm } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { seenBy, sharedColumns, type ViewPlace } from './shared-with.ts';

const columns = (place: ViewPlace) => sql`v.view_key as "viewKey", v.question, ${sharedColumns(place)}`;

export const listViews = async (tx: Tx, place: ViewPlace): Promise<SavedView[]> => {
  const { rows } = await sql<SavedView>`
    select ${columns(place)} from report_view v join user_account u using (user_key)
    where ${seenBy(place)} and v.removed_at is null order by lower(v.name), v.view_key
  `.execute(tx);
  return rows;
};

/** Removed ones are included: they can be restored. */
export const findView = async (tx: Tx, place: ViewPlace, viewKey: number): Promise<SavedView | undefined> => {
  const { rows } = await sql<SavedView>`
    select ${columns(place)} from report_view v join user_account u using (user_key)
    where ${seenBy(place)} and v.view_key = ${viewKey}
  `.execute(tx);
  return rows[0];
};

/** Locked until the transaction ends: of two concurrent saves the second sees the first. */
export const lockView = (tx: Tx, ownerKey: number, viewKey: number): Promise<unknown> =>
  sql`select from report_view where owner_key = ${ownerKey} and view_key = ${viewKey} for update`.execute(tx);

export const findChangedBy = async (tx: Tx, ownerKey: number, viewKey: number): Promise<string> => {
  const { rows } = await sql<{ by: string }>`
    select u.first_name || ' ' || u.last_name as by from report_view v join user_account u on u.user_key = v.updated_by
    where v.owner_key = ${ownerKey} and v.view_key = ${viewKey}
  `.execute(tx);
  return rows[0]?.by ?? 'Somebody else';
};

type Stored = Pick<SavedViewForm, 'name' | 'description' | 'sharing' | 'question'>;

export const insertView = async (
  tx: Tx,
  { ownerKey, userKey, group, partnerKey }: ViewPlace,
  { name, description, sharing, question }: Stored,
  at: Date,
): Promise<number> => {
  const { rows } = await sql<{ viewKey: number }>`
    insert into report_view (owner_key, user_key, user_group, maker_partner_key, sharing, name, description, question,
                             created_at, updated_at, updated_by)
    values (${ownerKey}, ${userKey}, ${group}, ${partnerKey}, ${sharing}, ${name}, ${description},
            ${JSON.stringify(question)}, ${at}, ${at}, ${userKey})
    returning view_key as "viewKey"
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The view was not written');
  return rows[0].viewKey;
};

export const updateView = (
  tx: Tx,
  { ownerKey, userKey }: ViewPlace,
  viewKey: number,
  { name, description, sharing, question }: Stored,
  at: Date,
): Promise<unknown> =>
  sql`
    update report_view set name = ${name}, description = ${description}, sharing = ${sharing},
      question = ${JSON.stringify(question)}, row_version = row_version + 1, updated_at = ${at}, updated_by = ${userKey}
    where owner_key = ${ownerKey} and view_key = ${viewKey}
  `.execute(tx);

export const updateRemoved = (
  tx: Tx,
  { ownerKey }: ViewPlace,
  viewKey: number,
  removedAt: Date | null,
): Promise<unknown> =>
  sql`update report_view set removed_at = ${removedAt} where owner_key = ${ownerKey} and view_key = ${viewKey}`.execute(
    tx,
  );

export const findDefault = async (tx: Tx, { ownerKey, userKey }: ViewPlace): Promise<number | null> => {
  const { rows } = await sql<{ viewKey: number }>`
    select view_key as "viewKey" from report_view_default where owner_key = ${ownerKey} and user_key = ${userKey}
  `.execute(tx);
  return rows[0]?.viewKey ?? null;
};

export const upsertDefault = (tx: Tx, { ownerKey, userKey }: ViewPlace, viewKey: number | null): Promise<unknown> =>
  viewKey === null
    ? sql`delete from report_view_default where owner_key = ${ownerKey} and user_key = ${userKey}`.execute(tx)
    : sql`
        insert into report_view_default (owner_key, user_key, view_key) values (${ownerKey}, ${userKey}, ${viewKey})
        on conflict (owner_key, user_key) do update set view_key = excluded.view_key
      `.execute(tx);
