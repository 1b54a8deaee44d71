import { isGoodLead } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { isoOf } from '../calendar.ts';
import { type Campaign } from '../build/model.ts';
import { type Lead } from '../leads/lead.ts';
import { type CampaignMonth, makeMonth } from '../leads/make-leads.ts';
import { type RestoredWorld } from './restore-world.ts';

/** A partner stops sending when it is told that a campaign is full; this share is still on its way. */
const STILL_SENT = 0.2;

/** The campaign months since then, generated as by the load. */
export const makeMonths = ({ world, platforms, random, lastDay }: RestoredWorld): CampaignMonth[] => {
  const onPlatform = new Set(platforms.map(({ campaign }) => campaign));
  const isRunning = (campaign: Campaign): boolean => campaign.channel === 'ppl' || onPlatform.has(campaign);
  return world.campaigns.filter(isRunning).flatMap((campaign) => {
    const { owner } = campaign;
    return owner.months
      .filter(({ first, days }) => first + days > lastDay(owner) && first <= owner.today)
      .flatMap(({ index }) => {
        const plan = campaign.plans.get(index);
        if (plan === undefined) return [];
        return makeMonth(campaign, plan, world.now.getTime(), random.fork(`leads ${campaign.code} ${index}`)) ?? [];
      });
  });
};

const countDelivered = async (tx: Tx, since: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: number; month: string; count: number }>`
    select campaign_key as key, date_trunc('month', captured_date)::date::text as month, count(*) as count from lead
    where captured_date >= ${since}::date and app.is_good(status) group by 1, 2
  `.execute(tx);
  return new Map(rows.map(({ key, month, count }) => [`${key} ${month}`, count]));
};

/** New inquiries since then, in order; above its allocation a campaign accepts nothing. */
export const newLeads = async (
  tx: Tx,
  campaignMonths: readonly CampaignMonth[],
  { random }: RestoredWorld,
  since: Date,
  firstMonth: string,
): Promise<Lead[]> => {
  const delivered = await countDelivered(tx, firstMonth);
  const own = random.fork(`refused after ${since.getTime()}`);
  return campaignMonths
    .flatMap(({ campaign, plan, leads }) => {
      const key = `${campaign.key} ${isoOf(plan.month.first)}`;
      const most =
        campaign.channel === 'ppl' && campaign.overDelivery !== 'ACCEPT_UNPAID'
          ? (plan.changedTo ?? plan.allocation)
          : Infinity;
      let count = delivered.get(key) ?? 0;
      return leads
        .filter(({ at }) => at > since.getTime())
        .toSorted((a, b) => a.at - b.at)
        .filter((lead) => {
          if (!isGoodLead(lead.status)) return true;
          count += 1;
          if (count <= most) return true;
          Object.assign(lead, { status: 'CAP', reasons: ['CAP_MONTHLY'], deliveredAt: null, returned: null });
          return own.chance(STILL_SENT);
        });
    })
    .toSorted((a, b) => a.at - b.at || a.campaign.key - b.campaign.key);
};
