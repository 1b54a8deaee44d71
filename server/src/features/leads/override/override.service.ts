import {
  type CallBody,
  type CallResponse,
  canOverride,
  type leadOverride,
  refusedMoveMessage,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { getStatusContext } from '../../../shared/campaign-status/status.queries.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { fullCap } from '../../../shared/intake/checks/caps.ts';
import { holdForPost } from '../../../shared/intake/hold.queries.ts';
import { countCaps, intakeClock } from '../../../shared/intake/lookups.queries.ts';
import { createRulesCache } from '../../../shared/intake/rules-cache.ts';
import { type LeadDeps } from '../details.service.ts';
import { listDeskLeads, type StoredLead } from '../update/desk-leads.queries.ts';
import { closedMonth, conflictText } from '../update/desk-move.rules.ts';
import { removeHolds } from '../update/settle.queries.ts';
import { getLeadPlace, updateCounting } from './override.queries.ts';

type Asked = CallBody<typeof leadOverride>;
type Result = CallResponse<typeof leadOverride>[number];

/** The product's own scope on the owner, and the requesting user. */
interface OverrideCaller {
  scope: Scope;
  userKey: number;
  origin: Origin;
}

/** Whether today's caps have room for the lead. Their counters stay locked until the transaction ends. */
const askCaps = async (tx: Tx, lead: StoredLead, { ignoreCap }: Asked, now: Date) => {
  const { ownerKey } = lead;
  const place = await getLeadPlace(tx, lead);
  const loaded = await createRulesCache().load(tx, ownerKey, place.campaignKey, now);
  if (loaded === null) {
    // A campaign without a partner has no caps on leads.
    const { clock } = await getStatusContext(tx, { partnerKey: null }, ownerKey, now);
    return { refused: null, unpaid: false, countedOn: clock.today };
  }
  const { rules, status } = loaded;
  const clock = intakeClock(rules, now);
  await holdForPost(tx, {
    ownerKey,
    campaignKey: place.campaignKey,
    month: clock.month,
    goalKey: status.goal?.hardCap === true ? rules.campaign.goalKey : null,
    post: null,
    person: [],
  });
  const source = rules.sources.find(({ publisherSourceKey }) => publisherSourceKey === place.sourceKey) ?? null;
  const program = rules.programs.find(({ programKey }) => programKey === place.programKey) ?? null;
  const full = fullCap(await countCaps(tx, { rules, status, now, source, program }), rules.owner.zone);
  const isUnpaid = full !== null && !ignoreCap && rules.campaign.overDelivery === 'ACCEPT_UNPAID';
  if (full !== null && !ignoreCap && !isUnpaid) return { refused: full.message };
  return { refused: null, unpaid: isUnpaid, countedOn: clock.today };
};

const take = async (
  tx: Tx,
  { scope, userKey, origin }: OverrideCaller,
  change: Asked,
  { leadCaptureKey, version }: Asked['leads'][number],
  now: Date,
): Promise<string | null> => {
  const { ownerKey, note } = change;
  const [lead] = await listDeskLeads(tx, ownerKey, [leadCaptureKey], now, { lock: true });
  if (lead === undefined) return 'The lead was not found.';
  if (lead.version !== version) return conflictText(lead.status, 'VAL');
  if (!canOverride(lead.status)) return refusedMoveMessage(lead.status, 'VAL');
  const closed = closedMonth(lead, 'VAL');
  if (closed !== null) return closed.message;
  const room = await askCaps(tx, lead, change, now);
  if (room.refused !== null) return room.refused;
  if (lead.status === 'HLD') await removeHolds(tx, ownerKey, [lead]);
  await updateCounting(tx, lead, room);
  await moveLead(tx, lead, { from: lead.status, to: 'VAL', by: 'ag', userKey, note, at: now });
  await queueDelivery(tx, lead, now);
  const who = { ...scope, userKey, group: 'ag' as const };
  await audit(tx, who, origin, now, {
    action: 'leadOverridden',
    ownerKey,
    entity: 'lead',
    entityKey: leadCaptureKey,
    before: { status: lead.status },
    after: { status: 'VAL', ignoreCap: change.ignoreCap },
  });
  return null;
};

/** Accepts leads against the checks, each in a transaction of its own: a full cap refuses only those after it. */
export const overrideLeads = async (
  { db, clock }: LeadDeps,
  caller: OverrideCaller,
  change: Asked,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const one of change.leads) {
    const message = await db.withScope(caller.scope, (tx) => take(tx, caller, change, one, clock.now()));
    results.push({ leadCaptureKey: one.leadCaptureKey, isTaken: message === null, message: message ?? '' });
  }
  return results;
};
