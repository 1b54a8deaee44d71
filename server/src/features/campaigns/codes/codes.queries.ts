import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The group in which codes must be unique: one media partner's campaigns of an owner, or those without a partner. */
export interface CodePlace {
  ownerKey: number;
  partnerKey: number | null;
}

/** The name of the campaign that holds the code. Codes of other owners are not visible here. */
export const findHolder = async (
  tx: Tx,
  { ownerKey, partnerKey }: CodePlace,
  { code, except }: { code: string; except: number | null },
  deletedBefore: Date,
): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select name from campaign
    where owner_key = ${ownerKey} and coalesce(partner_key, 0) = coalesce(${partnerKey}::int, 0) and lower(code) = lower(${code})
      and code_released_at is null and campaign_key is distinct from ${except}::int
      and coalesce(deleted_at >= ${deletedBefore}, true)
  `.execute(tx);
  return rows[0]?.name;
};

/** Releases the code of a campaign that was deleted long enough ago. */
export const releaseCodes = async (
  tx: Tx,
  { ownerKey, partnerKey }: CodePlace,
  codes: readonly string[],
  deletedBefore: Date,
  at: Date,
): Promise<void> => {
  await sql`
    update campaign set code_released_at = ${at}
    where owner_key = ${ownerKey} and coalesce(partner_key, 0) = coalesce(${partnerKey}::int, 0)
      and lower(code) = any (${codes.map((code) => code.toLowerCase())}::text[])
      and code_released_at is null and deleted_at < ${deletedBefore}
  `.execute(tx);
};

export const findCode = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<string | undefined> => {
  const { rows } = await sql<{ code: string }>`
    select code from campaign where owner_key = ${ownerKey} and campaign_key = ${campaignKey}
  `.execute(tx);
  return rows[0]?.code;
};

/** An owner's codes with a common prefix, whichever media partner's they are, in lower case. */
export const listCodesLike = async (tx: Tx, ownerKey: number, prefix: string): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select lower(code) as code from campaign
    where owner_key = ${ownerKey} and code_released_at is null and starts_with(lower(code), lower(${prefix}))
  `.execute(tx);
  return rows.map(({ code }) => code);
};

export const findClientOwner = async (tx: Tx, clientKey: number): Promise<number | undefined> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select owner_key as "ownerKey" from client where client_key = ${clientKey}
  `.execute(tx);
  return rows[0]?.ownerKey;
};
