import { type AdditiveMetricKey } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { FACT_SQL } from '../sql/fact-sql.ts';
import { type CampaignChoice, isChosen } from '../periods/period.queries.ts';
import { type DayRange } from '../periods/periods.ts';

/** Spend on each day of a range, as counted by month-to-date. */
export const sumSpendByDay = async (
  tx: Tx,
  { ownerKey, only }: { ownerKey: number; only: CampaignChoice },
  spend: AdditiveMetricKey,
  { from, to }: DayRange,
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; spend: string }>`
    select f.day, sum(${sql.raw(FACT_SQL[spend])}) as spend
    from campaign_day f
    where f.owner_key = ${ownerKey} and f.day between ${from.toString()} and ${to.toString()} and ${isChosen(only, ownerKey, 'f')}
    group by f.day
  `.execute(tx);
  return new Map(rows.map(({ day, spend: sum }) => [day, Number(sum)]));
};
