import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';

/** The owners a media partner works for, by name. */
export const listOwners = async (tx: Tx, ownerKeys: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select o.owner_key as "ownerKey" from owner o where ${ofOwners('o.owner_key', ownerKeys)} order by o.name, o.owner_key
  `.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};

/** The due days of a media partner's statements, by owner and month; corrections do not move them. */
export const listDueDays = async (
  tx: Tx,
  ownerKeys: readonly number[],
  partnerKey: number | null,
): Promise<(ownerKey: number, month: string) => string | null> => {
  const { rows } = await sql<{ ownerKey: number; month: string; dueOn: string }>`
    select s.owner_key as "ownerKey", s.month::text as month, s.due_on::text as "dueOn" from billing_statement s
    where ${ofOwners('s.owner_key', ownerKeys)} and s.side = 'media' and s.partner_key = ${partnerKey} and s.corrects_key is null
  `.execute(tx);
  const days = new Map(rows.map(({ ownerKey, month, dueOn }) => [`${ownerKey} ${month}`, dueOn]));
  return (ownerKey, month) => days.get(`${ownerKey} ${month}`) ?? null;
};
