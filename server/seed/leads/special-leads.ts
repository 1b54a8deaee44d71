import { type Lead } from './lead.ts';
import { type CampaignMonth } from './make-leads.ts';
import { type Campaign, isOpenOn, type World } from '../build/model.ts';
import { momentOf } from '../calendar.ts';
import { type Random } from '../random.ts';
import { drawZip } from './own-rules.ts';
import { drawSecond } from './shape.ts';
import { isFraudDay } from './shocks.ts';

const STUCK_WITHIN_MS = 10 * 86_400_000;
/** Clients whose systems fail, the reason, and their share of the stuck leads. */
const ENDPOINTS = [
  { client: 'HTI-MW', reason: 'ENDPOINT_DOWN', share: 0.54 },
  { client: 'CVU-GR', reason: 'AUTH_FAILED', share: 0.3 },
  { client: 'LCH-NU', reason: 'MAPPING_ERROR', share: 0.16 },
];

/** Makes the newest deliveries to three clients stuck; counts across months how many remain. */
export const makeStuck = (world: World): ((leads: readonly Lead[]) => void) => {
  const shares = ENDPOINTS.map(({ share }) => Math.round(world.size.stuckLeads * share));
  const left = ENDPOINTS.map(({ client, reason }, index) => ({ client, reason, count: shares[index]! }));
  return (leads) => {
    const since = world.now.getTime() - STUCK_WITHIN_MS;
    const recent = leads.filter(({ at, status, returned }) => status === 'DLV' && returned === null && at > since);
    for (const endpoint of left.filter(({ count }) => count > 0)) {
      const ours = recent.filter(({ campaign }) => campaign.client.code === endpoint.client).slice(-endpoint.count);
      for (const lead of ours) {
        lead.status = 'STK';
        lead.reasons = [endpoint.reason];
        lead.deliveredAt = null;
      }
      endpoint.count -= ours.length;
    }
  };
};

const fraudLead = (campaign: Campaign, day: number, random: Random): Lead => {
  const program = random.pick(campaign.programs);
  return {
    campaign,
    day,
    program,
    status: 'SCR',
    reasons: ['NAME_FRAUD'],
    unpaid: false,
    device: 'mobile',
    at: momentOf(campaign.owner.zone, day, drawSecond(random)),
    source: campaign.partner!.sources.find(({ fraudulent }) => fraudulent)!,
    zip: drawZip(campaign, program.campus, random),
    deliveredAt: null,
    returned: null,
    clickId: null,
  };
};

/** One source sends invented names for three days, until it is blocked. */
export const makeFraud = (world: World, months: readonly CampaignMonth[], random: Random): Lead[] => {
  const hit = months.find(
    ({ campaign, shape }) =>
      campaign.partner?.sources.some(({ fraudulent }) => fraudulent) &&
      shape.days.some((day) => isFraudDay(campaign.owner.madeOn, day)),
  );
  if (hit === undefined) return [];
  const { campaign } = hit;
  const days = hit.shape.days.filter((day) => isFraudDay(campaign.owner.madeOn, day) && isOpenOn(campaign, day));
  return days.flatMap((day) =>
    Array.from({ length: Math.round(world.size.fraudLeads / days.length) }, () => fraudLead(campaign, day, random)),
  );
};
