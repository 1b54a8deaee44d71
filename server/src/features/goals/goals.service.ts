import {
  type CampusGoals,
  type FieldError,
  type Goal,
  type GoalForm,
  type GoalProgram,
  goalRecord,
  isSameRecord,
  resentValues,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { auditRecord } from '../../shared/records/audit-record.ts';
import {
  findClientOwner,
  isGoalNameTaken,
  listCampusFacts,
  listCampusGoals,
  listChannelCodes,
  listLiveCampaigns,
  listProgramFacts,
  listPrograms,
  listSubjects,
  lockClient,
} from './goal-facts.queries.ts';
import {
  findGoal,
  getCalendar,
  type GoalCalendar,
  insertGoal,
  listMonths,
  replaceKeys,
  updateGoal,
} from './goals.queries.ts';
import { type GoalFacts, goalProblems, programKeysIn } from './goals.rules.ts';
import { placeIn } from './targets/targets.rules.ts';
import { applyTargets, type Caller, type GoalDeps } from './targets/targets.service.ts';

const getGoal = async (tx: Tx, goalKey: number, now: Date): Promise<Goal> => {
  const goal = await findGoal(tx, goalKey);
  if (goal === undefined) throw new AppError('NOT_FOUND');
  const { currentMonth } = await getCalendar(tx, goal.ownerKey, now);
  return { ...goal, currentMonth, months: await listMonths(tx, goalKey) };
};

export const readGoal = ({ db, clock }: GoalDeps, scope: Scope, goalKey: number): Promise<Goal> =>
  db.readScope(scope, (tx) => getGoal(tx, goalKey, clock.now()));

export const readCalendar = ({ db, clock }: GoalDeps, scope: Scope, ownerKey: number): Promise<GoalCalendar> =>
  db.readScope(scope, (tx) => getCalendar(tx, ownerKey, clock.now()));

/** One key that is not the owner's refuses the list, with the same error as for a key that does not exist. */
const assertAllFound = (keys: readonly number[], rows: readonly unknown[]): void => {
  if (new Set(keys).size !== rows.length) throw new AppError('NOT_FOUND');
};

export const readPrograms = (
  { db }: GoalDeps,
  scope: Scope,
  { clientKey, campusKeys }: { clientKey: number; campusKeys: readonly number[] },
): Promise<GoalProgram[]> =>
  db.readScope(scope, async (tx) => {
    const ownerKey = await findClientOwner(tx, clientKey);
    if (ownerKey === undefined) throw new AppError('NOT_FOUND');
    const campuses = await listCampusFacts(tx, ownerKey, campusKeys);
    assertAllFound(
      campusKeys,
      campuses.filter((campus) => campus.clientKey === clientKey),
    );
    return listPrograms(tx, clientKey, campusKeys);
  });

export const readCampusGoals = ({ db }: GoalDeps, scope: Scope, clientKey: number): Promise<CampusGoals[]> =>
  db.readScope(scope, async (tx) => {
    if ((await findClientOwner(tx, clientKey)) === undefined) throw new AppError('NOT_FOUND');
    return listCampusGoals(tx, clientKey);
  });

const gatherFacts = async (
  tx: Tx,
  ownerKey: number,
  form: GoalForm,
  current: Goal | null,
  now: Date,
): Promise<GoalFacts> => {
  const { clientKey } = form;
  const client = await lockClient(tx, ownerKey, clientKey);
  if (client === undefined) throw new AppError('NOT_FOUND');
  const campuses = await listCampusFacts(tx, ownerKey, form.campusKeys);
  const programKeys = programKeysIn(form);
  const programs = await listProgramFacts(tx, ownerKey, programKeys);
  assertAllFound(form.campusKeys, campuses);
  assertAllFound(programKeys, programs);
  const { goalName, goalKey: except } = form;
  return {
    ...client,
    campuses,
    programs,
    current,
    months: current?.months ?? [],
    subjects: await listSubjects(tx, clientKey, form),
    channels: await listChannelCodes(tx),
    isNameTaken: await isGoalNameTaken(tx, { ownerKey, clientKey, goalName, except }),
    liveCampaigns: current === null || form.active ? [] : await listLiveCampaigns(tx, current.goalKey, now),
  };
};

/** Locked before it is read: a concurrent save waits and then finds this one's version. */
const lockCurrent = async (tx: Tx, ownerKey: number, form: GoalForm, now: Date): Promise<Goal | null> => {
  if (form.goalKey === null) return null;
  // A form replaces all fields; without its version, saving it could undo another user's change.
  if (form.rowVersion === null) {
    const errors = [{ field: 'rowVersion', code: 'required', message: 'is required' }];
    throw new AppError('ILLEGAL_ARGUMENTS', { errors });
  }
  const goal = await findGoal(tx, form.goalKey, true);
  if (goal === undefined || goal.ownerKey !== ownerKey) throw new AppError('NOT_FOUND');
  return getGoal(tx, form.goalKey, now);
};

const assertFresh = (current: Goal, { rowVersion }: GoalForm): void => {
  if (current.rowVersion === rowVersion) return;
  const message = `${current.updatedBy ?? 'Paceline'} changed this line item.`;
  throw new AppError('STALE_ROW', { errors: [{ field: 'rowVersion', code: 'conflict', message }] });
};

const refuseIfAny = (errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

/** The line item and its targets are saved in one transaction. */
export const saveGoal = ({ db, clock }: GoalDeps, caller: Caller, ownerKey: number, form: GoalForm): Promise<Goal> => {
  const { scope, origin } = caller;
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    const current = await lockCurrent(tx, ownerKey, form, now);
    if (current !== null) assertFresh(current, form);
    refuseIfAny(goalProblems(form, await gatherFacts(tx, ownerKey, form, current, now)));
    const writing = { ownerKey, by: scope.userKey, at: now };
    const goalKey = current?.goalKey ?? (await insertGoal(tx, form, writing));
    const isChanged = current === null || !isSameRecord(goalRecord, current, form);
    if (current !== null && isChanged) await updateGoal(tx, goalKey, form, writing);
    if (isChanged) {
      await replaceKeys(tx, { ownerKey, goalKey }, 'campus', form.campusKeys);
      await replaceKeys(tx, { ownerKey, goalKey }, 'program', form.programKeys);
    }
    await applyTargets(
      tx,
      form.months.map((edit) => ({ goalKey, ...edit })),
      {
        ownerKey,
        writer: caller,
        now,
        currentMonth: (await getCalendar(tx, ownerKey, now)).currentMonth,
        place: placeIn('months'),
      },
    );
    if (isChanged) {
      await auditRecord(tx, { scope, origin, now }, goalRecord, {
        action: current === null ? 'createGoal' : 'changeGoal',
        ownerKey,
        entityKey: goalKey,
        ...(current !== null && { before: resentValues(goalRecord, current) }),
        after: resentValues(goalRecord, form),
      });
    }
    return getGoal(tx, goalKey, now);
  });
};
