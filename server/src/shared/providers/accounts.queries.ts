import { PROVIDER_CREDENTIALS, type ProviderName } from '@paceline/contract';
import { sql } from 'kysely';
import { type z } from 'zod';
import { type Tx } from '../../db/scope/tx.ts';
import { keyIdOf, openAccount, sealAccount } from '../../lib/secrets/seal.ts';
import { type ClientSystemHeader, type ProviderAccounts } from './accounts.ts';

/** Name under which a client's credential is sealed. */
export const systemName = (clientKey: number): string => `CLIENT_SYSTEM:${clientKey}`;

/** The decrypted credential of a client's own system. */
export const findSystemHeader = async (
  tx: Tx,
  secret: Buffer,
  { ownerKey, clientKey }: { ownerKey: number; clientKey: number },
): Promise<ClientSystemHeader | null> => {
  const { rows } = await sql<{ host: string; name: string; sealed: Buffer }>`
    select host, header_name as name, sealed from client_crm_account where owner_key = ${ownerKey} and client_key = ${clientKey}
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { host, name, sealed } = row;
  return { host, name, value: openAccount(secret, { ownerKey, provider: systemName(clientKey) }, sealed) };
};

/** An owner's decrypted accounts, and those of a client if given. Malformed ones are ignored. */
export const loadAccounts = async (
  tx: Tx,
  secret: Buffer,
  ownerKey: number,
  { clientKey, isProduction = false }: { clientKey?: number; isProduction?: boolean } = {},
): Promise<ProviderAccounts> => {
  const { rows } = await sql<{ provider: ProviderName | 'LOCAL'; sealed: Buffer | null }>`
    select provider, sealed from provider_account where owner_key = ${ownerKey}
  `.execute(tx);
  const opened = (provider: ProviderName): unknown => {
    const sealed = rows.find((row) => row.provider === provider)?.sealed ?? null;
    return sealed === null ? null : JSON.parse(openAccount(secret, { ownerKey, provider }, sealed));
  };
  const trustedForm = PROVIDER_CREDENTIALS.TRUSTEDFORM.safeParse(opened('TRUSTEDFORM')).data;
  const jornaya = PROVIDER_CREDENTIALS.JORNAYA.safeParse(opened('JORNAYA')).data;
  const phone = PROVIDER_CREDENTIALS.PHONE.safeParse(opened('PHONE')).data;
  const email = PROVIDER_CREDENTIALS.EMAIL.safeParse(opened('EMAIL')).data;
  const clientSystem = clientKey === undefined ? null : await findSystemHeader(tx, secret, { ownerKey, clientKey });
  return {
    ...(trustedForm && { trustedForm }),
    ...(jornaya && { jornaya }),
    ...(phone && { phone }),
    ...(email && { email }),
    ...(clientSystem && { clientSystem }),
    // A local account from demo data must not verify anything in production.
    ...(!isProduction && rows.some(({ provider }) => provider === 'LOCAL') && { local: true }),
  };
};

/** Stores sealed credentials, replacing earlier ones and their check result. */
export const upsertAccount = async <Name extends ProviderName>(
  tx: Tx,
  secret: Buffer,
  ownerKey: number,
  {
    provider,
    credential,
    by,
    at,
  }: { provider: Name; credential: z.output<(typeof PROVIDER_CREDENTIALS)[Name]>; by: number | null; at: Date },
): Promise<void> => {
  const sealed = sealAccount(secret, { ownerKey, provider }, JSON.stringify(credential));
  await sql`
    insert into provider_account (owner_key, provider, sealed, key_id, set_by, set_at)
    values (${ownerKey}, ${provider}, ${sealed}, ${keyIdOf(sealed)}, ${by}, ${at})
    on conflict (owner_key, provider) do update
      set sealed = excluded.sealed, key_id = excluded.key_id, set_by = excluded.set_by, set_at = excluded.set_at,
          checked_at = null, check_outcome = null, check_detail = null
  `.execute(tx);
};

export const upsertSystem = async (
  tx: Tx,
  secret: Buffer,
  { ownerKey, clientKey }: { ownerKey: number; clientKey: number },
  { host, name, value, by, at }: ClientSystemHeader & { by: number | null; at: Date },
): Promise<void> => {
  const sealed = sealAccount(secret, { ownerKey, provider: systemName(clientKey) }, value);
  await sql`
    insert into client_crm_account (owner_key, client_key, host, header_name, sealed, key_id, set_by, set_at)
    values (${ownerKey}, ${clientKey}, ${host}, ${name}, ${sealed}, ${keyIdOf(sealed)}, ${by}, ${at})
    on conflict (owner_key, client_key) do update
      set host = excluded.host, header_name = excluded.header_name, sealed = excluded.sealed, key_id = excluded.key_id,
          set_by = excluded.set_by, set_at = excluded.set_at, checked_at = null, check_outcome = null, check_detail = null
  `.execute(tx);
};

/** Deletes the client's credential unless it is for this host; returns whether it did. Without a host any is deleted. */
export const removeSystem = async (
  tx: Tx,
  { ownerKey, clientKey }: { ownerKey: number; clientKey: number },
  exceptHost: string | null,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from client_crm_account
    where owner_key = ${ownerKey} and client_key = ${clientKey} and host is distinct from ${exceptHost}
  `.execute(tx);
  return numAffectedRows > 0n;
};
