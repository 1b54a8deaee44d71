import { type LayoutScreen, type NamedLayout } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The owner and group of a table's layouts. Layouts are shared within the maker's own group: a client does not see the agency's. */
export interface LayoutPlace {
  ownerKey: number;
  screen: LayoutScreen;
  userKey: number;
  /** Administrators change layouts that others have shared. */
  isAdmin: boolean;
}

const columns = ({ userKey, isAdmin }: LayoutPlace) => sql`
  v.saved_view_key as "layoutKey", v.name, v.shared, u.first_name || ' ' || u.last_name as by,
  v.user_key = ${userKey} as "isMine", (v.user_key = ${userKey} or (v.shared and ${isAdmin})) as "mayChange", v.body as layout`;

const seen = ({ ownerKey, screen, userKey }: LayoutPlace) => sql`
  v.owner_key = ${ownerKey} and v.screen = ${screen}
  and (v.user_key = ${userKey}
    or (v.shared and u.user_type = (select viewer.user_type from user_account viewer where viewer.user_key = ${userKey})))`;

export const listLayouts = async (tx: Tx, place: LayoutPlace): Promise<NamedLayout[]> => {
  const { rows } = await sql<NamedLayout>`
    select ${columns(place)} from saved_view v join user_account u using (user_key)
    where ${seen(place)} and v.removed_at is null
    order by v.shared desc, lower(v.name), v.saved_view_key
  `.execute(tx);
  return rows;
};

/** Removed ones are included: they can be restored. */
export const findLayout = async (tx: Tx, place: LayoutPlace, layoutKey: number): Promise<NamedLayout | undefined> => {
  const { rows } = await sql<NamedLayout>`
    select ${columns(place)} from saved_view v join user_account u using (user_key)
    where ${seen(place)} and v.saved_view_key = ${layoutKey}
  `.execute(tx);
  return rows[0];
};

type Stored = Pick<NamedLayout, 'name' | 'shared' | 'layout'>;

export const insertLayout = async (
  tx: Tx,
  { ownerKey, screen, userKey }: LayoutPlace,
  { name, shared, layout }: Stored,
  at: Date,
): Promise<number> => {
  const { rows } = await sql<{ layoutKey: number }>`
    insert into saved_view (owner_key, user_key, screen, name, body, shared, updated_at)
    values (${ownerKey}, ${userKey}, ${screen}, ${name}, ${JSON.stringify(layout)}, ${shared}, ${at})
    returning saved_view_key as "layoutKey"
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The layout was not written');
  return rows[0].layoutKey;
};

export const updateLayout = async (
  tx: Tx,
  { ownerKey }: LayoutPlace,
  layoutKey: number,
  { name, shared, layout }: Stored,
  at: Date,
): Promise<void> => {
  await sql`
    update saved_view set name = ${name}, shared = ${shared}, body = ${JSON.stringify(layout)}, updated_at = ${at}
    where owner_key = ${ownerKey} and saved_view_key = ${layoutKey}
  `.execute(tx);
};

export const setRemoved = async (
  tx: Tx,
  { ownerKey }: LayoutPlace,
  layoutKey: number,
  removedAt: Date | null,
): Promise<void> => {
  await sql`
    update saved_view set removed_at = ${removedAt} where owner_key = ${ownerKey} and saved_view_key = ${layoutKey}
  `.execute(tx);
};

export const findDefault = async (tx: Tx, { ownerKey, screen, userKey }: LayoutPlace): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select name from saved_view_default where owner_key = ${ownerKey} and user_key = ${userKey} and screen = ${screen}
  `.execute(tx);
  return rows[0]?.name ?? null;
};

export const writeDefault = async (
  tx: Tx,
  { ownerKey, screen, userKey }: LayoutPlace,
  name: string | null,
): Promise<void> => {
  if (name === null)
    await sql`
      delete from saved_view_default where owner_key = ${ownerKey} and user_key = ${userKey} and screen = ${screen}
    `.execute(tx);
  else
    await sql`
      insert into saved_view_default (owner_key, user_key, screen, name)
      values (${ownerKey}, ${userKey}, ${screen}, ${name})
      on conflict (owner_key, user_key, screen) do update set name = excluded.name
    `.execute(tx);
};
