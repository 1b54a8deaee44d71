import { type AdditiveMetricKey, type CampaignDimensionKey, numberOf, type Parts, sumOf } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { groupedBy } from '../campaign-groups.ts';
import { joinsFor } from '../sql/dimension-sql.ts';
import { FACT_SQL } from '../sql/fact-sql.ts';
import { type CampaignChoice, isChosen, type Throughs } from './period.queries.ts';
import { type Day, dayOf, type DayRange } from './periods.ts';

/** By the key of the dimension's value; the total, and rows without a value, are under null. */
export type ByGroup<T> = Map<string | number | null, T>;

export interface SumsQuestion {
  ownerKey: number;
  /** One set of sums per key of the dimension, or a single total. */
  by: CampaignDimensionKey | null;
  only?: CampaignChoice;
}

type WindowName = string;
interface SumsOfWindow {
  name: WindowName;
  range: DayRange;
  facts: readonly AdditiveMetricKey[];
}
type WindowSums = Record<WindowName, Parts>;

/** Sums of several windows at once: rows are read once, whatever number of windows they fall into. */
const sumWindows = async (
  tx: Tx,
  table: RawBuilder<unknown>,
  { ownerKey, by, only = null }: SumsQuestion,
  windows: readonly SumsOfWindow[],
  /** Condition on the campaigns' accounts; null for all. */
  source: RawBuilder<unknown> | null,
): Promise<Map<string | number | null, WindowSums>> => {
  const facts = [...new Set(windows.flatMap((window) => window.facts))];
  // Days between two neighbouring window bounds fall into the same windows: they are summed once by campaign, before names are joined, and
  // the windows are summed from that.
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
  // A table has thousands of these objects: they are filled in place, always in the same order.
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

const addWindowSums = (a: WindowSums | undefined, b: WindowSums): WindowSums =>
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

/** Accounts loaded through the same day: the day, and the condition on their campaigns. `row` is a campaign. */
export const sourcesOf = ({ usual, late }: Throughs, row: string): { through: Day; source: RawBuilder<unknown> }[] => {
  const account = sql.ref(`${row}.account_key`);
  const accounts = Map.groupBy(late.keys(), (key) => String(late.get(key)));
  return [
    {
      through: usual,
      source: late.size === 0 ? sql`true` : sql`(${account} = any (${[...late.keys()]}::int[])) is not true`,
    },
    ...[...accounts].map(([through, keys]) => ({
      through: dayOf(through),
      source: sql`${account} = any (${keys}::int[])`,
    })),
  ];
};

/** Each source has its own windows, ending where it is loaded; most owners have one source for all. */
export const sumBySource = async (
  tx: Tx,
  table: RawBuilder<unknown>,
  question: SumsQuestion,
  throughs: Throughs,
  windowsAt: (through: Day) => SumsOfWindow[],
): Promise<Map<string | number | null, WindowSums>> => {
  const total = new Map<string | number | null, WindowSums>();
  for (const { through, source } of sourcesOf(throughs, 'c')) {
    const sums = await sumWindows(tx, table, question, windowsAt(through), throughs.late.size === 0 ? null : source);
    for (const [key, one] of sums) total.set(key, addWindowSums(total.get(key), one));
  }
  return total;
};
