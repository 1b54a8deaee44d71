import { type Milestone } from '@paceline/contract';
import { type CompiledQuery, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { countedDay } from '../../../shared/milestones/milestones.queries.ts';

export interface ExportedMilestone {
  leadId: string;
  inquiryDate: string;
  milestone: Milestone;
  milestoneDate: string;
  daysFromInquiry: number;
  client: string;
  campus: string | null;
  program: string | null;
  partner: string | null;
  campaign: string;
  source: string | null;
  term: string | null;
}

interface Range {
  ownerKey: number;
  start: string;
  end: string;
}

/** The milestones in the numbers: first valid date of each, not in the future, of leads that were not returned. */
const counted = ({ ownerKey, start, end }: Range) => sql`
  from lead_milestone m
  join lead l on l.owner_key = m.owner_key and l.captured_date = m.captured_date and l.lead_key = m.lead_key
  where m.owner_key = ${ownerKey} and m.happened_on between ${start}::date and ${end}::date and m.voided_at is null
    and ${countedDay} = m.happened_on and app.is_good(l.status)`;

/** Their number, up to a bound. */
export const countExported = async (tx: Tx, range: Range, most: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select ${counted(range)} limit ${most}) c
  `.execute(tx);
  return rows[0]?.n ?? 0;
};

export const streamExported = (tx: Tx, range: Range): CompiledQuery<ExportedMilestone> =>
  sql<ExportedMilestone>`
    select n.*, cl.name as client, cp.name as campus, pr.name as program, p.name as partner, c.name as campaign,
           s.source_tag as source
    from (
      select l.public_id as "leadId", l.captured_date::text as "inquiryDate", m.code as milestone, m.happened_on::text as "milestoneDate",
             m.happened_on - l.captured_date as "daysFromInquiry", m.term, l.owner_key, l.campaign_key, l.campus_key, l.program_key,
             l.partner_key, l.publisher_source_key, m.milestone_key
      ${counted(range)}
    ) n
    join campaign c on c.owner_key = n.owner_key and c.campaign_key = n.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join campus cp on cp.owner_key = n.owner_key and cp.campus_key = n.campus_key
    left join program pr on pr.owner_key = n.owner_key and pr.program_key = n.program_key
    left join media_partner p on p.partner_key = n.partner_key
    left join publisher_source s on s.partner_key = n.partner_key and s.publisher_source_key = n.publisher_source_key
    order by n."milestoneDate", n.milestone_key
  `.compile(tx);
