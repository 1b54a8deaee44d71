import { type KindAndLevel } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Reader } from '../../../shared/readers.ts';
import {
  alertFields,
  alertNames,
  isChosen,
  isHeard,
  marksOf,
  NAMES_OF_PAGE,
  ofPartner,
  type RuleHearer,
} from '../alerts.queries.ts';
import { type MailedAlert } from './alert-tables.ts';

/** Locks a user until the transaction ends, so that two processes mail the same user one after the other. */
export const lockUser = (tx: Tx, userKey: number): Promise<unknown> =>
  sql`select from user_account where user_key = ${userKey} for no key update`.execute(tx);

/** Whether the user has been mailed about anything since then. */
export const wasMailedSince = async (
  tx: Tx,
  ownerKeys: readonly number[],
  userKey: number,
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    select from alert_mail where ${ofOwners('owner_key', ownerKeys)} and user_key = ${userKey} and sent_at > ${since} limit 1
  `.execute(tx);
  return rows.length > 0;
};

/** Open, unsent alerts at a level to be mailed, about causes that the user was not mailed about since `before`. */
export const listDueAlerts = async (
  tx: Tx,
  { userKey, ownerKeys, partnerKey }: Reader,
  viewer: Pick<RuleHearer, 'group' | 'permissions'>,
  levels: readonly KindAndLevel[],
  before: Date,
): Promise<MailedAlert[]> => {
  const { rows } = await sql<MailedAlert>`
    select page.*, o.time_zone as zone, ${alertNames}
    from (
      select ${alertFields}, a.cause
      from alert a ${marksOf(userKey)}
      where ${ofOwners('a.owner_key', ownerKeys)} and a.resolved_at is null and ${ofPartner(partnerKey)}
        and ${isHeard({ userKey, ...viewer })}
        and ${isChosen(levels, sql`w.level > coalesce(m.mailed_level, 0)`)} and coalesce(m.done_level, 0) < a.level
        and not exists (select from alert_mail s where s.owner_key = a.owner_key and s.user_key = ${userKey}
                        and s.cause = a.cause and s.sent_at > ${before})
    ) page ${NAMES_OF_PAGE}
    order by case page.kind when 'breaker' then 0 when 'stuck' then 1 when 'dataGap' then 2 when 'budget' then 3 when 'cap' then 4 else 5 end,
             page.level desc, page.since, page."alertKey"
  `.execute(tx);
  return rows;
};

export const upsertMailed = async (
  tx: Tx,
  userKey: number,
  alerts: readonly MailedAlert[],
  now: Date,
): Promise<void> => {
  const mailed = JSON.stringify(
    alerts.map(({ ownerKey, alertKey, level, cause }) => ({ ownerKey, alertKey, level, cause })),
  );
  const rows = sql`jsonb_to_recordset(${mailed}::jsonb) as n ("ownerKey" int, "alertKey" int, level smallint, cause text)`;
  await sql`
    insert into alert_mark (owner_key, alert_key, user_key, mailed_level)
    select n."ownerKey", n."alertKey", ${userKey}, n.level from ${rows}
    on conflict (owner_key, alert_key, user_key) do update set mailed_level = excluded.mailed_level
  `.execute(tx);
  await sql`
    insert into alert_mail (owner_key, user_key, cause, sent_at)
    select distinct n."ownerKey", ${userKey}::int, n.cause, ${now}::timestamptz from ${rows}
    on conflict (owner_key, user_key, cause) do update set sent_at = excluded.sent_at
  `.execute(tx);
};

/** Owners that have an open alert; users of other owners need no check. */
export const listOwnersWithAlerts = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select distinct owner_key as "ownerKey" from alert where resolved_at is null
  `.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};
