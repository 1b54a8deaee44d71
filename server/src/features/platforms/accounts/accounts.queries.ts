import {
  type PlatformAccount,
  type PlatformAccountForm,
  platformAccountRecord,
  type PlatformAccountStatus,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../../shared/records/record-store.ts';

const store = recordStore(platformAccountRecord, {
  alias: 'a',
  places: { feePercent: { column: 'fee_percent', write: (fee) => fee ?? 0 } },
});

/** As stored: whether the viewer sees its fee is decided later. */
export type StoredAccount = Omit<PlatformAccount, 'feePercent' | 'lastSyncAt'> & {
  feePercent: number;
  lastSyncAt: Date | null;
};

/** The newest day of each campaign is read from its index, without counting days. */
const lastDayOf = sql`(
  select max(newest.day)::text from platform_campaign y
  cross join lateral (select d.day from platform_day d where d.owner_key = y.owner_key and d.platform_campaign_key = y.platform_campaign_key
                      order by d.day desc limit 1) newest
  where y.owner_key = a.owner_key and y.account_key = a.account_key)`;
const campaignsOf = (condition: RawBuilder<unknown>) => sql`(
  select count(*)::int from platform_campaign y where y.owner_key = a.owner_key and y.account_key = a.account_key and ${condition})`;

/** By platform, then by name; with a key, only that one. */
export const listAccounts = async (
  tx: Tx,
  owners: readonly number[],
  only: number | null = null,
): Promise<StoredAccount[]> => {
  const { rows } = await sql<Omit<StoredAccount, 'feePercent'> & { feePercent: string }>`
    select a.account_key as "semClientAccountKey", a.owner_key as "ownerKey", ${selectFields(store)}, t.name as "platformName",
           c.name as "clientName", a.status, a.last_sync_at as "lastSyncAt", a.last_error as "lastError", a.row_version as "rowVersion", ${lastDayOf} as "lastDay",
           ${campaignsOf(sql`y.campaign_key is not null`)} as "linkedCampaigns",
           ${campaignsOf(sql`y.campaign_key is null`)} as "unlinkedCampaigns"
    from platform_account a join trading_platform t using (platform_key) join client c using (owner_key, client_key)
    where ${ofOwners('a.owner_key', owners)} and (${only}::int is null or a.account_key = ${only}::int)
    order by a.owner_key, lower(t.name), lower(a.account_name), a.account_key
  `.execute(tx);
  return rows.map((row) => ({ ...row, feePercent: Number(row.feePercent) }));
};

/** Locked until the transaction ends. */
export const lockAccounts = async (tx: Tx, ownerKey: number, accountKeys: readonly number[]): Promise<void> => {
  await sql`
    select from platform_account where owner_key = ${ownerKey} and account_key = any (${[...accountKeys]}::int[])
    order by account_key for no key update
  `.execute(tx);
};

/** Saves of an owner's accounts run one after the other: ids are checked before they are written. */
export const holdAccountIds = (tx: Tx, ownerKey: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('platform accounts of owner ' || ${ownerKey}::int, 0))`.execute(tx);

interface Fit {
  platform: boolean;
  client: boolean;
  zone: boolean;
  /** Another account with this id on the platform. */
  takenBy: string | null;
}

/** Whether the records in a form exist. An id is the same with and without dashes: platforms write both. */
export const findFit = async (tx: Tx, form: PlatformAccountForm, accountKey: number | null): Promise<Fit> => {
  const { rows } = await sql<Fit>`
    select exists (select from trading_platform where platform_key = ${form.platformKey}) as platform,
           exists (select from client where owner_key = ${form.ownerKey} and client_key = ${form.clientKey}) as client,
           exists (select from pg_timezone_names where name = ${form.timeZone}) as zone,
           (select a.account_name from platform_account a
            where a.owner_key = ${form.ownerKey} and a.platform_key = ${form.platformKey} and a.account_key is distinct from ${accountKey}::int
              and lower(translate(a.account_id, '- ', '')) = lower(translate(${form.accountId}, '- ', '')) limit 1) as "takenBy"
  `.execute(tx);
  return rows[0]!;
};

/** Whether data are loaded, and whether our campaigns use it, including deleted ones, which can be restored. */
export const findUses = async (
  tx: Tx,
  ownerKey: number,
  accountKey: number,
): Promise<{ hasData: boolean; hasCampaigns: boolean }> => {
  const { rows } = await sql<{ hasData: boolean; hasCampaigns: boolean }>`
    select exists (select from platform_campaign y join platform_day d using (owner_key, platform_campaign_key)
                   where y.owner_key = ${ownerKey} and y.account_key = ${accountKey}) as "hasData",
           exists (select from campaign where owner_key = ${ownerKey} and account_key = ${accountKey})
             or exists (select from platform_campaign where owner_key = ${ownerKey} and account_key = ${accountKey}
                        and campaign_key is not null) as "hasCampaigns"
  `.execute(tx);
  return rows[0]!;
};

export const insertAccount = async (tx: Tx, form: PlatformAccountForm): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into platform_account ${insertFields(store, form, { owner_key: form.ownerKey })}
    returning account_key as key
  `.execute(tx);
  return rows[0]!.key;
};

export const updateAccount = (
  tx: Tx,
  accountKey: number,
  form: PlatformAccountForm & { feePercent: number },
): Promise<unknown> =>
  sql`
    update platform_account set ${setFields(store, form)}, row_version = row_version + 1
    where owner_key = ${form.ownerKey} and account_key = ${accountKey}
  `.execute(tx);

export const updateStatus = async (
  tx: Tx,
  ownerKey: number,
  accounts: readonly { semClientAccountKey: number; status: PlatformAccountStatus }[],
): Promise<void> => {
  await sql`
    update platform_account a set status = n.status, row_version = a.row_version + 1
    from unnest(${accounts.map(({ semClientAccountKey }) => semClientAccountKey)}::int[], ${accounts.map(({ status }) => status)}::text[])
      n (account_key, status)
    where a.owner_key = ${ownerKey} and a.account_key = n.account_key
  `.execute(tx);
};
