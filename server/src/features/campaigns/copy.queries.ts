import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** Copies the targeting to a new campaign: programs, audience, geo, hours and sources. */
export const copyTargeting = async (tx: Tx, ownerKey: number, from: number, to: number): Promise<void> => {
  await sql`
    update campaign_targeting t set audience = s.audience, geo = s.geo, day_parting = s.day_parting, source_mode = s.source_mode
    from campaign_targeting s
    where t.owner_key = ${ownerKey} and t.campaign_key = ${to} and s.owner_key = ${ownerKey} and s.campaign_key = ${from}
  `.execute(tx);
  await sql`
    insert into campaign_program (owner_key, campaign_key, program_key, price_override, monthly_cap)
    select owner_key, ${to}, program_key, price_override, monthly_cap from campaign_program
    where owner_key = ${ownerKey} and campaign_key = ${from}
  `.execute(tx);
  await sql`
    insert into campaign_source (owner_key, campaign_key, partner_key, publisher_source_key, action, price_override, monthly_cap, note)
    select owner_key, ${to}, partner_key, publisher_source_key, action, price_override, monthly_cap, note from campaign_source
    where owner_key = ${ownerKey} and campaign_key = ${from}
  `.execute(tx);
};
