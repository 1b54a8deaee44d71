import {
  type CallBody,
  groupOfUserType,
  hasPermission,
  type Permission,
  type User,
  type UserForm,
  type UserRow,
  type userSearch,
  USER_TYPES,
  type UserSession,
} from '@paceline/contract';
import { type Scope } from '../../db/scope.ts';
import { type Database, type Tx } from '../../db/tx.ts';
import { type Session } from '../../http/session.ts';
import { addJob } from '../../jobs/define-job.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { mailPasswordLink } from '../../shared/password-link.ts';
import {
  countAdmins,
  countUsers,
  endSessions,
  findOwnerKeyByName,
  findUser,
  insertUser,
  isUserNameTaken,
  listSessions,
  listUsers,
  lockUsers,
  replaceUserOwners,
  updateUser,
  updateUserActive,
} from './users.queries.ts';
import { userFormProblems } from './users.rules.ts';

export interface UserDeps {
  db: Database;
  clock: Clock;
}

/** Who asks, in which scope, from where: what every change of a user is checked against and recorded with. */
export interface Caller {
  session: Session;
  scope: Scope;
  origin: Origin;
}

const getUser = async (tx: Tx, userKey: number): Promise<User> => {
  const user = await findUser(tx, userKey);
  if (user === undefined) throw new AppError('NOT_FOUND');
  return user;
};

/** One's own account is always open; another's only with the right, and to others it does not exist. */
const assertMayTouch = ({ session }: Caller, userKey: number, needed: Permission): void => {
  if (userKey !== session.userKey && !(session.group === 'ag' && hasPermission(session.permissions, needed))) {
    throw new AppError('NOT_FOUND');
  }
};

export const searchUsers = (
  { db }: UserDeps,
  scope: Scope,
  { userType, ownerName, term, status, page }: CallBody<typeof userSearch>,
): Promise<{ rows: UserRow[]; total: number }> =>
  db.withScope(scope, async (tx) => {
    const group = userType === null ? null : groupOfUserType(userType);
    if (userType !== null && group === null) throw new AppError('INVALID_OWNER_OR_USER_TYPE');
    const ownerKey = ownerName === null ? null : await findOwnerKeyByName(tx, ownerName);
    if (ownerKey === undefined) throw new AppError('INVALID_OWNER_OR_USER_TYPE');
    const userTypes = group === null ? Object.values(USER_TYPES) : [USER_TYPES[group]];
    const filter = { userTypes, ownerKey, term, active: status === 'all' ? null : status === 'active', page };
    return { rows: await listUsers(tx, filter), total: await countUsers(tx, filter) };
  });

export const readUser = ({ db }: UserDeps, caller: Caller, userKey: number): Promise<User> => {
  assertMayTouch(caller, userKey, 'users:View');
  // One's own account is read past the list of shared owners: somebody without any has one too.
  return db.withScope(caller.scope, (tx) => getUser(tx, userKey));
};

const assertFormFits = async (tx: Tx, { session }: Caller, form: UserForm, standing: User | null): Promise<void> => {
  const self = await getUser(tx, session.userKey);
  const grantor = {
    userKey: session.userKey,
    permissions: session.permissions,
    ownerKeys: session.ownerKeys,
    allOwners: self.allOwners,
  };
  const errors = userFormProblems(form, grantor, standing);
  if (await isUserNameTaken(tx, form.userName, form.userKey)) {
    errors.push({ field: 'userName', code: 'taken', message: 'This user name is taken.' });
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

/** Checked after the change and inside its transaction: whatever the change was, somebody must be left to undo it. */
const assertAdminLeft = async (tx: Tx): Promise<void> => {
  if ((await countAdmins(tx)) > 0) return;
  const message = 'The last administrator cannot be removed.';
  throw new AppError('FORBIDDEN', { message });
};

const summary = ({
  userName,
  email,
  userType,
  partnerKey,
  allOwners,
  ownerKeys,
  permissions,
  active,
}: User): object => ({
  userName,
  email,
  userType,
  partnerKey,
  allOwners,
  ownerKeys,
  permissions,
  active,
});

export const saveUser = ({ db, clock }: UserDeps, caller: Caller, form: UserForm): Promise<User> => {
  const { scope, session, origin } = caller;
  const group = groupOfUserType(form.userType);
  if (group === null) throw new AppError('INVALID_OWNER_OR_USER_TYPE');
  if (form.userKey === session.userKey)
    throw new AppError('FORBIDDEN', { message: 'You cannot change your own account here.' });
  return db.withScope(scope, async (tx) => {
    await lockUsers(tx);
    const standing = form.userKey === null ? null : await getUser(tx, form.userKey);
    if (standing !== null && standing.rowVersion !== form.rowVersion) throw new AppError('STALE_ROW');
    if (standing !== null && (standing.userType !== USER_TYPES[group] || standing.partnerKey !== form.partnerKey)) {
      throw new AppError('VALIDATION', {
        errors: [
          { field: 'userType', code: 'fixed', message: 'The kind of a user and the media partner cannot be changed.' },
        ],
      });
    }
    const clean = { ...form, userType: USER_TYPES[group], ownerKeys: form.allOwners ? [] : form.ownerKeys };
    await assertFormFits(tx, caller, clean, standing);
    const userKey = standing === null ? await insertUser(tx, clean) : standing.userKey;
    if (standing !== null) await updateUser(tx, userKey, clean);
    await replaceUserOwners(tx, userKey, clean.ownerKeys);
    await assertAdminLeft(tx);
    if (standing === null) await addJob(tx, mailPasswordLink, { userKey, purpose: 'invite' });
    const saved = await getUser(tx, userKey);
    await audit(tx, scope, origin, clock.now(), {
      action: standing === null ? 'createUser' : 'changeUser',
      entity: 'user',
      entityKey: userKey,
      ...(standing !== null && { before: summary(standing) }),
      after: summary(saved),
    });
    return saved;
  });
};

export const setUserActive = (
  { db, clock }: UserDeps,
  { scope, session, origin }: Caller,
  userKey: number,
  active: boolean,
): Promise<User> => {
  if (userKey === session.userKey)
    throw new AppError('FORBIDDEN', { message: 'You cannot change your own account here.' });
  return db.withScope(scope, async (tx) => {
    await lockUsers(tx);
    const standing = await getUser(tx, userKey);
    const now = clock.now();
    await updateUserActive(tx, userKey, active);
    if (!active) await endSessions(tx, { userKey, sessionKey: null, except: null, at: now });
    await assertAdminLeft(tx);
    const action = active ? 'activateUser' : 'deactivateUser';
    await audit(tx, scope, origin, now, {
      action,
      entity: 'user',
      entityKey: userKey,
      before: { active: standing.active },
      after: { active },
    });
    return getUser(tx, userKey);
  });
};

export const sendReset = ({ db, clock }: UserDeps, { scope, origin }: Caller, userKey: number): Promise<void> =>
  db.withScope(scope, async (tx) => {
    await getUser(tx, userKey);
    await addJob(tx, mailPasswordLink, { userKey, purpose: 'reset' });
    await audit(tx, scope, origin, clock.now(), { action: 'sendReset', entity: 'user', entityKey: userKey });
  });

export const readSessions = ({ db, clock }: UserDeps, caller: Caller, userKey: number): Promise<UserSession[]> => {
  assertMayTouch(caller, userKey, 'users:View');
  return db.withScope(caller.scope, async (tx) => {
    await getUser(tx, userKey);
    return listSessions(tx, userKey, caller.session.sessionKey, clock.now());
  });
};

export const endUserSessions = (
  { db, clock }: UserDeps,
  caller: Caller,
  userKey: number,
  sessionKey: number | null,
): Promise<number> => {
  assertMayTouch(caller, userKey, 'users:Update');
  const { scope, session, origin } = caller;
  return db.withScope(scope, async (tx) => {
    await getUser(tx, userKey);
    const now = clock.now();
    const ended = await endSessions(tx, { userKey, sessionKey, except: session.sessionKey, at: now });
    await audit(tx, scope, origin, now, {
      action: 'endSessions',
      entity: 'user',
      entityKey: userKey,
      after: { ended },
    });
    return ended;
  });
};
