import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { holdsOf } from '../../../shared/intake/decide-again.ts';
import { holdForPost } from '../../../shared/intake/hold.queries.ts';
import { intakeClock } from '../../../shared/intake/lookups.queries.ts';
import { type StoredLead } from '../update/desk-leads.queries.ts';
import { removeHolds } from '../update/settle.queries.ts';
import { judge, type JudgedLead, type Way, withRules } from './judge.ts';
import { listRefusedLeads, updateCounting, updateKnown } from './override.queries.ts';

/** Locked leads of one owner that may become valid. */
interface Acceptance {
  ownerKey: number;
  leads: readonly { lead: StoredLead; note: string }[];
  way: Way;
  secret: Buffer;
  by: { scope: Scope; userKey: number | null; origin: Origin };
  now: Date;
}

const sorted = (keys: readonly (number | null)[]): number[] =>
  [...new Set(keys.filter((key) => key !== null))].toSorted((a, b) => a - b);

/**
 * Holds what all these leads could take before the first is decided: persons, then budgets of line items, then campaigns, each in order, as
 * each post does. Held until the transaction ends.
 */
const holdAll = async (tx: Tx, ownerKey: number, judged: readonly JudgedLead[], now: Date): Promise<void> => {
  const [first] = judged.flatMap(({ loaded }) => loaded ?? []);
  if (first === undefined) return;
  const holds = judged.flatMap(({ reopened }) => (reopened === null ? [] : [holdsOf(reopened)]));
  const nothing = {
    ownerKey,
    campaignKey: null,
    goalKey: null,
    month: intakeClock(first.rules, now).month,
    post: null,
    person: [],
  };
  const person = holds.flatMap(({ person: hashes }) => hashes);
  if (person.length > 0) await holdForPost(tx, { ...nothing, person });
  const rules = judged.flatMap(({ loaded }) => loaded ?? []);
  const goals = rules.map(({ rules: { campaign }, status }) =>
    status.goal?.hardCap === true ? campaign.goalKey : null,
  );
  for (const goalKey of sorted(goals)) await holdForPost(tx, { ...nothing, goalKey });
  const campaigns = rules.map(({ rules: { campaign } }) => campaign.campaignKey);
  for (const campaignKey of sorted(campaigns)) await holdForPost(tx, { ...nothing, campaignKey });
};

/** Accepts leads one after another, so that a full cap refuses only those after it. Returns why others were not accepted, by lead. */
export const acceptLeads = async (
  tx: Tx,
  { ownerKey, leads, way, secret, by, now }: Acceptance,
): Promise<ReadonlyMap<number, string>> => {
  const refusals = new Map<number, string>();
  const { scope, userKey, origin } = by;
  const stored = await listRefusedLeads(
    tx,
    ownerKey,
    leads.map(({ lead }) => lead),
    { withPost: way.recheck },
  );
  const judged = await withRules(tx, secret, stored, now);
  await holdAll(tx, ownerKey, judged, now);
  const judgedOf = new Map(judged.map((one) => [one.lead.leadKey, one]));
  for (const { lead, note } of leads) {
    const verdict = await judge(tx, judgedOf.get(lead.leadKey)!, way, now);
    if (verdict.refused !== null) {
      refusals.set(lead.leadKey, verdict.refused);
      continue;
    }
    const { checks, known } = verdict;
    if (lead.status === 'HLD') await removeHolds(tx, ownerKey, [lead]);
    await updateCounting(tx, lead, verdict);
    if (known !== undefined) await updateKnown(tx, lead, known);
    await moveLead(tx, lead, {
      from: lead.status,
      to: 'VAL',
      by: 'ag',
      userKey,
      note,
      at: now,
      ...(checks !== undefined && { checks }),
    });
    await queueDelivery(tx, lead, now);
    await audit(tx, { ...scope, userKey, group: 'ag' }, origin, now, {
      action: way.recheck ? 'leadRechecked' : 'leadOverridden',
      ownerKey,
      entity: 'lead',
      entityKey: lead.leadKey,
      before: { status: lead.status },
      after: { status: 'VAL', ...(!way.recheck && { ignoreCap: way.ignoreCap }) },
    });
  }
  return refusals;
};
