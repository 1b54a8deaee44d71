import {
  type AccountStatusChange,
  type AccountStatusChanged,
  PLATFORM_ACCOUNT_STATUSES,
  platformAccountRecord,
} from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { auditMany } from '../../../shared/audit.ts';
import { type Caller, type PlatformDeps } from '../caller.ts';
import { listAccounts, lockAccounts, updateStatus } from './accounts.queries.ts';

/** Sets the status of accounts: all of them, or none. Loaded data stay. */
export const setStatuses = (
  { db, clock }: PlatformDeps,
  { scope, origin }: Caller,
  { ownerKey, accounts: wanted }: AccountStatusChange,
): Promise<AccountStatusChanged> =>
  db.withScope(scope, async (tx) => {
    const keys = wanted.map(({ semClientAccountKey }) => semClientAccountKey);
    if (new Set(keys).size < keys.length)
      throw new AppError('VALIDATION', {
        errors: [{ field: 'accounts', code: 'duplicate', message: 'An account is named twice.' }],
      });
    await lockAccounts(tx, ownerKey, keys);
    const stored = new Map((await listAccounts(tx, [ownerKey])).map((one) => [one.semClientAccountKey, one]));
    const pairs = wanted.map((want) => {
      const now = stored.get(want.semClientAccountKey);
      if (now === undefined) throw new AppError('NOT_FOUND');
      return { want, now };
    });
    const stale = pairs.filter(({ want, now }) => want.rowVersion !== now.rowVersion);
    if (stale.length > 0)
      throw new AppError('STALE_ROW', {
        errors: stale.map(({ want, now }) => ({
          field: 'accounts',
          code: 'conflict',
          message: `${now.accountName} was changed meanwhile. Saved is ${PLATFORM_ACCOUNT_STATUSES[now.status]}; yours is ${PLATFORM_ACCOUNT_STATUSES[want.status]}.`,
        })),
      });
    const changed = pairs.filter(({ want, now }) => want.status !== now.status);
    const unfounded = changed.find(({ want, now }) => want.status === 'ERROR' && now.lastError === null);
    if (unfounded !== undefined)
      throw new AppError('VALIDATION', {
        errors: [
          {
            field: 'accounts',
            code: 'invalid',
            message: `${unfounded.now.accountName} has no error: only data that does not arrive sets one.`,
          },
        ],
      });
    await updateStatus(
      tx,
      ownerKey,
      changed.map(({ want }) => want),
    );
    await auditMany(
      tx,
      scope,
      origin,
      clock.now(),
      changed.map(({ want, now }) => ({
        action: 'tradingPlatformStatus',
        ownerKey,
        entity: platformAccountRecord.entity,
        entityKey: want.semClientAccountKey,
        before: { status: now.status },
        after: { status: want.status },
      })),
    );
    return {
      changed: changed.length,
      accounts: changed.map(({ now }) => ({
        semClientAccountKey: now.semClientAccountKey,
        rowVersion: now.rowVersion + 1,
        before: now.status,
      })),
    };
  });
