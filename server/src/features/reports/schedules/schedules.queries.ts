import { type ReportReader, type ReportRun, type ReportSchedule, type ReportScheduleForm } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type ViewPlace } from '../views/shared-with.ts';

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COMPANIES = { agency: 'Agency', client: 'Client', aggregator: 'Media partner' } as const;

/** An owner's users whom the caller may know: the agency all of them, others those of their own company. */
export const listChoosable = async (tx: Tx, { ownerKey, group, userKey }: ViewPlace): Promise<ReportReader[]> => {
  const { rows } = await sql<Omit<ReportReader, 'company'> & { userType: keyof typeof COMPANIES }>`
    select u.user_key as "userKey", u.first_name || ' ' || u.last_name as name, u.user_type as "userType"
    from user_account u join user_account me on me.user_key = ${userKey}
    where u.active and (u.all_owners or exists (select from user_owner w where w.owner_key = ${ownerKey} and w.user_key = u.user_key))
      and (${group} = 'ag' or (u.user_type = me.user_type and u.partner_key is not distinct from me.partner_key))
    order by lower(u.first_name || ' ' || u.last_name), u.user_key
  `.execute(tx);
  return rows.map(({ userType, ...reader }) => ({ ...reader, company: COMPANIES[userType] }));
};

const RUN_COUNTS = sql`
  count(*) filter (where n.state = 'sent')::int as sent, count(*) filter (where n.state = 'skipped')::int as skipped,
  count(*) filter (where n.state = 'waiting')::int as waiting`;

/** What is mailed: a view or a dashboard. */
const SUBJECT = sql`
  left join report_view v on v.owner_key = s.owner_key and v.view_key = s.view_key
  left join report_dashboard d on d.owner_key = s.owner_key and d.dashboard_key = s.dashboard_key`;

/** The maker's company, from the schedule's own columns. */
const mayChange = ({ userKey, isAdmin, group, partnerKey }: ViewPlace) => sql`
  (s.user_key = ${userKey} or (${isAdmin} and coalesce(v.user_group, d.user_group) = ${group} and s.maker_partner_key is not distinct from ${partnerKey}::int))`;

const select = (place: ViewPlace) => sql`
  select s.schedule_key as "scheduleKey", s.row_version as "rowVersion", s.view_key as "viewKey", s.dashboard_key as "dashboardKey",
         coalesce(v.name, d.name) as "viewName",
         s.every, s.weekday, s.month_day as "monthDay", s.hour, s.file_kind as "fileKind", s.reader_keys as "readerKeys",
         array(select r.first_name || ' ' || r.last_name from user_account r where r.user_key = any (s.reader_keys) order by 1) as readers,
         u.first_name || ' ' || u.last_name as by, ${mayChange(place)} as "mayChange",
         ${place.userKey} = any (s.reader_keys) as "isReader", ${iso('s.next_run_at')} as "nextRunAt",
         s.paused_at is not null as "isPaused", s.pause_reason as "pauseReason", l.last as "lastRun"
  from report_schedule s ${SUBJECT}
  join user_account u on u.user_key = s.user_key
  left join lateral (
    select jsonb_build_object('cause', x.cause, 'at', ${iso('x.created_at')}, 'sent', c.sent, 'skipped', c.skipped, 'waiting', c.waiting) as last
    from report_run x
    cross join lateral (select ${RUN_COUNTS} from report_run_reader n where n.owner_key = x.owner_key and n.run_key = x.run_key) c
    where x.owner_key = s.owner_key and x.schedule_key = s.schedule_key and x.cause <> 'test' order by x.run_key desc limit 1
  ) l on true
  where s.owner_key = ${place.ownerKey} and (${mayChange(place)} or ${place.userKey} = any (s.reader_keys))`;

export const listSchedules = async (tx: Tx, place: ViewPlace): Promise<ReportSchedule[]> => {
  const { rows } = await sql<ReportSchedule>`
    ${select(place)} and s.removed_at is null and coalesce(v.removed_at, d.removed_at) is null
    order by lower(coalesce(v.name, d.name)), s.schedule_key
  `.execute(tx);
  return rows;
};

/** Removed ones are included: they can be restored. */
export const findSchedule = async (
  tx: Tx,
  place: ViewPlace,
  scheduleKey: number,
): Promise<ReportSchedule | undefined> => {
  await sql`select from report_schedule where owner_key = ${place.ownerKey} and schedule_key = ${scheduleKey} for update`.execute(
    tx,
  );
  const { rows } = await sql<ReportSchedule>`${select(place)} and s.schedule_key = ${scheduleKey}`.execute(tx);
  return rows[0];
};

type Stored = Omit<ReportScheduleForm, 'scheduleKey' | 'rowVersion'>;

export const insertSchedule = async (
  tx: Tx,
  { ownerKey, userKey, partnerKey }: ViewPlace,
  form: Stored,
  nextRunAt: Date,
  at: Date,
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into report_schedule (owner_key, view_key, dashboard_key, user_key, maker_partner_key, every, weekday, month_day, hour, reader_keys,
                                 file_kind, next_run_at, created_at)
    values (${ownerKey}, ${form.viewKey}, ${form.dashboardKey}, ${userKey}, ${partnerKey}, ${form.every}, ${form.weekday}, ${form.monthDay}, ${form.hour},
            ${form.readerKeys}, ${form.fileKind}, ${nextRunAt}, ${at})
    returning schedule_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The schedule was not written');
  return rows[0].key;
};

/** Saving reactivates a paused schedule: the change may have removed the reason. */
export const updateSchedule = (
  tx: Tx,
  { ownerKey }: ViewPlace,
  scheduleKey: number,
  form: Stored,
  nextRunAt: Date,
): Promise<unknown> =>
  sql`
    update report_schedule set view_key = ${form.viewKey}, dashboard_key = ${form.dashboardKey}, every = ${form.every}, weekday = ${form.weekday}, month_day = ${form.monthDay},
      hour = ${form.hour}, reader_keys = ${form.readerKeys}, file_kind = ${form.fileKind}, next_run_at = ${nextRunAt},
      paused_at = case when pause_reason is null then paused_at end, pause_reason = null, row_version = row_version + 1
    where owner_key = ${ownerKey} and schedule_key = ${scheduleKey}
  `.execute(tx);

export const updatePaused = (
  tx: Tx,
  ownerKey: number,
  scheduleKey: number,
  paused: { at: Date; reason: string | null } | null,
): Promise<unknown> =>
  sql`
    update report_schedule set paused_at = ${paused?.at ?? null}, pause_reason = ${paused?.reason ?? null}, row_version = row_version + 1
    where owner_key = ${ownerKey} and schedule_key = ${scheduleKey}
  `.execute(tx);

export const updateNextRun = (tx: Tx, ownerKey: number, scheduleKey: number, nextRunAt: Date): Promise<unknown> =>
  sql`update report_schedule set next_run_at = ${nextRunAt} where owner_key = ${ownerKey} and schedule_key = ${scheduleKey}`.execute(
    tx,
  );

export const updateRemoved = (
  tx: Tx,
  { ownerKey }: ViewPlace,
  scheduleKey: number,
  removedAt: Date | null,
): Promise<unknown> =>
  sql`update report_schedule set removed_at = ${removedAt} where owner_key = ${ownerKey} and schedule_key = ${scheduleKey}`.execute(
    tx,
  );

/** Removes a reader; the last one stays in the row, and the schedule pauses instead. */
export const removeReader = (tx: Tx, { ownerKey, userKey }: ViewPlace, scheduleKey: number): Promise<unknown> =>
  sql`
    update report_schedule set reader_keys = array_remove(reader_keys, ${userKey}), row_version = row_version + 1
    where owner_key = ${ownerKey} and schedule_key = ${scheduleKey} and cardinality(reader_keys) > 1
  `.execute(tx);

const LOG_RUNS = 30;
export const listRuns = async (tx: Tx, ownerKey: number, scheduleKey: number): Promise<ReportRun[]> => {
  const { rows } = await sql<ReportRun>`
    select x.run_key as "runKey", x.cause, ${iso('x.created_at')} as at, c.*
    from report_run x
    cross join lateral (
      select ${RUN_COUNTS}, coalesce(jsonb_agg(jsonb_build_object('name', u.first_name || ' ' || u.last_name, 'state', n.state,
        'reason', n.reason, 'rowCount', n.row_count) order by u.first_name, u.last_name), '[]') as readers
      from report_run_reader n join user_account u using (user_key) where n.owner_key = x.owner_key and n.run_key = x.run_key
    ) c
    where x.owner_key = ${ownerKey} and x.schedule_key = ${scheduleKey} order by x.run_key desc limit ${LOG_RUNS}
  `.execute(tx);
  return rows;
};
