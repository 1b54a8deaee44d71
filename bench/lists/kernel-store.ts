import { rm } from 'node:fs/promises';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { randomToken, sha256 } from '@paceline/server/src/lib/secrets/tokens.ts';
import { makeTwoOwners, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';

export interface KernelStore {
  ownerUrl: string;
  appUrl: string;
  ownerKey: number;
  token: string;
  close(): Promise<void>;
}

/** A fresh cluster with two owners, and one user of one of them who is signed in. */
export const openKernelStore = async (): Promise<KernelStore> => {
  const folder = await makeTemporaryFolder('bench');
  const postgres = await startEmbedded({ dataDir: folder });
  const appUrl = appUrlFrom(postgres.url);
  await prepareDatabase(postgres.url, appUrl);
  const token = randomToken();
  const ownerKey = await withMigrator(postgres.url, async (tx) => {
    const { mine } = await makeTwoOwners(tx);
    const { userKey } = await makeUser(tx, { group: 'ag', ownerKeys: [mine.ownerKey], permissions: ['users:View'] });
    const { rows } = await sql<{ key: number }>`
      insert into session (user_key, ip, user_agent, created_at, expires_at)
      values (${userKey}, '127.0.0.1', 'bench', now(), now() + interval '1 day') returning session_key as key
    `.execute(tx);
    await sql`
      insert into session_token (token_hash, session_key, kind, issued_at, expires_at)
      values (${sha256(token)}, ${rows[0]?.key}, 'access', now(), now() + interval '1 day')
    `.execute(tx);
    return mine.ownerKey;
  });
  return {
    ownerUrl: postgres.url,
    appUrl,
    ownerKey,
    token,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
