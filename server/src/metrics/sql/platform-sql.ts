import { type AdditiveMetricKey, type KeywordFact } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { monthOf, within } from './day-sql.ts';
import { type DayRange } from '../periods/periods.ts';

export type PlatformSource = 'platform' | 'keyword';

const OF_KEYWORDS: Record<KeywordFact, string> = {
  impressions: 'impressions',
  platformClicks: 'clicks',
  platformSpend: 'client_cost',
  conversions: 'conversions',
};

/** Facts of platform rows, with their columns. Spend includes the fee at every grain; keywords have no calls. */
export const PLATFORM_FACTS: Readonly<Record<PlatformSource, Partial<Record<AdditiveMetricKey, string>>>> = {
  platform: {
    ...OF_KEYWORDS,
    callConversions: 'call_conversions',
    viewThrough: 'view_through',
  },
  keyword: OF_KEYWORDS,
};

/** Tables of platform rows by day and month, and the joins that lead to a campaign. */
const TABLES: Readonly<
  Record<PlatformSource, Record<'days' | 'months' | 'keys' | 'columns' | 'joins' | 'linked', string>>
> = {
  platform: {
    days: 'platform_day',
    months: 'platform_month',
    keys: 'platform_campaign_key, ad_group_key',
    columns: 'x.campaign_key',
    joins: 'join platform_campaign x using (owner_key, platform_campaign_key)',
    linked: 'x.campaign_key',
  },
  keyword: {
    days: 'platform_keyword_day',
    months: 'keyword_month',
    keys: 'keyword_key',
    columns: 'n.ad_group_key, y.platform_campaign_key, z.campaign_key',
    joins: `join platform_keyword n using (owner_key, keyword_key)
        join platform_ad_group y using (owner_key, ad_group_key) join platform_campaign z using (owner_key, platform_campaign_key)`,
    linked: 'z.campaign_key',
  },
};

/** Days, months or sums of them, each with the campaign it counts for. */
export const withCampaigns = (source: PlatformSource, rows: string): RawBuilder<unknown> => {
  const { columns, joins, linked } = TABLES[source];
  // Unlinked campaigns are excluded from every number but their own (unattributed.ts).
  return sql.raw(`(select d.*, ${columns} from ${rows} d ${joins} where ${linked} is not null) f`);
};

/** Days that the account has loaded only partly are excluded. */
const completeDays = (source: PlatformSource): string => `(select * from ${TABLES[source].days} where complete)`;

export const platformDays = (source: PlatformSource): RawBuilder<unknown> =>
  withCampaigns(source, completeDays(source));

interface PlatformQuestion {
  owners: readonly number[];
  source: PlatformSource;
  facts: readonly AdditiveMetricKey[];
  /** Whole months, and the remaining days at either end. */
  months: DayRange;
  edges: readonly DayRange[];
  /** Whether months are grouped separately. */
  byMonth: boolean;
}

/** Whole months from their rollup and other days from daily rows, summed before names are joined. */
export const platformMonths = (
  question: PlatformQuestion,
): { rows: RawBuilder<unknown>; from: RawBuilder<unknown> } => {
  const { owners, source, facts, months, edges, byMonth } = question;
  const theirs = ofOwners('owner_key', owners);
  const tables = TABLES[source];
  const columns = [...new Set(facts.map((fact) => PLATFORM_FACTS[source][fact] ?? ''))];
  const read = sql.raw([tables.keys, ...columns].join(', '));
  const groups = `owner_key, ${tables.keys}${byMonth ? `, ${monthOf('day')}` : ''}`;
  const days = sql`union all
        select owner_key, day, ${read} from ${sql.raw(completeDays(source))} d where ${theirs} and (${within('day', edges)})`;
  return {
    rows: sql`stored as materialized (
      select ${sql.raw(groups)}${byMonth ? sql` as day` : sql``}, ${sql.raw(columns.map((column) => `sum(${column}) as ${column}`).join(', '))}
      from (
        select owner_key, month as day, ${read} from ${sql.raw(tables.months)}
        where ${theirs} and month between ${months.from.toString()} and ${months.to.toString()}
        ${edges.length > 0 ? days : sql``}
      ) r group by ${sql.raw(groups)}
    )`,
    from: withCampaigns(source, 'stored'),
  };
};
