import { MILESTONE_LIMITS, WEBHOOK_SCHEDULE } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { withMigrator } from '../db/migrate/loader.ts';
import { type Clock } from '../lib/clock.ts';
import { letAuditGo, oldAuditLines } from '../shared/audit-retention.ts';
import { defineJob, handleJob, type Job } from './define-job.ts';

/** Days that ended records are kept for later questions. Lists everything that grows by itself. */
export const RETENTION_DAYS = {
  /** A session after its end: where and when a user was signed in. */
  session: 90,
  /** A token after its expiry; detecting its reuse is only needed until then. */
  sessionToken: 1,
  /** Sign-ins; the last one of each user is kept. */
  login: 400,
  /** Wrong passwords after the last of them, except for names that are locked until a new password is set. */
  passwordGuess: 180,
  passwordLink: 30,
  emailChange: 400,
  /** A device that a user has not used again. */
  knownDevice: 400,
  /** Mail contains names and addresses; unsent mail is kept. */
  mail: 30,
  /** Attachments of a mail stored because there is no mail server; those of a sent mail are deleted at once. */
  mailFile: 7,
  /** Mails to contacts of a media partner and their results; the text of the mail is deleted sooner. */
  partnerMail: 400,
  /** A run of a schedule with its recipients: longer than the longest interval between two runs. */
  reportRun: 180,
  /** What a platform file replaced: for as long as it can be undone. */
  platformFileUndo: 1,
  /** An unfinished form. */
  draft: 90,
  /** The longest period an owner may look back for duplicates. */
  dedup: 730,
  /** A test lead, unless its owner sets another period (lead test settings). */
  testLead: 30,
  /** A suppressed person after the last day of the suppression. */
  suppression: 1,
  /** A test of new criteria on past leads. */
  replay: 90,
  /** A milestone without a lead: as long as it may still be matched to its person. */
  unmatchedMilestone: MILESTONE_LIMITS.personDays,
  /** Clicks as rows, longer than a lead may follow one; their daily counts are kept for ever. */
  click: 120,
  /** The delivery task of a delivered or refused lead; its delivery attempts are kept with the lead. */
  deliveryTask: 30,
  /** Mails about stuck leads: the longest interval between two about the same is a day. */
  deliveryNotice: 90,
  /** Webhook messages that were sent or given up. */
  webhookMessage: WEBHOOK_SCHEDULE.logDays,
  /** An alert after its end: the history of caps and deliveries. */
  alert: 400,
  /** Mails about alerts: the longest interval between two about the same is an hour. */
  alertMail: 30,
  /** The record of a lead export; its file is deleted sooner, after its own retention. */
  leadExport: 30,
  workerHeartbeat: 1,
  /** Results of recounts; the newest of each owner is kept. */
  recount: 400,
} as const;

/** Number of previous passwords that a new one is compared with; older ones are not needed. */
const PASSWORDS_REMEMBERED = 5;
/** This many wrong passwords in a row lock a name permanently, so they are kept. */
const LOCKED_FROM = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every table that refers to a lead: its rows are deleted with the lead. */
export const LEAD_PARTS = [
  'lead_person',
  'lead_consent',
  'lead_status_change',
  'lead_milestone',
  'milestone_unmatched',
  'lead_note',
  'lead_edit',
  'lead_delivery',
  'lead_return',
  'lead_return_comment',
  'lead_hold',
  'delivery_task',
  'delivery_claim',
  'lead_postback',
  'lead_postback_try',
] as const;
const OF_GONE = sql.raw('(x.owner_key, x.captured_date, x.lead_key) = (g.owner_key, g.captured_date, g.lead_key)');

/** The deletions by table. Each depends only on the state of the rows, so that a second run finds nothing. */
const removals = (now: Date): Record<string, RawBuilder<unknown>> => {
  const before = (kind: keyof typeof RETENTION_DAYS): Date => new Date(now.getTime() - RETENTION_DAYS[kind] * DAY_MS);
  return {
    session_token: sql`delete from session_token where expires_at <= ${before('sessionToken')}`,
    session: sql`delete from session where least(ended_at, expires_at) <= ${before('session')}`,
    user_login: sql`
      delete from user_login l where at <= ${before('login')}
        and exists (select from user_login x where x.user_key = l.user_key and x.at > l.at)`,
    password_guess: sql`
      delete from password_guess where last_at <= ${before('passwordGuess')} and consecutive < ${LOCKED_FROM}`,
    password_link: sql`delete from password_link where expires_at <= ${before('passwordLink')}`,
    password_history: sql`
      delete from password_history h using (
        select user_key, set_at, row_number() over (partition by user_key order by set_at desc) as place from password_history
      ) p where p.place > ${PASSWORDS_REMEMBERED} and p.user_key = h.user_key and p.set_at = h.set_at`,
    user_email_change: sql`delete from user_email_change where least(ended_at, expires_at) <= ${before('emailChange')}`,
    known_device: sql`delete from known_device where seen_at <= ${before('knownDevice')}`,
    mail: sql`delete from mail where state <> 'queued' and created_at <= ${before('mail')}`,
    mail_file: sql`
      delete from mail_file f using mail m
      where m.mail_key = f.mail_key and m.state <> 'queued' and m.created_at <= ${before('mailFile')}`,
    partner_mail: sql`delete from partner_mail where done_at <= ${before('partnerMail')}`,
    partner_mailing: sql`
      delete from partner_mailing g where created_at <= ${before('partnerMail')}
        and not exists (select from partner_mail m where m.owner_key = g.owner_key and m.mailing_key = g.mailing_key)`,
    platform_file_undo: sql`
      delete from platform_file_undo u using platform_file f
      where f.owner_key = u.owner_key and f.file_key = u.file_key and f.received_at <= ${before('platformFileUndo')}`,
    report_run: sql`delete from report_run where ended_at <= ${before('reportRun')}`,
    campaign_draft: sql`delete from campaign_draft where updated_at <= ${before('draft')}`,
    // Test leads, after the number of days that their owner set.
    lead: sql`
      with gone as materialized (
        select l.owner_key, l.captured_date, l.lead_key from lead l
        left join lateral (
          select s.body from lead_test_setting s where s.owner_key = l.owner_key order by s.version desc limit 1
        ) s on true
        where l.status = 'TST' and l.created_at <=
          ${now}::timestamptz - make_interval(days => coalesce((s.body ->> 'purgeAfterDays')::int, ${RETENTION_DAYS.testLead}))
      ), ${sql.join(
        LEAD_PARTS.map(
          (part) => sql`${sql.ref(`gone_${part}`)} as (delete from ${sql.table(part)} x using gone g where ${OF_GONE})`,
        ),
      )}
      delete from lead x using gone g where ${OF_GONE}`,
    // Clicks keep counting: the same statement adds them to the daily counts.
    click: sql`
      with gone as (
        delete from click where clicked_date <= (${before('click')}::timestamptz + interval '1 day')::date
          and clicked_at <= ${before('click')}
        returning owner_key, clicked_date, campaign_key, status
      )
      insert into click_day as d (owner_key, day, campaign_key, clicks, refused)
      select owner_key, clicked_date, campaign_key, count(*) filter (where status = 0), count(*) filter (where status not in (0, 90))
      from gone group by 1, 2, 3
      on conflict (owner_key, day, campaign_key) do update
        set clicks = d.clicks + excluded.clicks, refused = d.refused + excluded.refused`,
    lead_dedup: sql`delete from lead_dedup where last_at <= ${before('dedup')}`,
    suppression_entry: sql`delete from suppression_entry where expires_on <= ${before('suppression')}::date`,
    criteria_replay: sql`delete from criteria_replay where created_at <= ${before('replay')}`,
    milestone_unmatched: sql`delete from milestone_unmatched where received_at <= ${before('unmatchedMilestone')}`,
    post_answer: sql`delete from post_answer where expires_at <= ${now}`,
    delivery_task: sql`delete from delivery_task where done_at <= ${before('deliveryTask')}`,
    delivery_retry: sql`delete from delivery_retry where asked_at <= ${before('deliveryTask')}`,
    lead_postback: sql`delete from lead_postback where done_at <= ${before('deliveryTask')}`,
    delivery_notice: sql`delete from delivery_notice where sent_at <= ${before('deliveryNotice')}`,
    webhook_message: sql`delete from webhook_message where due_at is null and created_at <= ${before('webhookMessage')}`,
    alert: sql`delete from alert where resolved_at <= ${before('alert')}`,
    alert_mail: sql`delete from alert_mail where sent_at <= ${before('alertMail')}`,
    lead_export_part: sql`
      delete from lead_export_part p using lead_export e
      where e.owner_key = p.owner_key and e.export_key = p.export_key and e.expires_at <= ${now}`,
    lead_export: sql`
      delete from lead_export where asked_at <= ${before('leadExport')} and state not in ('queued', 'running')`,
    audit_log: oldAuditLines(now),
    rate_limit: sql`delete from rate_limit where expire <= ${now.getTime()}`,
    recount: sql`
      delete from recount r where at <= ${before('recount')}
        and exists (select from recount x where x.owner_key = r.owner_key and x.at > r.at)`,
    worker_heartbeat: sql`delete from worker_heartbeat where seen_at <= ${before('workerHeartbeat')}`,
  };
};

/** Runs nightly, after the bulk files. */
const prune = defineJob({ name: 'prune', payload: z.looseObject({}) });
export const PRUNE_CRON = `40 3 * * * ${prune.name}`;

/** Prunes all tables and returns the deleted rows by table. Runs as the table owner role, because it covers every owner and user. */
export const pruneNow = async (ownerUrl: string, clock: Clock): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {};
  for (const [table, removal] of Object.entries(removals(clock.now()))) {
    // One transaction per table, so that locks of finished tables are not held.
    const { numAffectedRows = 0n } = await withMigrator(ownerUrl, async (tx) => {
      if (table === 'audit_log') await letAuditGo.execute(tx);
      return removal.execute(tx);
    });
    removed[table] = Number(numAffectedRows);
  }
  return removed;
};

export const pruneJob = (ownerUrl: string, clock: Clock): Job =>
  handleJob(prune, async () => void (await pruneNow(ownerUrl, clock)));
