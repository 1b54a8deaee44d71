import {
  type Labels,
  labelsOf,
  type OwnerVariant,
  type OwnVariant,
  variantOf,
  WORD_SETTINGS,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

/** Settings of the owner `o` that override its preset: for statements that read owners anyway. */
export const ownVariant = (): RawBuilder<OwnVariant> => sql`
  coalesce((select jsonb_object_agg(s.name, s.value) from owner_setting s where s.owner_key = o.owner_key and s.value is not null),
           '{}'::jsonb)`;

/** Only those of its words. */
export const ownWords = (): RawBuilder<OwnVariant> => sql`
  coalesce((select jsonb_object_agg(s.name, s.value) from owner_setting s
            where s.owner_key = o.owner_key and s.value is not null and s.name = any (${['labels', ...Object.values(WORD_SETTINGS)]}::text[])),
           '{}'::jsonb)`;

interface NamedVariant {
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

/** The labels of the single owner concerned; null for several owners. */
export const findLabels = async (tx: Tx, owners: readonly number[]): Promise<Labels | null> => {
  const [only, ...others] = owners;
  if (only === undefined || others.length > 0) return null;
  const variant = await findOwnerVariant(tx, only);
  return variant === null ? null : labelsOf(variant.variant);
};

export const getOwnerVariant = async (tx: Tx, ownerKey: number): Promise<NamedVariant> => {
  const variant = await findOwnerVariant(tx, ownerKey);
  if (variant === null) throw new Error(`There is no owner ${ownerKey}`);
  return variant;
};
