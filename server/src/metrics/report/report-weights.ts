import { type AdditiveMetricKey } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Weights, weightKey } from '../../cluster/index.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { ripeLeads, sharedCost } from '../sql/attributed-sql.ts';
import { type CheckedReport } from './report-check.ts';
import { maturedParts, needsDays, ratesOf } from './report-from.ts';
import { type MaturitySql } from './report-maturity.ts';

/** Weights by campaign and month, in order. */
export interface Weighed {
  shared: readonly AdditiveMetricKey[];
  matured: readonly string[];
}

/** Weights of a report's leads that depend on their campaign's month; null if there are none, or they depend on days. */
export const weighedOf = (report: CheckedReport): Weighed | null => {
  const weighed = { shared: report.shared, matured: maturedParts(report) };
  const isByMonth = report.source === 'lead' && !needsDays(report);
  return isByMonth && weighed.shared.length + weighed.matured.length > 0 ? weighed : null;
};

/** With more numbers the statement would be too long. */
const MAX_NUMBERS = 400_000;

/** For these campaigns, or for all. Null if there are too many to pass. */
export const loadWeights = async (
  tx: Tx,
  report: CheckedReport,
  { shared, matured }: Weighed,
  maturity: MaturitySql | null,
  campaigns: readonly number[] | null,
): Promise<Weights | null> => {
  const rates = ratesOf(report);
  const ripe = matured.length > 0 ? (maturity?.before ?? null) : null;
  const months: RawBuilder<unknown> =
    rates !== null && ripe !== null
      ? sql`(rate full join ripe using (campaign_key, month))`
      : sql.raw(rates === null ? 'ripe' : 'rate');
  const columns = [
    ...shared.map((fact) => sharedCost('one', fact)),
    ...matured.map((part) => ripeLeads('one', part)),
  ].map((weight, index) => sql`(${sql.raw(weight)})::float8 as ${sql.ref(String(index))}`);
  const { rows } = await sql<Record<string, number>>`
    with ${sql.join([ripe, rates].filter((part) => part !== null))}
    select campaign_key as campaign, (extract(year from month) * 12 + extract(month from month) - 1)::int as month, ${sql.join(columns)}
    from ${months} cross join (select 1 as valid) one
    where ${campaigns === null ? sql`true` : sql`campaign_key = any (${campaigns}::int[])`}`.execute(tx);
  if (rows.length * columns.length > MAX_NUMBERS) return null;
  return {
    keys: rows.map(({ campaign = 0, month = 0 }) => weightKey(campaign, month)),
    columns: columns.map((_, index) => rows.map((row) => row[String(index)] ?? 0)),
  };
};
