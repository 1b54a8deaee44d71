import { type Month } from '../calendar.ts';
import { type Campaign, isOpenOn, type Owner, priceOn } from './model.ts';
import { type Random } from '../random.ts';
import { CHANNELS } from './sizes.ts';
import { growthAt, SEASON } from '../leads/shape.ts';
import { budgetShare } from '../leads/shocks.ts';

/** Overall ratio of delivered to allocated: more has to be allocated than is wanted. */
const USUAL_DELIVERY = 0.93;
/** Before deliveries above the monthly and daily caps are cut off; afterwards the overall ratio is 0.93. */
const DELIVERY = { mean: 1.07, deviation: 0.18, least: 0.35 };

/** Share of an allocation that is finally spent: less is delivered, some is returned, and some campaigns pay less for phones. */
export const USUAL_SPEND = 0.94;

/** Rounded to fives above twenty, as people plan. */
const toUnits = (wanted: number): number =>
  wanted > 20 ? Math.round(wanted / 5) * 5 : Math.max(1, Math.round(wanted));

/** The daily cap, for campaigns that have one: 22 working days fill the month's cap. */
export const dailyOf = ({ dailyCap }: Campaign, units: number): number | null =>
  dailyCap ? Math.ceil(units / 22) : null;

const openShare = (campaign: Campaign, { first, days }: Month): number => {
  let open = 0;
  for (let day = first; day < first + days; day += 1) if (isOpenOn(campaign, day)) open += 1;
  return open / days;
};

/** A campaign without an allocation had one until two months ago. */
const isPlanned = ({ state, owner }: Campaign, { index }: Month): boolean =>
  state !== 'draft' && !(state === 'unallocated' && index >= owner.months.length - 3);

const planBought = (campaign: Campaign, month: Month, wanted: number, random: Random): void => {
  const allocation = toUnits(wanted / USUAL_DELIVERY);
  const changedTo = random.chance(0.3) ? toUnits(allocation * random.between(0.8, 1.25)) : null;
  const most = campaign.overDelivery === 'ACCEPT_UNPAID' ? 1.08 : 1;
  const delivery = Math.min(most, Math.max(DELIVERY.least, random.normal(DELIVERY.mean, DELIVERY.deviation)));
  // Returned leads free their units for others.
  const lost = (campaign.partner?.returns ?? 0) / 100;
  const effective = changedTo ?? allocation;
  campaign.plans.set(month.index, {
    month,
    allocation,
    changedTo,
    expected: (effective * delivery) / (1 - lost),
    spend: allocation * USUAL_SPEND * (priceOn(campaign, month.first + 14)?.client ?? 0),
  });
};

const planOnPlatform = (campaign: Campaign, month: Month, wanted: number, random: Random): void => {
  const pace = Math.min(1.3, Math.max(0.7, random.normal(0.985, 0.115)));
  campaign.plans.set(month.index, {
    month,
    allocation: 0,
    changedTo: null,
    expected: wanted * pace,
    spend: wanted * (priceOn(campaign, month.first + 14)?.client ?? 0),
  });
};

/** Distributes an owner's monthly inquiries among the campaigns open in that month. */
export const buildPlans = (
  owner: Owner,
  campaigns: readonly Campaign[],
  volume: number,
  random: Random,
  months: readonly Month[] = owner.months,
): void => {
  for (const month of months) {
    for (const channel of CHANNELS) {
      const open = campaigns
        .filter((campaign) => campaign.channel === channel && isPlanned(campaign, month))
        .map((campaign) => ({ campaign, share: campaign.weight * openShare(campaign, month) }))
        .filter(({ share }) => share > 0);
      const total = open.reduce((sum, { share }) => sum + share, 0);
      const cut = channel === 'ppl' ? 1 : budgetShare(owner, month.index);
      const { valid, mix } = owner.volume;
      const wanted = valid * volume * (mix[channel] / 100) * SEASON[month.ofYear]! * growthAt(month.index) * cut;
      for (const { campaign, share } of open) {
        const own = random.fork(`plan ${campaign.code} ${month.index}`);
        const plan = channel === 'ppl' ? planBought : planOnPlatform;
        plan(campaign, month, (wanted * share) / total, own);
      }
    }
  }
};
