import { type CallResponse, type emailChangeRead, type User } from '@paceline/contract';
import { publicScope } from '../../../db/scope/public-scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { sha256 } from '../../../lib/secrets/tokens.ts';
import { audit } from '../../../shared/audit.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { queueMail } from '../../../shared/mail.ts';
import { lockUsers, type StoredUser } from '../users.queries.ts';
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
} from '../who-may-change.ts';
import { mailEmailChange } from './email.jobs.ts';
import { EMAIL_CHANGE_HOURS, tellOutcome } from './email.mails.ts';
import {
  type EmailChangeRow,
  findOpenChange,
  findOpenChangeByToken,
  insertChange,
  type Outcome,
  updateChangeEnded,
  updateEmail,
} from './email.queries.ts';

/** Stores the requested address; it takes effect only after confirmation. */
export const requestEmailChange = async (
  tx: Tx,
  { scope, session, origin }: Caller,
  user: StoredUser,
  newEmail: string,
  now: Date,
): Promise<void> => {
  const open = await findOpenChange(tx, user.userKey, now);
  if (newEmail === user.email || newEmail === open?.newEmail) return;
  await updateChangeEnded(tx, { userKey: user.userKey, outcome: 'replaced', endedBy: session.userKey, at: now });
  const changeKey = await insertChange(tx, {
    userKey: user.userKey,
    oldEmail: user.email,
    newEmail,
    requestedBy: session.userKey,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + EMAIL_CHANGE_HOURS * 3_600_000),
  });
  await addJob(tx, mailEmailChange, { changeKey });
  await audit(tx, scope, origin, now, {
    action: 'requestEmailChange',
    entity: 'user',
    entityKey: user.userKey,
    before: { email: user.email },
    after: { email: newEmail },
  });
};

const ACTIONS = {
  confirmed: 'confirmEmailChange',
  approved: 'approveEmailChange',
  cancelled: 'cancelEmailChange',
  refused: 'refuseEmailChange',
} as const;

interface Ending {
  outcome: Exclude<Outcome, 'replaced'>;
  /** The signed-in user who ended it; null where the mailed link did. */
  by: { userKey: number; name: string } | null;
}

const endChange = async (
  tx: Tx,
  change: EmailChangeRow,
  { outcome, by }: Ending,
  { scope, origin }: Pick<Caller, 'scope' | 'origin'>,
  now: Date,
): Promise<void> => {
  const { userKey, oldEmail, newEmail } = change;
  const isChanged = outcome === 'confirmed' || outcome === 'approved';
  await updateChangeEnded(tx, { userKey, outcome, endedBy: by?.userKey ?? null, at: now });
  if (isChanged) await updateEmail(tx, userKey, newEmail, now);
  for (const mail of tellOutcome(change, outcome, by?.name ?? null, await getSenderName(tx))) await queueMail(tx, mail);
  await audit(tx, scope, origin, now, {
    action: ACTIONS[outcome],
    entity: 'user',
    entityKey: userKey,
    before: { email: oldEmail, requested: newEmail },
    after: { email: isChanged ? newEmail : oldEmail },
  });
};

const getOpenChange = async (tx: Tx, userKey: number, changeKey: number, now: Date): Promise<EmailChangeRow> => {
  const open = await findOpenChange(tx, userKey, now);
  if (open?.changeKey !== changeKey) throw new AppError('EMAIL_CHANGE_OVER');
  return open;
};

interface Which {
  userKey: number;
  changeKey: number;
}

const decide = (deps: UserDeps, caller: Caller, which: Which, outcome: 'approved' | 'cancelled'): Promise<User> =>
  changeOnRecord(deps, caller, which.userKey, async (tx) => {
    if (outcome === 'approved') assertNotSelf(caller, which.userKey);
    await lockUsers(tx);
    const now = deps.clock.now();
    const grantor = await getGrantor(tx, caller);
    const user = await getUser(tx, which.userKey);
    assertMayChange(grantor, user);
    const change = await getOpenChange(tx, which.userKey, which.changeKey, now);
    if (outcome === 'approved' && change.requestedByKey === grantor.userKey) {
      const message = 'You requested this change, so a second administrator must approve it.';
      throw new AppError('FORBIDDEN', { message });
    }
    const { firstName, lastName } = await getUser(tx, grantor.userKey);
    const by = { userKey: grantor.userKey, name: `${firstName} ${lastName}` };
    await endChange(tx, change, { outcome, by }, caller, now);
    return presentUser(tx, await getUser(tx, which.userKey), grantor, now);
  });

export const approveEmailChange = (deps: UserDeps, caller: Caller, which: Which): Promise<User> =>
  decide(deps, caller, which, 'approved');

/** The user can cancel it too: any signed-in session can stop a change that its user did not request. */
export const cancelEmailChange = (deps: UserDeps, caller: Caller, which: Which): Promise<User> => {
  assertMayTouch(caller, which.userKey, 'users:Update');
  return decide(deps, caller, which, 'cancelled');
};

const getChangeOfLink = async (tx: Tx, token: string, now: Date): Promise<EmailChangeRow> => {
  const change = await findOpenChangeByToken(tx, sha256(token), now);
  if (change === null) throw new AppError('EMAIL_CHANGE_OVER');
  return change;
};

export const readChangeOfLink = (
  { db, clock }: UserDeps,
  token: string,
): Promise<CallResponse<typeof emailChangeRead>> =>
  db.withScope(publicScope, async (tx) => {
    const { userName, oldEmail, newEmail, requestedBy, expiresAt } = await getChangeOfLink(tx, token, clock.now());
    return { userName, oldEmail, newEmail, requestedBy, expiresAt: expiresAt.toISOString() };
  });

export const answerByLink = (
  { db, clock }: UserDeps,
  { token, accept }: { token: string; accept: boolean },
  origin: Origin,
): Promise<void> =>
  db.withScope(publicScope, async (tx) => {
    await lockUsers(tx);
    const now = clock.now();
    const change = await getChangeOfLink(tx, token, now);
    const outcome = accept ? 'confirmed' : 'refused';
    await endChange(tx, change, { outcome, by: null }, { scope: publicScope, origin }, now);
  });
