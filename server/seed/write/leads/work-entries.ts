import { type TrailEntry } from '../money/audit-trail.ts';
import { isoOf, midnightOf, momentOf, monthStart } from '../../calendar.ts';
import { buyerFor, colleagueFor, contactOf, type Directory } from '../directory.ts';
import { type Campaign, type Owner, type Plan, type World } from '../../build/model.ts';
import { type Random } from '../../random.ts';
import { type OrderRecord } from '../money/orders.ts';
import { closesAt, type ReturnRecord } from './returns.ts';

/** Actions on campaigns, leads, orders and months, derived from existing rows. */

const DAY_MS = 86_400_000;
const historyStart = ({ months, zone }: Owner): number => midnightOf(zone, months[0]!.first);
const inOffice = ({ zone }: Owner, day: number, random: Random): number =>
  momentOf(zone, day, random.int(9 * 3600, 17 * 3600));

const planEntries = (directory: Directory, campaign: Campaign, plan: Plan, random: Random): TrailEntry[] => {
  const { owner, key } = campaign;
  const { month, allocation, changedTo } = plan;
  if (month.index > owner.months.length - 2) return [];
  const began: TrailEntry = {
    at: midnightOf(owner.zone, month.first) + 5 * 60_000,
    by: 'system',
    ownerKey: owner.key,
    route: 'monthTurn',
    action: 'monthBegan',
    entity: 'campaign',
    entityKey: key,
    after: { month: isoOf(month.first), monthlyAllocation: allocation },
  };
  const buyer = buyerFor(directory, owner, key);
  if (changedTo === null || buyer === null) return [began];
  const changed: TrailEntry = {
    ...began,
    at: inOffice(owner, month.first + random.int(6, 18), random),
    by: buyer,
    route: 'allocationsSave',
    action: 'allocationsSaved',
    before: { month: isoOf(month.first), userDefinedMonthlyAllocation: null },
    after: { month: isoOf(month.first), userDefinedMonthlyAllocation: changedTo },
  };
  return [began, changed];
};

const campaignEntries = (directory: Directory, campaign: Campaign, random: Random): TrailEntry[] => {
  const { owner, key, prices, pauses, start, plans, channel } = campaign;
  const buyer = buyerFor(directory, owner, key);
  if (buyer === null) return [];
  const base = { by: buyer, ownerKey: owner.key, entity: 'campaign', entityKey: key };
  const entry: TrailEntry = {
    ...base,
    at: inOffice(owner, Math.min(start, owner.today) - 9, random),
    route: 'campaignSave',
    action: 'campaignCreated',
    after: { name: campaign.name, code: campaign.code },
  };
  const priced = (channel === 'ppl' ? prices.slice(1) : []).map(({ from, client, media }, index): TrailEntry => ({
    ...base,
    at: inOffice(owner, from - 3, random),
    route: 'campaignSave',
    action: 'priceChanged',
    before: { clientBidPrice: prices[index]!.client, aggregatorBidPrice: prices[index]!.media },
    after: { clientBidPrice: client, aggregatorBidPrice: media, validFrom: isoOf(from) },
  }));
  const paused = pauses.flatMap(({ from, to, reason }): TrailEntry[] => {
    const status = { ...base, route: 'campaignStatusSave' };
    const off: TrailEntry = {
      ...status,
      at: inOffice(owner, from - 1, random),
      action: 'campaignPaused',
      after: { reason },
    };
    return to === null ? [off] : [off, { ...status, at: inOffice(owner, to, random), action: 'campaignResumed' }];
  });
  const planned =
    channel === 'ppl' ? [...plans.values()].flatMap((plan) => planEntries(directory, campaign, plan, random)) : [];
  return [entry, ...priced, ...paused, ...planned];
};

const returnEntries = (
  directory: Directory,
  { lead, leadKey, returned, requestedBy, decidedBy }: ReturnRecord,
): TrailEntry[] => {
  const requester = directory.find(({ key }) => key === requestedBy);
  const decider = directory.find(({ key }) => key === decidedBy);
  const base = { ownerKey: lead.campaign.owner.key, route: 'leadStatusUpdate', entity: 'lead', entityKey: leadKey };
  const request: TrailEntry = {
    ...base,
    at: returned.askedAt,
    by: requester ?? 'system',
    action: 'returnRequested',
    before: { statusCode: 'DLV' },
    after: { statusCode: 'RTR', reasonCode: returned.reason },
  };
  if (lead.status === 'RTR') return [request];
  const decided: TrailEntry = {
    ...base,
    at: returned.decidedAt,
    by: decider ?? 'system',
    action: returned.approved ? 'returnApproved' : 'returnDenied',
    before: { statusCode: 'RTR' },
    after: { statusCode: lead.status },
  };
  return [request, decided];
};

const orderEntries = (directory: Directory, order: OrderRecord): TrailEntry[] => {
  const { owner, partner, key, sentAt, answeredAt, state, version } = order;
  const sender = colleagueFor(directory, owner, ['accountManager', 'agencyAdmin'], partner.key);
  if (sentAt === null || sender === null) return [];
  const base = { ownerKey: owner.key, entity: 'insertionOrder', entityKey: key };
  const sent: TrailEntry = {
    ...base,
    at: sentAt,
    by: sender,
    route: 'ioNextMonthEmail',
    action: 'orderSent',
    after: { month: isoOf(order.month.first), version },
  };
  if (answeredAt === null) return [sent];
  // A partner without users answers through the link in the mail.
  const by = contactOf(directory, owner, partner, key) ?? 'public';
  return [sent, { ...base, at: answeredAt, by, route: 'ioAnswer', action: 'orderAnswered', after: { status: state } }];
};

const monthEntries = (directory: Directory, owner: Owner, random: Random): TrailEntry[] =>
  owner.months.slice(0, -1).flatMap(({ first, index }): TrailEntry[] => {
    const month = isoOf(first);
    const planner = colleagueFor(directory, owner, ['accountManager', 'agencyAdmin'], index);
    const closed: TrailEntry = {
      at: closesAt(owner, first),
      by: 'system',
      ownerKey: owner.key,
      route: 'billingMonths',
      action: 'billingMonthClosed',
      entity: 'billingMonth',
      entityKey: month,
      before: { status: 'IN_REVIEW' },
      after: { status: 'CLOSED' },
    };
    if (planner === null) return [closed];
    const at = inOffice(owner, monthStart(first) - 5, random);
    const saved = { ...closed, at, by: planner, before: {}, entityKey: month };
    return [
      closed,
      { ...saved, route: 'goalTargetSave', action: 'goalTargetsSaved', entity: 'goals', after: { month } },
      {
        ...saved,
        at: at + DAY_MS,
        route: 'allocationsSave',
        action: 'allocationsSaved',
        entity: 'allocations',
        after: { month },
      },
    ];
  });

export interface Work {
  world: World;
  directory: Directory;
  returns: readonly ReturnRecord[];
  orders: readonly OrderRecord[];
}

/** All actions that left a row, since the history began. */
export const workEntries = ({ world, directory, returns, orders }: Work, random: Random): TrailEntry[] => {
  const since = historyStart(world.owners[0]!);
  return [
    ...world.campaigns.flatMap((campaign) => campaignEntries(directory, campaign, random)),
    ...returns.flatMap((record) => returnEntries(directory, record)),
    ...orders.flatMap((order) => orderEntries(directory, order)),
    ...world.owners.flatMap((owner) => monthEntries(directory, owner, random)),
  ].filter(({ at }) => at >= since);
};
