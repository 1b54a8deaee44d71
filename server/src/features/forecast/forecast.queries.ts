import { type ForecastMethod, type ForecastPlan, type Kpi } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type Basis } from '../../metrics/forecast/basis.rules.ts';
import { type Override } from './figures.rules.ts';

export interface StoredForecast {
  forecastKey: number;
  ownerKey: number;
  lineItem: string;
  lineItemName: string;
  customName: string | null;
  goalKeys: number[];
  clientKey: number | null;
  clientName: string | null;
  channel: string | null;
  startMonth: string;
  months: number;
  method: ForecastMethod;
  kpis: Kpi[];
  plan: ForecastPlan;
  basis: Basis;
  basisMonth: string;
  builtAt: string;
  notes: string;
  rowVersion: number;
  createdBy: string | null;
  updatedBy: string | null;
  updatedAt: string;
  overrides: Override[];
  scenarios: number;
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const EMPTY_PLAN = '{"plannedSpend": {}, "plannedCpl": {}, "rateOverrides": {}}';

const selectForecasts = (ownerKey: number) => sql`
  select f.forecast_key as "forecastKey", f.owner_key as "ownerKey", f.line_item as "lineItem",
         coalesce(f.custom_name, g.name) as "lineItemName", f.custom_name as "customName", f.goal_keys as "goalKeys",
         g.client_key as "clientKey", c.name as "clientName", coalesce(f.channel, g.channel) as channel,
         f.start_month::text as "startMonth", f.months, f.method, f.kpis, ${EMPTY_PLAN}::jsonb || f.plan as plan, f.basis,
         f.basis_month::text as "basisMonth", ${iso('f.built_at')} as "builtAt", f.notes, f.row_version as "rowVersion",
         maker.first_name || ' ' || maker.last_name as "createdBy", u.first_name || ' ' || u.last_name as "updatedBy",
         ${iso('f.updated_at')} as "updatedAt",
         coalesce((select jsonb_agg(jsonb_build_object('kpi', o.kpi, 'month', o.month, 'value', o.value, 'note', o.note) order by o.month)
           from forecast_override o where o.owner_key = f.owner_key and o.forecast_key = f.forecast_key), '[]') as overrides,
         (select count(*)::int from forecast_scenario s
           where s.owner_key = f.owner_key and s.forecast_key = f.forecast_key) as scenarios
  from forecast f
  left join goal g on f.custom_name is null and g.owner_key = f.owner_key and g.goal_key = f.goal_keys[1]
  left join client c on c.owner_key = g.owner_key and c.client_key = g.client_key
  left join user_account maker on maker.user_key = f.created_by
  left join user_account u on u.user_key = f.updated_by
  where f.owner_key = ${ownerKey}`;

export const listForecasts = async (tx: Tx, ownerKey: number): Promise<StoredForecast[]> => {
  const { rows } = await sql<StoredForecast>`
    ${selectForecasts(ownerKey)} order by f.custom_name is null, c.name, coalesce(f.custom_name, g.name), f.forecast_key
  `.execute(tx);
  return rows;
};

export const findForecast = async (tx: Tx, ownerKey: number, lineItem: string): Promise<StoredForecast | undefined> => {
  const { rows } = await sql<StoredForecast>`
    ${selectForecasts(ownerKey)} and f.line_item = ${lineItem}
  `.execute(tx);
  return rows[0];
};

/** Locks the forecast until the transaction ends. A caller that waited here has to read it afterwards, with its overrides. */
export const lockForecast = (tx: Tx, ownerKey: number, lineItem: string): Promise<unknown> =>
  sql`select from forecast where owner_key = ${ownerKey} and line_item = ${lineItem} for no key update`.execute(tx);

export interface BuiltLine {
  lineItem: string;
  goalKeys: readonly number[];
  startMonth: string;
  months: number;
  method: ForecastMethod;
  kpis: readonly Kpi[];
  basis: Basis;
}

interface Writing {
  ownerKey: number;
  by: number | null;
  at: Date;
}

/** Inserts new forecasts, and updates the basis of existing ones: plans, overrides and notes stay. */
export const upsertBuilt = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  basisMonth: string,
  lines: readonly BuiltLine[],
): Promise<void> => {
  await sql`
    insert into forecast (owner_key, line_item, goal_keys, start_month, months, method, kpis, basis, basis_month, built_at,
                          created_by, updated_by, updated_at)
    select ${ownerKey}, n."lineItem", array(select jsonb_array_elements_text(n."goalKeys")::int), n."startMonth", n.months, n.method,
           array(select jsonb_array_elements_text(n.kpis)), n.basis, ${basisMonth}, ${at}, ${by}, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      n ("lineItem" text, "goalKeys" jsonb, "startMonth" date, months int, method text, kpis jsonb, basis jsonb)
    where n."lineItem" not like 'custom:%'
    on conflict (owner_key, line_item) do update set
      start_month = excluded.start_month, months = excluded.months, method = excluded.method, kpis = excluded.kpis,
      basis = excluded.basis, basis_month = excluded.basis_month, built_at = excluded.built_at,
      row_version = forecast.row_version + 1, updated_by = excluded.updated_by, updated_at = excluded.updated_at
  `.execute(tx);
  await sql`
    update forecast f set start_month = n."startMonth", months = n.months, method = n.method, basis = n.basis,
      kpis = array(select jsonb_array_elements_text(n.kpis)), basis_month = ${basisMonth}, built_at = ${at},
      row_version = f.row_version + 1, updated_by = ${by}, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      n ("lineItem" text, "startMonth" date, months int, method text, kpis jsonb, basis jsonb)
    where f.owner_key = ${ownerKey} and f.line_item = n."lineItem" and n."lineItem" like 'custom:%'
  `.execute(tx);
};

/** A custom line; its key is part of its name in the API. */
export const insertCustom = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  line: Omit<BuiltLine, 'lineItem'> & { name: string; channel: string | null; basisMonth: string },
): Promise<{ forecastKey: number; lineItem: string }> => {
  const { rows } = await sql<{ forecastKey: number }>`
    insert into forecast (owner_key, line_item, custom_name, goal_keys, channel, start_month, months, method, kpis, basis, basis_month,
                          built_at, created_by, updated_by, updated_at)
    values (${ownerKey}, 'custom:' || gen_random_uuid(), ${line.name}, ${[...line.goalKeys]}::int[], ${line.channel}, ${line.startMonth},
            ${line.months}, ${line.method}, ${[...line.kpis]}::text[], ${JSON.stringify(line.basis)}::jsonb, ${line.basisMonth}, ${at},
            ${by}, ${by}, ${at})
    returning forecast_key as "forecastKey"
  `.execute(tx);
  const forecastKey = rows[0]?.forecastKey ?? 0;
  const lineItem = `custom:${forecastKey}`;
  await sql`update forecast set line_item = ${lineItem} where owner_key = ${ownerKey} and forecast_key = ${forecastKey}`.execute(
    tx,
  );
  return { forecastKey, lineItem };
};

export const isNameTaken = async (tx: Tx, ownerKey: number, name: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from forecast where owner_key = ${ownerKey} and lower(custom_name) = lower(${name})`.execute(tx);
  return rows.length > 0;
};

export const listKnownChannels = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ channel: string }>`select channel from channel`.execute(tx);
  return rows.map(({ channel }) => channel);
};

/** The user's choices for a forecast. */
export const updateForecast = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  { forecastKey, startMonth, months, method, plan, notes, basis, basisMonth, builtAt }: StoredForecast,
): Promise<void> => {
  await sql`
    update forecast set start_month = ${startMonth}, months = ${months}, method = ${method}, plan = ${JSON.stringify(plan)}::jsonb,
      notes = ${notes}, basis = ${JSON.stringify(basis)}::jsonb, basis_month = ${basisMonth}, built_at = ${builtAt}::timestamptz,
      row_version = row_version + 1, updated_by = ${by}, updated_at = ${at}
    where owner_key = ${ownerKey} and forecast_key = ${forecastKey}
  `.execute(tx);
};

export const upsertOverride = async (
  tx: Tx,
  ownerKey: number,
  forecastKey: number,
  { kpi, month, value, note }: Override,
): Promise<void> => {
  await sql`
    insert into forecast_override (owner_key, forecast_key, kpi, month, value, note)
    values (${ownerKey}, ${forecastKey}, ${kpi}, ${month}, ${value}, ${note})
    on conflict (owner_key, forecast_key, kpi, month) do update set value = excluded.value, note = excluded.note
  `.execute(tx);
};

/** Of one month, or of all months of a figure. */
export const removeOverrides = async (
  tx: Tx,
  ownerKey: number,
  forecastKey: number,
  kpi: Kpi,
  month: string | null,
): Promise<void> => {
  await sql`
    delete from forecast_override
    where owner_key = ${ownerKey} and forecast_key = ${forecastKey} and kpi = ${kpi} and (${month}::date is null or month = ${month}::date)
  `.execute(tx);
};

export const updateKpis = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  forecastKey: number,
  kpis: readonly Kpi[],
): Promise<void> => {
  await sql`
    update forecast set kpis = ${[...kpis]}::text[], row_version = row_version + 1, updated_by = ${by}, updated_at = ${at}
    where owner_key = ${ownerKey} and forecast_key = ${forecastKey}
  `.execute(tx);
};

export const removeForecast = async (tx: Tx, ownerKey: number, forecastKey: number): Promise<void> => {
  await sql`delete from forecast where owner_key = ${ownerKey} and forecast_key = ${forecastKey}`.execute(tx);
};
