import { type AllocationMonth, type SheetPulse, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type EditDeps } from '../editing/editing.service.ts';
import { fieldOfColumn, visibleColumns } from '../history/history.service.ts';
import { listChangesSince, listViewers, upsertViewer } from './pulse.queries.ts';

/** An open page asks at least every ten seconds; one that was closed is gone after this. */
const OPEN_MS = 25_000;
/** A save has the time of its beginning and is seen when it is done: changes are told again for this long, and taken over once. */
const OVERLAP_MS = 15_000;

export const getPulse = async (
  { db, clock }: EditDeps,
  { scope, group, userKey }: { scope: Scope; group: UserGroup; userKey: number },
  month: AllocationMonth,
  since: Date | null,
): Promise<SheetPulse> => {
  const now = clock.now();
  const viewer = { userKey, group, partnerKey: scope.partnerKey };
  return db.withScope(scope, async (tx) => {
    await upsertViewer(tx, scope.ownerKeys, viewer, { now, month });
    const people = await listViewers(tx, scope.ownerKeys, viewer, {
      month,
      after: new Date(now.getTime() - OPEN_MS),
    });
    const from = new Date((since ?? now).getTime() - OVERLAP_MS);
    const changes = await listChangesSince(tx, scope.ownerKeys, from, {
      now,
      month,
      fields: visibleColumns(group),
      userKey,
    });
    return {
      at: now.toISOString(),
      changes: changes.map((change) => ({ ...change, field: fieldOfColumn.get(change.field) ?? change.field })),
      people,
    };
  });
};
