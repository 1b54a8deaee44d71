import {
  alertChoicesFor,
  type AlertChoice,
  type alertBell,
  type alertChoices,
  type alertMark,
  type AlertMark,
  type CallResponse,
  chosenLevels,
  SNOOZE_HOURS,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import {
  type BellViewer,
  countBell,
  findViewer,
  listBell,
  listChoices,
  upsertChoices,
  upsertMarks,
} from './alerts.queries.ts';

export interface AlertDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  session: Session;
  origin: Origin;
}

const bellOf = async (tx: Tx, { session }: Caller, now: Date): Promise<BellViewer> => ({
  userKey: session.userKey,
  ownerKeys: session.ownerKeys,
  partnerKey: session.partnerKey,
  group: session.group,
  permissions: session.permissions,
  levels: chosenLevels(session, await listChoices(tx, session.userKey), 'inApp'),
  now,
});

export const readBell = (
  { db, clock }: AlertDeps,
  caller: Caller,
  options: WorkOptions,
): Promise<CallResponse<typeof alertBell>> =>
  db.readScope(
    caller.scope,
    async (tx) => {
      const viewer = await bellOf(tx, caller, clock.now());
      return { ...(await countBell(tx, viewer)), rows: await listBell(tx, viewer) };
    },
    options,
  );

export const readUnread = ({ db, clock }: AlertDeps, caller: Caller, options: WorkOptions) =>
  db.readScope(caller.scope, async (tx) => countBell(tx, await bellOf(tx, caller, clock.now())), options);

const HOUR_MS = 3_600_000;

export const markAlerts = (
  { db, clock }: AlertDeps,
  caller: Caller,
  { alertKeys, mark }: { alertKeys: readonly number[] | null; mark: AlertMark },
): Promise<CallResponse<typeof alertMark>> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const viewer = await bellOf(tx, caller, now);
    const until = new Date(now.getTime() + SNOOZE_HOURS * HOUR_MS);
    const marked = await upsertMarks(tx, viewer, alertKeys, mark, until);
    return { marked, unread: (await countBell(tx, viewer)).unread };
  });

const choicesOf = async (tx: Tx, { session }: Caller): Promise<CallResponse<typeof alertChoices>> => {
  const viewer = await findViewer(tx, session.userKey);
  if (viewer === undefined) throw new AppError('NOT_FOUND');
  return { choices: alertChoicesFor(session, await listChoices(tx, session.userKey)), email: viewer.email };
};

export const readChoices = ({ db }: AlertDeps, caller: Caller) =>
  db.readScope(caller.scope, (tx) => choicesOf(tx, caller));

export const saveChoices = ({ db, clock }: AlertDeps, caller: Caller, choices: readonly AlertChoice[]) =>
  db.withScope(caller.scope, async (tx) => {
    const { userKey } = caller.session;
    const before = await choicesOf(tx, caller);
    await upsertChoices(tx, userKey, choices);
    const after = await choicesOf(tx, caller);
    await audit(tx, caller.scope, caller.origin, clock.now(), {
      action: 'alertChoicesSaved',
      entity: 'user',
      entityKey: String(userKey),
      before: { choices: before.choices },
      after: { choices: after.choices },
    });
    return after;
  });
