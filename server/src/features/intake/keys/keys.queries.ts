import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface PostingKeyRow {
  postingKey: number;
  label: string;
  hint: string;
  createdAt: Date;
  createdBy: string | null;
  lastUsedAt: Date | null;
  endsAt: Date | null;
  shutAt: Date | null;
}

export const findPartnerName = async (tx: Tx, partnerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select name from media_partner where partner_key = ${partnerKey}
  `.execute(tx);
  return rows[0]?.name ?? null;
};

interface PartnerKeysRow {
  partnerKey: number;
  name: string;
  code: string;
  active: boolean;
  activeKeys: number;
  nextEndAt: Date | null;
  lastUsedAt: Date | null;
}

/** Partners with active keys first, by name. */
export const listPartnerKeys = async (tx: Tx, at: Date): Promise<PartnerKeysRow[]> => {
  const { rows } = await sql<PartnerKeysRow>`
    select p.partner_key as "partnerKey", p.name, p.code, p.active,
           count(k.posting_key) filter (where k.shut_at is null and coalesce(k.ends_at > ${at}, true))::int as "activeKeys",
           min(k.ends_at) filter (where k.shut_at is null and k.ends_at > ${at}) as "nextEndAt", max(k.last_used_at) as "lastUsedAt"
    from media_partner p left join partner_posting_key k on k.partner_key = p.partner_key
    group by p.partner_key order by p.active desc, lower(p.name)
  `.execute(tx);
  return rows;
};

/** The newest first. A media partner sees the names of its own users only. */
export const listPostingKeys = async (tx: Tx, partnerKey: number): Promise<PostingKeyRow[]> => {
  const { rows } = await sql<PostingKeyRow>`
    select k.posting_key as "postingKey", k.label, k.hint, k.created_at as "createdAt",
           case when app.partner_key() is null or u.partner_key = app.partner_key()
                then u.first_name || ' ' || u.last_name end as "createdBy",
           k.last_used_at as "lastUsedAt", k.ends_at as "endsAt", k.shut_at as "shutAt"
    from partner_posting_key k left join user_account u on u.user_key = k.created_by
    where k.partner_key = ${partnerKey} order by k.posting_key desc
  `.execute(tx);
  return rows;
};

export const insertPostingKey = async (
  tx: Tx,
  key: { partnerKey: number; label: string; hash: Buffer; hint: string; by: number | null; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into partner_posting_key (partner_key, label, key_hash, hint, created_by, created_at)
    values (${key.partnerKey}, ${key.label}, ${key.hash}, ${key.hint}, ${key.by}, ${key.at}) returning posting_key as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

/** The key if it is active at that moment, locked until the transaction ends. */
export const findActiveKey = async (
  tx: Tx,
  partnerKey: number,
  postingKey: number,
  at: Date,
): Promise<{ label: string } | null> => {
  const { rows } = await sql<{ label: string }>`
    select label from partner_posting_key
    where partner_key = ${partnerKey} and posting_key = ${postingKey} and shut_at is null and coalesce(ends_at > ${at}, true) for update
  `.execute(tx);
  return rows[0] ?? null;
};

export const updateKeyEnd = (tx: Tx, postingKey: number, endsAt: Date): Promise<unknown> =>
  sql`update partner_posting_key set ends_at = least(ends_at, ${endsAt}) where posting_key = ${postingKey}`.execute(tx);

export const updateKeyShut = (tx: Tx, postingKey: number, at: Date, by: number | null): Promise<unknown> =>
  sql`update partner_posting_key set shut_at = ${at}, shut_by = ${by} where posting_key = ${postingKey}`.execute(tx);
