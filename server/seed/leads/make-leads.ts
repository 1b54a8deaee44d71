import { type Day, midnightOf, momentOf, monthStart } from '../calendar.ts';
import { dailyOf } from '../build/plans.ts';
import { drawBad, drawReason } from './lead-outcomes.ts';
import { type Device, type Lead, type Status } from './lead.ts';
import { type MonthShape, shapeMonth } from './lead-days.ts';
import { applyReturn } from './lead-returns.ts';
import { type Campaign, type Plan, type Program, type Source } from '../build/model.ts';
import { type Random, weighted } from '../random.ts';
import { type Outcomes } from './rates.ts';
import { drawSecond } from './shape.ts';
import { uuid } from './identifiers.ts';
import { drawZip, refuseFor } from './own-rules.ts';

const drawDevice = weighted<readonly [Device, number]>(
  [
    ['mobile', 68],
    ['desktop', 27 * 1.25],
    ['tablet', 5 * 0.9],
  ],
  ([, weight]) => weight,
);
/** Share of web inquiries that came through our links. */
const CLICKED = 0.7;

export interface CampaignMonth {
  campaign: Campaign;
  plan: Plan;
  shape: MonthShape;
  leads: Lead[];
}

interface Draws {
  program(random: Random): Program;
  source(random: Random): Source | null;
}

const drawsOf = ({ programs, partner }: Campaign): Draws => {
  if (partner === null) return { program: weighted(programs, ({ weight }) => weight), source: () => null };
  return {
    program: weighted(programs, ({ weight }) => weight),
    source: weighted(partner.sources, ({ weight }) => weight),
  };
};

/** A source is used until it is blocked; afterwards another one of its partner. */
const openSource = (source: Source | null, day: Day, partnerSources: readonly Source[]): Source | null =>
  source === null || source.blockedFrom === null || day < source.blockedFrom
    ? source
    : (partnerSources.find(({ blockedFrom }) => blockedFrom === null) ?? source);

const makeLead = (campaign: Campaign, day: Day, status: Status, draws: Draws, random: Random): Lead => {
  const { owner, partner, kind } = campaign;
  const program = draws.program(random);
  // Call centers call until nine at night, and not before eight.
  const second = kind === 'call' ? random.int(8 * 3600, 21 * 3600 - 1) : drawSecond(random);
  return {
    campaign,
    day,
    status,
    program,
    at: momentOf(owner.zone, day, second),
    reasons: [],
    unpaid: false,
    device: kind === 'call' ? 'desktop' : drawDevice(random)[0],
    source: openSource(draws.source(random), day, partner?.sources ?? []),
    zip: drawZip(campaign, program.campus, random),
    deliveredAt: null,
    returned: null,
    clickId: kind === 'ppl' && random.chance(CLICKED) ? uuid(random) : null,
  };
};

const deliver = (lead: Lead, now: number, random: Random): void => {
  const seconds = random.logNormal(8, 0.9);
  if (lead.at + seconds * 1000 > now) {
    lead.status = 'VAL';
    return;
  }
  // Not before the checks are finished.
  lead.deliveredAt = lead.at + Math.max(1, Math.round(seconds)) * 1000;
};

/** Marks leads above the allocation as unpaid, for campaigns that pay only for their allocation. */
const markUnpaid = (good: readonly Lead[], { changedTo, allocation }: Plan): void => {
  const target = changedTo ?? allocation;
  if (allocation > 0 && good.length > target)
    for (const lead of good.toSorted((a, b) => a.at - b.at).slice(target)) lead.unpaid = true;
};

const HELD_FOR_MS = 4 * 86_400_000;
const refuseOverCap = (lead: Lead, reason: string, now: number): void => {
  const isHeld = lead.campaign.overDelivery === 'HOLD' && lead.at > now - HELD_FOR_MS;
  Object.assign(lead, { status: isHeld ? 'HLD' : 'CAP', reasons: [reason], deliveredAt: null, returned: null });
};

/** Whether a returned lead's unit was free when another one came: returned within its own month, and before. */
const isFreed = ({ returned, status, campaign, day }: Lead, at: number): boolean =>
  status === 'RTN' &&
  returned !== null &&
  returned.decidedAt <= at &&
  returned.decidedAt < midnightOf(campaign.owner.zone, monthStart(day, 1));

interface KeptLeads {
  accepted: Lead[];
  refused: Lead[];
}

/** A campaign that accepts nothing above its caps refuses or holds leads once they are full. */
const keepToCaps = (campaign: Campaign, plan: Plan, good: readonly Lead[], now: number): KeptLeads => {
  if (campaign.channel !== 'ppl' || campaign.overDelivery === 'ACCEPT_UNPAID')
    return { accepted: [...good], refused: [] };
  const monthly = plan.changedTo ?? plan.allocation;
  const daily = dailyOf(campaign, plan.allocation) ?? Infinity;
  const accepted: Lead[] = [];
  const refused: Lead[] = [];
  const refuse = (lead: Lead, reason: 'CAP_MONTHLY' | 'CAP_DAILY'): void => {
    refuseOverCap(lead, reason, now);
    refused.push(lead);
  };
  for (const lead of good.toSorted((a, b) => a.at - b.at)) {
    const standing = accepted.filter((earlier) => !isFreed(earlier, lead.at));
    if (standing.length >= monthly) refuse(lead, 'CAP_MONTHLY');
    else if (standing.filter(({ day }) => day === lead.day).length >= daily) refuse(lead, 'CAP_DAILY');
    else accepted.push(lead);
  }
  return { accepted, refused };
};

const isLate = (day: Day, { month }: Plan): boolean => day >= month.first + month.days * 0.45;

/** Generates everything a campaign received in one month, up to now. */
export const makeMonth = (campaign: Campaign, plan: Plan, now: number, random: Random): CampaignMonth | null => {
  const shape = shapeMonth(campaign, plan, random);
  if (shape === null) return null;
  const draws = drawsOf(campaign);
  const good = shape.spread(random).map((day) => makeLead(campaign, day, 'DLV', draws, random));
  if (campaign.overDelivery === 'ACCEPT_UNPAID') markUnpaid(good, plan);
  const arrived = good.filter(({ at }) => at <= now);
  for (const lead of arrived) {
    deliver(lead, now, random);
    applyReturn(lead, now, random);
  }
  const counts = drawBad(campaign, plan, shape.count, random);
  const { accepted, refused } = keepToCaps(campaign, plan, arrived, now);
  // A partner that is told of a full cap soon stops sending.
  const overCap = refused.slice(0, counts.CAP ?? 0);
  const leads = [...accepted, ...overCap];
  for (const [status, count] of Object.entries(counts) as [keyof Outcomes, number][]) {
    const left = status === 'CAP' ? count - overCap.length : count;
    for (let i = 0; i < left; i += 1) {
      const lead = makeLead(campaign, shape.drawDay(random), status, draws, random);
      if (lead.at > now || (status === 'CAP' && !isLate(lead.day, plan))) continue;
      if (status !== 'TST') refuseFor(lead, drawReason(status, random), now);
      if (status === 'CAP' && campaign.overDelivery === 'HOLD' && lead.at > now - HELD_FOR_MS) lead.status = 'HLD';
      leads.push(lead);
    }
  }
  return { campaign, plan, shape, leads };
};
