import {
  factOf,
  factsOf,
  isDimensionKey,
  isMetricKey,
  isOfPlatforms,
  isPlanMeasure,
  type MetricKey,
  metricValue,
  NOT_ATTRIBUTED,
  numberOf,
  type PartKey,
  type Parts,
  partsOf,
  platformFactOf,
  type ReportQuery,
  REPORT_LIMITS,
  ROW_KEY,
  sumOf,
  sumParts,
  type UserGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type PeriodParts, rollUpPeriod } from '../periods/period-numbers.ts';
import { type CheckedReport, checkReport, type ReportViewer } from './report-check.ts';
import { clusterRows } from './report-cluster.ts';
import {
  COMPARED_NOTE,
  isCut,
  lateKey,
  listLateAccounts,
  listLateNotes,
  loadLate,
  PAIRED_NOTE,
} from './report-late.ts';
import { loadMaturity } from './report-maturity.ts';
import { groupKey, listReportOwners, loadPlan, type PlanGroup, type ReportOwner, throughsOf } from './report-plan.ts';
import { hasRest, loadRest } from './report-rest.ts';
import { reportSql } from './report-sql.ts';

export type ReportRow = Record<string, string | number | null>;

export interface ReportAnswer {
  rows: ReportRow[];
  /** From the sums of all rows, never from the rows' ratios. */
  total: ReportRow | null;
  /** Notes beside the numbers. */
  notes: readonly string[];
  /** Measures with an attributed cost: leads carry their share of platform charges. */
  attributed: readonly string[];
  /** All measures calculated: those shown, and those used in formulas. */
  measured: readonly MetricKey[];
}

interface Group {
  labels: ReportRow;
  /** Over the requested days. */
  parts: Parts;
  /** The same through the last day loaded by each campaign's ad account, if earlier: used when two sources are compared. */
  paired: Parts | null;
  /** Plan numbers, through the last complete day of each month. */
  plan: PeriodParts | null;
}

const partKeys = (measures: readonly MetricKey[]): PartKey[] => [...new Set(measures.flatMap(partsOf))];

/** Reads parts from a database row, by fact or part name; facts that these rows lack are 0. */
const partsReader = (
  parts: readonly PartKey[],
  viewer: UserGroup,
  { source }: CheckedReport,
): ((row: Record<string, unknown>) => Parts) => {
  const ofPlatforms = isOfPlatforms(source);
  const names = parts.map((part) => {
    const fact = factOf(part, viewer);
    if (fact === null) return [part, part] as const;
    return [part, ofPlatforms ? platformFactOf(fact) : fact] as const;
  });
  return (row) => {
    const read: Parts = {};
    for (const [part, name] of names)
      read[part] = name === null ? 0 : numberOf(row[name] as string | number | null | undefined);
    return read;
  };
};

const noneOf = ({ facts }: CheckedReport, toParts: (row: Record<string, unknown>) => Parts): Parts =>
  toParts(Object.fromEntries(facts.map((fact) => [fact, 0])));

const less = (parts: Parts, other: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, sumOf([value, -(other[key as PartKey] ?? 0)])]));

/** Inputs of a report's answer. */
interface Sums {
  rows: readonly Record<string, unknown>[];
  /** By group key: facts of days that an account has not delivered. */
  late: ReadonlyMap<string, Record<string, unknown>>;
  plan: ReadonlyMap<string, PlanGroup>;
}

/** Names of a row's label columns. */
const labelsOf = ({ dimensions, query }: CheckedReport): string[] => [
  ...dimensions,
  ...(query.timeDimensions.granularity === null ? [] : ['date']),
];

/** Merges the days' sums with the plan by group; a group may have only one of the two. */
const putTogether = (
  report: CheckedReport,
  { rows, late, plan }: Sums,
  toParts: (row: Record<string, unknown>) => Parts,
  withKeys: boolean,
): Group[] => {
  const labels = labelsOf(report);
  const met = new Set<string>();
  const planOf = (key: string): PeriodParts | null => {
    met.add(key);
    return plan.get(key)?.parts ?? null;
  };
  const groups = rows.map((row): Group => {
    const names: ReportRow = {};
    for (const name of labels) names[name] = (row[name] ?? null) as string | null;
    const key = withKeys || plan.size > 0 ? groupKey(row, report.dimensions.length, row['date']) : '';
    // Costs not attributed to leads are not a group: no key, and no rows behind them.
    if (withKeys && !Object.values(names).includes(NOT_ATTRIBUTED)) names[ROW_KEY] = key;
    const parts = toParts(row);
    const after = late.size === 0 ? undefined : late.get(lateKey(row, report));
    return {
      labels: names,
      parts,
      paired: after === undefined ? null : less(parts, toParts(after)),
      plan: plan.size === 0 ? null : planOf(key),
    };
  });
  for (const [key, { labels: names, parts }] of plan)
    if (!met.has(key))
      groups.push({
        labels: { ...names, ...(withKeys && { [ROW_KEY]: key }) },
        parts: noneOf(report, toParts),
        paired: null,
        plan: parts,
      });
  return groups;
};

const compare = (a: string | number | null | undefined, b: string | number | null | undefined): number => {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
};

/** Sorts null last in both directions. */
export const sortRows = (rows: readonly ReportRow[], order: ReportQuery['order']): ReportRow[] =>
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

type GroupSums = Pick<Group, 'parts' | 'paired' | 'plan'>;

const valueOf = (key: MetricKey, { parts, paired, plan }: GroupSums, viewer: ReportViewer): number | null => {
  if (isPlanMeasure(key)) return metricValue(key, plan ?? {});
  return metricValue(key, paired !== null && isCut(key, viewer) ? paired : parts);
};

/** Column name of a sum in a row. */
export const partColumn = (part: PartKey): string => `part ${part}`;

/** Widget rows carry keys, so that one of them can be queried further; plain reports have only the requested columns. */
const needsKeys = ({ forWidgets, withKeys }: ReportViewer): boolean => forWidgets === true || withKeys === true;

/**
 * Default order: by names, then by period, so that results are always in the same order. Plain comparisons, as there may be tens of
 * thousands of rows.
 */
const inUsualOrder = (rows: readonly Record<string, unknown>[], report: CheckedReport): Record<string, unknown>[] => {
  const [first] = rows;
  const names = labelsOf(report).map((name, index) => (first && `key ${index}` in first ? `key ${index}` : name));
  return rows.toSorted((a, b) => {
    for (const name of names) {
      const [left, right] = [a[name] ?? null, b[name] ?? null] as (string | number | null)[];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      return left! < right! ? -1 : 1;
    }
    return 0;
  });
};

const setSorting = (tx: Tx, to: 'on' | 'off'): Promise<unknown> =>
  sql`select set_config('enable_sort', ${to}, true), set_config('enable_incremental_sort', ${to}, true)`.execute(tx);

/**
 * With row-level security the planner expects a handful of rows instead of a hundred thousand, and would sort them by name for grouping.
 * After an error the transaction ends, and the setting with it.
 */
const withoutSorting = async <T>(tx: Tx, ask: () => Promise<T>): Promise<T> => {
  await setSorting(tx, 'off');
  const answer = await ask();
  await setSorting(tx, 'on');
  return answer;
};

const askRows = async (
  tx: Tx,
  report: CheckedReport,
  viewer: ReportViewer,
  now: Date,
  owners: readonly ReportOwner[],
  withKeys: boolean,
  note: (text: string) => void,
): Promise<Record<string, unknown>[]> => {
  if (report.facts.length === 0) return [];
  const maturity = report.matured.length === 0 ? null : await loadMaturity(tx, report, throughsOf(owners, now));
  const withRest = hasRest(report);
  const statement = {
    channel: viewer.channel,
    maturity,
    keys: withKeys || report.plan !== null || withRest || needsKeys(viewer),
  };
  return withoutSorting(tx, async () => {
    const elsewhere = await clusterRows(tx, report, statement, viewer, note);
    const groups = await reportSql(report, { ...statement, rows: elsewhere }).execute(tx);
    const rows = inUsualOrder(groups.rows, report);
    return withRest ? [...rows, ...(await loadRest(tx, report, viewer, rows))] : rows;
  });
};

/**
 * Runs a report for these owners only: the database sums, the registry calculates every ratio, with the same function for rows and total.
 */
export const runReport = async (
  tx: Tx,
  owners: readonly number[],
  query: ReportQuery,
  viewer: ReportViewer,
  now: Date,
): Promise<ReportAnswer> => {
  const report: CheckedReport = checkReport(owners, query, viewer);
  let ownersOfRows: readonly ReportOwner[] | null = null;
  const zonesOf = async (): Promise<readonly ReportOwner[]> => (ownersOfRows ??= await listReportOwners(tx, owners));
  const zones = report.plan !== null || report.matured.length > 0 ? await zonesOf() : [];
  const lateAccounts = await listLateAccounts(tx, report, viewer, zonesOf, now);
  const { groups: plan, total: planTotal } = await loadPlan(tx, report, viewer, now, zones);
  /** Notes on the fallback, if the rows were read from another source than intended. */
  const notes = new Set<string>();
  const ask = (of: CheckedReport, withKeys: boolean): Promise<Record<string, unknown>[]> =>
    askRows(tx, of, viewer, now, zones, withKeys, (text) => notes.add(text));
  const rows = await ask(report, lateAccounts.length > 0);
  const late = await loadLate(report, viewer, lateAccounts, (of) => ask(of, true));
  // For comparison days only a note that they are limited.
  const lateNotes = viewer.comparedWith === undefined ? await listLateNotes(tx, report, viewer, now) : [];
  const cutNote = viewer.comparedWith === undefined ? PAIRED_NOTE : COMPARED_NOTE;
  if (Math.max(rows.length, plan.size) > REPORT_LIMITS.rows) throw new AppError('TOO_SLOW');

  const formulaOf = (name: string) => report.formulas.find(({ key }) => key === name);
  /** Value of a measure or of a custom formula. */
  const numberFor = (name: string, sums: GroupSums): number | null => {
    const formula = formulaOf(name);
    if (formula === undefined) return valueOf(name as MetricKey, sums, viewer);
    return formula.value((used) => valueOf(used as MetricKey, sums, viewer));
  };
  const measureFilters = query.filters.filter(({ member }) => !isDimensionKey(member));
  const metrics = [...report.measures, ...measureFilters.map(({ member }) => member).filter(isMetricKey)];
  const parts = partKeys(metrics.filter((key) => !isPlanMeasure(key)));
  const toParts = partsReader(parts, viewer.group, report);
  const groups = putTogether(report, { rows, late, plan }, toParts, needsKeys(viewer)).filter((group) =>
    measureFilters.every(({ member, operator, values }) =>
      passes(numberFor(member, group), operator, Number(values[0])),
    ),
  );
  /** Tens of thousands of groups: one object each, without copies. */
  const withValues = (row: ReportRow, sums: GroupSums): ReportRow => {
    for (const key of report.shown) row[key] = valueOf(key, sums, viewer);
    for (const { key } of report.formulas) row[key] = numberFor(key, sums);
    return row;
  };
  const added = (of: (group: Group) => Parts): Parts =>
    // Without rows sums are 0 and ratios null.
    groups.length === 0 ? noneOf(report, toParts) : sumParts(groups.map(of), parts);
  // With filters on measures the selected groups are summed; otherwise the late days of groups without a row count too.
  const pairedTotal = (): Parts =>
    measureFilters.length > 0
      ? added((group) => group.paired ?? group.parts)
      : less(
          added((group) => group.parts),
          sumParts([...late.values()].map(toParts), parts),
        );
  const withParts = (row: ReportRow, { parts: sums, paired }: GroupSums): ReportRow => {
    const isPaired = paired !== null && report.measures.some((key) => isCut(key, viewer));
    for (const part of parts) row[partColumn(part)] = (isPaired ? paired : sums)[part] ?? null;
    return row;
  };
  const all = groups.map((group) => {
    const row = withValues(group.labels, group);
    return viewer.withParts === true ? withParts(row, group) : row;
  });
  const total = (): ReportRow =>
    withValues(
      {},
      {
        parts: added((group) => group.parts),
        paired: late.size === 0 ? null : pairedTotal(),
        // With filters on measures the plan is the sum of the selected groups.
        plan:
          measureFilters.length === 0
            ? planTotal
            : rollUpPeriod(groups.flatMap((group) => (group.plan === null ? [] : [{ parts: group.plan }]))),
      },
    );
  const isShared = (keys: readonly MetricKey[]): boolean =>
    factsOf(keys, viewer.group).some((fact) => report.shared.includes(fact));
  return {
    rows: sortRows(all, query.order).slice(0, query.limit),
    total: query.getTotal ? total() : null,
    notes: [...report.notes, ...lateNotes, ...(late.size === 0 ? [] : [cutNote]), ...notes],
    attributed: [
      ...report.shown.filter((key) => isShared([key])),
      ...report.formulas.flatMap(({ key, uses }) => (isShared(uses) ? [key] : [])),
    ],
    measured: report.measures,
  };
};
