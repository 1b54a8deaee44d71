import {
  PARTNER_MAIL_STATES,
  type PartnerMail,
  type PartnerMailing,
  type PartnerNotification,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { lastWrittenAt } from './partner-mails.queries.ts';
import { AGAIN_AFTER_MS } from './queue-partner-mails.ts';

const MAX_MAILINGS = 50;

type MailingRow = Omit<PartnerMailing, 'createdAt' | 'counts' | 'isOver'> & {
  createdAt: Date;
  counts: Partial<PartnerMailing['counts']> | null;
};

const NONE = Object.fromEntries(
  Object.keys(PARTNER_MAIL_STATES).map((state) => [state, 0]),
) as PartnerMailing['counts'];

/** Newest first. All kinds unless one is given; with a mailing, only that one. */
export const listMailings = async (
  tx: Tx,
  ownerKey: number,
  { kinds, mailingKey = null }: { kinds: readonly PartnerNotification[]; mailingKey?: number | null },
): Promise<PartnerMailing[]> => {
  const { rows } = await sql<MailingRow>`
    select g.mailing_key as "mailingKey", g.kind, g.subject, g.message, g.created_at as "createdAt",
           coalesce(u.first_name || ' ' || u.last_name, 'Paceline') as "createdBy",
           (select jsonb_object_agg(s.state, s.count) from (
              select m.state, count(*)::int as count from partner_mail m
              where m.owner_key = g.owner_key and m.mailing_key = g.mailing_key group by m.state) s) as counts
    from partner_mailing g left join user_account u on u.user_key = g.created_by
    where g.owner_key = ${ownerKey} and g.kind = any (${[...kinds]}::text[])
      and (${mailingKey}::int is null or g.mailing_key = ${mailingKey})
    order by g.mailing_key desc limit ${MAX_MAILINGS}
  `.execute(tx);
  return rows.map(({ createdAt, counts: statusCounts, ...mailing }) => {
    const counts = { ...NONE, ...statusCounts };
    return { ...mailing, createdAt: createdAt.toISOString(), counts, isOver: counts.QUEUED + counts.SENDING === 0 };
  });
};

type MailRow = Omit<PartnerMail, 'doneAt' | 'dueAt' | 'againFrom'> & {
  doneAt: Date | null;
  dueAt: Date | null;
  createdAt: Date;
  lastAt: Date | null;
  hasText: boolean;
  isActive: boolean;
};

/** When a mail can be resent: a failed one at once, one in doubt after a while, one in flight never. */
const againFrom = ({ state, hasText, isActive, createdAt, lastAt }: MailRow): string | null => {
  if (!hasText || !isActive || state === 'SKIPPED' || state === 'QUEUED' || state === 'SENDING') return null;
  const last = state === 'FAILED' ? lastAt : (lastAt ?? createdAt);
  return new Date(last === null ? createdAt.getTime() : last.getTime() + AGAIN_AFTER_MS).toISOString();
};

/** The mails of a mailing, those that need attention first. */
export const listMails = async (
  tx: Tx,
  ownerKey: number,
  mailingKey: number,
  partnerMailKey: number | null = null,
): Promise<PartnerMail[]> => {
  const { rows } = await sql<MailRow>`
    select m.partner_mail_key::int as "partnerMailKey", m.partner_key as "partnerKey", p.name as "partnerName",
           m.contact_key as "contactKey", coalesce(k.name, '') as "contactName", m.to_address as "toAddress", m.state, m.reason, m.tries,
           m.repeats::int as repeats, m.done_at as "doneAt", m.due_at as "dueAt", m.created_at as "createdAt",
           m.mail_key is not null as "hasText", coalesce(k.active, false) and p.active as "isActive",
           ${lastWrittenAt(ownerKey, 'm.contact_key', sql`g.kind`)} as "lastAt"
    from partner_mail m join partner_mailing g using (owner_key, mailing_key) join media_partner p on p.partner_key = m.partner_key
    left join partner_contact k on k.contact_key = m.contact_key
    where m.owner_key = ${ownerKey} and m.mailing_key = ${mailingKey}
      and (${partnerMailKey}::bigint is null or m.partner_mail_key = ${partnerMailKey})
    order by array_position('{FAILED,UNSURE,SENDING,QUEUED,SKIPPED,KEPT,SENT}'::text[], m.state), lower(p.name), m.partner_mail_key
  `.execute(tx);
  return rows.map((row) => {
    const { createdAt: _created, lastAt: _last, hasText: _text, isActive: _active, ...mail } = row;
    return {
      ...mail,
      doneAt: row.doneAt?.toISOString() ?? null,
      dueAt: row.dueAt?.toISOString() ?? null,
      againFrom: againFrom(row),
    };
  });
};

/** Copies text and files into a new mail to the contact's current address. */
export const insertMailCopy = async (
  tx: Tx,
  ownerKey: number,
  partnerMailKey: number,
): Promise<{ mailKey: number; toAddress: string }> => {
  const { rows } = await sql<{ mailKey: number; toAddress: string }>`
    with old as (
      select p.mail_key, k.email from partner_mail p join partner_contact k using (contact_key)
      where p.owner_key = ${ownerKey} and p.partner_mail_key = ${partnerMailKey}
    ), copy as (
      insert into mail (to_address, subject, body, html)
      select old.email, m.subject, m.body, m.html from mail m join old using (mail_key) returning mail_key, to_address
    ), files as (
      insert into mail_file (mail_key, place, name, content_type, content_id, content)
      select (select mail_key from copy), place, name, content_type, content_id, content
      from mail_file where mail_key = (select mail_key from old)
    )
    select mail_key::int as "mailKey", to_address as "toAddress" from copy
  `.execute(tx);
  return rows[0]!;
};
