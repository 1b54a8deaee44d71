import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { type Day, isoOf } from '../calendar.ts';
import { type Account } from '../build/model.ts';
import { type Builder } from '../build/organisation.ts';
import { type CampaignMonth } from '../leads/make-leads.ts';
import { budgetOf } from '../write/campaigns.ts';
import { writePlatformMonth, writeUnlinked } from '../write/platform-days.ts';
import { writeWebsiteDay } from '../write/website.ts';
import { type RestoredWorld } from './restore-world.ts';

/** The day up to which an account was last loaded: it may have been incomplete. */
const fromOf = ({ lastDay }: RestoredWorld, { owner, through }: Account): Day =>
  lastDay(owner) - (owner.today - through);

const removeFrom = async (tx: Tx, { key, owner }: Account, from: Day): Promise<void> => {
  await sql`
    delete from platform_keyword_day d using platform_keyword k
      join platform_ad_group g using (owner_key, ad_group_key) join platform_campaign p using (owner_key, platform_campaign_key)
    where d.owner_key = ${owner.key} and d.day >= ${isoOf(from)}::date and p.account_key = ${key}
      and (k.owner_key, k.keyword_key) = (d.owner_key, d.keyword_key)
  `.execute(tx);
  await sql`
    delete from platform_day d using platform_campaign p
    where d.owner_key = ${owner.key} and d.day >= ${isoOf(from)}::date and p.account_key = ${key}
      and (p.owner_key, p.platform_campaign_key) = (d.owner_key, d.platform_campaign_key)
  `.execute(tx);
};

/** Writes each account's days since its last load, including that day again in full. */
export const writePlatformTraffic = async (
  tx: Tx,
  builder: Builder,
  restored: RestoredWorld,
  campaignMonths: readonly CampaignMonth[],
  now: Date,
  since: Date,
): Promise<void> => {
  const { world, platforms, random } = restored;
  for (const account of world.accounts) await removeFrom(tx, account, fromOf(restored, account));
  for (const platform of platforms) {
    const from = fromOf(restored, platform.account);
    const own = random.fork(`platform ${platform.key} from ${from}`);
    if (platform.campaign === null) writeUnlinked(builder, world, platform, own, from);
    for (const month of campaignMonths.filter(({ campaign }) => campaign === platform.campaign))
      writePlatformMonth(builder, world, platform, month, own, from);
  }
  await sql`
    update platform_account set last_sync_at = last_sync_at + (${now}::timestamptz - ${since}::timestamptz)
    where last_sync_at is not null
  `.execute(tx);
};

/** At the start of a month, sets the budgets of platform campaigns unless a user has changed them. */
export const moveBudgets = async (tx: Tx, { world, lastDay }: RestoredWorld): Promise<void> => {
  for (const { owner, key, plans, account } of world.campaigns) {
    if (account === null) continue;
    const monthAt = (day: Day) => owner.months.findLast(({ first }) => first <= day)!.index;
    const [before, current] = [plans.get(monthAt(lastDay(owner))), plans.get(monthAt(owner.today))];
    if (before === undefined || current === undefined || before === current) continue;
    await sql`
      update campaign set monthly_budget = ${budgetOf(current)}
      where owner_key = ${owner.key} and campaign_key = ${key} and monthly_budget = ${budgetOf(before)}
    `.execute(tx);
  }
};

/** Writes the website's complete days, in proportion to their good inquiries. */
export const writeWebsiteTraffic = async (tx: Tx, builder: Builder, restored: RestoredWorld): Promise<void> => {
  const { world, random, lastDay } = restored;
  for (const owner of world.owners) {
    const { rows } = await sql<{ day: string; count: number }>`
      select captured_date::text as day, count(*) as count from lead
      where owner_key = ${owner.key} and captured_date >= ${isoOf(lastDay(owner))}::date
        and app.is_good(status) group by 1
    `.execute(tx);
    const counts = new Map(rows.map(({ day, count }) => [day, count]));
    for (let day = lastDay(owner); day < owner.today; day += 1)
      writeWebsiteDay(
        builder,
        { owner, day, inquiries: counts.get(isoOf(day)) ?? 0, rows: world.size.websiteRows },
        random.fork(`website ${owner.key} ${day}`),
      );
  }
};
