import { type LeadStatus, type Milestone, MILESTONES } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The lead's columns for the first day of each milestone, used by the figures. */
const COLUMNS = {
  CONTACT: 'contact_on',
  APPOINTMENT: 'appointment_on',
  INTERVIEW: 'interview_on',
  VISIT: 'visit_on',
  APPLICATION: 'application_on',
  ENROLLMENT: 'enrollment_on',
  START: 'start_on',
} as const satisfies Record<Milestone, string>;

/** The counting day of a milestone, of the lead `l`. */
export const countedDay = sql`case m.code ${sql.join(
  MILESTONES.map((code) => sql`when ${sql.lit(code)} then ${sql.ref(`l.${COLUMNS[code]}`)}`),
  sql` `,
)} end`;

/** The current day in the owner's time zone. */
export const getOwnerDay = async (tx: Tx, ownerKey: number, now: Date): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select (${now}::timestamptz at time zone time_zone)::date::text as day from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]!.day;
};

export interface MilestoneLead {
  leadKey: number;
  capturedDate: string;
  leadId: string;
  status: LeadStatus;
}

/** The leads, locked on request, so that milestones of one lead are recorded one after another. */
export const listMilestoneLeads = async (
  tx: Tx,
  ownerKey: number,
  leadKeys: readonly number[],
  { lock }: { lock: boolean },
): Promise<MilestoneLead[]> => {
  const { rows } = await sql<MilestoneLead>`
    select l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate", l.public_id as "leadId", l.status
    from unnest(${[...leadKeys]}::bigint[]) wanted (lead_key)
    join lead l on l.owner_key = ${ownerKey} and l.lead_key = wanted.lead_key
    order by l.lead_key ${lock ? sql`for update of l` : sql``}
  `.execute(tx);
  return rows;
};

export interface StoredMilestone {
  milestoneKey: number;
  leadKey: number;
  code: Milestone;
  day: string;
  programCode: string | null;
  term: string | null;
  voidReason: string | null;
  isVoided: boolean;
  version: number;
}

/** All reported milestones of the leads, except those undone with their file: valid ones first, then the latest. */
export const listMilestones = async (
  tx: Tx,
  ownerKey: number,
  leads: readonly Pick<MilestoneLead, 'leadKey' | 'capturedDate'>[],
): Promise<StoredMilestone[]> => {
  const { rows } = await sql<StoredMilestone>`
    select m.milestone_key::int as "milestoneKey", m.lead_key::int as "leadKey", m.code, m.happened_on::text as day,
           m.program_code as "programCode", m.term, m.void_reason as "voidReason", m.voided_at is not null as "isVoided",
           m.row_version as version
    from unnest(${leads.map(({ leadKey }) => leadKey)}::bigint[], ${leads.map(({ capturedDate }) => capturedDate)}::date[])
      wanted (lead_key, captured_date)
    join lead_milestone m on m.owner_key = ${ownerKey} and m.captured_date = wanted.captured_date and m.lead_key = wanted.lead_key
    where not m.undone
    order by m.voided_at is not null, m.milestone_key desc
  `.execute(tx);
  return rows;
};

interface NewMilestone {
  leadKey: number;
  capturedDate: string;
  code: Milestone;
  day: string;
  programCode: string | null;
  term: string | null;
}

export const insertMilestones = async (
  tx: Tx,
  ownerKey: number,
  milestones: readonly NewMilestone[],
  { by, at }: { by: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at, recorded_by, program_code, term)
    select ${ownerKey}, n."capturedDate", n."leadKey", n.code, n.day, ${at}, ${by}, n."programCode", n.term
    from jsonb_to_recordset(${JSON.stringify(milestones)}::jsonb)
      n ("capturedDate" date, "leadKey" bigint, code text, day date, "programCode" text, term text)
    on conflict (owner_key, captured_date, lead_key, code, happened_on) where voided_at is null do nothing
  `.execute(tx);
};

export interface ChangedMilestone {
  milestoneKey: number;
  programCode: string | null;
  term: string | null;
  /** Null: valid. */
  voidReason: string | null;
  undone?: boolean;
}

export const updateMilestones = async (
  tx: Tx,
  ownerKey: number,
  changes: readonly (ChangedMilestone & { capturedDate: string; leadKey: number })[],
  { by, at }: { by: number | null; at: Date },
): Promise<void> => {
  await sql`
    update lead_milestone m
    set program_code = n."programCode", term = n.term, void_reason = n."voidReason", undone = coalesce(n.undone, false),
        voided_at = case when n."voidReason" is null then null else coalesce(m.voided_at, ${at}) end,
        voided_by = case when n."voidReason" is null then null else coalesce(m.voided_by, ${by}::int) end,
        row_version = m.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      n ("milestoneKey" bigint, "capturedDate" date, "leadKey" bigint, "programCode" text, term text, "voidReason" text, undone boolean)
    where m.owner_key = ${ownerKey} and m.captured_date = n."capturedDate" and m.lead_key = n."leadKey"
      and m.milestone_key = n."milestoneKey"
  `.execute(tx);
};

export interface TouchedMilestone {
  leadKey: number;
  capturedDate: string;
  code: Milestone;
}

/**
 * Updates the leads with the first valid date of each milestone, not in the future. The figures follow by triggers; an unaffected milestone
 * is not changed.
 */
export const settleMilestones = async (
  tx: Tx,
  ownerKey: number,
  touched: readonly TouchedMilestone[],
  today: string,
): Promise<void> => {
  const first = (code: Milestone) => sql`case when ${sql.lit(code)} = any (n.codes) then n.${sql.ref(COLUMNS[code])}
    else l.${sql.ref(COLUMNS[code])} end`;
  const list = (make: (code: Milestone) => ReturnType<typeof first>) => sql.join(MILESTONES.map(make));
  await sql`
    update lead l set ${list((code) => sql`${sql.ref(COLUMNS[code])} = ${first(code)}`)}
    from (
      select t."capturedDate" as captured_date, t."leadKey" as lead_key, array_agg(distinct t.code) as codes,
             ${list((code) => sql`min(m.happened_on) filter (where m.code = ${sql.lit(code)}) as ${sql.ref(COLUMNS[code])}`)}
      from jsonb_to_recordset(${JSON.stringify(touched)}::jsonb) t ("capturedDate" date, "leadKey" bigint, code text)
      left join lead_milestone m on m.owner_key = ${ownerKey} and m.captured_date = t."capturedDate" and m.lead_key = t."leadKey"
        and m.code = t.code and m.voided_at is null and m.happened_on <= ${today}::date
      group by 1, 2
    ) n
    where l.owner_key = ${ownerKey} and l.captured_date = n.captured_date and l.lead_key = n.lead_key
      and (${list((code) => sql`l.${sql.ref(COLUMNS[code])}`)}) is distinct from (${list(first)})
  `.execute(tx);
};
