import { type ReportRun, type ReportSchedule, type ReportScheduleForm, scheduleWords } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { findZone } from '../../../shared/reports/owner-zone.queries.ts';
import { openDashboard } from '../dashboards/dashboards.service.ts';
import { openView, placeOf, type ViewCaller, type ViewDeps } from '../views/views.service.ts';
import { nextRun } from './next-run.rules.ts';
import { insertRun } from './runs.queries.ts';
import { addRunJob } from './schedules.jobs.ts';
import {
  findSchedule,
  insertSchedule,
  listChoosable,
  listRuns,
  listSchedules,
  removeReader,
  updateNextRun,
  updatePaused,
  updateRemoved,
  updateSchedule,
} from './schedules.queries.ts';

const ENTITY = 'report_schedule';

export const getReaders = ({ db }: ViewDeps, caller: ViewCaller) =>
  db.readScope(caller.scope, (tx) => listChoosable(tx, placeOf(caller)));

export const getSchedules = ({ db }: ViewDeps, caller: ViewCaller): Promise<ReportSchedule[]> =>
  db.readScope(caller.scope, (tx) => listSchedules(tx, placeOf(caller)));

const scheduleOf = async (tx: Tx, caller: ViewCaller, scheduleKey: number): Promise<ReportSchedule> => {
  const schedule = await findSchedule(tx, placeOf(caller), scheduleKey);
  if (schedule === undefined) throw new AppError('NOT_FOUND');
  return schedule;
};

const changeable = async (tx: Tx, caller: ViewCaller, scheduleKey: number): Promise<ReportSchedule> => {
  const schedule = await scheduleOf(tx, caller, scheduleKey);
  if (!schedule.mayChange)
    throw new AppError('FORBIDDEN', { message: `Only ${schedule.by} or an administrator can change this schedule.` });
  return schedule;
};

/** Changes a schedule with an audit entry. */
const change = <T>(
  { db, clock }: ViewDeps,
  caller: ViewCaller,
  scheduleKey: number,
  action: string,
  work: (tx: Tx, schedule: ReportSchedule, now: Date) => Promise<T>,
): Promise<T> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const schedule = await changeable(tx, caller, scheduleKey);
    const answer = await work(tx, schedule, now);
    await audit(tx, caller.scope, caller.origin, now, {
      action,
      ownerKey: caller.ownerKey,
      entity: ENTITY,
      entityKey: scheduleKey,
      after: { viewName: schedule.viewName },
    });
    return answer;
  });

const assertReaders = async (tx: Tx, caller: ViewCaller, { readerKeys }: ReportScheduleForm): Promise<void> => {
  const choosable = new Set((await listChoosable(tx, placeOf(caller))).map(({ userKey }) => userKey));
  if (!readerKeys.every((userKey) => choosable.has(userKey)))
    throw new AppError('VALIDATION', {
      errors: [{ field: 'readerKeys', code: 'unknown', message: 'One of the readers has no access to this owner.' }],
    });
};

/** The view or the dashboard to be mailed, which the caller must be able to open. */
const openSubject = (
  tx: Tx,
  caller: ViewCaller,
  { viewKey, dashboardKey }: ReportScheduleForm,
): Promise<{ name: string }> => {
  if (viewKey !== null) return openView(tx, caller, viewKey);
  if (dashboardKey !== null) return openDashboard(tx, caller, dashboardKey);
  throw new AppError('NOT_FOUND');
};

const inWords = (one: ReportSchedule | ReportScheduleForm): string => {
  const { length } = one.readerKeys;
  return `${scheduleWords(one)}, ${length === 1 ? '1 reader' : `${length} readers`}`;
};

/** A concurrent save: the saved values beside those to be saved. */
const stale = (theirs: ReportSchedule, mine: ReportScheduleForm): AppError =>
  new AppError('STALE_ROW', {
    message: 'Someone else changed this schedule. Nothing of yours is saved.',
    errors: [
      {
        field: 'every',
        code: 'conflict',
        message: `Saved: ${inWords(theirs)}. Yours: ${inWords(mine)}.`,
      },
    ],
  });

export const saveSchedule = ({ db, clock }: ViewDeps, caller: ViewCaller, input: ReportScheduleForm) => {
  const form = { ...input, readerKeys: [...new Set(input.readerKeys)] };
  const { ownerKey, scope, origin } = caller;
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    const subject = await openSubject(tx, caller, form);
    const before = form.scheduleKey === null ? null : await changeable(tx, caller, form.scheduleKey);
    if (before !== null && before.rowVersion !== form.rowVersion) throw stale(before, form);
    await assertReaders(tx, caller, form);
    const next = nextRun(form, now, await findZone(tx, ownerKey));
    const scheduleKey = before?.scheduleKey ?? (await insertSchedule(tx, placeOf(caller), form, next, now));
    if (before !== null) await updateSchedule(tx, placeOf(caller), scheduleKey, form, next);
    const auditFields = ({
      every,
      weekday,
      monthDay,
      hour,
      readerKeys,
      fileKind,
    }: ReportScheduleForm | ReportSchedule) => ({
      every,
      weekday,
      monthDay,
      hour,
      readerKeys,
      fileKind,
    });
    await audit(tx, scope, origin, now, {
      action: 'reportScheduleSaved',
      ownerKey,
      entity: ENTITY,
      entityKey: scheduleKey,
      ...(before && { before: auditFields(before) }),
      after: { viewName: subject.name, ...auditFields(form) },
    });
    return scheduleOf(tx, caller, scheduleKey);
  });
};

export const pauseSchedule = (
  deps: ViewDeps,
  caller: ViewCaller,
  { scheduleKey, isPaused }: { scheduleKey: number; isPaused: boolean },
): Promise<ReportSchedule> =>
  change(
    deps,
    caller,
    scheduleKey,
    isPaused ? 'reportSchedulePaused' : 'reportScheduleResumed',
    async (tx, it, now) => {
      await updatePaused(tx, caller.ownerKey, scheduleKey, isPaused ? { at: now, reason: null } : null);
      // Missed runs are not made up for.
      if (!isPaused)
        await updateNextRun(tx, caller.ownerKey, scheduleKey, nextRun(it, now, await findZone(tx, caller.ownerKey)));
      return scheduleOf(tx, caller, scheduleKey);
    },
  );

export const removeSchedule = (
  deps: ViewDeps,
  caller: ViewCaller,
  { scheduleKey, isRemoved }: { scheduleKey: number; isRemoved: boolean },
): Promise<null> =>
  change(
    deps,
    caller,
    scheduleKey,
    isRemoved ? 'reportScheduleRemoved' : 'reportScheduleRestored',
    async (tx, it, now) => {
      await updateRemoved(tx, placeOf(caller), scheduleKey, isRemoved ? now : null);
      if (!isRemoved)
        await updateNextRun(tx, caller.ownerKey, scheduleKey, nextRun(it, now, await findZone(tx, caller.ownerKey)));
      return null;
    },
  );

export const runSchedule = (
  deps: ViewDeps,
  caller: ViewCaller,
  { scheduleKey, cause }: { scheduleKey: number; cause: 'now' | 'test' },
): Promise<{ runKey: number }> =>
  change(deps, caller, scheduleKey, cause === 'now' ? 'reportRunStarted' : 'reportTestStarted', async (tx, it, now) => {
    const readerKeys = cause === 'test' ? [caller.session.userKey] : it.readerKeys;
    const id = { ownerKey: caller.ownerKey, scheduleKey };
    const runKey = await insertRun(tx, id, { cause, dueAt: now, readerKeys, at: now });
    if (runKey === null) throw new AppError('ALREADY_RUNNING');
    await addRunJob(tx, caller.ownerKey, runKey);
    return { runKey };
  });

/** Leaving needs no reason. If the last reader leaves, the schedule pauses. */
export const leaveSchedule = ({ db, clock }: ViewDeps, caller: ViewCaller, scheduleKey: number): Promise<null> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const { isReader, readerKeys } = await scheduleOf(tx, caller, scheduleKey);
    if (!isReader) throw new AppError('NOT_FOUND');
    if (readerKeys.length > 1) await removeReader(tx, placeOf(caller), scheduleKey);
    else await updatePaused(tx, caller.ownerKey, scheduleKey, { at: now, reason: 'Its last reader left.' });
    await audit(tx, caller.scope, caller.origin, now, {
      action: 'reportScheduleLeft',
      ownerKey: caller.ownerKey,
      entity: ENTITY,
      entityKey: scheduleKey,
    });
    return null;
  });

export const getRuns = ({ db }: ViewDeps, caller: ViewCaller, scheduleKey: number): Promise<ReportRun[]> =>
  db.withScope(caller.scope, async (tx) => {
    await changeable(tx, caller, scheduleKey);
    return listRuns(tx, caller.ownerKey, scheduleKey);
  });
