import { type Labels, type LeadStatus } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CopyOut } from '../../../db/connection/copy-out.ts';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { FURTHEST, owed } from '../search.list.ts';
import { type Month, monthsOf } from './export.rules.ts';
import { CODE_SEPARATOR } from './lead-values.ts';

/** The query of an export, with names resolved to keys. Null: no filter. */
export interface AskedLeads {
  ownerKey: number;
  startDate: string;
  endDate: string;
  timeZone: string;
  statuses: readonly LeadStatus[] | null;
  campaignKeys: readonly number[] | null;
  partnerKeys: readonly number[] | null;
  leadKeys: readonly number[] | null;
  /** Whether personal data are read at all. */
  hasPeople: boolean;
}

const isOneOf = (column: string, values: readonly (string | number)[] | null) =>
  values === null ? sql`true` : sql`${sql.ref(column)} = any (${[...values]})`;

const matching = ({ partnerKey }: Scope, question: AskedLeads, { from, to }: Month) => sql`
  l.owner_key = ${question.ownerKey} and l.captured_date between ${from}::date and ${to}::date
  and ${isOneOf('l.status', question.statuses)} and ${isOneOf('l.campaign_key', question.campaignKeys)}
  and ${isOneOf('l.partner_key', question.partnerKeys)} and ${isOneOf('l.lead_key', question.leadKeys)}
  and ${partnerKey === null ? sql`true` : sql`l.partner_key = ${partnerKey}`}`;

/** Counts month by month, up to the bound. */
export const countLeads = async (tx: Tx, scope: Scope, question: AskedLeads, upTo: number): Promise<number> => {
  let counted = 0;
  for (const month of monthsOf(question)) {
    if (counted >= upTo) break;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from lead l where ${matching(scope, question, month)} limit ${upTo - counted}) counted
    `.execute(tx);
    counted += rows[0]?.n ?? 0;
  }
  return counted;
};

/**
 * The fields of a lead for a file. Names are read as keys and mapped later: there are few, and joining them takes longer than everything
 * else.
 */
const FIELDS = {
  leadKey: () => sql`l.lead_key`,
  leadId: () => sql`l.public_id`,
  receivedAt: ({ timeZone }) => sql`l.created_at at time zone ${timeZone}`,
  deliveredAt: ({ timeZone }) => sql`l.delivered_at at time zone ${timeZone}`,
  status: () => sql`l.status`,
  reasons: () => sql`array_to_string(l.status_reasons, ${CODE_SEPARATOR})`,
  campaignKey: () => sql`l.campaign_key::int`,
  campusKey: () => sql`l.campus_key::int`,
  programKey: () => sql`l.program_key::int`,
  partnerKey: () => sql`l.partner_key::int`,
  sourceKey: () => sql`l.publisher_source_key::int`,
  subSource: () => sql`l.sub_source`,
  transactionId: () => sql`l.transaction_id`,
  leadSourceType: () => sql`l.lead_source_type`,
  device: () => sql`l.device`,
  state: () => sql`l.state`,
  zip: () => sql`l.zip`,
  education: () => sql`l.education`,
  gradYear: () => sql`l.grad_year::text`,
  militaryStatus: () => sql`l.military_status`,
  startTimeframe: () => sql`l.start_timeframe`,
  clientPrice: () => owed('l.client_price'),
  mediaPrice: () => owed('l.media_price'),
  crmReference: () => sql`l.crm_reference`,
  milestone: () => FURTHEST,
  milestoneOn: () =>
    sql`coalesce(l.start_on, l.enrollment_on, l.application_on, l.visit_on, l.interview_on, l.appointment_on, l.contact_on)::text`,
  sealed: () => sql`p.sealed`,
} satisfies Record<string, (question: AskedLeads) => RawBuilder<unknown>>;
export type LeadField = keyof typeof FIELDS;

/** All matching leads in Postgres's binary COPY format, by month and by day within it. A field is read only where the file has it. */
export const streamLeads = async function* (
  { tx, copyOut, scope }: { tx: Tx; copyOut: CopyOut; scope: Scope },
  question: AskedLeads,
  fields: readonly LeadField[],
): AsyncGenerator<Buffer, void> {
  const people = ({ from, to }: Month) =>
    sql`left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
          and p.captured_date between ${from}::date and ${to}::date`;
  for (const month of monthsOf(question)) {
    yield* copyOut(
      sql`
        select ${sql.join(fields.map((field) => FIELDS[field](question)))}
        from lead l ${fields.includes('sealed') ? people(month) : sql``}
        where ${matching(scope, question, month)}
        order by l.captured_date, l.lead_key
      `.compile(tx),
    );
  }
};

type Names = ReadonlyMap<number, string | null>;
export interface LeadNames {
  client: Names;
  campaign: Names;
  campaignCode: Names;
  clientCampaignCode: Names;
  campus: Names;
  program: Names;
  partner: Names;
  source: Names;
}
/** With the owner's words, as the screen has them. */
export interface LeadWords extends LeadNames {
  labels: Labels;
}

const mapOf = (rows: readonly { key: number; name: string | null }[]): Names =>
  new Map(rows.map(({ key, name }) => [key, name]));

/** The names of one owner's records, and of the media partners the viewer can see. */
export const listNames = async (tx: Tx, ownerKey: number): Promise<LeadWords> => {
  const campaigns = await sql<{
    key: number;
    name: string;
    code: string;
    clientCampaignCode: string | null;
    client: string | null;
  }>`
    select c.campaign_key::int as key, c.name, c.code, nullif(c.client_code, '') as "clientCampaignCode", cl.name as client
    from campaign c
    left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    where c.owner_key = ${ownerKey}
  `.execute(tx);
  const list = async (statement: RawBuilder<{ key: number; name: string }>): Promise<Names> =>
    mapOf((await statement.execute(tx)).rows);
  return {
    labels: (await findLabels(tx, [ownerKey])) ?? 'default',
    client: mapOf(campaigns.rows.map(({ key, client }) => ({ key, name: client }))),
    campaign: mapOf(campaigns.rows),
    campaignCode: mapOf(campaigns.rows.map(({ key, code }) => ({ key, name: code }))),
    clientCampaignCode: mapOf(campaigns.rows.map(({ key, clientCampaignCode: name }) => ({ key, name }))),
    campus: await list(sql`select campus_key::int as key, name from campus where owner_key = ${ownerKey}`),
    program: await list(sql`select program_key::int as key, name from program where owner_key = ${ownerKey}`),
    partner: await list(sql`select partner_key::int as key, name from media_partner`),
    source: await list(sql`select publisher_source_key::int as key, source_tag as name from publisher_source`),
  };
};

/** How many of the chosen clients are the owner's, and their campaigns. */
export const listClientsCampaigns = async (
  tx: Tx,
  ownerKey: number,
  clientKeys: readonly number[],
): Promise<{ clients: number; campaignKeys: number[] }> => {
  const { rows } = await sql<{ clients: number; campaignKeys: number[] }>`
    select (select count(*)::int from client where owner_key = ${ownerKey} and client_key = any (${[...clientKeys]}::int[])) as clients,
           array(select c.campaign_key from campaign c join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
                 where c.owner_key = ${ownerKey} and g.client_key = any (${[...clientKeys]}::int[])) as "campaignKeys"
  `.execute(tx);
  return rows[0] ?? { clients: 0, campaignKeys: [] };
};

/** How many of the chosen media partners the viewer can see. */
export const countPartners = async (tx: Tx, partnerKeys: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from media_partner where partner_key = any (${[...partnerKeys]}::int[])
  `.execute(tx);
  return rows[0]?.n ?? 0;
};
