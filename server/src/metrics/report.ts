import {
  factOf,
  isDimensionKey,
  isMetricKey,
  type MetricKey,
  metricValue,
  numberOf,
  type PartKey,
  type Parts,
  partsOf,
  type ReportQuery,
  REPORT_LIMITS,
  sumParts,
  type UserGroup,
} from '@paceline/contract';
import { type Tx } from '../db/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type PeriodParts, rollUpPeriod } from './period-numbers.ts';
import { type CheckedReport, checkReport, isPlanMeasure, type ReportViewer } from './report-check.ts';
import { rangeOf } from './report-from.ts';
import { loadMaturity } from './report-maturity.ts';
import {
  groupKey,
  listReportOwners,
  loadPlanGroups,
  type PlanGroup,
  type ReportOwner,
  throughsOf,
} from './report-plan.ts';
import { reportSql } from './report-sql.ts';

export type ReportRow = Record<string, string | number | null>;

export interface ReportAnswer {
  rows: ReportRow[];
  /** From the sums of all rows, never from the rows' ratios. */
  total: ReportRow | null;
  /** What has to be said beside the numbers. */
  notes: readonly string[];
}

interface Group {
  labels: ReportRow;
  /** Over the days that were asked for. */
  parts: Parts;
  /** Of the plan: through the last complete day of each month. */
  plan: PeriodParts | null;
}

const partKeys = (measures: readonly MetricKey[]): PartKey[] => [...new Set(measures.flatMap(partsOf))];

/** A part is in the database's answer under the name of its fact, or under its own. */
const partsReader = (parts: readonly PartKey[], viewer: UserGroup): ((row: Record<string, unknown>) => Parts) => {
  const names = parts.map((part) => [part, factOf(part, viewer) ?? part] as const);
  return (row) => {
    const read: Parts = {};
    for (const [part, name] of names) read[part] = numberOf(row[name] as string | number | null | undefined);
    return read;
  };
};

/** The days' sums and the plan's numbers, group by group; a group may have only one of the two. */
const putTogether = (
  report: CheckedReport,
  rows: readonly Record<string, unknown>[],
  plan: ReadonlyMap<string, PlanGroup>,
  toParts: (row: Record<string, unknown>) => Parts,
): Group[] => {
  const labels = [...report.dimensions, ...(report.query.timeDimensions.granularity === null ? [] : ['date'])];
  const met = new Set<string>();
  const planOf = (row: Record<string, unknown>): PeriodParts | null => {
    const key = groupKey(row, report.dimensions.length, row['date']);
    met.add(key);
    return plan.get(key)?.parts ?? null;
  };
  const groups = rows.map((row): Group => {
    const names: ReportRow = {};
    for (const name of labels) names[name] = (row[name] ?? null) as string | null;
    return { labels: names, parts: toParts(row), plan: plan.size === 0 ? null : planOf(row) };
  });
  const nothing = toParts(Object.fromEntries(report.facts.map((fact) => [fact, 0])));
  for (const [key, { labels: names, parts }] of plan)
    if (!met.has(key)) groups.push({ labels: names, parts: nothing, plan: parts });
  return groups;
};

const compare = (a: string | number | null | undefined, b: string | number | null | undefined): number => {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
};

/** What cannot be told stands last, whichever way the rest is ordered. */
const sortRows = (rows: ReportRow[], order: ReportQuery['order']): ReportRow[] =>
  rows.toSorted((a, b) => {
    for (const { member, direction } of order) {
      const missing = Number(a[member] == null) - Number(b[member] == null);
      if (missing !== 0) return missing;
      const result = compare(a[member], b[member]);
      if (result !== 0) return direction === 'asc' ? result : -result;
    }
    return 0;
  });

const passes = (value: number | null, operator: string, bound: number): boolean => {
  if (operator === 'set') return value !== null;
  if (operator === 'notSet') return value === null;
  if (value === null) return false;
  if (operator === 'gt') return value > bound;
  if (operator === 'gte') return value >= bound;
  if (operator === 'lt') return value < bound;
  if (operator === 'lte') return value <= bound;
  return operator === 'equals' ? value === bound : value !== bound;
};

const valueOf = (key: MetricKey, { parts, plan }: Pick<Group, 'parts' | 'plan'>): number | null =>
  metricValue(key, isPlanMeasure(key) ? (plan ?? {}) : parts);

const askRows = async (
  tx: Tx,
  report: CheckedReport,
  viewer: ReportViewer,
  now: Date,
  owners: readonly ReportOwner[],
): Promise<Record<string, unknown>[]> => {
  if (report.facts.length === 0) return [];
  const maturity =
    report.matured.length === 0
      ? null
      : await loadMaturity(tx, report.matured, rangeOf(report).from, throughsOf(owners, now));
  const statement = { channel: viewer.channel, maturity, keys: report.plan !== null };
  return (await reportSql(report, statement).execute(tx)).rows;
};

/** Asks and answers: the database sums, the registry makes every ratio, for a row and for the total by the same function. */
export const runReport = async (tx: Tx, query: ReportQuery, viewer: ReportViewer, now: Date): Promise<ReportAnswer> => {
  const report: CheckedReport = checkReport(query, viewer);
  const owners = report.plan !== null || report.matured.length > 0 ? await listReportOwners(tx) : [];
  const plan =
    report.plan === null ? new Map<string, PlanGroup>() : await loadPlanGroups(tx, report, viewer, now, owners);
  const rows = await askRows(tx, report, viewer, now, owners);
  if (Math.max(rows.length, plan.size) > REPORT_LIMITS.rows) throw new AppError('TOO_SLOW');

  const measureFilters = query.filters.filter(({ member }) => !isDimensionKey(member));
  const asked = [...report.measures, ...measureFilters.map(({ member }) => member).filter(isMetricKey)];
  const parts = partKeys(asked.filter((key) => !isPlanMeasure(key)));
  const groups = putTogether(report, rows, plan, partsReader(parts, viewer.group)).filter((group) =>
    measureFilters.every(({ member, operator, values }) =>
      passes(valueOf(member as MetricKey, group), operator, Number(values[0])),
    ),
  );
  /** Tens of thousands of groups: one object each, and no other on the way. */
  const withValues = (row: ReportRow, sums: Pick<Group, 'parts' | 'plan'>): ReportRow => {
    for (const key of report.measures) row[key] = valueOf(key, sums);
    return row;
  };
  const all = groups.map((group) => withValues(group.labels, group));
  const total = (): ReportRow =>
    withValues(
      {},
      {
        parts: sumParts(
          groups.map((group) => group.parts),
          parts,
        ),
        plan: rollUpPeriod(groups.flatMap((group) => (group.plan === null ? [] : [{ parts: group.plan }]))),
      },
    );
  return {
    rows: sortRows(all, query.order).slice(0, query.limit),
    total: query.getTotal ? total() : null,
    notes: report.notes,
  };
};
