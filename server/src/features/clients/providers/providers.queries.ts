import { clientCriteriaSchema, type ProviderName } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type CheckResult } from '../../../shared/providers/check-account.ts';

interface SetRow {
  setAt: Date;
  setBy: string | null;
  checkedAt: Date | null;
  outcome: CheckResult['outcome'] | null;
  detail: string | null;
}
interface AccountRow extends SetRow {
  provider: ProviderName | 'LOCAL';
}

export const listAccounts = async (tx: Tx, ownerKey: number): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select a.provider, a.set_at as "setAt", nullif(concat_ws(' ', u.first_name, u.last_name), '') as "setBy",
           a.checked_at as "checkedAt", a.check_outcome as outcome, a.check_detail as detail
    from provider_account a left join user_account u on u.user_key = a.set_by where a.owner_key = ${ownerKey}
  `.execute(tx);
  return rows;
};

export interface ClientRow {
  clientKey: number;
  clientName: string;
  verification: ReturnType<typeof clientCriteriaSchema.parse>['verification'];
  /** The stored settings of its own system; null where there are none. */
  system: (SetRow & { host: string; headerName: string }) | null;
}

/** An owner's clients with the outside systems of their current criteria, and the stored settings of their own systems. */
export const listClientSystems = async (tx: Tx, ownerKey: number): Promise<ClientRow[]> => {
  const { rows } = await sql<
    { clientKey: number; clientName: string; body: unknown } & Partial<SetRow> & {
        host: string | null;
        headerName: string;
      }
  >`
    select l.client_key as "clientKey", l.name as "clientName", coalesce(c.body, '{}') as body, s.host, s.header_name as "headerName",
           s.set_at as "setAt", nullif(concat_ws(' ', u.first_name, u.last_name), '') as "setBy",
           s.checked_at as "checkedAt", s.check_outcome as outcome, s.check_detail as detail
    from client l
    left join lateral (
      select v.body from client_criteria v where v.owner_key = l.owner_key and v.client_key = l.client_key
      order by v.version desc limit 1
    ) c on true
    left join client_crm_account s on s.owner_key = l.owner_key and s.client_key = l.client_key
    left join user_account u on u.user_key = s.set_by
    where l.owner_key = ${ownerKey} order by lower(l.name), l.client_key
  `.execute(tx);
  return rows.map(({ clientKey, clientName, body, host, headerName, setAt, setBy, checkedAt, outcome, detail }) => ({
    clientKey,
    clientName,
    verification: clientCriteriaSchema.parse(body).verification,
    system:
      host === null || setAt === undefined
        ? null
        : {
            host,
            headerName,
            setAt,
            setBy: setBy ?? null,
            checkedAt: checkedAt ?? null,
            outcome: outcome ?? null,
            detail: detail ?? null,
          },
  }));
};

export const insertLocal = async (tx: Tx, ownerKey: number, by: number | null, at: Date): Promise<void> => {
  await sql`
    insert into provider_account (owner_key, provider, set_by, set_at) values (${ownerKey}, 'LOCAL', ${by}, ${at})
    on conflict (owner_key, provider) do nothing
  `.execute(tx);
};

export const removeAccount = async (tx: Tx, ownerKey: number, provider: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from provider_account where owner_key = ${ownerKey} and provider = ${provider}
  `.execute(tx);
  return numAffectedRows > 0n;
};

/** Stores the result of a check, if the credentials that it used are still the stored ones. */
export const updateAccountCheck = async (
  tx: Tx,
  ownerKey: number,
  provider: string,
  { outcome, detail }: CheckResult,
  { at, setAt }: { at: Date; setAt: Date },
): Promise<void> => {
  await sql`
    update provider_account set checked_at = ${at}, check_outcome = ${outcome}, check_detail = ${detail}
    where owner_key = ${ownerKey} and provider = ${provider} and set_at = ${setAt}
  `.execute(tx);
};

export const updateSystemCheck = async (
  tx: Tx,
  { ownerKey, clientKey }: { ownerKey: number; clientKey: number },
  { outcome, detail }: CheckResult,
  at: Date,
): Promise<void> => {
  await sql`
    update client_crm_account set checked_at = ${at}, check_outcome = ${outcome}, check_detail = ${detail}
    where owner_key = ${ownerKey} and client_key = ${clientKey}
  `.execute(tx);
};
