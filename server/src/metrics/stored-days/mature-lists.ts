import { outcomeFactOf, type Stage } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { groupedBy } from '../campaign-groups.ts';
import { joinsFor } from '../sql/dimension-sql.ts';
import { FACT_SQL } from '../sql/fact-sql.ts';
import { listCurves, listOnlineModels } from '../curves/curves.queries.ts';
import { ageWeights, MATURE_DAYS, type MatureParts, WEIGHT_UNITS } from '../maturity/mature-cost.rules.ts';
import { DEFAULT_LAG_CURVES, type OwnerCurves, SEGMENTS } from '../maturity/maturity.rules.ts';
import { isChosen, type Throughs } from '../periods/period.queries.ts';
import { type Day } from '../periods/periods.ts';
import { type ByGroup, sourcesOf, type SumsQuestion } from '../periods/window-sums.ts';
import { addLists, type CostFact } from './cohort-lists.ts';

const MATURE = {
  matureCpa: 'application',
  matureCpe: 'enrollment',
  matureCps: 'start',
} as const satisfies Record<string, Stage>;
export type MatureKey = keyof typeof MATURE;
export const MATURE_KEYS = Object.keys(MATURE) as MatureKey[];

/** Layout of a campaign's list: three sums of all its inquiries, then seven for each cost. */
const COMMON = 3;
const PER_KEY = 7;
const CENTS = 100;

/** Weights of inquiries by age and segment, as columns for a join. */
const weightColumns = (curves: OwnerCurves) => {
  const ages = Array.from({ length: MATURE_DAYS }, (_, age) => age);
  const rows = SEGMENTS.flatMap((segment) =>
    ages.map((age) => ({
      online: segment === 'online',
      age,
      ofKey: MATURE_KEYS.map((key) => ageWeights(curves[segment][MATURE[key]], age)),
    })),
  );
  const ints = (read: (row: (typeof rows)[number]) => number) => sql`${rows.map(read)}::int[]`;
  return {
    names: sql.raw(
      ['online', 'age', 'recent', 'squared', ...MATURE_KEYS.flatMap((key) => [`${key}_f`, `${key}_w`])]
        .map((name) => `"${name}"`)
        .join(', '),
    ),
    arrays: sql.join([
      sql`${rows.map(({ online }) => online)}::boolean[]`,
      ints(({ age }) => age),
      ints(({ ofKey }) => ofKey[0]?.recent ?? 0),
      ints(({ ofKey }) => ofKey[0]?.recentSquared ?? 0),
      ...MATURE_KEYS.flatMap((_, index) => [
        ints(({ ofKey }) => ofKey[index]?.matured ?? 0),
        ints(({ ofKey }) => ofKey[index]?.weight ?? 0),
      ]),
    ]),
  };
};

/** Numbers of a list: the summed SQL expression over a day's row `x`, and the divisor to dollars or counts. */
const NUMBERS: readonly { sum: string; units: number }[] = [
  { sum: 'x.client', units: CENTS },
  { sum: 'x.media', units: CENTS },
  { sum: 'x.valid', units: 1 },
  ...MATURE_KEYS.flatMap((key) => [
    { sum: `x.client * lag."${key}_w"`, units: CENTS * WEIGHT_UNITS },
    { sum: `x.media * lag."${key}_w"`, units: CENTS * WEIGHT_UNITS },
    { sum: `x.valid * lag."${key}_w"`, units: WEIGHT_UNITS },
    { sum: `x.valid * lag."${key}_f"`, units: WEIGHT_UNITS },
    { sum: `x."${key}" * lag.recent`, units: WEIGHT_UNITS },
    { sum: `x."${key}" * lag.squared`, units: WEIGHT_UNITS },
    { sum: `x."${key}"`, units: 1 },
  ]),
];

/** Sums for mature costs from the last 540 days: integers, so that the order does not matter. */
export const sumMature = async (
  tx: Tx,
  { ownerKey, by, only = null }: SumsQuestion,
  throughs: Throughs,
): Promise<ByGroup<number[]>> => {
  const curves = (await listCurves(tx, [ownerKey])).get(ownerKey) ?? DEFAULT_LAG_CURVES;
  const weights = weightColumns(curves);
  const online = sql`coalesce(mg.client_model_key = any (${await listOnlineModels(tx, [ownerKey])}::int[]), false)`;
  const group = groupedBy(by);
  const sumOf = async (through: Day, source: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ key: string | number | null; sums: string[] }>`
      select ${sql.raw(group.key)} as key, array[${sql.join(NUMBERS.map((_, place) => sql.raw(`sum(f.n${place})`)))}]::text[] as sums
      from (
        select f.owner_key, f.campaign_key, ${sql.join(NUMBERS.map(({ sum }, place) => sql.raw(`sum(${sum}) as n${place}`)))}
        from campaign_day f
        join campaign mc on mc.owner_key = f.owner_key and mc.campaign_key = f.campaign_key
        join goal mg on mg.owner_key = mc.owner_key and mg.goal_key = mc.goal_key
        join unnest(${weights.arrays}) lag (${weights.names}) on lag.online = ${online} and lag.age = ${through.toString()}::date - f.day
        cross join lateral (
          select ((${sql.raw(FACT_SQL.clientCost)}) * ${sql.raw(String(CENTS))})::bigint as client, ((${sql.raw(FACT_SQL.mediaCost)}) * ${sql.raw(String(CENTS))})::bigint as media,
                 f.valid::bigint as valid, ${sql.raw(MATURE_KEYS.map((key) => `(${FACT_SQL[outcomeFactOf(MATURE[key])]})::bigint as "${key}"`).join(', '))}
        ) x
        where f.owner_key = ${ownerKey} and f.day > ${through.toString()}::date - ${MATURE_DAYS}::int and f.day <= ${through.toString()}
          and ${isChosen(only, ownerKey, 'f')} and ${source}
        group by 1, 2
      ) f ${sql.raw(joinsFor([...group.joins]).join('\n      '))}
      group by 1
    `.execute(tx);
    return rows.map(({ key, sums }) => [key, NUMBERS.map(({ units }, place) => Number(sums[place]) / units)] as const);
  };
  const lists: (readonly [string | number | null, number[]])[] = [];
  for (const { through, source } of sourcesOf(throughs, 'mc')) lists.push(...(await sumOf(through, source)));
  return addLists(lists);
};

export type MatureSums = Record<MatureKey, MatureParts>;

export const matureOf = (list: readonly number[], cost: CostFact): MatureSums => {
  const money = cost === 'clientCost' ? 0 : 1;
  const parts = (key: MatureKey): MatureParts => {
    const at = COMMON + MATURE_KEYS.indexOf(key) * PER_KEY;
    return {
      spend: list[money] ?? 0,
      inquiries: list[2] ?? 0,
      weightedSpend: list[at + money] ?? 0,
      weightedInquiries: list[at + 2] ?? 0,
      maturedInquiries: list[at + 3] ?? 0,
      weightedOutcomes: list[at + 4] ?? 0,
      squaredOutcomes: list[at + 5] ?? 0,
      outcomes: list[at + 6] ?? 0,
    };
  };
  return { matureCpa: parts('matureCpa'), matureCpe: parts('matureCpe'), matureCps: parts('matureCps') };
};
