import {
  type FieldError,
  type TargetChange,
  type TargetEdit,
  type TargetField,
  type Targets,
  type TargetSaved,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { auditMany } from '../../../shared/audit.ts';
import { findGoalOwner, getCalendar } from '../goals.queries.ts';
import {
  insertTargets,
  listChanges,
  listTargets,
  lockGoals,
  type MonthChange,
  type SavedMonth,
  updateTargets,
} from './targets.queries.ts';
import {
  conflictErrors,
  duplicateErrors,
  isClosed,
  isWithin,
  monthName,
  NO_MONTH,
  type Place,
  placeIn,
  realChanges,
  valueErrors,
} from './targets.rules.ts';

export interface GoalDeps {
  db: Database;
  clock: Clock;
}
export interface Caller {
  scope: Scope;
  origin: Origin;
}

const refuseIfAny = (code: 'VALIDATION' | 'STALE_ROW' | 'MONTH_CLOSED', errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError(code, { errors });
};

interface Applying {
  ownerKey: number;
  writer: Caller;
  now: Date;
  currentMonth: string;
  place: Place;
}

/**
 * Locks the line items, refuses all if one cell is refused, and writes the real changes. A concurrent save waits for the lock and then
 * finds the first one's version.
 */
export const applyTargets = async (
  tx: Tx,
  edits: readonly TargetEdit[],
  { ownerKey, writer: { scope, origin }, now, currentMonth, place }: Applying,
): Promise<SavedMonth[]> => {
  refuseIfAny('VALIDATION', [...duplicateErrors(edits, place), ...valueErrors(edits, place)]);
  const goals = new Map(
    (
      await lockGoals(
        tx,
        ownerKey,
        edits.map(({ goalKey }) => goalKey),
      )
    ).map((goal) => [goal.goalKey, goal]),
  );
  const stored = new Map((await listTargets(tx, ownerKey, edits)).map((row) => [`${row.goalKey} ${row.month}`, row]));
  const stale: FieldError[] = [];
  /** Cells of older versions that already hold the wanted value, by another user or an earlier try. */
  const same: FieldError[] = [];
  const closed: FieldError[] = [];
  const outside: FieldError[] = [];
  const added: MonthChange[] = [];
  const changed: MonthChange[] = [];
  for (const [index, edit] of edits.entries()) {
    const { goalKey, month } = edit;
    const goal = goals.get(goalKey);
    // One foreign key refuses all of them, with the same error as for a key that does not exist.
    if (goal === undefined) throw new AppError('NOT_FOUND');
    const current = stored.get(`${goalKey} ${month}`);
    stale.push(...conflictErrors(index, edit, current ?? NO_MONTH, place));
    same.push(...conflictErrors(index, edit, current ?? NO_MONTH, place, edit.changes));
    const changes = realChanges(edit.changes, current ?? NO_MONTH);
    const [first] = Object.keys(changes);
    if (first === undefined) continue;
    if (isClosed(month, currentMonth)) {
      const message = `${monthName(month)} is closed: its targets can no longer be changed.`;
      closed.push({ field: place(index, first), code: 'closed', message });
    } else if (!isWithin(month, goal)) {
      const message = `${monthName(month)} is outside the months of ${goal.goalName}.`;
      outside.push({ field: place(index, first), code: 'outside', message });
    }
    (current === undefined ? added : changed).push({ goalKey, month, changes });
  }
  // A repeated save changes nothing. One that would change only the other cells is incomplete: money moved between two line items would
  // leave one and not reach the other.
  refuseIfAny('STALE_ROW', stale.length === 0 && added.length + changed.length > 0 ? same : stale);
  refuseIfAny('MONTH_CLOSED', closed);
  refuseIfAny('VALIDATION', outside);
  const writing = { ownerKey, by: scope.userKey, at: now };
  // One audit line per month of a line item, with the changed targets: part of the line item's history.
  await auditMany(
    tx,
    scope,
    origin,
    now,
    [...added, ...changed].map(({ goalKey, month, changes }) => {
      const current: Partial<Targets> = stored.get(`${goalKey} ${month}`) ?? {};
      const fields = Object.keys(changes) as (keyof Targets)[];
      return {
        action: 'saveGoalTargets',
        ownerKey,
        entity: 'goal',
        entityKey: goalKey,
        before: { month, ...Object.fromEntries(fields.map((field) => [field, current[field] ?? null])) },
        after: { month, ...changes },
      };
    }),
  );
  return [
    ...(added.length > 0 ? await insertTargets(tx, writing, added) : []),
    ...(changed.length > 0 ? await updateTargets(tx, writing, changed) : []),
  ];
};

/** Saves the cells of a table: all of them, or none, with the reasons. */
export const saveTargets = (
  { db, clock }: GoalDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  edits: readonly TargetEdit[],
): Promise<TargetSaved> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const { currentMonth } = await getCalendar(tx, ownerKey, now);
    const rows = await applyTargets(tx, edits, {
      ownerKey,
      writer: { scope, origin },
      now,
      currentMonth,
      place: placeIn('rows'),
    });
    return { saved: rows.length, rows };
  });

export const readHistory = (
  { db }: GoalDeps,
  scope: Scope,
  goalKey: number,
  filter: { month?: string | undefined; field?: TargetField | undefined },
): Promise<TargetChange[]> =>
  db.readScope(scope, async (tx) => {
    if ((await findGoalOwner(tx, goalKey)) === undefined) throw new AppError('NOT_FOUND');
    return listChanges(tx, goalKey, filter);
  });
