import {
  conflictsWith,
  type FieldError,
  fixedProblems,
  isSameRecord,
  loggedValues,
  type PlatformAccountChange,
  type PlatformAccountForm,
  platformAccountRecord,
  type PlatformAccountRecord,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { withDenialsOnRecord } from '../../../shared/denials.ts';
import { auditRecord } from '../../../shared/records/audit-record.ts';
import { type Caller, type PlatformDeps, seesFees } from '../caller.ts';
import {
  findFit,
  findUses,
  holdAccountIds,
  insertAccount,
  lockAccounts,
  type StoredAccount,
  updateAccount,
} from './accounts.queries.ts';
import { getAccount, loadRecord } from './accounts.service.ts';
import { findFeeDays, holdMonths, insertFee, removeFees, updateClientCosts } from './fee.queries.ts';

const refuse = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw new AppError('VALIDATION', { errors: [...errors] });
};
const problem = (field: string, code: string, message: string): FieldError => ({ field, code, message });

const assertFits = async (tx: Tx, form: PlatformAccountForm, stored: StoredAccount | null): Promise<void> => {
  const { platform, client, zone, takenBy } = await findFit(tx, form, stored?.semClientAccountKey ?? null);
  const uses = stored && (await findUses(tx, form.ownerKey, stored.semClientAccountKey));
  const fixed = stored && uses ? fixedProblems(platformAccountRecord, { ...stored, ...uses }, form) : [];
  refuse([
    ...(platform ? [] : [problem('platformKey', 'unknown', 'There is no such platform.')]),
    ...(client ? [] : [problem('clientKey', 'unknown', 'There is no such client.')]),
    ...(zone ? [] : [problem('timeZone', 'unknown', 'must be a time zone such as America/Chicago')]),
    ...(takenBy === null
      ? []
      : [problem('accountId', 'duplicate', `${takenBy} has this account ID on the platform already.`)]),
    ...fixed.map((one) => ({ ...one, code: 'fixed' })),
  ]);
};

/** Refused after a concurrent change, with the saved and the wanted values. */
const assertFresh = (stored: StoredAccount, change: PlatformAccountChange, isFeeShown: boolean): void => {
  if (stored.rowVersion === change.rowVersion) return;
  const isTold = ({ field }: { field: string }) => field !== 'feePercent' || (isFeeShown && change.feePercent !== null);
  const errors = conflictsWith(platformAccountRecord, stored, change)
    .filter(isTold)
    .map((one) => ({ ...one, code: 'conflict' }));
  throw new AppError('STALE_ROW', { errors });
};

/** Only users who see fees can change them; others leave the fee as it is. */
const assertMaySetFee = (caller: Caller, feePercent: number | null): void => {
  if (feePercent !== null && !seesFees(caller))
    throw new AppError('FORBIDDEN', { message: 'You do not have the right to see or set fees.' });
};

export const makeAccount = (
  deps: PlatformDeps,
  caller: Caller,
  form: PlatformAccountForm,
): Promise<PlatformAccountRecord> =>
  withDenialsOnRecord(deps, caller, () => {
    assertMaySetFee(caller, form.feePercent);
    const { scope, origin } = caller;
    return deps.db.withScope(scope, async (tx) => {
      const now = deps.clock.now();
      const { ownerKey } = form;
      await holdAccountIds(tx, ownerKey);
      await assertFits(tx, form, null);
      const accountKey = await insertAccount(tx, form);
      await auditRecord(tx, { scope, origin, now }, platformAccountRecord, {
        action: 'tradingPlatformMade',
        ownerKey,
        entityKey: accountKey,
        after: { ...form, feePercent: form.feePercent ?? 0 },
      });
      return loadRecord(tx, caller, { ownerKey, accountKey, now });
    });
  });

interface FeeChange {
  stored: StoredAccount;
  feePercent: number;
  feeFrom: string | null;
}

/** The new fee applies from its day: loaded days are charged again, closed months are not touched. */
const changeFee = async (
  tx: Tx,
  { scope }: Caller,
  { stored, feePercent, feeFrom }: FeeChange,
  now: Date,
): Promise<void> => {
  const { ownerKey, semClientAccountKey: accountKey } = stored;
  const id = { ownerKey, accountKey };
  const { hasData } = await findUses(tx, ownerKey, accountKey);
  if (!hasData) {
    await removeFees(tx, id);
    return;
  }
  if (feeFrom === null)
    throw new AppError('VALIDATION', {
      errors: [problem('feeFrom', 'required', 'Enter the first day of the new fee.')],
    });
  const { today } = await findFeeDays(tx, id, now);
  if (feeFrom <= today) await holdMonths(tx, ownerKey, { from: feeFrom, to: today });
  // Checked again under the lock, after which no month can be closed.
  const { firstFeeDay } = await findFeeDays(tx, id, now);
  if (feeFrom < firstFeeDay)
    refuse([problem('feeFrom', 'closed', `Months before ${firstFeeDay} are closed: choose that day or a later one.`)]);
  if (feeFrom > today) refuse([problem('feeFrom', 'future', `Choose today, ${today}, or an earlier day.`)]);
  await insertFee(tx, {
    ...id,
    before: stored.feePercent,
    feePercent,
    fromDay: feeFrom,
    userKey: scope.userKey,
    at: now,
  });
  await updateClientCosts(tx, id, feeFrom);
};

export const changeAccount = (
  deps: PlatformDeps,
  caller: Caller,
  change: PlatformAccountChange,
): Promise<PlatformAccountRecord> =>
  withDenialsOnRecord(deps, caller, () => {
    assertMaySetFee(caller, change.feePercent);
    const { scope, origin } = caller;
    return deps.db.withScope(scope, async (tx) => {
      const now = deps.clock.now();
      const { ownerKey, semClientAccountKey: accountKey, feeFrom } = change;
      await holdAccountIds(tx, ownerKey);
      await lockAccounts(tx, ownerKey, [accountKey]);
      const stored = await getAccount(tx, ownerKey, accountKey);
      assertFresh(stored, change, seesFees(caller));
      await assertFits(tx, change, stored);
      const feePercent = change.feePercent ?? stored.feePercent;
      const isFeeChanged = feePercent !== stored.feePercent;
      const after = { ...change, feePercent };
      if (isSameRecord(platformAccountRecord, stored, after))
        return loadRecord(tx, caller, { ownerKey, accountKey, now });
      if (isFeeChanged) await changeFee(tx, caller, { stored, feePercent, feeFrom }, now);
      await updateAccount(tx, accountKey, after);
      await audit(tx, scope, origin, now, {
        action: 'tradingPlatformChanged',
        ownerKey,
        entity: platformAccountRecord.entity,
        entityKey: accountKey,
        before: loggedValues(platformAccountRecord, stored),
        after: { ...loggedValues(platformAccountRecord, after), ...(isFeeChanged && feeFrom !== null && { feeFrom }) },
      });
      return loadRecord(tx, caller, { ownerKey, accountKey, now });
    });
  });
