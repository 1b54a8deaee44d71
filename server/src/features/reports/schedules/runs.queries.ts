import {
  type DashboardCard,
  type ReportQuestion,
  type RunCause,
  type ScheduleFile,
  type ScheduleTime,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** One run of a schedule, for these readers. Null where that time has its run already. */
export const insertRun = async (
  tx: Tx,
  { ownerKey, scheduleKey }: { ownerKey: number; scheduleKey: number },
  { cause, dueAt, readerKeys, at }: { cause: RunCause; dueAt: Date; readerKeys: readonly number[]; at: Date },
): Promise<number | null> => {
  const { rows } = await sql<{ runKey: number }>`
    with run as (
      insert into report_run (owner_key, schedule_key, cause, due_at, created_at)
      values (${ownerKey}, ${scheduleKey}, ${cause}, ${dueAt}, ${at})
      on conflict do nothing returning owner_key, run_key
    ), readers as (
      insert into report_run_reader (owner_key, run_key, user_key)
      select r.owner_key, r.run_key, u.user_key from run r join user_account u on u.user_key = any (${[...readerKeys]}::int[])
    )
    select run_key as "runKey" from run
  `.execute(tx);
  return rows[0]?.runKey ?? null;
};

interface DueSchedule extends ScheduleTime {
  scheduleKey: number;
  readerKeys: number[];
  nextRunAt: Date;
}

/** Locked until the transaction ends; schedules locked by another process are run by it. */
export const takeDueSchedules = async (tx: Tx, ownerKey: number, now: Date): Promise<DueSchedule[]> => {
  const { rows } = await sql<DueSchedule>`
    select s.schedule_key as "scheduleKey", s.reader_keys as "readerKeys", s.next_run_at as "nextRunAt", s.every, s.weekday,
           s.month_day as "monthDay", s.hour
    from report_schedule s
    left join report_view v on v.owner_key = s.owner_key and v.view_key = s.view_key
    left join report_dashboard d on d.owner_key = s.owner_key and d.dashboard_key = s.dashboard_key
    where s.owner_key = ${ownerKey} and s.next_run_at <= ${now} and s.paused_at is null and s.removed_at is null
      and coalesce(v.removed_at, d.removed_at) is null
    order by s.next_run_at for update of s skip locked
  `.execute(tx);
  return rows;
};

export interface StartedRun extends ScheduleTime {
  scheduleKey: number;
  cause: RunCause;
  makerKey: number;
  makerName: string;
  makerPartnerKey: number | null;
  fileKind: ScheduleFile;
  viewName: string;
  description: string;
  /** The one that is mailed. */
  view: { viewKey: number; question: ReportQuestion } | null;
  dashboard: { dashboardKey: number; cards: DashboardCard[] } | null;
  /** Maker and sharing of the view or dashboard: it may have been made private again. */
  viewUserKey: number;
  sharing: 'private' | 'team' | 'owner';
  viewGroup: string;
  viewPartnerKey: number | null;
  isViewRemoved: boolean;
  ownerName: string;
}

export const findRun = async (tx: Tx, ownerKey: number, runKey: number): Promise<StartedRun | undefined> => {
  const { rows } = await sql<StartedRun>`
    select s.schedule_key as "scheduleKey", x.cause, s.user_key as "makerKey", u.first_name || ' ' || u.last_name as "makerName",
           s.maker_partner_key as "makerPartnerKey", s.file_kind as "fileKind", coalesce(v.name, d.name) as "viewName",
           coalesce(v.description, d.description) as description,
           case when v.view_key is not null then jsonb_build_object('viewKey', v.view_key, 'question', v.question) end as view,
           case when d.dashboard_key is not null
             then jsonb_build_object('dashboardKey', d.dashboard_key, 'cards', d.cards) end as dashboard,
           coalesce(v.user_key, d.user_key) as "viewUserKey", coalesce(v.sharing, d.sharing) as sharing,
           coalesce(v.user_group, d.user_group) as "viewGroup",
           coalesce(v.maker_partner_key, d.maker_partner_key) as "viewPartnerKey",
           coalesce(v.removed_at, d.removed_at) is not null as "isViewRemoved", s.every, s.weekday,
           s.month_day as "monthDay", s.hour, o.name as "ownerName"
    from report_run x
    join report_schedule s using (owner_key, schedule_key)
    left join report_view v on v.owner_key = s.owner_key and v.view_key = s.view_key
    left join report_dashboard d on d.owner_key = s.owner_key and d.dashboard_key = s.dashboard_key
    join user_account u on u.user_key = s.user_key
    join owner o on o.owner_key = x.owner_key
    where x.owner_key = ${ownerKey} and x.run_key = ${runKey}
  `.execute(tx);
  return rows[0];
};

export const listWaiting = async (tx: Tx, ownerKey: number, runKey: number): Promise<number[]> => {
  const { rows } = await sql<{ userKey: number }>`
    select user_key as "userKey" from report_run_reader
    where owner_key = ${ownerKey} and run_key = ${runKey} and state = 'waiting' order by user_key
  `.execute(tx);
  return rows.map(({ userKey }) => userKey);
};

/** Whether the reader still waits; if so, locked until the transaction ends. */
export const holdReader = async (tx: Tx, ownerKey: number, runKey: number, userKey: number): Promise<boolean> => {
  const { rows } = await sql`
    select from report_run_reader
    where owner_key = ${ownerKey} and run_key = ${runKey} and user_key = ${userKey} and state = 'waiting' for update skip locked
  `.execute(tx);
  return rows.length > 0;
};

export type ReaderResult = { state: 'sent'; rowCount: number } | { state: 'skipped'; reason: string };

export const updateReader = (
  tx: Tx,
  ownerKey: number,
  runKey: number,
  userKey: number,
  result: ReaderResult,
  at: Date,
): Promise<unknown> =>
  sql`
    update report_run_reader set state = ${result.state}, reason = ${result.state === 'skipped' ? result.reason : null},
      row_count = ${result.state === 'sent' ? result.rowCount : null}, at = ${at}
    where owner_key = ${ownerKey} and run_key = ${runKey} and user_key = ${userKey}
  `.execute(tx);

/** Ends the run once no reader waits, with the number of mails sent. */
export const endRun = async (
  tx: Tx,
  ownerKey: number,
  runKey: number,
  at: Date,
): Promise<{ sent: number; waiting: number }> => {
  const { rows } = await sql<{ sent: number; waiting: number }>`
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'waiting')::int as waiting
    from report_run_reader where owner_key = ${ownerKey} and run_key = ${runKey}
  `.execute(tx);
  const counts = rows[0] ?? { sent: 0, waiting: 0 };
  if (counts.waiting === 0)
    await sql`
      update report_run set ended_at = ${at} where owner_key = ${ownerKey} and run_key = ${runKey} and ended_at is null
    `.execute(tx);
  return counts;
};

/** A view on a dashboard, with what decides who may read it. */
export interface CardView {
  viewKey: number;
  name: string;
  question: ReportQuestion;
  viewUserKey: number;
  sharing: StartedRun['sharing'];
  viewGroup: string;
  viewPartnerKey: number | null;
}

export const listCardViews = async (tx: Tx, ownerKey: number, viewKeys: readonly number[]): Promise<CardView[]> => {
  const { rows } = await sql<CardView>`
    select view_key as "viewKey", name, question, user_key as "viewUserKey", sharing, user_group as "viewGroup",
           maker_partner_key as "viewPartnerKey"
    from report_view where owner_key = ${ownerKey} and view_key = any (${[...viewKeys]}::int[]) and removed_at is null
  `.execute(tx);
  return rows;
};
