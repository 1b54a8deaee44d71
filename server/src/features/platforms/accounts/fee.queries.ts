import { type AccountFee } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface AccountId {
  ownerKey: number;
  accountKey: number;
}

/** Every fee of the account, the newest first; none where it never changed. */
export const listFees = async (tx: Tx, { ownerKey, accountKey }: AccountId): Promise<AccountFee[]> => {
  const { rows } = await sql<Omit<AccountFee, 'feePercent' | 'setAt'> & { feePercent: string; setAt: Date | null }>`
    select nullif(f.from_day, '-infinity')::text as "fromDay", f.fee_percent as "feePercent", f.set_at as "setAt",
           u.first_name || ' ' || u.last_name as "setBy"
    from platform_account_fee f left join user_account u on u.user_key = f.set_by
    where f.owner_key = ${ownerKey} and f.account_key = ${accountKey} order by f.from_day desc
  `.execute(tx);
  return rows.map(({ feePercent, setAt, ...row }) => ({
    ...row,
    feePercent: Number(feePercent),
    setAt: setAt === null ? null : setAt.toISOString(),
  }));
};

/** How far back months are checked; older ones were billed long ago. */
const MAX_MONTHS = 24;

interface FeeDays {
  firstFeeDay: string;
  today: string;
}

/**
 * The days from which a fee can change: from the month after the last closed one, through the account's today. A reopened month before a
 * closed one is excluded, as a fee applies to all days after its first.
 */
export const findFeeDays = async (tx: Tx, { ownerKey, accountKey }: AccountId, at: Date): Promise<FeeDays> => {
  const { rows } = await sql<FeeDays>`
    with account as (
      select (${at}::timestamptz at time zone time_zone)::date as today from platform_account
      where owner_key = ${ownerKey} and account_key = ${accountKey}
    ), past as (
      select (date_trunc('month', a.today) - make_interval(months => n))::date as month
      from account a cross join generate_series(0, ${MAX_MONTHS}) n
    )
    select a.today::text as today,
           coalesce((select (max(p.month) + interval '1 month')::date from past p where app.is_month_closed(${ownerKey}, p.month, ${at})),
                    (select min(month) from past))::text as "firstFeeDay"
    from account a
  `.execute(tx);
  return rows[0]!;
};

/** Locks these months against closing until the transaction ends. */
export const holdMonths = async (
  tx: Tx,
  ownerKey: number,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await sql`
    select app.hold_month(${ownerKey}, month::date, false)
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') month order by month
  `.execute(tx);
};

interface NewFee extends AccountId {
  before: number;
  feePercent: number;
  fromDay: string;
  userKey: number | null;
  at: Date;
}

/** Replaces every fee that began on or after its day; earlier ones stay for the days before. */
export const insertFee = async (tx: Tx, fee: NewFee): Promise<void> => {
  const { ownerKey, accountKey, before, feePercent, fromDay, userKey, at } = fee;
  await sql`
    insert into platform_account_fee (owner_key, account_key, from_day, fee_percent)
    select ${ownerKey}, ${accountKey}, '-infinity', ${before}
    where not exists (select from platform_account_fee where owner_key = ${ownerKey} and account_key = ${accountKey})
  `.execute(tx);
  await sql`
    delete from platform_account_fee where owner_key = ${ownerKey} and account_key = ${accountKey} and from_day >= ${fromDay}::date
  `.execute(tx);
  await sql`
    insert into platform_account_fee (owner_key, account_key, from_day, fee_percent, set_by, set_at)
    values (${ownerKey}, ${accountKey}, ${fromDay}::date, ${feePercent}, ${userKey}, ${at})
  `.execute(tx);
};

/** An account without data has one fee, which will apply to all data, older days included. */
export const removeFees = (tx: Tx, { ownerKey, accountKey }: AccountId): Promise<unknown> =>
  sql`delete from platform_account_fee where owner_key = ${ownerKey} and account_key = ${accountKey}`.execute(tx);

/** Recalculates the client's cost of loaded days since a day, by the fee in force on each: ad groups and keywords. */
export const updateClientCosts = async (
  tx: Tx,
  { ownerKey, accountKey }: AccountId,
  fromDay: string,
): Promise<void> => {
  const charged = sql`app.charged(d.cost, y.owner_key, y.account_key, d.day)`;
  await sql`
    update platform_day d set client_cost = ${charged}
    from platform_campaign y
    where d.owner_key = ${ownerKey} and d.day >= ${fromDay}::date and y.owner_key = d.owner_key
      and y.platform_campaign_key = d.platform_campaign_key and y.account_key = ${accountKey} and d.client_cost <> ${charged}
  `.execute(tx);
  await sql`
    update platform_keyword_day d set client_cost = ${charged}
    from platform_keyword k join platform_ad_group g using (owner_key, ad_group_key)
    join platform_campaign y using (owner_key, platform_campaign_key)
    where d.owner_key = ${ownerKey} and d.day >= ${fromDay}::date and k.owner_key = d.owner_key and k.keyword_key = d.keyword_key
      and y.account_key = ${accountKey} and d.client_cost <> ${charged}
  `.execute(tx);
};
