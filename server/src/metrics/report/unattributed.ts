import {
  isSpendTotal,
  type MetricKey,
  type MetricViewer,
  type ReportChannel,
  type ReportFilter,
  type Unattributed,
} from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { monthAt } from '../../shared/month-edits/month-at.ts';
import { condition } from './report-sql.ts';

interface UnattributedQuestion {
  owners: readonly number[];
  viewer: Pick<MetricViewer, 'group'>;
  /** Days, both included. */
  range: { from: string; to: string };
  /** Only loaded if a measure totals spend. */
  measures: readonly MetricKey[];
  channels?: readonly string[];
  filters?: readonly ReportFilter[];
}

/** Dimensions known for an unlinked platform campaign; with any other filter there is no result. */
const KNOWN: ReadonlySet<string> = new Set(['brand', 'client', 'channel', 'account', 'tradingPlatform']);

/** What counts of an unlinked platform campaign `y`: its charges with the fee, on days that its account has loaded whole. */
const SPEND = sql`sum(d.client_cost)`;
const DAYS = sql`join platform_day d on d.owner_key = y.owner_key and d.platform_campaign_key = y.platform_campaign_key and d.complete`;

/** The same by platform campaign, for the owner's current month. */
export const loadUnattributedOfMonth = async (
  tx: Tx,
  ownerKey: number,
  platformCampaignKeys: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ key: number; spend: number }>`
    select y.platform_campaign_key as key, ${SPEND}::float8 as spend
    from platform_campaign y
    join owner o on o.owner_key = y.owner_key
    ${DAYS}
    where y.owner_key = ${ownerKey} and y.platform_campaign_key = any (${[...platformCampaignKeys]}::int[])
      and d.day >= ${monthAt(now, 'current')} and d.day < ${monthAt(now, 'next')}
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ key, spend }) => [key, spend]));
};

/** Channel filter for a report's channel. */
export const channelsOf = (channel: ReportChannel): string[] => (channel === 'all' ? [] : [channel]);

/** Platform charges of unlinked campaigns: only for the agency, and only if spend is totalled. */
export const loadUnattributed = async (tx: Tx, question: UnattributedQuestion): Promise<Unattributed | undefined> => {
  const { owners, viewer, range, measures, channels = [], filters = [] } = question;
  if (viewer.group !== 'ag' || !measures.some(isSpendTotal)) return undefined;
  if (!filters.every(({ member }) => KNOWN.has(member))) return undefined;
  const where = [
    ofOwners('y.owner_key', owners),
    sql`y.campaign_key is null`,
    sql`d.day between ${range.from} and ${range.to}`,
    ...(channels.length === 0 ? [] : [sql`a.channel = any (${[...channels]}::text[])`]),
    ...filters.map((filter) => condition(filter)),
  ];
  const { rows } = await sql<{ channel: Unattributed['channels'][number]; spend: string; campaigns: number }>`
    select a.channel, ${SPEND} as spend, count(distinct y.platform_campaign_key)::int as campaigns
    from platform_campaign y
    join platform_account a on a.owner_key = y.owner_key and a.account_key = y.account_key
    join trading_platform t on t.platform_key = a.platform_key
    join channel ch on ch.channel = a.channel
    join client cl on cl.owner_key = a.owner_key and cl.client_key = a.client_key
    join brand b on b.owner_key = cl.owner_key and b.brand_key = cl.brand_key
    ${DAYS}
    where ${sql.join(where, sql` and `)}
    group by a.channel having ${SPEND} <> 0 order by 2 desc
  `.execute(tx);
  if (rows.length === 0) return undefined;
  const cents = rows.reduce((sum, { spend }) => sum + Math.round(Number(spend) * 100), 0);
  return {
    spend: cents / 100,
    campaigns: rows.reduce((sum, { campaigns }) => sum + campaigns, 0),
    channels: rows.map(({ channel }) => channel),
  };
};
