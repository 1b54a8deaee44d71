import {
  type FieldError,
  type TargetChange,
  type TargetEdit,
  type TargetField,
  type TargetSaved,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope.ts';
import { type Database, type Tx } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
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
  by: number | null;
  now: Date;
  currentMonth: string;
  place: Place;
}

/**
 * Locks the line items, refuses the whole if one cell cannot be, and writes what really changes. Whoever comes second waits
 * for the lock and then meets the first one's version.
 */
export const applyTargets = async (
  tx: Tx,
  edits: readonly TargetEdit[],
  { ownerKey, by, now, currentMonth, place }: Applying,
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
  const closed: FieldError[] = [];
  const outside: FieldError[] = [];
  const added: MonthChange[] = [];
  const changed: MonthChange[] = [];
  for (const [index, edit] of edits.entries()) {
    const { goalKey, month } = edit;
    const goal = goals.get(goalKey);
    // One foreign key among own ones refuses all of them, in the words for a key that there never was.
    if (goal === undefined) throw new AppError('NOT_FOUND');
    const current = stored.get(`${goalKey} ${month}`);
    stale.push(...conflictErrors(index, edit, current ?? NO_MONTH, place));
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
  refuseIfAny('STALE_ROW', stale);
  refuseIfAny('MONTH_CLOSED', closed);
  refuseIfAny('VALIDATION', outside);
  const writing = { ownerKey, by, at: now };
  return [
    ...(added.length > 0 ? await insertTargets(tx, writing, added) : []),
    ...(changed.length > 0 ? await updateTargets(tx, writing, changed) : []),
  ];
};

/** A save from a table: all of its cells, or none with the reasons. */
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
      by: scope.userKey,
      now,
      currentMonth,
      place: placeIn('rows'),
    });
    if (rows.length > 0) {
      const goalKeys = [...new Set(rows.map(({ goalKey }) => goalKey))];
      await audit(tx, scope, origin, now, {
        action: 'saveGoalTargets',
        ownerKey,
        entity: 'goal',
        ...(goalKeys.length === 1 && { entityKey: goalKeys[0] as number }),
        after: { months: rows.length, goals: goalKeys.slice(0, 100) },
      });
    }
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
