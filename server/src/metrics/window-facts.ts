import {
  type AdditiveMetricKey,
  type CampaignDimensionKey,
  factOf,
  METRIC_KEYS,
  type MetricKey,
  METRICS,
  metricValue,
  numberOf,
  outcomeFactOf,
  type Parts,
  type Stage,
  STAGES,
  sumOf,
  type UserGroup,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../db/tx.ts';
import { DIMENSION_SQL, type Join, joinsFor } from './dimension-sql.ts';
import { FACT_SQL } from './fact-sql.ts';
import {
  cohortWindow,
  type CohortSums,
  historicalMonths,
  MATURE_WINDOWS,
  type MatureWindow,
  matureWindow,
} from './maturity.rules.ts';
import { loadThroughs, loadToday } from './period-facts.ts';
import { type CampaignChoice, isChosen, type Throughs } from './period.queries.ts';
import { type Day, dayOf, type DayRange } from './periods.ts';

export interface WindowQuestion {
  ownerKey: number;
  now: Date;
  group: UserGroup;
  /** One set of sums for each value's key, or one for all of them together. */
  by: CampaignDimensionKey | null;
  only?: CampaignChoice;
}

/** By the key of the dimension's value; everything together, and what has no value, is under null. */
export type ByGroup<T> = Map<string | number | null, T>;

type WindowName = string;
interface SumsOfWindow {
  name: WindowName;
  range: DayRange;
  facts: readonly AdditiveMetricKey[];
}
type WindowSums = Record<WindowName, Parts>;

/** A fact names its campaign itself: nothing has to be joined to tell campaigns apart. */
const groupedBy = (by: CampaignDimensionKey | null): { key: string; joins: readonly Join[] } => {
  if (by === null) return { key: 'null::int', joins: [] };
  if (by === 'campaign') return { key: 'f.campaign_key', joins: [] };
  const { key, value, joins } = DIMENSION_SQL[by];
  return { key: key ?? value, joins };
};

/** The sums of several windows at once: the rows are read once, whatever number of windows they fall into. */
const sumWindows = async (
  tx: Tx,
  table: RawBuilder<unknown>,
  { ownerKey, by, only = null }: WindowQuestion,
  windows: readonly SumsOfWindow[],
  /** Which campaigns' accounts; null for whatever is there. */
  source: RawBuilder<unknown> | null,
): Promise<Map<string | number | null, WindowSums>> => {
  const days = windows.flatMap(({ range }) => [range.from.toString(), range.to.toString()]).toSorted();
  const columns = windows.flatMap(({ name, range, facts }) =>
    facts.map(
      (fact) =>
        sql`sum(${sql.raw(FACT_SQL[fact])}) filter (where f.day between ${range.from.toString()} and ${range.to.toString()})
          as ${sql.ref(`${name} ${fact}`)}`,
    ),
  );
  const group = groupedBy(by);
  const joins = joinsFor([...group.joins, ...(source === null ? [] : (['c'] as const))]);
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.raw(group.key)} as key, ${sql.join(columns)}
    from ${table} f ${sql.raw(joins.join('\n    '))}
    where f.owner_key = ${ownerKey} and f.day between ${days[0]} and ${days.at(-1)} and ${isChosen(only, ownerKey, 'f')} and ${source ?? sql`true`}
    group by 1
  `.execute(tx);
  const places = windows.map(({ name, facts }) => ({
    name,
    facts: facts.map((fact) => ({ fact, column: `${name} ${fact}` })),
  }));
  // A table has thousands of these: filled in place, in the same order each.
  const toSums = (row: Record<string, string | number | null>): WindowSums => {
    const sums: Record<string, Parts> = {};
    for (const { name, facts } of places) {
      const parts: Parts = {};
      for (const { fact, column } of facts) parts[fact] = numberOf(row[column]) ?? 0;
      sums[name] = parts;
    }
    return sums;
  };
  return new Map(rows.map((row) => [row['key'] ?? null, toSums(row)]));
};

const added = (a: WindowSums | undefined, b: WindowSums): WindowSums =>
  a === undefined
    ? b
    : Object.fromEntries(
        Object.entries(b).map(([name, sums]) => [
          name,
          Object.fromEntries(
            Object.entries(sums).map(([part, sum]) => [part, sumOf([sum, a[name]?.[part as AdditiveMetricKey]])]),
          ),
        ]),
      );

/** Each source has windows of its own, which end where it is loaded through; most owners have one for all. */
const sumBySource = async (
  tx: Tx,
  table: RawBuilder<unknown>,
  question: WindowQuestion,
  throughs: Throughs,
  windowsAt: (through: Day) => SumsOfWindow[],
): Promise<Map<string | number | null, WindowSums>> => {
  const { usual, late } = throughs;
  const accounts = Map.groupBy(late.keys(), (key) => String(late.get(key)));
  const asked = [
    {
      through: usual,
      source: late.size === 0 ? null : sql`(c.account_key = any (${[...late.keys()]}::int[])) is not true`,
    },
    ...[...accounts].map(([through, keys]) => ({
      through: dayOf(through),
      source: sql`c.account_key = any (${keys}::int[])`,
    })),
  ];
  const total = new Map<string | number | null, WindowSums>();
  for (const { through, source } of asked) {
    const sums = await sumWindows(tx, table, question, windowsAt(through), source);
    for (const [key, one] of sums) total.set(key, added(total.get(key), one));
  }
  return total;
};

/** The sums of each stage's own three months; `inquiry` is the last three that are complete. */
export type HistoricalSums = Record<Stage | 'inquiry', Parts>;

/** What historical rates and costs are made of, for each campaign or group that has any. */
export const loadHistorical = async (tx: Tx, question: WindowQuestion): Promise<ByGroup<HistoricalSums>> => {
  const { today } = await loadToday(tx, question.ownerKey, question.now);
  const throughs = await loadThroughs(tx, question.ownerKey, today);
  const spend = factOf('spend', question.group) ?? 'clientCost';
  const windowsAt = (through: Day): SumsOfWindow[] =>
    (['inquiry', ...STAGES] as const).map((stage) => ({
      name: stage,
      range: historicalMonths(through, stage),
      facts: [spend, 'validLeads', ...(stage === 'inquiry' ? [] : [outcomeFactOf(stage)])],
    }));
  const months = sql`(select m.*, m.month as day from campaign_month_fact m)`;
  const sums = await sumBySource(tx, months, question, throughs, windowsAt);
  for (const windows of sums.values()) for (const parts of Object.values(windows)) parts.spend = parts[spend] ?? 0;
  return sums as ByGroup<HistoricalSums>;
};

/** Every historical number of the registry, from the sums of its own stage; with fewer than ten inquiries it is null. */
export const historicalNumbers = (sums: HistoricalSums | undefined): Partial<Record<MetricKey, number | null>> =>
  Object.fromEntries(
    METRIC_KEYS.flatMap((key) => {
      const { window } = METRICS[key];
      return window.days === 'historical' ? [[key, sums ? metricValue(key, sums[window.stage]) : null]] : [];
    }),
  );

const MATURE = { matureCpa: 'application', matureCpe: 'enrollment', matureCps: 'start' } as const;
export type MatureKey = keyof typeof MATURE;
export type MatureSums = Record<MatureKey, Record<MatureWindow, CohortSums>>;

/** What mature costs are made of: spend and outcomes of the inquiries that are old enough, for three lengths of time. */
export const loadMature = async (tx: Tx, question: WindowQuestion): Promise<ByGroup<MatureSums>> => {
  const { today } = await loadToday(tx, question.ownerKey, question.now);
  const throughs = await loadThroughs(tx, question.ownerKey, today);
  const spend = factOf('spend', question.group) ?? 'clientCost';
  const keys = Object.keys(MATURE) as MatureKey[];
  const windowsAt = (through: Day): SumsOfWindow[] =>
    keys.flatMap((key) =>
      MATURE_WINDOWS.map((days) => ({
        name: `${key} ${days}`,
        range: cohortWindow(through, MATURE[key], days),
        facts: [spend, outcomeFactOf(MATURE[key])],
      })),
    );
  const sums = await sumBySource(tx, sql`campaign_day`, question, throughs, windowsAt);
  const cohort = (windows: WindowSums, key: MatureKey, days: MatureWindow): CohortSums => {
    const parts = windows[`${key} ${days}`];
    return { spend: parts?.[spend] ?? null, outcomes: parts?.[outcomeFactOf(MATURE[key])] ?? 0 };
  };
  return new Map(
    [...sums].map(([group, windows]) => [
      group,
      Object.fromEntries(
        keys.map((key) => [key, Object.fromEntries(MATURE_WINDOWS.map((days) => [days, cohort(windows, key, days)]))]),
      ) as MatureSums,
    ]),
  );
};

export interface MatureNumber {
  value: number | null;
  /** Which days it is told from, for the note beside it. */
  window: MatureWindow | null;
  spend: number | null;
  outcomes: number;
}

/** A mature cost with what it is told from: the shortest time that has enough outcomes. */
export const matureNumbers = (sums: MatureSums | undefined): Record<MatureKey, MatureNumber> =>
  Object.fromEntries(
    (Object.keys(MATURE) as MatureKey[]).map((key): [MatureKey, MatureNumber] => {
      const window = sums ? matureWindow(sums[key]) : null;
      if (!sums || window === null) return [key, { value: null, window: null, spend: null, outcomes: 0 }];
      const { spend, outcomes } = sums[key][window];
      const value = metricValue(key, { spend, [outcomeFactOf(MATURE[key])]: outcomes });
      return [key, { value, window, spend, outcomes }];
    }),
  ) as Record<MatureKey, MatureNumber>;
