import { type EmbedOrigins } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export const findOrigins = async (tx: Tx, ownerKey: number): Promise<EmbedOrigins> => {
  const { rows } = await sql<EmbedOrigins>`
    select origins, row_version as "rowVersion" from embed_setting where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0] ?? { origins: [], rowVersion: null };
};

/** Overwrites the version that was read, or inserts the first; false where a newer one exists. */
export const saveOrigins = async (
  tx: Tx,
  { ownerKey, userKey, at }: { ownerKey: number; userKey: number; at: Date },
  { origins, rowVersion }: EmbedOrigins,
): Promise<boolean> => {
  const { numAffectedRows = 0n } =
    rowVersion === null
      ? await sql`
          insert into embed_setting (owner_key, origins, updated_at, updated_by)
          values (${ownerKey}, ${origins}::text[], ${at}, ${userKey}) on conflict do nothing
        `.execute(tx)
      : await sql`
          update embed_setting set origins = ${origins}::text[], row_version = row_version + 1, updated_at = ${at},
            updated_by = ${userKey}
          where owner_key = ${ownerKey} and row_version = ${rowVersion}
        `.execute(tx);
  return numAffectedRows === 1n;
};

/** Only the hash is stored, as for all tokens. */
export const insertAnalyticsToken = (
  tx: Tx,
  token: { hash: Buffer; sessionKey: number; onlyOwner: number | null; at: Date; expiresAt: Date },
): Promise<unknown> =>
  sql`
    insert into session_token (token_hash, session_key, kind, only_owner, issued_at, expires_at)
    values (${token.hash}, ${token.sessionKey}, 'analytics', ${token.onlyOwner}, ${token.at}, ${token.expiresAt})
  `.execute(tx);

/** An owner of the viewer's, by its name in any case. */
export const findOwnerByName = async (tx: Tx, name: string): Promise<number | null> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select owner_key as "ownerKey" from owner where lower(name) = lower(${name}) limit 1
  `.execute(tx);
  return rows[0]?.ownerKey ?? null;
};
