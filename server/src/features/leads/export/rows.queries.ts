import { type LeadStatus, type Milestone } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope.ts';
import { type Tx } from '../../../db/tx.ts';
import { FURTHEST, owed } from '../search.list.ts';
import { type Month, monthsOf } from './export.rules.ts';

/** What is read, once names are keys. Null: all of them. */
export interface AskedLeads {
  ownerKey: number;
  startDate: string;
  endDate: string;
  timeZone: string;
  statuses: readonly LeadStatus[] | null;
  campaignKeys: readonly number[] | null;
  partnerKeys: readonly number[] | null;
  leadKeys: readonly number[] | null;
  /** Whether people are read at all. */
  hasPeople: boolean;
}

/** A lead as its statement gives it. */
export interface ExportedLead {
  leadKey: number;
  leadId: string;
  receivedAt: string;
  deliveredAt: string | null;
  status: LeadStatus;
  reasons: string[];
  milestone: Milestone | null;
  milestoneOn: string | null;
  sealed: Buffer | null;
  [field: string]: unknown;
}

const isOneOf = (column: string, values: readonly (string | number)[] | null) =>
  values === null ? sql`true` : sql`${sql.ref(column)} = any (${[...values]})`;

const matching = ({ partnerKey }: Scope, asked: AskedLeads, { from, to }: Month) => sql`
  l.owner_key = ${asked.ownerKey} and l.captured_date between ${from}::date and ${to}::date
  and ${isOneOf('l.status', asked.statuses)} and ${isOneOf('l.campaign_key', asked.campaignKeys)}
  and ${isOneOf('l.partner_key', asked.partnerKeys)} and ${isOneOf('l.lead_key', asked.leadKeys)}
  and ${partnerKey === null ? sql`true` : sql`l.partner_key = ${partnerKey}`}`;

/** Month by month, and not beyond the bound. */
export const countLeads = async (tx: Tx, scope: Scope, asked: AskedLeads, upTo: number): Promise<number> => {
  let counted = 0;
  for (const month of monthsOf(asked)) {
    if (counted >= upTo) break;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from lead l where ${matching(scope, asked, month)} limit ${upTo - counted}) counted
    `.execute(tx);
    counted += rows[0]?.n ?? 0;
  }
  return counted;
};

/** So many are in memory at a time, however many there are. */
export const BATCH_ROWS = 2_000;

interface Place {
  capturedDate: string;
  leadKey: number;
}

/**
 * The next leads of a month behind a place, by the key of its partition. Names and people are joined to these alone. A side's
 * price is read only where the file has it.
 */
const listNext = (tx: Tx, scope: Scope, asked: AskedLeads, month: Month, after: Place | null) => {
  const local = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${asked.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const isPartner = scope.group === 'mp';
  const isClient = scope.group === 'cl';
  return sql<ExportedLead & Place>`
    select l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate", l.public_id as "leadId",
           ${local('l.created_at')} as "receivedAt", ${local('l.delivered_at')} as "deliveredAt", l.status,
           l.status_reasons as reasons, cl.name as "clientName", cp.name as "campusName", pr.name as "programName",
           c.name as "campaignName", c.code as "campaignCode", l.lead_source_type as "leadSourceType", l.device, l.state, l.zip,
           l.education, l.grad_year::text as "gradYear", l.military_status as "militaryStatus",
           l.start_timeframe as "startTimeframe", ${FURTHEST} as milestone,
           coalesce(l.start_on, l.enrollment_on, l.application_on, l.visit_on, l.interview_on, l.appointment_on, l.contact_on)::text
             as "milestoneOn",
           ${isPartner ? sql`null` : owed('l.client_price')} as "clientPrice",
           ${isPartner ? sql`null` : sql`l.crm_reference`} as "crmReference",
           ${isPartner ? sql`null` : sql`m.name`} as "partnerName",
           ${isPartner ? sql`null` : sql`nullif(c.client_code, '')`} as "clientCampaignCode",
           ${isClient ? sql`null` : owed('l.media_price')} as "mediaPrice",
           ${isClient ? sql`null` : sql`l.transaction_id`} as "transactionId",
           ${isClient ? sql`null` : sql`s.source_tag`} as "sourceTag",
           ${isClient ? sql`null` : sql`l.sub_source`} as "subSource",
           ${asked.hasPeople ? sql`p.sealed` : sql`null`} as sealed
    from (
      select l.* from lead l where ${matching(scope, asked, month)}
        and ${after === null ? sql`true` : sql`(l.captured_date, l.lead_key) > (${after.capturedDate}::date, ${after.leadKey}::bigint)`}
      order by l.captured_date, l.lead_key limit ${BATCH_ROWS}
    ) l
    left join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join campus cp on cp.owner_key = l.owner_key and cp.campus_key = l.campus_key
    left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key
    left join media_partner m on m.partner_key = l.partner_key
    left join publisher_source s on s.partner_key = l.partner_key and s.publisher_source_key = l.publisher_source_key
    ${
      asked.hasPeople
        ? sql`left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
                and p.captured_date between ${month.from}::date and ${month.to}::date`
        : sql``
    }
    order by l.captured_date, l.lead_key
  `.execute(tx);
};

/** All that match, a day after the other. Each batch begins behind the last, so that no statement reads what another has read. */
export const streamLeads = async function* (
  tx: Tx,
  scope: Scope,
  asked: AskedLeads,
): AsyncGenerator<ExportedLead, void> {
  for (const month of monthsOf(asked)) {
    let after: Place | null = null;
    for (;;) {
      const batch: (ExportedLead & Place)[] = (await listNext(tx, scope, asked, month, after)).rows;
      yield* batch;
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH_ROWS) break;
      after = { capturedDate: last.capturedDate, leadKey: last.leadKey };
    }
  }
};

export const findOwnersZone = async (tx: Tx, ownerKey: number): Promise<string | undefined> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.zone;
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
