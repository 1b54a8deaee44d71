import { geoSchema, geoText, type IoLine, planNumbers, roundHalfUp } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { type Tx } from '../../../db/scope/tx.ts';
import { loadPeriod } from '../../../metrics/periods/period-facts.ts';
import { type CampaignPeriod } from '../../../metrics/periods/period-numbers.ts';
import { instantsOf, monthDays, todayIn } from '../../../metrics/periods/periods.ts';
import { findOwnerZone } from '../../../metrics/periods/period.queries.ts';
import { AppError } from '../../../lib/app-error.ts';
import { listOrderCampaigns, type OrderCampaign, type Pair } from './lines.queries.ts';

/** The month's plan for one partner and one client. */
interface PlannedOrder extends Pair {
  partnerName: string;
  clientName: string;
  lines: IoLine[];
  /** Campaigns with an allocation but no price: they cannot be ordered. */
  unpriced: string[];
}

interface OwnerMonths {
  zone: string;
  today: string;
  /** First days of the running month and of the next one. */
  current: string;
  next: string;
}

export const loadMonths = async (tx: Tx, ownerKey: number, now: Date): Promise<OwnerMonths> => {
  const zone = await findOwnerZone(tx, ownerKey);
  if (zone === null) throw new AppError('NOT_FOUND');
  const today = todayIn(now, zone);
  const current = today.with({ day: 1 });
  return {
    zone,
    today: today.toString(),
    current: current.toString(),
    next: current.add({ months: 1 }).toString(),
  };
};

/** A device with its own price keeps its ratio to the desktop price, as at the start of the month. */
const devicePrice = (own: number | null, desktop: number | null, media: number): number | null =>
  own === null || !desktop ? null : roundHalfUp((own * media) / desktop, 2);

const lineOf = (
  campaign: OrderCampaign,
  { plan, effective, basis }: CampaignPeriod,
  media: number,
  hidesClientCode: boolean,
): IoLine => ({
  campaignKey: campaign.campaignKey,
  campaignName: campaign.campaignName,
  campaignCode: campaign.campaignCode,
  clientCampaignCode: hidesClientCode || campaign.clientCampaignCode === '' ? null : campaign.clientCampaignCode,
  campus: campaign.campus,
  programs: campaign.programs,
  geo: geoText(geoSchema.parse(campaign.geo ?? {}), campaign.radiusCampus ?? undefined),
  mediaDesktop: media,
  mediaTablet: devicePrice(campaign.tablet, campaign.desktop, media),
  mediaMobile: devicePrice(campaign.mobile, campaign.desktop, media),
  monthlyCapacity: effective?.capacity ?? null,
  monthlyAllocation: effective?.monthly ?? null,
  monthlySoftAllocation: effective?.monthlySoft ?? null,
  weeklyAllocation: effective?.weekly ?? null,
  dailyAllocation: effective?.daily ?? null,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  recurring: campaign.recurring,
  // The budget of the allocation as in the month's table, at the price offered to the partner.
  amount: roundHalfUp((plan && planNumbers(plan, { ...basis, price: media }).budget) ?? 0, 2),
});

interface Asked {
  ownerKey: number;
  month: string;
  now: Date;
  /** Null: every partner and client in the month. */
  pairs: readonly Pair[] | null;
  hidesClientCode: boolean;
}

/**
 * The month's plan as orders, one per partner and client with an allocation. Figures come from the period behind the month's table, loaded
 * as for a media partner: with the partner's prices, without even reading the client's.
 */
export const loadPlannedOrders = async (tx: Tx, question: Asked): Promise<PlannedOrder[]> => {
  const { ownerKey, month, now, pairs, hidesClientCode } = question;
  const { zone, current } = await loadMonths(tx, ownerKey, now);
  const ofMonth = Temporal.PlainYearMonth.from(month.slice(0, 7));
  const days = monthDays(ofMonth);
  const pricesAt = month > current ? instantsOf(days, zone).from : now;
  const range = { from: days.from.toString(), to: days.to.toString() };
  const campaigns = await listOrderCampaigns(tx, ownerKey, range, pricesAt, pairs);
  const only = { campaignKeys: campaigns.map(({ campaignKey }) => campaignKey) };
  const period = await loadPeriod(tx, { ownerKey, month: ofMonth, now, group: 'mp', only });
  const periods = new Map(period.campaigns.map((one) => [one.campaignKey, one]));

  const orders = new Map<string, PlannedOrder>();
  for (const campaign of campaigns) {
    const { partnerKey, clientKey, partnerName, clientName, campaignName } = campaign;
    const own = periods.get(campaign.campaignKey);
    if (own === undefined || !own.effective?.monthly) continue;
    const name = `${partnerKey} ${clientKey}`;
    const order = orders.get(name) ?? { partnerKey, clientKey, partnerName, clientName, lines: [], unpriced: [] };
    orders.set(name, order);
    if (own.prices.media === null) order.unpriced.push(campaignName);
    else order.lines.push(lineOf(campaign, own, own.prices.media, hidesClientCode));
  }
  return [...orders.values()];
};
