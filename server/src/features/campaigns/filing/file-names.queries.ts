import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** Names in files and their keys: an owner's line items, channels, programs, accounts, and all partners. */
export interface FileNames {
  partners: ReadonlyMap<string, { partnerKey: number; active: boolean }>;
  /** A name shared by line items of several clients stands for none of them. */
  goals: ReadonlyMap<string, { goalKey: number; clientKey: number } | 'several'>;
  /** By channel and name. */
  customChannels: ReadonlyMap<string, number>;
  /** By client and code; a code used at several campuses stands for all of them. */
  programs: ReadonlyMap<string, readonly number[]>;
}

export const nameOf = (...parts: readonly (string | number)[]): string => parts.join('|').trim().toLowerCase();

export const getFileNames = async (tx: Tx, ownerKey: number): Promise<FileNames> => {
  const partners = await sql<{ code: string; partnerKey: number; active: boolean }>`
    select code, partner_key as "partnerKey", active from media_partner
  `.execute(tx);
  const goals = await sql<{ name: string; goalKey: number; clientKey: number }>`
    select name, goal_key as "goalKey", client_key as "clientKey" from goal where owner_key = ${ownerKey} and active
  `.execute(tx);
  const channels = await sql<{ channel: string; name: string; key: number }>`
    select channel, name, custom_channel_key as key from custom_channel where owner_key = ${ownerKey} and active
  `.execute(tx);
  const programs = await sql<{ clientKey: number; code: string; keys: number[] }>`
    select m.client_key as "clientKey", lower(p.code) as code, array_agg(p.program_key order by p.program_key) as keys
    from program p join campus k using (owner_key, campus_key) join client_model m using (owner_key, client_model_key)
    where p.owner_key = ${ownerKey} and p.active group by 1, 2
  `.execute(tx);
  const goalNames = new Map<string, { goalKey: number; clientKey: number } | 'several'>();
  for (const { name, goalKey, clientKey } of goals.rows) {
    goalNames.set(nameOf(name), goalNames.has(nameOf(name)) ? 'several' : { goalKey, clientKey });
  }
  return {
    partners: new Map(partners.rows.map(({ code, ...partner }) => [nameOf(code), partner])),
    goals: goalNames,
    customChannels: new Map(channels.rows.map(({ channel, name, key }) => [nameOf(channel, name), key])),
    programs: new Map(programs.rows.map(({ clientKey, code, keys }) => [nameOf(clientKey, code), keys])),
  };
};

interface CodeHolder {
  partnerKey: number | null;
  code: string;
  campaignKey: number;
  name: string;
}

/** The campaigns that hold these codes, whatever the partner. */
export const listCodeHolders = async (
  tx: Tx,
  ownerKey: number,
  codes: readonly string[],
  deletedBefore: Date,
): Promise<CodeHolder[]> => {
  const { rows } = await sql<CodeHolder>`
    select c.partner_key as "partnerKey", lower(c.code) as code, c.campaign_key as "campaignKey", c.name
    from unnest(${[...new Set(codes.map((code) => code.toLowerCase()))]}::text[]) k (code)
    join campaign c on c.owner_key = ${ownerKey} and lower(c.code) = k.code
    where c.code_released_at is null and coalesce(c.deleted_at >= ${deletedBefore}, true)
  `.execute(tx);
  return rows;
};

/** Releases codes of campaigns that were deleted long enough ago. */
export const releaseExpired = async (
  tx: Tx,
  ownerKey: number,
  codes: readonly string[],
  deletedBefore: Date,
  at: Date,
): Promise<void> => {
  await sql`
    update campaign c set code_released_at = ${at}
    from unnest(${[...new Set(codes.map((code) => code.toLowerCase()))]}::text[]) k (code)
    where c.owner_key = ${ownerKey} and lower(c.code) = k.code and c.code_released_at is null and c.deleted_at < ${deletedBefore}
  `.execute(tx);
};
