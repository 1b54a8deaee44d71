import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { columnValues } from '../../../shared/records/record-store.ts';
import { campaignStore } from '../campaigns.queries.ts';
import { type CampaignFields } from '../campaigns.rules.ts';
import { FILED_FIELDS } from './file-fields.rules.ts';

export interface Writing {
  ownerKey: number;
  userKey: number;
  at: Date;
}

/** A campaign as in a file, with keys in place of names. */
export interface FiledCampaign extends CampaignFields {
  row: number;
  /** Null for a new campaign. */
  campaignKey: number | null;
  channel: string;
  clientGoalKey: number;
  vendorKey: number | null;
  semClientAccountKey: number | null;
  channelCustomKey: number | null;
  campaignCode: string;
  activate: boolean;
}

const columnOf = (name: keyof typeof campaignStore): string => campaignStore[name].column!;
const COLUMNS = [
  ...(['clientGoalKey', 'vendorKey', 'semClientAccountKey', 'channelCustomKey'] as const),
  ...FILED_FIELDS,
].map(columnOf);
const DATES: readonly string[] = [columnOf('startDate'), columnOf('endDate')];
const UPDATED = COLUMNS.filter((column) => !DATES.includes(column));

/** The columns of the table itself, beside the file's values. */
const rowsOf = (campaigns: readonly FiledCampaign[]) => {
  const filed = campaigns.map(({ row, campaignKey, channel, activate, ...fields }) => ({
    row,
    activate,
    stored: { campaign_key: campaignKey, channel, ...columnValues(campaignStore, fields) },
  }));
  return sql`(
    select f.row, f.activate, r.* from jsonb_to_recordset(${JSON.stringify(filed)}::jsonb) f (row int, activate boolean, stored jsonb)
    cross join lateral jsonb_populate_record(null::campaign, f.stored) r
  )`;
};

/** Inserts new campaigns in one statement, each with empty targeting, and returns which row created which. */
export const insertCampaigns = async (
  tx: Tx,
  { ownerKey, userKey, at }: Writing,
  campaigns: readonly FiledCampaign[],
): Promise<Map<number, number>> => {
  if (campaigns.length === 0) return new Map();
  const { rows } = await sql<{ row: number; campaignKey: number }>`
    with n as ${rowsOf(campaigns)}, made as (
      insert into campaign (owner_key, channel, ${sql.join(COLUMNS.map((column) => sql.id(column)))},
                            activated_at, created_at, updated_by, updated_at)
      select ${ownerKey}, n.channel, ${sql.join(COLUMNS.map((column) => sql.ref(`n.${column}`)))},
             case when n.activate then ${at}::timestamptz end, ${at}, ${userKey}, ${at}
      from n order by n.row
      returning campaign_key, coalesce(partner_key, 0) as partner_key, lower(code) as code
    )
    select n.row, made.campaign_key as "campaignKey" from made join n on coalesce(n.partner_key, 0) = made.partner_key and lower(n.code) = made.code
  `.execute(tx);
  await sql`
    insert into campaign_targeting (owner_key, campaign_key)
    select ${ownerKey}, k from unnest(${rows.map(({ campaignKey }) => campaignKey)}::int[]) k
  `.execute(tx);
  return new Map(rows.map(({ row, campaignKey }) => [row, campaignKey]));
};

/** Updates existing campaigns. Dates are not among the fields: they change by the table of moves. */
export const updateFiledCampaigns = async (
  tx: Tx,
  { ownerKey, userKey, at }: Writing,
  campaigns: readonly FiledCampaign[],
): Promise<void> => {
  if (campaigns.length === 0) return;
  const sets = UPDATED.map((column) => sql`${sql.id(column)} = ${sql.ref(`n.${column}`)}`);
  await sql`
    update campaign c set ${sql.join(sets)}, row_version = c.row_version + 1, updated_by = ${userKey}, updated_at = ${at}
    from ${rowsOf(campaigns)} n
    where c.owner_key = ${ownerKey} and c.campaign_key = n.campaign_key
  `.execute(tx);
};

export interface FiledPlan {
  campaignKey: number;
  monthlyCapacity: number | null;
  monthlyAllocation: number | null;
  monthlySoft: number | null;
  weeklySoft: number | null;
  dailyAllocation: number | null;
  weeklyAllocation: number | null;
}

/** The first plan of a new campaign. Later ones are changed in the allocation sheets. */
export const insertPlans = async (
  tx: Tx,
  { ownerKey, userKey, at }: Writing,
  month: string,
  plans: readonly FiledPlan[],
): Promise<void> => {
  if (plans.length === 0) return;
  await sql`select set_config('app.via', 'file', true)`.execute(tx);
  await sql`
    insert into campaign_month (owner_key, campaign_key, month, monthly_capacity, monthly_allocation, monthly_soft_allocation,
                                weekly_soft_allocation, daily_allocation, weekly_allocation, updated_by, updated_at)
    select ${ownerKey}, n."campaignKey", ${month}, n."monthlyCapacity", n."monthlyAllocation", n."monthlySoft", n."weeklySoft",
           n."dailyAllocation", n."weeklyAllocation", ${userKey}, ${at}
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) n ("campaignKey" int, "monthlyCapacity" int, "monthlyAllocation" int,
      "monthlySoft" int, "weeklySoft" int, "dailyAllocation" int, "weeklyAllocation" int)
  `.execute(tx);
};

interface FiledTargeting {
  campaignKey: number;
  programs: readonly number[] | null;
  states: readonly string[] | null;
}

/** Programs and states, where the file has any: values left out stay. */
export const updateFiledTargeting = async (
  tx: Tx,
  ownerKey: number,
  targeting: readonly FiledTargeting[],
): Promise<void> => {
  const withPrograms = targeting.flatMap(({ campaignKey, programs }) =>
    programs === null ? [] : [{ campaignKey, programs }],
  );
  const withStates = targeting.flatMap(({ campaignKey, states }) => (states === null ? [] : [{ campaignKey, states }]));
  if (withPrograms.length > 0) {
    await sql`
      with n as (
        select n."campaignKey" as campaign_key, p::int as program_key
        from jsonb_to_recordset(${JSON.stringify(withPrograms)}::jsonb) n ("campaignKey" int, programs jsonb)
        left join lateral jsonb_array_elements_text(n.programs) p on true
      ), gone as (
        delete from campaign_program c where c.owner_key = ${ownerKey} and c.campaign_key in (select campaign_key from n)
          and not exists (select from n where n.campaign_key = c.campaign_key and n.program_key = c.program_key)
      )
      insert into campaign_program (owner_key, campaign_key, program_key)
      select ${ownerKey}, n.campaign_key, n.program_key from n where n.program_key is not null on conflict do nothing
    `.execute(tx);
  }
  if (withStates.length > 0) {
    await sql`
      update campaign_targeting t set geo = jsonb_set(t.geo, '{states}', n.states), row_version = t.row_version + 1
      from jsonb_to_recordset(${JSON.stringify(withStates)}::jsonb) n ("campaignKey" int, states jsonb)
      where t.owner_key = ${ownerKey} and t.campaign_key = n."campaignKey"
    `.execute(tx);
  }
};

/** Releases the codes of campaigns whose file is undone: the same file may be uploaded again. */
export const releaseCodesOf = async (
  tx: Tx,
  ownerKey: number,
  campaignKeys: readonly number[],
  at: Date,
): Promise<void> => {
  await sql`
    update campaign c set code_released_at = ${at} from unnest(${[...campaignKeys]}::int[]) k (campaign_key)
    where c.owner_key = ${ownerKey} and c.campaign_key = k.campaign_key
  `.execute(tx);
};
