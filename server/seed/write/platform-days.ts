import { type Builder } from '../build/organisation.ts';
import { type Day, isoOf, midnightOf } from '../calendar.ts';
import { chargedOf } from './money/charged.ts';
import { writeKeywordDay } from './keyword-days.ts';
import { type Device, DEVICES } from '../leads/lead.ts';
import { type CampaignMonth } from '../leads/make-leads.ts';
import { type Account, priceOn, type World } from '../build/model.ts';
import { type Random } from '../random.ts';
import { CLICK_ECONOMY, type Kind } from '../leads/rates.ts';
import { type Size } from '../build/sizes.ts';
import { type AdGroup, type PlatformCampaign } from './platforms.ts';

const DEVICE_SHARE: Readonly<Record<Device, number>> = { mobile: 0.68, desktop: 0.27, tablet: 0.05 };
const CALLS = 0.09;
const VIEW_THROUGH = 0.8;

interface DayOfGroup {
  platform: PlatformCampaign;
  group: AdGroup;
  day: Day;
  /** Expected inquiries of the whole campaign on the day. */
  expected: number;
  price: number;
  kind: Exclude<Kind, 'ppl' | 'call'>;
  conversions: ReadonlyMap<Device, number>;
}

const writeDay = (
  builder: Builder,
  world: World,
  { platform, group, day, expected, price, kind, conversions }: DayOfGroup,
  random: Random,
): void => {
  const { account } = platform;
  const { ctr, cvr } = CLICK_ECONOMY[kind];
  const fee = 1 + account.feePercent / 100;
  const sum = { impressions: 0, clicks: 0, cost: 0, conversions: 0 };
  for (const device of DEVICES) {
    const clicks = random.poisson((expected / cvr) * group.share * DEVICE_SHARE[device]);
    const impressions = Math.max(
      clicks,
      random.poisson((clicks + 0.3 * random.next()) / (ctr * random.between(0.85, 1.15))),
    );
    const converted = conversions.get(device) ?? 0;
    if (converted === 0 && (world.size.sparse ? clicks : impressions) === 0) continue;
    const cost = Math.round(clicks * (price / fee) * cvr * random.between(0.88, 1.12) * 100) / 100;
    const clientCost = chargedOf(cost, account.feePercent);
    builder.sheets.put('platform_day', {
      owner_key: account.owner.key,
      day: isoOf(day),
      platform_campaign_key: platform.key,
      ad_group_key: group.key,
      device,
      impressions,
      clicks,
      cost: cost.toFixed(2),
      client_cost: clientCost.toFixed(2),
      conversions: converted,
      call_conversions: kind === 'search' || kind === 'brand' ? random.poisson(converted * CALLS) : 0,
      view_through: kind === 'display' ? random.poisson(converted * VIEW_THROUGH) : 0,
    });
    sum.impressions += impressions;
    sum.clicks += clicks;
    sum.cost += cost;
    sum.conversions += converted;
  }
  if (day > account.owner.today - world.size.keywordDays) writeKeywordDay(builder, account, day, group, sum, random);
};

/** The elapsed part of the day: the account was loaded a moment ago. */
const partOf = (world: World, { owner }: Account, day: Day): number =>
  day < owner.today ? 1 : (world.now.getTime() - midnightOf(owner.zone, owner.today)) / 86_400_000;

type Counted = Map<Device, number>[];

/** The platform counts every form sent, whatever became of it; each counts for one ad group. */
const countConversions = ({ leads }: CampaignMonth, groups: number, random: Random): Map<Day, Counted> => {
  const days = new Map<Day, Counted>();
  for (const { day, device, status } of leads) {
    if (status === 'TST') continue;
    let counted = days.get(day);
    if (counted === undefined)
      days.set(day, (counted = Array.from({ length: groups }, () => new Map<Device, number>())));
    const group = counted[random.int(0, groups - 1)]!;
    group.set(device, (group.get(device) ?? 0) + 1);
  }
  return days;
};

export const writePlatformMonth = (
  builder: Builder,
  world: World,
  platform: PlatformCampaign,
  campaignMonth: CampaignMonth,
  random: Random,
  from = -Infinity,
): void => {
  const { campaign, shape } = campaignMonth;
  const kind = campaign.kind as DayOfGroup['kind'];
  const counted = countConversions(campaignMonth, platform.adGroups.length, random);
  for (const [index, day] of shape.days.entries()) {
    if (day > platform.account.through) break;
    if (day < from) continue;
    const expected = shape.expected[index]! * partOf(world, platform.account, day);
    const price = priceOn(campaign, day)?.client ?? 0;
    for (const [at, group] of platform.adGroups.entries()) {
      const conversions = counted.get(day)?.[at] ?? new Map<Device, number>();
      writeDay(builder, world, { platform, group, day, expected, price, kind, conversions }, random);
    }
  }
};

const UNLINKED_DAYS = 60;
/** Daily inquiries of an unlinked campaign: the more there are, the less each, so that the unlinked part stays small. */
const unlinkedInquiries = ({ volume, unlinked }: Size): number => Math.min(0.4, 6.4 / unlinked) * volume;
const KIND_OF = { ppc: 'search', social: 'social', programmaticDisplay: 'display', ppl: 'search' } as const;

/** Writes two months of an unlinked campaign: its cost is in no report until it is linked. */
export const writeUnlinked = (
  builder: Builder,
  world: World,
  platform: PlatformCampaign,
  random: Random,
  from = platform.account.owner.today - UNLINKED_DAYS,
): void => {
  const { account } = platform;
  for (let day = from; day < account.through; day += 1) {
    for (const group of platform.adGroups) {
      const part = {
        expected: unlinkedInquiries(world.size),
        price: 90,
        kind: KIND_OF[account.channel],
        conversions: new Map<Device, number>(),
      };
      writeDay(builder, world, { platform, group, day, ...part }, random);
    }
  }
};
