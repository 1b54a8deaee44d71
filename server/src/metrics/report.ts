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
import { type CheckedReport, checkReport, type ReportViewer } from './report-check.ts';
import { reportSql } from './report-sql.ts';

export type ReportRow = Record<string, string | number | null>;

export interface ReportAnswer {
  rows: ReportRow[];
  /** From the sums of all rows, never from the rows' ratios. */
  total: ReportRow | null;
}

interface Group {
  labels: ReportRow;
  parts: Parts;
}

const partKeys = (measures: readonly MetricKey[]): PartKey[] => [...new Set(measures.flatMap(partsOf))];

const toGroup = (
  row: Record<string, unknown>,
  labels: readonly string[],
  parts: readonly PartKey[],
  viewer: UserGroup,
): Group => ({
  labels: Object.fromEntries(labels.map((name) => [name, (row[name] ?? null) as string | null])),
  parts: Object.fromEntries(
    parts.map((part) => {
      const fact = factOf(part, viewer);
      return [part, fact === null ? null : numberOf(row[fact] as string | number | null)];
    }),
  ),
});

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

/** Asks and answers: the database sums, the registry makes every ratio, for a row and for the total by the same function. */
export const runReport = async (tx: Tx, query: ReportQuery, viewer: ReportViewer): Promise<ReportAnswer> => {
  const report: CheckedReport = checkReport(query, viewer);
  const { rows } = await reportSql(report, viewer.channel).execute(tx);
  if (rows.length > REPORT_LIMITS.rows) throw new AppError('TOO_SLOW');

  const measureFilters = query.filters.filter(({ member }) => !isDimensionKey(member));
  const asked = [...report.measures, ...measureFilters.map(({ member }) => member).filter(isMetricKey)];
  const labels = [...report.dimensions, ...(query.timeDimensions.granularity === null ? [] : ['date'])];
  const parts = partKeys(asked);
  const groups = rows
    .map((row) => toGroup(row, labels, parts, viewer.group))
    .filter(({ parts: sums }) =>
      measureFilters.every(({ member, operator, values }) =>
        passes(metricValue(member as MetricKey, sums), operator, Number(values[0])),
      ),
    );
  const values = (sums: Parts): ReportRow =>
    Object.fromEntries(report.measures.map((key) => [key, metricValue(key, sums)]));
  const all = groups.map(({ labels: names, parts: sums }): ReportRow => ({ ...names, ...values(sums) }));
  const total = query.getTotal
    ? values(
        sumParts(
          groups.map((group) => group.parts),
          parts,
        ),
      )
    : null;
  return { rows: sortRows(all, query.order).slice(0, query.limit), total };
};
