import { type AdditiveMetricKey, type ReportChannel } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { monthOf, within } from './day-sql.ts';
import { type DayRange, wholeMonthsOf } from '../periods/periods.ts';

/** The costs of which a platform's part is shared out over leads: what one lead carries of it, under `rate`. */
const RATES: Partial<Record<AdditiveMetricKey, string>> = { clientCost: 'client_rate', mediaCost: 'media_rate' };

/** Of these facts the costs with something to share: in pay per lead all that is paid is paid for leads. */
export const sharedCosts = (facts: readonly AdditiveMetricKey[], channel: ReportChannel): AdditiveMetricKey[] =>
  channel === 'ppl' ? [] : facts.filter((fact) => RATES[fact] !== undefined);

/** What a lead, or many of a campaign and month, carry of the platform's cost. */
export const sharedCost = (row: string, fact: AdditiveMetricKey): string =>
  `${row}.valid * coalesce(rate.${RATES[fact]}, 0)`;

type JoinKind = 'left' | 'full';

/**
 * By the campaign's key alone, which no two owners share: with the owner's beside it the planner, who expects four rows where
 * there are fifteen thousand, walks through all rates of the owner for each.
 */
export const RATE_JOIN = (row: string, month: string, kind: JoinKind = 'left'): RawBuilder<unknown> =>
  sql.raw(`${kind} join rate on rate.campaign_key = ${row}.campaign_key and rate.month = ${month}`);

export const RIPE_JOIN = (row: string, month: string, kind: JoinKind = 'left'): RawBuilder<unknown> =>
  sql.raw(`${kind} join ripe on ripe.campaign_key = ${row}.campaign_key and ripe.month = ${month}`);

/** What a lead, or many of a campaign and month, count for of those whose outcome is in. */
export const ripeLeads = (row: string, part: string): string => `${row}.valid * coalesce(ripe."${part}", 0)`;

/**
 * What one valid lead carries of its campaign's platform cost: an even share of that of the same month, as far as the month is
 * asked about. Not of the same day: on a quarter to a half of all days with spend a campaign has no lead (docs/decisions/028).
 */
export const sharedRates = (
  owners: readonly number[],
  range: DayRange,
  only?: (row: string) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  // Where some days of a campaign do not count, no month is whole.
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
