import { type ApiKey, type IntegrationGroup } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

const MAX_LISTED = 500;

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const stateAt = (now: Date): RawBuilder<unknown> => sql`
  case when k.shut_at is not null then 'shut' when k.expires_at <= ${now} then 'expired' when not u.active then 'suspended'
       when k.replaced_by is not null then 'replaced' else 'active' end`;

/** Active keys first, the newest on top. Keys that ended long ago are left out. */
export const listApiKeys = async (tx: Tx, viewer: number | null, now: Date): Promise<ApiKey[]> => {
  const { rows } = await sql<ApiKey>`
    select k.api_key as "apiKey", k.name, k.hint, k.user_group as "group", ${stateAt(now)} as state, o.names as owners,
           cardinality(k.owner_keys) - cardinality(o.names) as "otherOwners", k.permissions,
           array(select p from unnest(k.permissions) p where p <> all (u.permissions)) as "lostPermissions",
           k.per_minute as "perMinute", ${iso('k.created_at')} as "createdAt", u.first_name || ' ' || u.last_name as "createdBy",
           k.user_key is not distinct from ${viewer} as "isMine", ${iso('k.last_used_at')} as "lastUsedAt",
           ${iso('k.expires_at')} as "expiresAt", ${iso('k.shut_at')} as "shutAt"
    from api_key k
    join user_account u on u.user_key = k.user_key
    cross join lateral (
      select coalesce(array_agg(name order by name), '{}') as names from owner where owner_key = any (k.owner_keys)
    ) o
    where least(k.shut_at, k.expires_at) > ${now}::timestamptz - interval '90 days'
    order by (k.shut_at is null and k.expires_at > ${now}) desc, k.api_key desc limit ${MAX_LISTED}
  `.execute(tx);
  return rows;
};

interface StoredKey {
  apiKey: number;
  chain: number;
  userKey: number;
  name: string;
  ownerKeys: number[];
  permissions: string[];
  perMinute: number;
  lifeMs: number;
  isReplaced: boolean;
}

/** The key if it is active at that moment, locked until the transaction ends. */
export const findActiveKey = async (tx: Tx, apiKey: number, at: Date): Promise<StoredKey | undefined> => {
  const { rows } = await sql<StoredKey>`
    select api_key as "apiKey", coalesce(chain, api_key) as chain, user_key as "userKey", name, owner_keys as "ownerKeys", permissions,
           per_minute as "perMinute", (extract(epoch from expires_at - created_at) * 1000)::float8 as "lifeMs",
           replaced_by is not null as "isReplaced"
    from api_key where api_key = ${apiKey} and shut_at is null and expires_at > ${at} for update
  `.execute(tx);
  return rows[0];
};

export const countActiveKeys = async (tx: Tx, userKey: number | null, at: Date): Promise<number> => {
  const { rows } = await sql<{ keys: number }>`
    select count(*)::int as keys from api_key where user_key = ${userKey} and shut_at is null and expires_at > ${at}
  `.execute(tx);
  return rows[0]?.keys ?? 0;
};

export interface KeyToStore extends Pick<StoredKey, 'name' | 'ownerKeys' | 'permissions' | 'perMinute'> {
  chain: number | null;
  userKey: number | null;
  group: IntegrationGroup;
  hash: Buffer;
  hint: string;
  at: Date;
  expiresAt: Date;
}

export const insertApiKey = async (tx: Tx, key: KeyToStore): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into api_key (chain, user_key, user_group, name, key_hash, hint, owner_keys, permissions, per_minute, created_at, expires_at)
    values (${key.chain}, ${key.userKey}, ${key.group}, ${key.name}, ${key.hash}, ${key.hint}, ${key.ownerKeys}, ${key.permissions},
            ${key.perMinute}, ${key.at}, ${key.expiresAt})
    returning api_key as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

export const updateReplaced = (tx: Tx, apiKey: number, by: number, until: Date): Promise<unknown> =>
  sql`update api_key set replaced_by = ${by}, expires_at = least(expires_at, ${until}) where api_key = ${apiKey}`.execute(
    tx,
  );

export const updateShut = (tx: Tx, apiKey: number, at: Date, by: number | null): Promise<unknown> =>
  sql`update api_key set shut_at = ${at}, shut_by = ${by} where api_key = ${apiKey}`.execute(tx);
