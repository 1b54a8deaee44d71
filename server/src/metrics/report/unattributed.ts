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
    select a.channel, sum(d.client_cost) as spend, count(distinct y.platform_campaign_key)::int as campaigns
    from platform_campaign y
    join platform_account a on a.owner_key = y.owner_key and a.account_key = y.account_key
    join trading_platform t on t.platform_key = a.platform_key
    join channel ch on ch.channel = a.channel
    join client cl on cl.owner_key = a.owner_key and cl.client_key = a.client_key
    join brand b on b.owner_key = cl.owner_key and b.brand_key = cl.brand_key
    join platform_day d on d.owner_key = y.owner_key and d.platform_campaign_key = y.platform_campaign_key and d.complete
    where ${sql.join(where, sql` and `)}
    group by a.channel having sum(d.client_cost) <> 0 order by 2 desc
  `.execute(tx);
  if (rows.length === 0) return undefined;
  const cents = rows.reduce((sum, { spend }) => sum + Math.round(Number(spend) * 100), 0);
  return {
    spend: cents / 100,
    campaigns: rows.reduce((sum, { campaigns }) => sum + campaigns, 0),
    channels: rows.map(({ channel }) => channel),
  };
};
