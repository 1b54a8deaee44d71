import { type MasterPlatform, type MasterPlatformForm, type PlatformChannel } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';

type NamedPlatform = Pick<MasterPlatform, 'platformKey' | 'name' | 'channel'>;

export const listPlatformsOfChannel = async (tx: Tx, channel: PlatformChannel): Promise<NamedPlatform[]> => {
  const { rows } = await sql<NamedPlatform>`
    select platform_key as "platformKey", name, channel from trading_platform where channel = ${channel} order by lower(name)
  `.execute(tx);
  return rows;
};

export const listPlatformsOfOwner = async (
  tx: Tx,
  ownerKey: number,
): Promise<(NamedPlatform & { accounts: number })[]> => {
  const { rows } = await sql<NamedPlatform & { accounts: number }>`
    select t.platform_key as "platformKey", t.name, t.channel, count(*)::int as accounts
    from platform_account a join trading_platform t using (platform_key)
    where a.owner_key = ${ownerKey} group by t.platform_key order by lower(t.name)
  `.execute(tx);
  return rows;
};

/** With the owners, of these, that have accounts on each. */
export const listMaster = async (tx: Tx, owners: readonly number[]): Promise<MasterPlatform[]> => {
  const { rows } = await sql<MasterPlatform>`
    select t.platform_key as "platformKey", t.name, t.channel, count(a.account_key)::int as accounts,
           coalesce(array_agg(distinct o.name order by o.name) filter (where o.name is not null), '{}') as "ownerNames"
    from trading_platform t
    left join platform_account a on a.platform_key = t.platform_key and ${ofOwners('a.owner_key', owners)}
    left join owner o on o.owner_key = a.owner_key
    group by t.platform_key order by lower(t.name)
  `.execute(tx);
  return rows;
};

/** Null where the name exists already. */
export const insertPlatform = async (tx: Tx, { name, channel }: MasterPlatformForm): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    insert into trading_platform (name, channel) values (${name}, ${channel})
    on conflict (lower(name)) do nothing returning platform_key as key
  `.execute(tx);
  return rows[0]?.key ?? null;
};
