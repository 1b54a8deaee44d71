import { isGoodLead } from '@paceline/contract';
import { type Bulk } from '../../../src/db/connection/bulk.ts';
import { type Builder } from '../../build/organisation.ts';
import { type Day, HISTORY_MONTHS } from '../../calendar.ts';
import { type Lead } from '../../leads/lead.ts';
import { type CampaignMonth, makeMonth } from '../../leads/make-leads.ts';
import { type Campaign, type Owner, type World } from '../../build/model.ts';
import { makeFraud, makeStuck } from '../../leads/special-leads.ts';
import { type ClickCounts, writeClickDays, writeClicks } from './clicks.ts';
import { type Intake, writeLeads } from './leads.ts';
import { writePlatformMonth, writeUnlinked } from '../platform-days.ts';
import { type PlatformCampaign } from '../platforms.ts';
import { writeWebsiteDay } from '../website.ts';

/** Good inquiries of the current month by campaign, for comparison with the caps. */
type Delivered = Map<number, number>;

const writeWebsite = (builder: Builder, world: World, index: number, leads: readonly Lead[]): void => {
  const counts = new Map<string, number>();
  for (const { campaign, day, status } of leads) {
    const key = `${campaign.owner.key} ${day}`;
    if (isGoodLead(status)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const write = (owner: Owner, day: Day): void =>
    writeWebsiteDay(
      builder,
      { owner, day, inquiries: counts.get(`${owner.key} ${day}`) ?? 0, rows: world.size.websiteRows },
      builder.random.fork(`website ${owner.key} ${day}`),
    );
  for (const owner of world.owners) {
    const { first, days } = owner.months[index]!;
    for (let day = first; day < first + days && day < owner.today; day += 1) write(owner, day);
  }
};

const countGood = (leads: readonly Lead[]): Delivered => {
  const counts: Delivered = new Map();
  for (const { campaign, status } of leads)
    if (isGoodLead(status)) counts.set(campaign.key, (counts.get(campaign.key) ?? 0) + 1);
  return counts;
};

const makeCampaignMonth = (builder: Builder, world: World, campaign: Campaign, index: number): CampaignMonth | null => {
  const plan = campaign.plans.get(index);
  return plan === undefined
    ? null
    : makeMonth(campaign, plan, world.now.getTime(), builder.random.fork(`leads ${campaign.code} ${index}`));
};

/** Writes the history month by month, so that memory holds no more than one. */
export const writeHistory = async (
  builder: Builder,
  world: World,
  platforms: readonly PlatformCampaign[],
  intake: Intake,
  copy: Bulk['copy'],
  onMonth: (done: number) => void,
): Promise<Delivered> => {
  const { random, sheets } = builder;
  const clickCounts: ClickCounts = new Map();
  const platformOf = new Map(platforms.map((platform) => [platform.campaign, platform]));
  const holdBack = makeStuck(world);
  let delivered: Delivered = new Map();
  for (let index = 0; index < HISTORY_MONTHS; index += 1) {
    const own = random.fork(`month ${index}`);
    const campaignMonths = world.campaigns.flatMap(
      (campaign) => makeCampaignMonth(builder, world, campaign, index) ?? [],
    );
    const leads = campaignMonths
      .flatMap((month) => month.leads)
      .concat(makeFraud(world, campaignMonths, own))
      .toSorted((a, b) => a.at - b.at || a.campaign.key - b.campaign.key);
    holdBack(leads);
    const keys = writeLeads(builder, intake, leads, own);
    intake.people.passOn();
    writeClicks(builder, world, leads, keys, clickCounts, own);
    for (const month of campaignMonths) {
      const platform = platformOf.get(month.campaign);
      if (platform !== undefined) writePlatformMonth(builder, world, platform, month, own);
    }
    writeWebsite(builder, world, index, leads);
    await sheets.flush(copy);
    delivered = countGood(leads);
    onMonth((index + 1) / HISTORY_MONTHS);
  }
  for (const platform of platforms)
    if (platform.campaign === null) writeUnlinked(builder, world, platform, random.fork(`unlinked ${platform.key}`));
  writeClickDays(builder, clickCounts);
  await sheets.flush(copy);
  return delivered;
};
