import { type LeadEditValues, type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type KeptChange } from './edited-fields.rules.ts';

/** A lead with what decides whether and how it can be corrected. */
export interface EditedLead {
  ownerKey: number;
  leadKey: number;
  leadId: string;
  capturedDate: string;
  status: LeadStatus;
  version: number;
  clientKey: number;
  campusKey: number | null;
  programKey: number | null;
  endpointKey: number | null;
  lastAnswer: string | null;
  /** Whether its month is over in the owner's zone. */
  isPast: boolean;
  timeZone: string;
  /** Whether a worker is sending it. */
  isUnderWay: boolean;
}

export const findEditedLead = async (
  tx: Tx,
  ownerKey: number,
  leadKey: number,
  now: Date,
  { lock }: { lock: boolean },
): Promise<EditedLead | undefined> => {
  const { rows } = await sql<EditedLead>`
    select l.owner_key as "ownerKey", l.lead_key::int as "leadKey", l.public_id as "leadId", l.captured_date::text as "capturedDate",
           l.status, l.row_version as version, g.client_key as "clientKey", l.campus_key as "campusKey", l.program_key as "programKey",
           coalesce(t.endpoint_key, (
             select e.endpoint_key from delivery_endpoint e
             where e.owner_key = l.owner_key and e.client_key = g.client_key and (e.campus_key is null or e.campus_key = l.campus_key)
             order by e.campus_key nulls last limit 1)) as "endpointKey",
           (select left(coalesce(d.response, ''), 500) from lead_delivery d
            where d.owner_key = l.owner_key and d.captured_date = l.captured_date and d.lead_key = l.lead_key
            order by d.attempt desc limit 1) as "lastAnswer",
           l.captured_date < date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date as "isPast",
           o.time_zone as "timeZone",
           coalesce(t.done_at is null and t.taken_until > clock_timestamp(), false) as "isUnderWay"
    from lead l
    join owner o on o.owner_key = l.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join delivery_task t on t.owner_key = l.owner_key and t.lead_key = l.lead_key
    where l.owner_key = ${ownerKey} and l.lead_key = ${leadKey} ${lock ? sql`for update of l` : sql``}
  `.execute(tx);
  return rows[0];
};

interface ClientProgram {
  programKey: number;
  campusKey: number;
  label: string;
}
interface Places {
  campuses: { campusKey: number; label: string }[];
  programs: ClientProgram[];
}

/** The client's campuses and programs, with the codes that its system is sent: open ones, and those that the lead has now. */
export const listPlaces = async (
  tx: Tx,
  {
    ownerKey,
    clientKey,
    campusKey,
    programKey,
  }: Pick<EditedLead, 'ownerKey' | 'clientKey' | 'campusKey' | 'programKey'>,
): Promise<Places> => {
  const { rows: campuses } = await sql<Places['campuses'][number]>`
    select k.campus_key as "campusKey", k.name || ' (' || k.code || ')' as label
    from campus k join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
    where k.owner_key = ${ownerKey} and m.client_key = ${clientKey} and (k.active or k.campus_key = ${campusKey}::int)
    order by lower(k.name), k.campus_key
  `.execute(tx);
  const { rows: programs } = await sql<ClientProgram>`
    select p.program_key as "programKey", p.campus_key as "campusKey",
           p.name || ' (' || coalesce(p.client_program_code, p.code) || '), ' || k.name as label
    from program p
    join campus k on k.owner_key = p.owner_key and k.campus_key = p.campus_key
    join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
    where p.owner_key = ${ownerKey} and m.client_key = ${clientKey} and (p.active and k.active or p.program_key = ${programKey}::int)
    order by lower(p.name), lower(k.name), p.program_key
  `.execute(tx);
  return { campuses, programs };
};

/** The columns of the lead that are not the person's. */
export const updateLeadValues = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: Pick<EditedLead, 'ownerKey' | 'capturedDate' | 'leadKey'>,
  values: LeadEditValues,
): Promise<void> => {
  const orNull = (value: string | number | undefined) => value ?? null;
  await sql`
    update lead
    set state = coalesce(${orNull(values.state)}, state), zip = coalesce(${orNull(values.zip)}, zip),
        age = coalesce(${orNull(values.age)}, age), education = coalesce(${orNull(values.education)}, education),
        grad_year = coalesce(${orNull(values.gradYear)}, grad_year),
        degree_of_interest = coalesce(${orNull(values.degreeLevel)}, degree_of_interest),
        area_of_interest = coalesce(${orNull(values.areaOfInterest)}, area_of_interest),
        military_status = coalesce(${orNull(values.militaryStatus)}, military_status),
        military_branch = coalesce(${orNull(values.militaryBranch)}, military_branch),
        start_timeframe = coalesce(${orNull(values.startTimeframe)}, start_timeframe),
        campus_key = coalesce(${orNull(values.campusKey)}, campus_key),
        program_key = coalesce(${orNull(values.programKey)}, program_key), row_version = row_version + 1
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
};

/** A campus can have an endpoint of its own. */
export const moveTaskToCampus = async (tx: Tx, ownerKey: number, leadKey: number, campusKey: number): Promise<void> => {
  await sql`
    update delivery_task set campus_key = ${campusKey} where owner_key = ${ownerKey} and lead_key = ${leadKey}
  `.execute(tx);
};

export const insertLeadEdit = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: Pick<EditedLead, 'ownerKey' | 'capturedDate' | 'leadKey'>,
  changes: readonly KeptChange[],
  { userKey, at }: { userKey: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into lead_edit (owner_key, captured_date, lead_key, at, edited_by, fields, changes)
    values (${ownerKey}, ${capturedDate}::date, ${leadKey}, ${at}, ${userKey}, ${changes.map(({ name }) => name)},
            ${JSON.stringify(changes)})
  `.execute(tx);
};
