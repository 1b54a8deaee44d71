import { sql } from 'kysely';
import { type Tx } from '../../src/db/tx.ts';
import { type Builder } from '../build/organisation.ts';
import { isoOf } from '../calendar.ts';
import { colleagueFor, type Directory } from './directory.ts';
import { accuracyOf, type Actual, type Point, pointsOf } from '../leads/forecast-points.ts';
import { type Goal, type World } from '../build/model.ts';

const GOALS_PER_OWNER = 3;
const MONTHS_AHEAD = 6;
const COUNTED = ['spend', 'inquiries', 'applications', 'enrollments'] as const;
type Counted = (typeof COUNTED)[number];

interface GoalMonth extends Record<Counted, number> {
  goalKey: number;
  month: string;
}

/** The complete months of each owner's largest line items, of those that had a number in every one of them. */
const listActuals = async (tx: Tx, before: string): Promise<GoalMonth[]> => {
  const { rows } = await sql<GoalMonth>`
    with months as (
      select c.owner_key, c.goal_key, m.month, sum(m.valid) as inquiries, sum(m.applications) as applications,
             sum(m.enrollments) as enrollments, sum(m.lead_client_cost + m.platform_client_cost + m.adjusted_client_cost) as spend
      from campaign_month_fact m join campaign c using (owner_key, campaign_key)
      where m.month < ${before} and m.gross > 0 group by 1, 2, 3
    ), ranked as (
      select owner_key, goal_key, row_number() over (partition by owner_key order by sum(inquiries) desc, goal_key) as place
      from months group by 1, 2 having count(*) = (select count(distinct month) from months)
    )
    select goal_key as "goalKey", month::text, spend::float8 as spend, inquiries::int as inquiries,
           applications::int as applications, enrollments::int as enrollments
    from ranked join months using (owner_key, goal_key) where place <= ${GOALS_PER_OWNER} order by 1, 2
  `.execute(tx);
  return rows;
};

const actualsOf = (rows: readonly GoalMonth[], kpi: Counted): Actual[] =>
  rows.map(({ month, ...row }) => ({ ofYear: Number(month.slice(5, 7)) - 1, value: row[kpi] }));

const ratio = (a: number, b: number): number => (b === 0 ? 0 : a / b);

/** A cost is a sum by a count, in its forecast as well; its range is that of the count, turned round. */
const costPoints = (spend: readonly Point[], counts: readonly Point[]): Point[] =>
  spend.map(({ forecast }, index) => ({
    forecast: ratio(forecast, counts[index]!.forecast),
    low80: ratio(forecast, counts[index]!.high80),
    high80: ratio(forecast, Math.max(counts[index]!.low80, counts[index]!.forecast / 4)),
  }));

const writeForecast = (
  { keys, sheets, now, random }: Builder,
  directory: Directory,
  goal: Goal,
  kpi: string,
  points: readonly Point[],
  accuracy: object | null,
): void => {
  const { owner } = goal.client;
  const own = random.fork(`forecast ${goal.key} ${kpi}`);
  const key = keys.next('forecast');
  const current = owner.months.at(-2)!;
  const starts = Array.from({ length: MONTHS_AHEAD }, (_, index) => {
    const date = new Date(Date.UTC(current.year, current.ofYear + index, 1));
    return date.toISOString().slice(0, 10);
  });
  sheets.put('forecast', {
    owner_key: owner.key,
    forecast_key: key,
    line_item: String(goal.key),
    line_item_name: goal.name,
    kpi,
    start_month: isoOf(current.first),
    months: MONTHS_AHEAD,
    method: 'AUTO',
    plan: '{}',
    accuracy: accuracy === null ? null : JSON.stringify(accuracy),
    notes: '',
    updated_by: colleagueFor(directory, owner, ['accountManager', 'agencyAdmin'], goal.key)?.key ?? null,
    updated_at: new Date(now.getTime() - own.int(1, 240) * 3_600_000),
  });
  // Somebody knew more than the months before did.
  const known = kpi === 'inquiries' && own.chance(0.4) ? own.int(1, MONTHS_AHEAD - 1) : null;
  for (const [index, { forecast, low80, high80 }] of points.entries()) {
    sheets.put('forecast_point', {
      owner_key: owner.key,
      forecast_key: key,
      month: starts[index]!,
      forecast: forecast.toFixed(2),
      low80: low80.toFixed(2),
      high80: high80.toFixed(2),
      override: index === known ? Math.round(forecast * 1.12).toFixed(2) : null,
      override_note: index === known ? 'Open house and a second intake in this month' : null,
    });
  }
};

/** Saved forecasts of the largest line items, from what the rollups say: counted first, so that they need no guess. */
export const writeForecasts = async (builder: Builder, tx: Tx, world: World, directory: Directory): Promise<void> => {
  const current = world.owners[0]!.months.at(-2)!;
  const rows = await listActuals(tx, isoOf(current.first));
  for (const goal of world.goals) {
    const own = rows.filter(({ goalKey }) => goalKey === goal.key);
    if (own.length === 0) continue;
    const made = new Map(COUNTED.map((kpi) => [kpi, pointsOf(actualsOf(own, kpi), MONTHS_AHEAD)]));
    for (const [kpi, points] of made)
      writeForecast(builder, directory, goal, kpi, points, accuracyOf(actualsOf(own, kpi)));
    const cpl = costPoints(made.get('spend')!, made.get('inquiries')!);
    writeForecast(builder, directory, goal, 'cpl', cpl, null);
  }
};
