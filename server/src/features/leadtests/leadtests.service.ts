import { type LeadTestRecord, type LeadTestSettings } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { getSettings, holdOwner, insertSettings } from './leadtests.queries.ts';

export interface LeadTestDeps {
  db: Database;
  clock: Clock;
}

export const readSettings = ({ db }: LeadTestDeps, scope: Scope, ownerKey: number): Promise<LeadTestRecord> =>
  db.readScope(scope, (tx) => getSettings(tx, ownerKey));

export const saveSettings = (
  { db, clock }: LeadTestDeps,
  { scope, origin }: { scope: Scope; origin: Origin },
  ownerKey: number,
  { version, settings }: { version: number; settings: LeadTestSettings },
): Promise<LeadTestRecord> =>
  db.withScope(scope, async (tx) => {
    await holdOwner(tx, ownerKey);
    const before = await getSettings(tx, ownerKey);
    if (version !== before.version) throw new AppError('STALE_ROW');
    if (JSON.stringify(settings) === JSON.stringify(before.settings)) return before;
    const now = clock.now();
    await insertSettings(tx, ownerKey, { version: version + 1, settings, by: scope.userKey, at: now });
    await audit(tx, scope, origin, now, {
      action: 'saveLeadTestSettings',
      ownerKey,
      entity: 'lead_test_setting',
      entityKey: ownerKey,
      before: { version, ...before.settings },
      after: { version: version + 1, ...settings },
    });
    return getSettings(tx, ownerKey);
  });
