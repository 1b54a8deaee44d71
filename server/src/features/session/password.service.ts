import { brokenPasswordRules, type FieldError } from '@paceline/contract';
import { publicScope } from '../../db/scope/public-scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { addJob } from '../../jobs/define-job.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { isEasyToGuess } from '../../lib/secrets/password-strength.ts';
import { hashPassword, verifyPassword } from '../../lib/secrets/password.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';
import { audit } from '../../shared/audit.ts';
import { mailPasswordLink } from '../../shared/password-link.ts';
import { forgiveGuesses, type Guesser, spendGuess } from './guesses.ts';
import {
  findKnownDevice,
  isLinkValid,
  listLastPasswordHashes,
  listOwnerNames,
  updateLinkUsed,
  updatePassword,
} from './password.queries.ts';
import { type Account, findAccountByName, getAccount } from './session.queries.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/**
 * The guesser: the device counts as known only if this user has signed in from it. Queried without a user or cookie too: an extra statement
 * for existing names would show in the response time.
 */
export const guesserOf = (
  db: Database,
  account: Account | undefined,
  userName: string,
  cookie: string | null,
): Promise<Guesser> =>
  db.withScope(publicScope, async (tx) => {
    const hash = sha256(cookie ?? '');
    const device = await findKnownDevice(tx, account?.userKey ?? NOBODY, hash);
    return { userName, knownDevice: device && cookie !== null ? hash : null };
  });

/** No user has this key. */
const NOBODY = 0;

const PRODUCT_WORDS = ['paceline', 'agency', 'campaign', 'demo'];

const refusals = async ({ db }: Deps, account: Account, password: string): Promise<FieldError[]> => {
  const broken = brokenPasswordRules(password, account.userName).map(({ code, message }) => ({
    field: 'password',
    code,
    message,
  }));
  if (broken.length > 0) return broken;
  const owners = await db.withScope(publicScope, (tx) => listOwnerNames(tx, account.userKey));
  const person = [account.userName, account.firstName, account.lastName, account.email];
  const ownWords = [...PRODUCT_WORDS, ...person, ...owners];
  if (isEasyToGuess(password, ownWords)) {
    return [{ field: 'password', code: 'common', message: 'This password is easy to guess. Choose another one.' }];
  }
  const earlier = await db.withScope(publicScope, (tx) => listLastPasswordHashes(tx, account.userKey));
  const current = account.passwordHash === null ? [] : [account.passwordHash];
  for (const hash of new Set([...current, ...earlier])) {
    if (await verifyPassword(hash, password)) {
      return [{ field: 'password', code: 'reused', message: 'This password was used before. Choose another one.' }];
    }
  }
  return [];
};

const assertAcceptable = async (deps: Deps, account: Account, password: string): Promise<void> => {
  const errors = await refusals(deps, account, password);
  if (errors[0] !== undefined) throw new AppError('VALIDATION', { message: errors[0].message, errors });
};

export const changePassword = async (
  deps: Deps,
  session: Session,
  change: { oldPassword: string; newPassword: string; confirmation: string; cookie: string | null; origin: Origin },
): Promise<void> => {
  const { db, clock } = deps;
  const account = await db.withScope(publicScope, (tx) => getAccount(tx, session.userKey));
  const guesser = await guesserOf(db, account, account.userName, change.cookie);
  await spendGuess(db, guesser, clock.now());
  if (!(await verifyPassword(account.passwordHash, change.oldPassword))) throw wrongOldPassword();
  if (change.newPassword !== change.confirmation) throw confirmationDiffers();
  await assertAcceptable(deps, account, change.newPassword);
  const hash = await hashPassword(change.newPassword);
  await db.withScope(publicScope, async (tx) => {
    const now = clock.now();
    await updatePassword(tx, account.userKey, hash, now);
    await forgiveGuesses(tx, guesser);
    await audit(tx, publicScope, change.origin, now, {
      action: 'changePassword',
      entity: 'user',
      entityKey: account.userKey,
    });
  });
};

const wrongOldPassword = (): AppError =>
  new AppError('VALIDATION', {
    message: 'The old password is not correct.',
    errors: [{ field: 'oldPassword', code: 'wrong', message: 'The old password is not correct.' }],
  });

const confirmationDiffers = (): AppError =>
  new AppError('VALIDATION', {
    message: 'The two passwords are not the same.',
    errors: [{ field: 'newPasswordConfirmation', code: 'different', message: 'The two passwords are not the same.' }],
  });

interface PasswordProof {
  userName: string;
  proof: string;
  cookie: string | null;
}

/** Whether the proof is the first password of a user who must choose their own; counted as a guess. */
const provesFirstPassword = async (
  deps: Deps,
  account: Account | undefined,
  proof: PasswordProof,
): Promise<boolean> => {
  const guesser = await guesserOf(deps.db, account, proof.userName, proof.cookie);
  await spendGuess(deps.db, guesser, deps.clock.now());
  const matches = await verifyPassword(account?.passwordHash ?? null, proof.proof);
  return matches && account?.mustChangePassword === true;
};

/** The proof may also be the secret of a mailed link. 256 bits cannot be guessed, so a link unlocks an account that guesses have locked. */
export const savePassword = async (
  deps: Deps,
  proof: PasswordProof & { password: string; origin: Origin },
): Promise<void> => {
  const { db, clock } = deps;
  const linkHash = sha256(proof.proof);
  const { account, byLink } = await db.withScope(publicScope, async (tx) => {
    const storedAccount = await findAccountByName(tx, proof.userName);
    return {
      account: storedAccount,
      byLink: await isLinkValid(tx, storedAccount?.userKey ?? NOBODY, linkHash, clock.now()),
    };
  });
  const proven = byLink || (await provesFirstPassword(deps, account, proof));
  if (!proven || account === undefined || !account.active) throw new AppError('CREDENTIALS');
  await assertAcceptable(deps, account, proof.password);
  const hash = await hashPassword(proof.password);
  await db.withScope(publicScope, async (tx) => {
    const now = clock.now();
    if (byLink && !(await updateLinkUsed(tx, account.userKey, linkHash, now))) throw new AppError('CREDENTIALS');
    await updatePassword(tx, account.userKey, hash, now);
    await forgiveGuesses(tx, { userName: account.userName, knownDevice: null });
    await audit(tx, publicScope, proof.origin, now, {
      action: 'savePassword',
      entity: 'user',
      entityKey: account.userKey,
    });
  });
};

/** The same work for existing and unknown users: a look-up and a job. */
export const requestReset = async ({ db, clock }: Deps, userName: string, origin: Origin): Promise<void> => {
  await db.withScope(publicScope, async (tx) => {
    const account = await findAccountByName(tx, userName);
    const userKey = account?.active === true ? account.userKey : null;
    await addJob(tx, mailPasswordLink, { userKey, purpose: 'reset' });
    await audit(tx, publicScope, origin, clock.now(), {
      action: 'requestReset',
      ...(userKey !== null && { entity: 'user', entityKey: userKey }),
    });
  });
};
