import { type LeadSearchType, type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { ofPartner } from '../../db/scope/of-partner.ts';
import { type Tx } from '../../db/scope/tx.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The condition that finds a lead by each type of key; null where the key cannot be one. */
const conditionOf = (type: LeadSearchType, keyCode: string) => {
  if (type === 'lead') return /^[1-9]\d{0,8}$/.test(keyCode) ? sql`l.lead_key = ${Number(keyCode)}` : null;
  if (type === 'leadid') return sql`l.public_id = ${keyCode}`;
  if (type === 'cid') return UUID.test(keyCode) ? sql`l.click_id = ${keyCode}::uuid` : null;
  return type === 'txn' ? sql`l.transaction_id = ${keyCode}` : sql`l.crm_reference = ${keyCode}`;
};

/** More matches for an id are too many to choose from. */
const MAX_CHOICES = 50;

export interface FoundLead {
  leadCaptureKey: number;
  leadId: string;
  ownerKey: number;
  capturedDate: string;
  createdAt: Date;
  status: LeadStatus;
  campaignName: string;
}

export const findLeads = async (
  tx: Tx,
  ownerKeys: readonly number[],
  type: LeadSearchType,
  keyCode: string,
): Promise<FoundLead[]> => {
  const condition = conditionOf(type, keyCode);
  if (condition === null) return [];
  const { rows } = await sql<FoundLead>`
    select l.lead_key::int as "leadCaptureKey", l.public_id as "leadId", l.owner_key as "ownerKey",
           l.captured_date::text as "capturedDate", l.created_at as "createdAt", l.status, c.name as "campaignName"
    from lead l join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    where l.owner_key = any (${[...ownerKeys]}::int[]) and ${condition} and ${ofPartner('l.partner_key')}
    order by l.created_at desc, l.lead_key desc limit ${MAX_CHOICES}
  `.execute(tx);
  return rows;
};

export type Which = Pick<FoundLead, 'ownerKey' | 'capturedDate' | 'leadCaptureKey'>;
export const isLead = ({ ownerKey, capturedDate, leadCaptureKey }: Which, table: string) => sql`
  ${sql.ref(`${table}.owner_key`)} = ${ownerKey} and ${sql.ref(`${table}.captured_date`)} = ${capturedDate}::date
  and ${sql.ref(`${table}.lead_key`)} = ${leadCaptureKey}`;

export interface StoredDetail {
  ownerName: string;
  timeZone: string;
  version: number;
  deliveredAt: Date | null;
  statusReasons: string[];
  flags: string[];
  isUnpaid: boolean;
  milestones: (string | null)[];
  duplicateOf: { leadCaptureKey: number; leadId: string } | null;
  clickId: string | null;
  clickKey: number | null;
  clientName: string;
  campusName: string | null;
  programName: string | null;
  partnerName: string | null;
  sourceTag: string | null;
  subSource: string | null;
  transactionId: string | null;
  crmReference: string | null;
  clientPrice: number;
  mediaPrice: number;
  inquiry: Record<string, string | number | null>;
}

export const getDetail = async (tx: Tx, which: Which): Promise<StoredDetail | undefined> => {
  const { rows } = await sql<StoredDetail>`
    select o.name as "ownerName", o.time_zone as "timeZone", l.row_version as version, l.delivered_at as "deliveredAt",
           l.status_reasons as "statusReasons", l.flags, l.unpaid as "isUnpaid",
           array[l.contact_on, l.appointment_on, l.interview_on, l.visit_on, l.application_on, l.enrollment_on, l.start_on]::text[] as milestones,
           (select jsonb_build_object('leadCaptureKey', d.lead_key, 'leadId', d.public_id) from lead d
            where d.owner_key = l.owner_key and d.lead_key = l.duplicate_of) as "duplicateOf",
           l.click_id::text as "clickId",
           (select k.click_key::int from click k where k.owner_key = l.owner_key and k.click_id = l.click_id) as "clickKey", cl.name as "clientName", cp.name as "campusName", pr.name as "programName",
           m.name as "partnerName", s.source_tag as "sourceTag", l.sub_source as "subSource", l.transaction_id as "transactionId",
           l.crm_reference as "crmReference", l.client_price::float8 as "clientPrice", l.media_price::float8 as "mediaPrice",
           jsonb_build_object('state', l.state, 'zip', l.zip, 'age', l.age, 'education', l.education, 'gradYear', l.grad_year,
             'degree', l.degree_of_interest, 'area', l.area_of_interest, 'militaryStatus', l.military_status,
             'militaryBranch', l.military_branch, 'start', l.start_timeframe, 'device', l.device,
             'leadSourceType', l.lead_source_type) as inquiry
    from lead l
    join owner o on o.owner_key = l.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join campus cp on cp.owner_key = l.owner_key and cp.campus_key = l.campus_key
    left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key
    left join media_partner m on m.partner_key = l.partner_key
    left join publisher_source s on s.partner_key = l.partner_key and s.publisher_source_key = l.publisher_source_key
    where ${isLead(which, 'l')}
  `.execute(tx);
  return rows[0];
};

export const findSealed = async (tx: Tx, which: Which): Promise<Buffer | null> => {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select p.sealed from lead_person p where ${isLead(which, 'p')}
  `.execute(tx);
  return rows[0]?.sealed ?? null;
};

export interface StoredConsent {
  text: string;
  page: string;
  givenAt: Date;
  certificate: string | null;
  disclosure: string | null;
  dialerOptIn: boolean | null;
  textOptIn: boolean | null;
}
export const findConsent = async (tx: Tx, which: Which): Promise<StoredConsent | null> => {
  const { rows } = await sql<StoredConsent>`
    select c.consent_text as text, c.page_url as page, c.given_at as "givenAt", c.certificate, c.disclosure,
           c.dialer_opt_in as "dialerOptIn", c.text_opt_in as "textOptIn"
    from lead_consent c where ${isLead(which, 'c')}
  `.execute(tx);
  return rows[0] ?? null;
};
