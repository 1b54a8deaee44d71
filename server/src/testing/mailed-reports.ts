import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';
import { makePartner } from './factories/factories.ts';

/** Files of mails: one whose time is over, one that is a second short of it, and one of a mail that waits. */
export const makeMailFiles = async (tx: Tx, due: Date, recent: Date): Promise<void> => {
  for (const [name, state, at] of [
    ['due', 'kept', due],
    ['stays', 'kept', recent],
    ['stays: queued', 'queued', due],
  ] as const)
    await sql`
      with m as (
        insert into mail (to_address, subject, body, state, created_at)
        values ('a@b.example', 'stays: its file', '', ${state}, ${at}) returning mail_key
      )
      insert into mail_file (mail_key, place, name, content_type, content)
      select mail_key, 0, ${name}, 'text/csv', '' from m`.execute(tx);
};

/** Mails to media partners in the same three states; a mailing goes with the last of its mails. */
export const makePartnerMails = async (
  tx: Tx,
  { owner, due, recent }: { owner: number; due: Date; recent: Date },
): Promise<void> => {
  const partner = await makePartner(tx);
  for (const [words, createdAt, doneAt] of [
    ['due', due, due],
    ['stays', recent, recent],
    ['stays: not sent', due, null],
  ] as const)
    await sql`
      with g as (
        insert into partner_mailing (owner_key, send_id, kind, subject, message, created_at)
        values (${owner}, gen_random_uuid(), 'COMPLIANCE', ${words}, '', ${createdAt}) returning mailing_key
      ), c as (
        insert into partner_contact (partner_key, name, email) values (${partner}, 'A', 'a@b.example') returning contact_key
      )
      insert into partner_mail (owner_key, mailing_key, partner_key, contact_key, to_address, state, reason, created_at, due_at, done_at)
      select ${owner}, mailing_key, ${partner}, contact_key, 'a@b.example', ${doneAt === null ? 'QUEUED' : 'SENT'}, ${words},
             ${createdAt}, ${doneAt === null ? createdAt : null}, ${doneAt} from g, c`.execute(tx);
};

interface Runs {
  owner: number;
  user: number;
  now: Date;
  due: Date;
  recent: Date;
}

/** Runs of schedules in the same three states, each told apart by what its reader was told. */
export const makeReportRuns = async (tx: Tx, { owner, user, now, due, recent }: Runs): Promise<void> => {
  for (const [reason, ended] of [
    ['due', due],
    ['stays', recent],
    ['stays: not ended', null],
  ] as const)
    await sql`
      with v as (
        insert into report_view (owner_key, user_key, user_group, sharing, name, question, created_at, updated_at)
        values (${owner}, ${user}, 'ag', 'private', ${reason}, '{}', ${now}, ${now}) returning view_key
      ), s as (
        insert into report_schedule (owner_key, view_key, user_key, every, hour, reader_keys, file_kind, next_run_at, created_at)
        select ${owner}, view_key, ${user}, 'day', 7, array[${user}::int], 'csv', ${now}, ${now} from v returning schedule_key
      ), r as (
        insert into report_run (owner_key, schedule_key, cause, due_at, created_at, ended_at)
        select ${owner}, schedule_key, 'now', ${due}, ${due}, ${ended} from s returning run_key
      )
      insert into report_run_reader (owner_key, run_key, user_key, reason)
      select ${owner}, run_key, ${user}, ${reason} from r`.execute(tx);
};
