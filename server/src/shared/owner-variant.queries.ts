import { type OwnerVariant, type OwnVariant, variantOf } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../db/tx.ts';

/** What the settings of the owner `o` say in place of its preset: for statements that read owners anyway. */
export const ownVariant = (): RawBuilder<OwnVariant> => sql`
  coalesce((select jsonb_object_agg(s.name, s.value) from owner_setting s where s.owner_key = o.owner_key and s.value is not null),
           '{}'::jsonb)`;

export interface NamedVariant {
  name: string;
  variant: OwnerVariant;
}

export const findOwnerVariant = async (tx: Tx, ownerKey: number): Promise<NamedVariant | null> => {
  const { rows } = await sql<{ name: string; variant: string | null; settings: OwnVariant }>`
    select o.name, o.variant, ${ownVariant()} as settings from owner o where o.owner_key = ${ownerKey}
  `.execute(tx);
  const [owner] = rows;
  return owner === undefined ? null : { name: owner.name, variant: variantOf(owner) };
};

export const getOwnerVariant = async (tx: Tx, ownerKey: number): Promise<NamedVariant> => {
  const found = await findOwnerVariant(tx, ownerKey);
  if (found === null) throw new Error(`There is no owner ${ownerKey}`);
  return found;
};
