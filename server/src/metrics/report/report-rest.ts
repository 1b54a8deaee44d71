import {
  type AdditiveMetricKey,
  DIMENSIONS,
  type DimensionKey,
  NOT_ATTRIBUTED,
  numberOf,
  sumOf,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { type CheckedReport, type ReportViewer } from './report-check.ts';
import { dimensionFilters, reportSql } from './report-sql.ts';

type Row = Record<string, unknown>;

const COSTS: readonly AdditiveMetricKey[] = ['clientCost', 'mediaCost'];
const isOfLeads = (key: string): boolean => DIMENSIONS[key as DimensionKey].source === 'lead';

/**
 * Whether the report breaks down leads without filtering them: only then are the costs beyond leads shown as a row. For the leads of one
 * campus, the cost of campaigns without leads is unknown.
 */
export const hasRest = (report: CheckedReport): boolean =>
  report.source === 'lead' &&
  report.facts.some((fact) => COSTS.includes(fact)) &&
  report.dimensions.some(isOfLeads) &&
  !dimensionFilters(report).some(({ member }) => isOfLeads(member));

const amountOf = (row: Row, fact: AdditiveMetricKey): number => numberOf(row[fact] as string | number | null) ?? 0;
/** Below a cent: rounding left by divisions. */
const isNothing = (amount: number): boolean => Math.abs(amount) < 0.005;

/**
 * Costs carried by no lead, for each group of campaigns and period in the rows: platform cost of campaigns without leads, and credits for
 * leads of closed months. With them the rows add up to the campaigns' cost.
 */
export const loadRest = async (
  tx: Tx,
  report: CheckedReport,
  { channel }: ReportViewer,
  rows: readonly Row[],
): Promise<Row[]> => {
  const costs = report.facts.filter((fact) => COSTS.includes(fact));
  const restDimensions = report.dimensions.flatMap((key, index) => (isOfLeads(key) ? [] : [{ key, index }]));
  const byCampaigns: CheckedReport = {
    ...report,
    dimensions: restDimensions.map(({ key }) => key),
    facts: costs,
    matured: [],
    shared: [],
    source: 'campaign',
  };
  const whole = (await reportSql(byCampaigns, { channel, keys: true }).execute(tx)).rows;
  const carried = Map.groupBy(rows, (row) =>
    JSON.stringify([...restDimensions.map(({ index }) => row[`key ${index}`] ?? null), row['date'] ?? null]),
  );
  const [named] = report.dimensions.filter(isOfLeads);
  return whole.flatMap((group): Row[] => {
    const key = JSON.stringify([
      ...restDimensions.map((_, index) => group[`key ${index}`] ?? null),
      group['date'] ?? null,
    ]);
    const rest = costs.map((fact) => {
      const ofLeads = sumOf((carried.get(key) ?? []).map((row) => amountOf(row, fact))) ?? 0;
      return [fact, sumOf([amountOf(group, fact), -ofLeads]) ?? 0] as const;
    });
    if (rest.every(([, amount]) => isNothing(amount))) return [];
    const nothing = Object.fromEntries(report.facts.map((fact) => [fact, 0]));
    return [{ ...group, ...nothing, [named ?? '']: NOT_ATTRIBUTED, ...Object.fromEntries(rest) }];
  });
};
