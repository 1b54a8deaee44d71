import { type AllocationEdit, type AllocationMonth, type AllocationSaved, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { applyEdits, assertEditable } from '../../../shared/month-edits/apply-month-edits.ts';
import { setVia } from '../../../shared/month-edits/month-edits.queries.ts';

export interface EditDeps {
  db: Database;
  clock: Clock;
}

/** Saves cells from the screen: all of them, or none, with the reasons. */
export const saveAllocations = async (
  { db, clock }: EditDeps,
  { scope, origin, group }: { scope: Scope; origin: Origin; group: UserGroup },
  month: AllocationMonth,
  { rows: edits, reason }: { rows: readonly AllocationEdit[]; reason?: string | undefined },
): Promise<AllocationSaved> => {
  assertEditable(edits, group, month);
  const now = clock.now();
  return db.withScope(scope, async (tx) => {
    await setVia(tx, 'screen');
    return applyEdits(tx, { scope, origin }, { edits, month, now, reason });
  });
};
