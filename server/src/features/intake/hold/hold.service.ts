import { LEAD_STATUSES, type LeadStatus } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { openPerson } from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { keepClosedMonths } from '../../../shared/billing/closed-months.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { decide } from '../../../shared/intake/decide.ts';
import { type LeadFields } from '../../../shared/intake/lead-fields.ts';
import { holdForPost } from '../../../shared/intake/hold.queries.ts';
import { intakeClock, lookUp } from '../../../shared/intake/lookups.queries.ts';
import { comparedHashes, hashPerson } from '../../../shared/intake/person-hashes.ts';
import { createRulesCache } from '../../../shared/intake/rules-cache.ts';
import { checksToStore } from '../../../shared/intake/stored-checks.ts';
import { suppressionHashes } from '../../../shared/intake/suppression.ts';
import { releaseTimeOf } from '../release-time.ts';
import { findHeldLead, type HeldLead, listDueHolds, updateHold, updateReleased } from './hold.queries.ts';

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

/** The lead as posted, from its sealed data and its consent. */
const leadOf = (secret: Buffer, { ownerKey, leadKey, sealed, consentText }: HeldLead): LeadFields | null => {
  if (sealed === null) return null;
  const { post, ...person } = openPerson(secret, { ownerKey, leadKey }, sealed);
  if (post === undefined) return null;
  const rest = post as unknown as Omit<LeadFields, keyof typeof person | 'tcpaText'>;
  return {
    ...rest,
    ...person,
    email: person.email === '' ? null : person.email,
    addressLine1: person.addressLine1 ?? null,
    addressLine2: person.addressLine2 ?? null,
    city: person.city ?? null,
    leadCreatedDate: new Date(rest.leadCreatedDate),
    tcpaText: consentText ?? '',
  };
};

const NOT_HELD = { status: null, message: 'This lead is not held.' };

const tryAgain = async (tx: Tx, { secret, clock }: HoldDeps, ownerKey: number, leadKey: number, by: ReleasedBy) => {
  const now = clock.now();
  const heldLead = await findHeldLead(tx, ownerKey, leadKey);
  const lead = heldLead && leadOf(secret, heldLead);
  const loaded = heldLead && (await createRulesCache().load(tx, ownerKey, heldLead.campaignKey, now));
  if (heldLead === null || lead === null || loaded === null) return NOT_HELD;
  const { rules, status } = loaded;
  const hashes = hashPerson(secret, ownerKey, lead);
  const { email, phone, nameZip } = comparedHashes(rules, hashes);
  const today = intakeClock(rules, now);
  await holdForPost(tx, {
    ownerKey,
    campaignKey: heldLead.campaignKey,
    month: today.month,
    goalKey: status.goal?.hardCap === true ? rules.campaign.goalKey : null,
    post: null,
    person: [email, phone, nameZip].filter((hash) => hash !== null),
  });
  const suppressed = suppressionHashes(secret, ownerKey, lead);
  const lookups = await lookUp(tx, { rules, status, lead, now, hashes, suppressed });
  // Where all leads are compared it finds itself, if there is no earlier one.
  const earlier = lookups.earlier?.leadKey === leadKey ? null : lookups.earlier;
  const input = {
    lead,
    rules,
    lookups: { ...lookups, earlier },
    now,
    receivedAt: heldLead.createdAt,
    skips: new Set<never>(),
  };
  const decision = decide(input);

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
    checks: checksToStore(decision, lookups.verified),
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
