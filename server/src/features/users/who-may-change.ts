import { heldBeyond, hasPermission, isPermission, type Permission, type User, whyNotChange } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { findOpenChange } from './email/email.queries.ts';
import { findUser, type StoredUser } from './users.queries.ts';
import { BEYOND, type Grantor } from './users.rules.ts';

export interface UserDeps {
  db: Database;
  clock: Clock;
}

/** The caller, scope and origin that every change of a user is checked against and recorded with. */
export interface Caller {
  session: Session;
  scope: Scope;
  origin: Origin;
}

export const getUser = async (tx: Tx, userKey: number): Promise<StoredUser> => {
  const user = await findUser(tx, userKey);
  if (user === undefined) throw new AppError('NOT_FOUND');
  return user;
};

/** Users can always change their own account; another's only with the right, without which it does not exist for them. */
export const assertMayTouch = ({ session }: Caller, userKey: number, needed: Permission): void => {
  if (userKey !== session.userKey && !(session.group === 'ag' && hasPermission(session.permissions, needed))) {
    throw new AppError('NOT_FOUND');
  }
};

export const assertNotSelf = ({ session }: Caller, userKey: number | null): void => {
  if (userKey === session.userKey) {
    throw new AppError('FORBIDDEN', { message: 'You cannot change your own account here.' });
  }
};

/** The caller's rights in this transaction: a right revoked while the request waited is gone. */
export const getGrantor = async (tx: Tx, { session }: Caller): Promise<Grantor> => {
  const self = await getUser(tx, session.userKey);
  if (!self.active) throw new AppError('FORBIDDEN');
  return {
    userKey: self.userKey,
    permissions: new Set(self.permissions.filter(isPermission)),
    ownerKeys: session.ownerKeys,
    allOwners: self.allOwners,
  };
};

/**
 * Nobody can change a user with a right or owner that they lack: changing the address would give them that account. It follows that the
 * last user with all rights cannot be locked out, since only another with all rights could do it.
 */
export const assertMayChange = (grantor: Grantor, user: StoredUser): void => {
  if (user.userKey === grantor.userKey) return;
  const message = whyNotChange(heldBeyond(grantor, user));
  if (message !== null) throw new AppError('FORBIDDEN', { message });
};

const isEscalation = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'FORBIDDEN' || error.errors?.some(({ code }) => code === BEYOND) === true);

/** Changes a user in one transaction. A refusal because the caller lacks a right is recorded first. */
export const changeOnRecord = async <T>(
  { db, clock }: UserDeps,
  { scope, origin }: Caller,
  userKey: number | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  try {
    return await db.withScope(scope, work);
  } catch (error) {
    if (isEscalation(error)) {
      const target = userKey === null ? {} : { entityKey: userKey };
      const entry = { action: error.code, outcome: 'denied' as const, entity: 'user', ...target };
      await db.withScope(scope, (tx) => audit(tx, scope, origin, clock.now(), entry));
    }
    throw error;
  }
};

/** The user as this caller may see them. */
export const presentUser = async (
  tx: Tx,
  { otherOwners, ...user }: StoredUser,
  grantor: Grantor,
  now: Date,
): Promise<User> => {
  const isSelf = user.userKey === grantor.userKey;
  const open = await findOpenChange(tx, user.userKey, now);
  return {
    ...user,
    heldBeyond: isSelf ? { permissions: [], owners: false } : heldBeyond(grantor, { ...user, otherOwners }),
    emailChange: open && {
      changeKey: open.changeKey,
      newEmail: open.newEmail,
      requestedBy: open.requestedBy,
      isMine: open.requestedByKey === grantor.userKey,
      requestedAt: open.requestedAt.toISOString(),
      expiresAt: open.expiresAt.toISOString(),
    },
  };
};
