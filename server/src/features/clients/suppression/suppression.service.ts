import { type SuppressionList } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { isClientOf, listSuppressionLists, removeSuppressionList } from './suppression.queries.ts';
import { insertSuppressionList } from '../../../shared/intake/suppression-lists.queries.ts';

interface Deps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

export const readLists = ({ db, clock }: Deps, scope: Scope, ownerKey: number): Promise<SuppressionList[]> =>
  db.readScope(scope, (tx) => listSuppressionLists(tx, ownerKey, clock.now()));

export const makeList = (
  { db, clock }: Deps,
  { scope, origin }: Caller,
  ownerKey: number,
  { name, clientKey }: { name: string; clientKey: number | null },
): Promise<SuppressionList> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    if (clientKey !== null && !(await isClientOf(tx, ownerKey, clientKey))) throw new AppError('NOT_FOUND');
    const listKey = await insertSuppressionList(tx, { ownerKey, clientKey, name, by: scope.userKey, at: now });
    if (listKey === null) {
      const message = `There is a list named ${name} already.`;
      throw new AppError('VALIDATION', { errors: [{ field: 'name', code: 'duplicate', message }] });
    }
    await audit(tx, scope, origin, now, {
      action: 'makeSuppressionList',
      ownerKey,
      entity: 'suppression_list',
      entityKey: listKey,
      after: { name, clientKey },
    });
    const [list] = await listSuppressionLists(tx, ownerKey, now, listKey);
    return list!;
  });

export const removeList = (
  { db, clock }: Deps,
  { scope, origin }: Caller,
  ownerKey: number,
  listKey: number,
): Promise<{ removed: number }> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const [list] = await listSuppressionLists(tx, ownerKey, now, listKey);
    if (list === undefined || !(await removeSuppressionList(tx, ownerKey, listKey))) throw new AppError('NOT_FOUND');
    const { name, clientKey, emails, phones } = list;
    await audit(tx, scope, origin, now, {
      action: 'removeSuppressionList',
      ownerKey,
      entity: 'suppression_list',
      entityKey: listKey,
      before: { name, clientKey, emails, phones },
    });
    return { removed: emails + phones };
  });
