import { isDimensionKey, outcomeFactOf, type ReportFilter, type Stage } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { ATTRIBUTE_FACTS, leadRows } from '../sql/attribute-sql.ts';
import { DIMENSION_SQL, joinsFor } from '../sql/dimension-sql.ts';
import { listOnlineModels } from '../curves/curves.queries.ts';
import { type DayRange } from '../periods/periods.ts';
import { condition } from '../report/report-sql.ts';

interface CohortRow {
  day: string;
  online: boolean;
  inquiries: number;
  reached: number[];
}

interface CohortQuestion {
  ownerKey: number;
  stage: Stage;
  ages: readonly number[];
  range: DayRange;
  filters: readonly ReportFilter[];
}

/** Inquiries by day, and how many had reached the stage by each age; `app.inquiry_facts` defines what counts. */
export const listCohortDays = async (
  tx: Tx,
  { ownerKey, stage, ages, range, filters }: CohortQuestion,
): Promise<CohortRow[]> => {
  const outcome = sql.ref(`f.${ATTRIBUTE_FACTS[outcomeFactOf(stage)]}`);
  const reached = sql.ref(`l.${stage}_on`);
  const joins = filters.flatMap(({ member }) => (isDimensionKey(member) ? DIMENSION_SQL[member].joins : []));
  const counts = ages.map(
    (age) => sql`coalesce(sum(${outcome}) filter (where ${reached} - l.captured_date <= ${age}::int), 0)::int`,
  );
  const { rows } = await sql<CohortRow>`
    select f.day::text as day,
           coalesce(g.client_model_key = any (${await listOnlineModels(tx, [ownerKey])}::int[]), false) as online,
           sum(f.valid)::int as inquiries, array[${sql.join(counts)}] as reached
    from ${leadRows([ownerKey], [range], false)} ${sql.raw(joinsFor(['g', ...joins]).join('\n    '))}
    where ${sql.join([sql`f.owner_key = ${ownerKey}`, ...filters.map((filter) => condition(filter))], sql` and `)}
    group by 1, 2 order by 1, 2
  `.execute(tx);
  return rows;
};
