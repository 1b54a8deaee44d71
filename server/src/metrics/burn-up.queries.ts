import { type AdditiveMetricKey } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/tx.ts';
import { accountPart, FACT_SQL } from './fact-sql.ts';
import { type CampaignChoice, isChosen, type Throughs } from './period.queries.ts';
import { type DayRange } from './periods.ts';

/**
 * What was spent on each day of a range, as month-to-date counts it: of the days that a late account has not delivered whole,
 * nothing that is its own.
 */
export const sumSpendByDay = async (
  tx: Tx,
  { ownerKey, only }: { ownerKey: number; only: CampaignChoice },
  spend: AdditiveMetricKey,
  { late }: Throughs,
  { from, to }: DayRange,
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; spend: string }>`
    select f.day, sum(${sql.raw(FACT_SQL[spend])} - case when f.day > late.through then ${sql.raw(accountPart(spend))} else 0 end) as spend
    from campaign_day f
    join campaign c on c.owner_key = f.owner_key and c.campaign_key = f.campaign_key
    left join unnest(${[...late.keys()]}::int[], ${[...late.values()].map(String)}::date[]) late (account_key, through)
      on late.account_key = c.account_key
    where f.owner_key = ${ownerKey} and f.day between ${from.toString()} and ${to.toString()} and ${isChosen(only, ownerKey, 'f')}
    group by f.day
  `.execute(tx);
  return new Map(rows.map(({ day, spend: sum }) => [day, Number(sum)]));
};
