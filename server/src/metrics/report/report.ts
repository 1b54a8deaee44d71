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
  /** What has to be said beside the numbers. */
  notes: readonly string[];
  /** Measures with a cost that is attributed: leads carry their share of what platforms charged. */
  attributed: readonly string[];
  /** All that was measured: what is shown, and what formulas are made of. */
  measured: readonly MetricKey[];
}

interface Group {
  labels: ReportRow;
  /** Over the days that were asked for. */
  parts: Parts;
  /** The same through the day that each campaign's ad account is loaded, where that is less: what is held against each other. */
  paired: Parts | null;
  /** Of the plan: through the last complete day of each month. */
  plan: PeriodParts | null;
}

const partKeys = (measures: readonly MetricKey[]): PartKey[] => [...new Set(measures.flatMap(partsOf))];

/** A part is in the database's answer under the name of its fact, or under its own; what these rows have none of is 0. */
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

/** What a report is put together from. */
interface Sums {
  rows: readonly Record<string, unknown>[];
  /** By the group's key, of the days that an account has not delivered. */
  late: ReadonlyMap<string, Record<string, unknown>>;
  plan: ReadonlyMap<string, PlanGroup>;
}

/** What a row is called by. */
const labelsOf = ({ dimensions, query }: CheckedReport): string[] => [
  ...dimensions,
  ...(query.timeDimensions.granularity === null ? [] : ['date']),
];

/** The days' sums and the plan's numbers, group by group; a group may have only one of the two. */
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
    // What no lead carries is no group of leads: it has no key, and nothing stands behind it.
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

/** What cannot be told stands last, whichever way the rest is ordered. */
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

/** The name under which a row carries a sum. */
export const partColumn = (part: PartKey): string => `part ${part}`;

/** A widget's rows say which they are, so that one of them can be asked about; a plain report's are as their columns were asked. */
const needsKeys = ({ forWidgets, withKeys }: ReportViewer): boolean => forWidgets === true || withKeys === true;

/**
 * Groups by what they are, and then by time: whoever asks for no other order gets the same one every time. Plainly compared, as there
 * may be tens of thousands of them.
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
 * Behind the policies the planner expects a handful of rows where there are a hundred thousand, and would sort them by name to put
 * them into groups. After an error the transaction is over, and the setting with it.
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

/** Asks and answers, about these owners and no others: the database sums, the registry makes every ratio, for a row and for the total by the same function. */
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
  /** Where the rows were read, if not where they should be. */
  const notes = new Set<string>();
  const ask = (of: CheckedReport, withKeys: boolean): Promise<Record<string, unknown>[]> =>
    askRows(tx, of, viewer, now, zones, withKeys, (text) => notes.add(text));
  const rows = await ask(report, lateAccounts.length > 0);
  const late = await loadLate(report, viewer, lateAccounts, (of) => ask(of, true));
  // Days that others are compared with only say that they are cut.
  const lateNotes = viewer.comparedWith === undefined ? await listLateNotes(tx, report, viewer, now) : [];
  const cutNote = viewer.comparedWith === undefined ? PAIRED_NOTE : COMPARED_NOTE;
  if (Math.max(rows.length, plan.size) > REPORT_LIMITS.rows) throw new AppError('TOO_SLOW');

  const formulaOf = (name: string) => report.formulas.find(({ key }) => key === name);
  /** A measure's value, or that of a formula of the viewer's own. */
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
  /** Tens of thousands of groups: one object each, and no other on the way. */
  const withValues = (row: ReportRow, sums: GroupSums): ReportRow => {
    for (const key of report.shown) row[key] = valueOf(key, sums, viewer);
    for (const { key } of report.formulas) row[key] = numberFor(key, sums);
    return row;
  };
  const added = (of: (group: Group) => Parts): Parts =>
    // Nothing at all is none of what is counted; what is made of it by dividing cannot be told.
    groups.length === 0 ? noneOf(report, toParts) : sumParts(groups.map(of), parts);
  // A filter of numbers leaves some groups; else what is taken off may belong to a group that has no row.
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
        // A filter of numbers leaves some groups; their plan is what they have together.
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
