import { type ForecastPlan } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface StoredScenario {
  scenarioKey: number;
  name: string;
  plan: ForecastPlan;
  rowVersion: number;
  updatedBy: string | null;
  updatedAt: string;
}

export const listScenarios = async (tx: Tx, ownerKey: number, forecastKey: number): Promise<StoredScenario[]> => {
  const { rows } = await sql<StoredScenario>`
    select s.scenario_key as "scenarioKey", s.name, s.plan, s.row_version as "rowVersion",
           u.first_name || ' ' || u.last_name as "updatedBy",
           to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
    from forecast_scenario s left join user_account u on u.user_key = s.updated_by
    where s.owner_key = ${ownerKey} and s.forecast_key = ${forecastKey} order by s.scenario_key
  `.execute(tx);
  return rows;
};

interface Writing {
  ownerKey: number;
  forecastKey: number;
  by: number | null;
  at: Date;
}

export const insertScenario = async (
  tx: Tx,
  { ownerKey, forecastKey, by, at }: Writing,
  { name, plan }: { name: string; plan: ForecastPlan },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into forecast_scenario (owner_key, forecast_key, name, plan, updated_by, updated_at)
    values (${ownerKey}, ${forecastKey}, ${name}, ${JSON.stringify(plan)}::jsonb, ${by}, ${at}) returning scenario_key as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

export const updateScenario = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  { scenarioKey, name, plan }: { scenarioKey: number; name: string; plan: ForecastPlan },
): Promise<void> => {
  await sql`
    update forecast_scenario set name = ${name}, plan = ${JSON.stringify(plan)}::jsonb, row_version = row_version + 1,
      updated_by = ${by}, updated_at = ${at}
    where owner_key = ${ownerKey} and scenario_key = ${scenarioKey}
  `.execute(tx);
};

export const removeScenario = async (tx: Tx, ownerKey: number, scenarioKey: number): Promise<void> => {
  await sql`delete from forecast_scenario where owner_key = ${ownerKey} and scenario_key = ${scenarioKey}`.execute(tx);
};
