import { LEAD_STATUSES, type LeadStatus } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { keepClosedMonths } from '../../../shared/billing/closed-months.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { decideAgain, holdsOf, reopen } from '../../../shared/intake/decide-again.ts';
import { holdForPost } from '../../../shared/intake/hold.queries.ts';
import { intakeClock } from '../../../shared/intake/lookups.queries.ts';
import { createRulesCache } from '../../../shared/intake/rules-cache.ts';
import { checksToStore } from '../../../shared/intake/stored-checks.ts';
import { releaseTimeOf } from '../release-time.ts';
import { findHeldLead, listDueHolds, updateHold, updateReleased } from './hold.queries.ts';

interface HoldDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
}

/** The user or the clock that tries it again. */
interface ReleasedBy {
  userKey: number | null;
  origin: Origin | null;
}

interface Release {
  leadKey: number;
  /** The new status; null where it was not held. */
  status: LeadStatus | null;
  message: string;
}

/** How often a lead is tried again before it is closed. */
const MAX_ROUNDS = 3;

const NOT_HELD = { status: null, message: 'This lead is not held.' };

const tryAgain = async (tx: Tx, { secret, clock }: HoldDeps, ownerKey: number, leadKey: number, by: ReleasedBy) => {
  const now = clock.now();
  const heldLead = await findHeldLead(tx, ownerKey, leadKey);
  const loaded = heldLead && (await createRulesCache().load(tx, ownerKey, heldLead.campaignKey, now));
  const reopened = heldLead && loaded && reopen(secret, heldLead, loaded, now);
  if (heldLead === null || reopened === null) return NOT_HELD;
  const { rules } = reopened;
  const today = intakeClock(rules, now);
  await holdForPost(tx, holdsOf(reopened));
  const { decision, earlier, verified } = await decideAgain(tx, reopened);

  const rounds = heldLead.rounds + 1;
  if (decision.status === 'HLD' && rounds < MAX_ROUNDS) {
    const nextAt = releaseTimeOf(rules, decision, now);
    await updateHold(tx, heldLead, rounds, nextAt);
    const why = decision.reasons.map(({ message }) => message).join(' ');
    return { status: 'HLD' as const, message: `Still held: ${why}` };
  }
  const ended: LeadStatus = decision.status === 'HLD' ? 'CLS' : decision.status;
  const reasons = [...new Set(decision.reasons.map(({ code }) => code))];
  await updateReleased(tx, heldLead, {
    status: ended,
    reasons,
    flags: [...new Set(decision.flags.map(({ code }) => code))],
    unpaid: decision.unpaid,
    countedOn: today.today,
    duplicateOf: ended === 'DUP' && earlier !== null && earlier.leadKey > 0 ? earlier.leadKey : null,
    at: now,
    by: by.userKey,
    checks: checksToStore(decision, verified),
  });
  await keepClosedMonths(tx, ownerKey, [{ ...heldLead, from: 'HLD', to: ended, reasons }], {
    userKey: by.userKey,
    at: now,
  });
  if (ended === 'VAL') await queueDelivery(tx, heldLead, now);
  if (by.origin !== null) {
    const who = { userKey: by.userKey, group: 'ag' as const };
    const change = { before: { status: 'HLD' }, after: { status: ended } };
    const entry = { action: 'release', ownerKey, entity: 'lead', entityKey: leadKey, ...change };
    await audit(tx, who, by.origin, now, entry);
  }
  const why = decision.reasons.map(({ message }) => message).join(' ');
  return { status: ended, message: why === '' ? LEAD_STATUSES[ended].label : `${LEAD_STATUSES[ended].label}: ${why}` };
};

/** Tries held leads again, each in a transaction of its own: a failure does not stop the others. */
export const releaseLeads = async (
  deps: HoldDeps,
  scope: Scope,
  ownerKey: number,
  leadKeys: readonly number[],
  by: ReleasedBy,
): Promise<Release[]> => {
  const released: Release[] = [];
  for (const leadKey of leadKeys) {
    const result = await deps.db.withScope(scope, (tx) => tryAgain(tx, deps, ownerKey, leadKey, by));
    released.push({ leadKey, ...result });
  }
  return released;
};

/** More wait for the next minute. */
const MAX_AT_ONCE = 500;

export const releaseDue = async (deps: HoldDeps, scope: Scope, ownerKey: number): Promise<Release[]> => {
  const due = await deps.db.readScope(scope, (tx) => listDueHolds(tx, ownerKey, deps.clock.now(), MAX_AT_ONCE));
  return releaseLeads(deps, scope, ownerKey, due, { userKey: null, origin: null });
};
