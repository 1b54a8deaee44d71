import {
  groupOfUserType,
  type User,
  type UserForm,
  USER_TYPES,
  userRecord,
  type UserSession,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { addJob } from '../../jobs/define-job.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { mailPasswordLink } from '../../shared/password-link.ts';
import { auditRecord } from '../../shared/records/audit-record.ts';
import { requestEmailChange } from './email/email.service.ts';
import {
  endSessions,
  insertUser,
  isUserNameTaken,
  listSessions,
  lockUsers,
  replaceUserOwners,
  type StoredUser,
  updateUser,
  updateUserActive,
} from './users.queries.ts';
import { type Grantor, userFormProblems } from './users.rules.ts';
import {
  assertMayChange,
  assertMayTouch,
  assertNotSelf,
  type Caller,
  changeOnRecord,
  getGrantor,
  getUser,
  presentUser,
  type UserDeps,
} from './who-may-change.ts';

export const readUser = ({ db, clock }: UserDeps, caller: Caller, userKey: number): Promise<User> => {
  assertMayTouch(caller, userKey, 'users:View');
  return db.withScope(caller.scope, async (tx) =>
    presentUser(tx, await getUser(tx, userKey), await getGrantor(tx, caller), clock.now()),
  );
};

const assertFormFits = async (tx: Tx, form: UserForm, grantor: Grantor): Promise<void> => {
  const errors = userFormProblems(form, grantor);
  if (await isUserNameTaken(tx, form.userName, form.userKey)) {
    errors.push({ field: 'userName', code: 'taken', message: 'This user name is taken.' });
  }
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

/** The fields for the audit log, without the user's own name. */
const decisions = ({ firstName: _, lastName: __, ...user }: StoredUser): object => user;

const assertSameKind = (stored: StoredUser, form: UserForm): void => {
  if (stored.userType === form.userType && stored.partnerKey === form.partnerKey) return;
  const message = 'The kind of a user and the media partner cannot be changed.';
  throw new AppError('VALIDATION', { errors: [{ field: 'userType', code: 'fixed', message }] });
};

const createUser = async (tx: Tx, form: UserForm): Promise<number> => {
  const userKey = await insertUser(tx, form);
  await addJob(tx, mailPasswordLink, { userKey, purpose: 'invite' });
  return userKey;
};

export const saveUser = (deps: UserDeps, caller: Caller, input: UserForm): Promise<User> => {
  const { scope, origin } = caller;
  const group = groupOfUserType(input.userType);
  if (group === null) throw new AppError('INVALID_OWNER_OR_USER_TYPE');
  const form = { ...input, userType: USER_TYPES[group], ownerKeys: input.allOwners ? [] : input.ownerKeys };
  return changeOnRecord(deps, caller, form.userKey, async (tx) => {
    assertNotSelf(caller, form.userKey);
    await lockUsers(tx);
    const now = deps.clock.now();
    const grantor = await getGrantor(tx, caller);
    if (!grantor.permissions.has(form.userKey === null ? 'users:Create' : 'users:Update')) {
      throw new AppError('FORBIDDEN');
    }
    const stored = form.userKey === null ? null : await getUser(tx, form.userKey);
    if (stored !== null) {
      assertMayChange(grantor, stored);
      if (stored.rowVersion !== form.rowVersion) throw new AppError('STALE_ROW');
      assertSameKind(stored, form);
    }
    await assertFormFits(tx, form, grantor);
    const userKey = stored === null ? await createUser(tx, form) : stored.userKey;
    if (stored !== null) {
      await updateUser(tx, userKey, form);
      await requestEmailChange(tx, caller, stored, form.email, now);
    }
    await replaceUserOwners(tx, userKey, form.ownerKeys);
    const saved = await getUser(tx, userKey);
    await auditRecord(tx, { scope, origin, now }, userRecord, {
      action: stored === null ? 'createUser' : 'changeUser',
      entityKey: userKey,
      ...(stored !== null && { before: decisions(stored) }),
      after: decisions(saved),
    });
    return presentUser(tx, saved, grantor, now);
  });
};

export const setUserActive = (deps: UserDeps, caller: Caller, userKey: number, active: boolean): Promise<User> => {
  const { scope, origin } = caller;
  return changeOnRecord(deps, caller, userKey, async (tx) => {
    assertNotSelf(caller, userKey);
    await lockUsers(tx);
    const now = deps.clock.now();
    const grantor = await getGrantor(tx, caller);
    const stored = await getUser(tx, userKey);
    assertMayChange(grantor, stored);
    await updateUserActive(tx, userKey, active);
    if (!active)
      await endSessions(tx, { userKey, sessionKey: null, except: null, at: now, by: caller.session.userKey });
    const action = active ? 'activateUser' : 'deactivateUser';
    const entry = { action, entityKey: userKey, before: { active: stored.active }, after: { active } };
    await auditRecord(tx, { scope, origin, now }, userRecord, entry);
    return presentUser(tx, await getUser(tx, userKey), grantor, now);
  });
};

export const sendReset = (deps: UserDeps, caller: Caller, userKey: number): Promise<void> => {
  const { scope, origin } = caller;
  return changeOnRecord(deps, caller, userKey, async (tx) => {
    assertMayChange(await getGrantor(tx, caller), await getUser(tx, userKey));
    await addJob(tx, mailPasswordLink, { userKey, purpose: 'reset' });
    await audit(tx, scope, origin, deps.clock.now(), { action: 'sendReset', entity: 'user', entityKey: userKey });
  });
};

export const readSessions = ({ db, clock }: UserDeps, caller: Caller, userKey: number): Promise<UserSession[]> => {
  assertMayTouch(caller, userKey, 'users:View');
  return db.withScope(caller.scope, async (tx) => {
    await getUser(tx, userKey);
    return listSessions(tx, userKey, caller.session.sessionKey, clock.now());
  });
};

export const endUserSessions = (
  deps: UserDeps,
  caller: Caller,
  userKey: number,
  sessionKey: number | null,
): Promise<number> => {
  assertMayTouch(caller, userKey, 'users:Update');
  const { scope, session, origin } = caller;
  return changeOnRecord(deps, caller, userKey, async (tx) => {
    assertMayChange(await getGrantor(tx, caller), await getUser(tx, userKey));
    const now = deps.clock.now();
    const ended = await endSessions(tx, {
      userKey,
      sessionKey,
      except: session.sessionKey,
      at: now,
      by: session.userKey,
    });
    await audit(tx, scope, origin, now, {
      action: 'endSessions',
      entity: 'user',
      entityKey: userKey,
      after: { ended },
    });
    return ended;
  });
};
