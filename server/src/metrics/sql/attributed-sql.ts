import { type AdditiveMetricKey, type ReportChannel } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { monthOf, within } from './day-sql.ts';
import { type DayRange, wholeMonthsOf } from '../periods/periods.ts';

/** Costs with a platform part distributed over leads: the cost per lead, in `rate`. */
const RATES: Partial<Record<AdditiveMetricKey, string>> = { clientCost: 'client_rate', mediaCost: 'media_rate' };

/** The costs that have a platform part: pay per lead has none, as all cost is of leads. */
export const sharedCosts = (facts: readonly AdditiveMetricKey[], channel: ReportChannel): AdditiveMetricKey[] =>
  channel === 'ppl' ? [] : facts.filter((fact) => RATES[fact] !== undefined);

/** Platform cost carried by a lead, or by many of a campaign and month. */
export const sharedCost = (row: string, fact: AdditiveMetricKey): string =>
  `${row}.valid * coalesce(rate.${RATES[fact]}, 0)`;

type JoinKind = 'left' | 'full';

/**
 * Joins by campaign key only, which is unique across owners: with the owner's key added, the planner expects four rows instead of fifteen
 * thousand and scans all of the owner's rates for each.
 */
export const RATE_JOIN = (row: string, month: string, kind: JoinKind = 'left'): RawBuilder<unknown> =>
  sql.raw(`${kind} join rate on rate.campaign_key = ${row}.campaign_key and rate.month = ${month}`);

export const RIPE_JOIN = (row: string, month: string, kind: JoinKind = 'left'): RawBuilder<unknown> =>
  sql.raw(`${kind} join ripe on ripe.campaign_key = ${row}.campaign_key and ripe.month = ${month}`);

/** Number of matured outcomes that a lead, or many of a campaign and month, count for. */
export const ripeLeads = (row: string, part: string): string => `${row}.valid * coalesce(ripe."${part}", 0)`;

/**
 * Platform cost per valid lead: an equal share of its campaign's cost in the month, within the requested range. Not by day: on a quarter to
 * a half of all days with spend a campaign has no lead (docs/decisions/028).
 */
export const sharedRates = (
  owners: readonly number[],
  range: DayRange,
  only?: (row: string) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  // If days of some campaigns are excluded, whole months cannot be used.
  const { months, edges } = only === undefined ? wholeMonthsOf(range) : { months: null, edges: [range] };
  const columns = sql.raw('platform_client_cost, platform_cost, valid');
  const parts = [
    ...(months === null
      ? []
      : [
          sql`select owner_key, campaign_key, month, ${columns} from campaign_month_fact
            where ${ofOwners('owner_key', owners)} and month between ${months.from.toString()} and ${months.to.toString()}
              and (platform_client_cost <> 0 or platform_cost <> 0)`,
        ]),
    ...(edges.length === 0
      ? []
      : [
          sql`select owner_key, campaign_key, ${sql.raw(monthOf('day'))}, ${columns} from campaign_day d
            where ${ofOwners('owner_key', owners)} and (${within('day', edges)}) and ${only?.('d') ?? sql`true`}`,
        ]),
  ];
  return sql`rate as materialized (
      select owner_key, campaign_key, month, sum(platform_client_cost) / sum(valid) as client_rate, sum(platform_cost) / sum(valid) as media_rate
      from (${sql.join(parts, sql` union all `)}) c (owner_key, campaign_key, month, platform_client_cost, platform_cost, valid)
      group by 1, 2, 3 having sum(valid) > 0 and (sum(platform_client_cost) <> 0 or sum(platform_cost) <> 0)
    )`;
};
