import { type LeadStatus } from '@paceline/contract';
import { type CompiledQuery, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The leads that media partners posted for a client between two moments. */
export interface PastSpan {
  ownerKey: number;
  clientKey: number;
  from: Date;
  to: Date;
}

/** A stored lead, as far as a client's rules can be checked on it again. */
export interface PastLead {
  leadKey: number;
  publicId: string;
  createdAt: Date;
  campaignKey: number;
  partnerKey: number;
  programKey: number | null;
  campusKey: number | null;
  status: LeadStatus;
  reasons: string[];
  unpaid: boolean;
  clientPrice: number;
  enrolled: boolean;
  /** The kind of school, which decides how long people take to enroll. */
  clientModelKey: number;
  leadSourceType: 'web' | 'Call Center';
  device: 'desktop' | 'tablet' | 'mobile';
  state: string | null;
  zip: string | null;
  age: number | null;
  education: string | null;
  gradYear: number | null;
  degree: string | null;
  area: string | null;
  military: string | null;
  branch: string | null;
  timeframe: string | null;
  programCode: string | null;
  campusCode: string | null;
  consentText: string | null;
  certificate: string | null;
  dialerOptIn: boolean | null;
  textOptIn: boolean | null;
  sealed: Buffer | null;
}

/** Limited to the span and its day partitions: a lead's day is in the owner's zone, at most a day apart. */
const inSpan = ({ ownerKey, from, to }: PastSpan) => sql`
  l.owner_key = ${ownerKey} and l.status <> 'TST' and l.created_at >= ${from} and l.created_at < ${to}
  and l.captured_date between (${from}::timestamptz - interval '1 day')::date and (${to}::timestamptz + interval '1 day')::date`;

const ofClient = (span: PastSpan) => sql`
  from lead l
  join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
  join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key and g.client_key = ${span.clientKey}`;

export const countPastLeads = async (tx: Tx, span: PastSpan): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${ofClient(span)} where ${inSpan(span)} and l.partner_key is not null
  `.execute(tx);
  return rows[0]?.n ?? 0;
};

/** In the order of arrival. Personal data stay sealed, and are not read unless a rule needs them. */
export const pastLeads =
  (span: PastSpan, needsPerson: boolean) =>
  (tx: Tx): CompiledQuery<PastLead> =>
    sql<PastLead>`
    select l.lead_key as "leadKey", l.public_id as "publicId", l.created_at as "createdAt", l.campaign_key as "campaignKey",
           l.partner_key as "partnerKey", l.program_key as "programKey", l.campus_key as "campusKey", l.status,
           l.status_reasons as reasons, l.unpaid, l.client_price::float8 as "clientPrice", l.enrollment_on is not null as enrolled, g.client_model_key as "clientModelKey",
           l.lead_source_type as "leadSourceType", l.device, l.state, l.zip, l.age, l.education, l.grad_year as "gradYear",
           l.degree_of_interest as degree, l.area_of_interest as area, l.military_status as military,
           l.military_branch as branch, l.start_timeframe as timeframe, p.code as "programCode", k.code as "campusCode",
           s.consent_text as "consentText", s.certificate, s.dialer_opt_in as "dialerOptIn", s.text_opt_in as "textOptIn",
           ${needsPerson ? sql`x.sealed` : sql`null::bytea`} as sealed
    ${ofClient(span)}
    left join program p on p.owner_key = l.owner_key and p.program_key = l.program_key
    left join campus k on k.owner_key = l.owner_key and k.campus_key = l.campus_key
    left join lead_consent s on s.owner_key = l.owner_key and s.captured_date = l.captured_date and s.lead_key = l.lead_key
    ${
      needsPerson
        ? sql`left join lead_person x on x.owner_key = l.owner_key and x.captured_date = l.captured_date and x.lead_key = l.lead_key`
        : sql``
    }
    where ${inSpan(span)} and l.partner_key is not null
    order by l.created_at, l.lead_key
  `.compile(tx);

/** A lead of a person who inquired more than once, whichever client the lead is for. */
export interface RepeatedLead {
  leadKey: number;
  createdAt: Date;
  status: LeadStatus;
  campaignKey: number;
  partnerKey: number | null;
  campusKey: number | null;
  programKey: number | null;
  clientKey: number;
  brandKey: number;
  email: string | null;
  phone: string | null;
  nameZip: string | null;
}

/** Only persons with at least two leads: nobody else is a duplicate under any rule. In the order of arrival. */
export const listRepeatedLeads = async (tx: Tx, span: PastSpan, ofWholeOwner: boolean): Promise<RepeatedLead[]> => {
  const { rows } = await sql<RepeatedLead>`
    with person as materialized (
      select l.lead_key, l.created_at, l.status, l.campaign_key, l.partner_key, l.campus_key, l.program_key,
             g.client_key, k.brand_key, x.email_hash, x.phone_hash, x.name_zip_hash
      from lead l
      join lead_person x on x.owner_key = l.owner_key and x.captured_date = l.captured_date and x.lead_key = l.lead_key
      join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
      join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
      join client k on k.owner_key = g.owner_key and k.client_key = g.client_key
      where ${inSpan(span)} and (${ofWholeOwner} or g.client_key = ${span.clientKey})
    ), twice as (
      select hash from (
        select email_hash as hash from person union all select phone_hash from person union all select name_zip_hash from person
      ) h where hash is not null group by hash having count(*) > 1
    )
    select lead_key as "leadKey", created_at as "createdAt", status, campaign_key as "campaignKey", partner_key as "partnerKey",
           campus_key as "campusKey", program_key as "programKey", client_key as "clientKey", brand_key as "brandKey",
           encode(email_hash, 'base64') as email, encode(phone_hash, 'base64') as phone, encode(name_zip_hash, 'base64') as "nameZip"
    from person
    where email_hash in (select hash from twice) or phone_hash in (select hash from twice)
       or name_zip_hash in (select hash from twice)
    order by created_at, lead_key
  `.execute(tx);
  return rows;
};

export const listNames = async (
  tx: Tx,
  { ownerKey, clientKey }: Pick<PastSpan, 'ownerKey' | 'clientKey'>,
): Promise<{ campaigns: Map<number, string>; partners: Map<number, string> }> => {
  const { rows } = await sql<{ campaignKey: number; name: string; partnerKey: number; partnerName: string }>`
    select c.campaign_key as "campaignKey", c.name, p.partner_key as "partnerKey", p.name as "partnerName"
    from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join media_partner p on p.partner_key = c.partner_key
    where c.owner_key = ${ownerKey} and g.client_key = ${clientKey}
  `.execute(tx);
  return {
    campaigns: new Map(rows.map(({ campaignKey, name }) => [campaignKey, name])),
    partners: new Map(rows.map(({ partnerKey, partnerName }) => [partnerKey, partnerName])),
  };
};
