import { type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface ShownLead {
  leadCaptureKey: number;
  leadId: string;
  capturedDate: string;
  createdAt: Date;
  status: LeadStatus;
  campaignName: string;
  campusName: string | null;
  programName: string | null;
  sealed: Buffer | null;
}

/** Leads to choose from, the newest first. */
export const listShownLeads = async (tx: Tx, ownerKey: number, leadKeys: readonly number[]): Promise<ShownLead[]> => {
  const { rows } = await sql<ShownLead>`
    select l.lead_key::int as "leadCaptureKey", l.public_id as "leadId", l.captured_date::text as "capturedDate",
           l.created_at as "createdAt", l.status, c.name as "campaignName", cp.name as "campusName", pr.name as "programName", p.sealed
    from unnest(${[...leadKeys]}::bigint[]) wanted (lead_key)
    join lead l on l.owner_key = ${ownerKey} and l.lead_key = wanted.lead_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    left join campus cp on cp.owner_key = l.owner_key and cp.campus_key = l.campus_key
    left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key
    left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    order by l.created_at desc limit 50
  `.execute(tx);
  return rows;
};
