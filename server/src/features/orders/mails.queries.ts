import { type IoMail, type IoMailState, type IoNotice } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The state of a mail: ours until its files are made, then the outbox's. A mail that is no longer kept has been sent. */
const MAIL_STATE = sql<IoMailState>`
  case when o.state = 'waiting' then case when o.failure is null then 'waiting' else 'failing' end
       when m.state = 'queued' then case when m.failure is null then 'queued' else 'failing' end
       else coalesce(m.state, 'sent') end`;

export const listMails = async (tx: Tx, ownerKey: number, ioKey: number): Promise<IoMail[]> => {
  const { rows } = await sql<
    Omit<IoMail, 'requestedAt' | 'openedAt' | 'answeredAt'> &
      Record<'requestedAt', Date> &
      Record<'openedAt' | 'answeredAt', Date | null>
  >`
    select o.contact_key as "emailNotificationKey", o.name, o.email, o.requested_at as "requestedAt",
           nullif(concat_ws(' ', u.first_name, u.last_name), '') as "requestedBy", ${MAIL_STATE} as state,
           coalesce(o.failure, case when m.state = 'queued' then m.failure end) as failure,
           o.opened_at as "openedAt", o.answered_at as "answeredAt"
    from insertion_order_mail o
    left join mail m on m.mail_key = o.mail_key
    left join user_account u on u.user_key = o.requested_by
    where o.owner_key = ${ownerKey} and o.io_key = ${ioKey} order by o.io_mail_key
  `.execute(tx);
  return rows.map((row) => ({
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }));
};

interface MailCounts {
  asked: number;
  sent: number;
  failing: number;
}

export const countMails = async (
  tx: Tx,
  ownerKey: number,
  ioKeys: readonly number[],
): Promise<Map<number, MailCounts>> => {
  const { rows } = await sql<MailCounts & { ioKey: number }>`
    select x.io_key as "ioKey", count(*)::int as asked, (count(*) filter (where x.state in ('sent', 'kept')))::int as sent,
           (count(*) filter (where x.state = 'failing'))::int as failing
    from (select o.io_key, ${MAIL_STATE} as state from insertion_order_mail o left join mail m on m.mail_key = o.mail_key
          where o.owner_key = ${ownerKey} and o.io_key = any (${[...ioKeys]}::int[])) x
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ ioKey, ...counts }) => [ioKey, counts]));
};

/** The mails about the answer to a version. */
export const listNotices = async (tx: Tx, ownerKey: number, ioKey: number): Promise<IoNotice[]> => {
  const { rows } = await sql<Omit<IoNotice, 'queuedAt'> & { queuedAt: Date }>`
    select n.side, n.name, n.email, n.queued_at as "queuedAt",
           case when m.state = 'queued' and m.failure is not null then 'failing' else coalesce(m.state, 'sent') end as state,
           case when m.state = 'queued' then m.failure end as failure
    from insertion_order_notice n left join mail m on m.mail_key = n.mail_key
    where n.owner_key = ${ownerKey} and n.io_key = ${ioKey} order by n.side, n.name, n.email
  `.execute(tx);
  return rows.map((row) => ({ ...row, queuedAt: row.queuedAt.toISOString() }));
};
