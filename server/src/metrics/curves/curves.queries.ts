import { type Stage, STAGES } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type LagCurve, type OwnerCurves } from '../maturity/maturity.rules.ts';
import { type WeekdayWeights } from '../days/pacing.rules.ts';
import { type Day, type DayRange } from '../periods/periods.ts';
import { LAST_AGE } from './curves.rules.ts';

const GRADUATE = ['Master', 'Doctorate'];

/**
 * Models with the timing of online students: those with only virtual campuses, and graduate schools. Their curves are fitted separately,
 * with the segment's default as prior.
 */
export const listOnlineModels = async (tx: Tx, owners: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select c.client_model_key as key
    from campus c left join program p on p.owner_key = c.owner_key and p.campus_key = c.campus_key
    where ${ofOwners('c.owner_key', owners)}
    group by 1 having bool_and(c.virtual) or bool_and(coalesce(p.degree_level = any (${GRADUATE}), false))
  `.execute(tx);
  return rows.map(({ key }) => key);
};

export const findWeights = async (tx: Tx, ownerKey: number): Promise<WeekdayWeights | null> => {
  const { rows } = await sql<{ weights: WeekdayWeights }>`
    select weekday_weights as weights from owner_fit where owner_key = ${ownerKey} order by through desc limit 1
  `.execute(tx);
  return rows[0]?.weights ?? null;
};

/** Latest curves of the owners that have any. */
export const listCurves = async (tx: Tx, owners: readonly number[]): Promise<Map<number, OwnerCurves>> => {
  const { rows } = await sql<{ ownerKey: number; curves: OwnerCurves }>`
    select distinct on (owner_key) owner_key as "ownerKey", lag_curves as curves
    from owner_fit where ${ofOwners('owner_key', owners)} order by owner_key, through desc
  `.execute(tx);
  return new Map(rows.map(({ ownerKey, curves }) => [ownerKey, curves]));
};

/** Last day covered by the latest fit. */
export const findFittedThrough = async (tx: Tx, ownerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ through: string | null }>`
    select max(through)::text as through from owner_fit where owner_key = ${ownerKey}`.execute(tx);
  return rows[0]?.through ?? null;
};

/** Valid inquiries of each day of the range, including days without any. */
export const listInquiriesByDay = async (tx: Tx, ownerKey: number, { from, to }: DayRange): Promise<number[]> => {
  const { rows } = await sql<{ inquiries: number }>`
    select coalesce(f.valid, 0)::int as inquiries
    from generate_series(${from.toString()}::date, ${to.toString()}::date, '1 day') d (at)
    left join (
      select day, sum(valid) as valid from campaign_day
      where owner_key = ${ownerKey} and day between ${from.toString()} and ${to.toString()} group by 1
    ) f on f.day = d.at::date
    order by d.at
  `.execute(tx);
  return rows.map(({ inquiries }) => inquiries);
};

export interface DelayRow {
  online: boolean;
  stage: Stage;
  /** One of the two is set: a row counts outcomes by days since the inquiry, or by the inquiry's age. */
  delay: number | null;
  age: number | null;
  outcomes: number;
}

/** Outcomes of the range's inquiries through its end. */
export const listDelays = async (
  tx: Tx,
  ownerKey: number,
  { from, to }: DayRange,
  online: readonly number[],
): Promise<DelayRow[]> => {
  const stages = STAGES.map((stage) => sql`(${stage}::text, l.${sql.ref(`${stage}_on`)})`);
  const { rows } = await sql<DelayRow>`
    select online, stage, delay, age, count(*)::int as outcomes
    from (
      select coalesce(g.client_model_key = any (${[...online]}::int[]), false) as online, e.stage,
             least(greatest(e.day - l.captured_date, 0), ${LAST_AGE}::int) as delay, ${to.toString()}::date - l.captured_date as age
      from lead l
      join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
      join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
      cross join lateral (values ${sql.join(stages)}) e (stage, day)
      where l.owner_key = ${ownerKey} and l.captured_date between ${from.toString()} and ${to.toString()} and app.is_good(l.status)
        and e.day <= ${to.toString()}::date
    ) o
    group by grouping sets ((online, stage, delay), (online, stage, age))
  `.execute(tx);
  return rows;
};

interface NewFit {
  through: Day;
  fittedAt: Date;
  weeks: number;
  inquiries: number;
  weights: WeekdayWeights;
  outcomes: Readonly<Record<string, Readonly<Record<Stage, number>>>>;
  curves: Readonly<Record<string, Readonly<Record<Stage, LagCurve>>>>;
}

/** A concurrent fit for the same day has the same result, so a conflict is ignored. */
export const insertFit = async (tx: Tx, ownerKey: number, fit: NewFit): Promise<void> => {
  await sql`
    insert into owner_fit (owner_key, through, fitted_at, weeks, inquiries, weekday_weights, outcomes, lag_curves)
    values (${ownerKey}, ${fit.through.toString()}, ${fit.fittedAt}, ${fit.weeks}, ${fit.inquiries}, ${JSON.stringify(fit.weights)}::json,
            ${JSON.stringify(fit.outcomes)}::json, ${JSON.stringify(fit.curves)}::json)
    on conflict do nothing
  `.execute(tx);
};
