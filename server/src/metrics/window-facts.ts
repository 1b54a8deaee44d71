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
  type CohortsByWindow,
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
  const facts = [...new Set(windows.flatMap((window) => window.facts))];
  // Between two neighbouring ends of windows nothing tells days apart: they are added up once, campaign by
  // campaign and before a name is joined, and the windows from that.
  const ends = [
    ...new Set(windows.flatMap(({ range }) => [range.from.toString(), range.to.add({ days: 1 }).toString()])),
  ];
  const bounds = ends.toSorted();
  const piece = (day: Day): number => bounds.indexOf(day.toString()) + 1;
  const columns = windows.flatMap(({ name, range, facts: wanted }) =>
    wanted.map(
      (fact) =>
        sql`sum(f.${sql.ref(fact)}) filter (where f.piece between ${piece(range.from)} and ${piece(range.to.add({ days: 1 })) - 1})
          as ${sql.ref(`${name} ${fact}`)}`,
    ),
  );
  const group = groupedBy(by);
  const joins = joinsFor([...group.joins, ...(source === null ? [] : (['c'] as const))]);
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.raw(group.key)} as key, ${sql.join(columns)}
    from (
      select f.owner_key, f.campaign_key, width_bucket(f.day, ${bounds}::date[]) as piece,
             ${sql.join(facts.map((fact) => sql`sum(${sql.raw(FACT_SQL[fact])}) as ${sql.ref(fact)}`))}
      from ${table} f
      where f.owner_key = ${ownerKey} and f.day >= ${bounds[0]} and f.day < ${bounds.at(-1)} and ${isChosen(only, ownerKey, 'f')}
      group by 1, 2, 3
    ) f ${sql.raw(joins.join('\n    '))}
    where ${source ?? sql`true`}
    group by 1
  `.execute(tx);
  const places = windows.map(({ name, facts: wanted }) => ({
    name,
    columns: wanted.map((fact) => ({ fact, column: `${name} ${fact}` })),
  }));
  // A table has thousands of these: filled in place, in the same order each.
  const toSums = (row: Record<string, string | number | null>): WindowSums => {
    const sums: Record<string, Parts> = {};
    for (const place of places) {
      const parts: Parts = {};
      for (const { fact, column } of place.columns) parts[fact] = numberOf(row[column]) ?? 0;
      sums[place.name] = parts;
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
export type MatureSums = Record<MatureKey, CohortsByWindow>;
const MATURE_KEYS = Object.keys(MATURE) as MatureKey[];

export interface MatureQuestion extends WindowQuestion {
  /** The groups that somebody is going to look at. Where they are known, longer windows are read only if one needs them. */
  groups?: readonly (string | number | null)[];
}

/** What mature costs are made of: spend and outcomes of the inquiries that are old enough, for three lengths of time. */
export const loadMature = async (tx: Tx, question: MatureQuestion): Promise<ByGroup<MatureSums>> => {
  const { today } = await loadToday(tx, question.ownerKey, question.now);
  const throughs = await loadThroughs(tx, question.ownerKey, today);
  const spend = factOf('spend', question.group) ?? 'clientCost';
  const load = async (lengths: readonly MatureWindow[]): Promise<ByGroup<MatureSums>> => {
    const windowsAt = (through: Day): SumsOfWindow[] =>
      MATURE_KEYS.flatMap((key) =>
        lengths.map((days) => ({
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
          MATURE_KEYS.map((key) => [
            key,
            Object.fromEntries(lengths.map((days) => [days, cohort(windows, key, days)])),
          ]),
        ) as MatureSums,
      ]),
    );
  };
  const [shortest] = MATURE_WINDOWS;
  if (question.groups !== undefined) {
    const recent = await load([shortest]);
    const isTold = (sums: MatureSums | undefined): boolean =>
      sums !== undefined && MATURE_KEYS.every((key) => matureWindow(sums[key]) === shortest);
    if (question.groups.every((group) => isTold(recent.get(group)))) return recent;
  }
  return load(MATURE_WINDOWS);
};

/** Of groups that are apart, all with the same windows: what they come to together. */
export const addMature = (groups: Iterable<MatureSums>): MatureSums | undefined => {
  const all = [...groups];
  const [first] = all;
  if (first === undefined) return undefined;
  const cohort = (key: MatureKey, days: MatureWindow): CohortSums => ({
    spend: sumOf(all.map((sums) => sums[key][days]?.spend ?? null)),
    outcomes: all.reduce((sum, sums) => sum + (sums[key][days]?.outcomes ?? 0), 0),
  });
  return Object.fromEntries(
    MATURE_KEYS.map((key) => [
      key,
      Object.fromEntries(MATURE_WINDOWS.filter((days) => first[key][days]).map((days) => [days, cohort(key, days)])),
    ]),
  ) as MatureSums;
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
    MATURE_KEYS.map((key): [MatureKey, MatureNumber] => {
      const window = sums ? matureWindow(sums[key]) : null;
      const cohort = window === null ? undefined : sums?.[key][window];
      if (cohort === undefined) return [key, { value: null, window: null, spend: null, outcomes: 0 }];
      const { spend, outcomes } = cohort;
      const value = metricValue(key, { spend, [outcomeFactOf(MATURE[key])]: outcomes });
      return [key, { value, window, spend, outcomes }];
    }),
  ) as Record<MatureKey, MatureNumber>;
