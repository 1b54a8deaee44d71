import { randomBytes, randomUUID } from 'node:crypto';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { type Database } from '@paceline/server/src/db/scope/tx.ts';
import { sql } from 'kysely';
import { type Place } from './ingest-store.ts';

const STATES = ['TX', 'CA', 'IL', 'OH', 'FL', 'NY', 'GA', 'WA'];
const DEVICES = ['mobile', 'mobile', 'desktop', 'tablet'];

/** One person asks: whether it is new and the lead itself in one statement, in one transaction of the owner's scope. */
export const insertLead = async (db: Database, { ownerKey, partnerKey, campaignKey }: Place, day: string) => {
  const scope = makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
  const at = new Date(`${day}T12:00:00Z`);
  const chance = Math.floor(Math.random() * 1_000_000);
  await db.withScope(scope, (tx) =>
    sql`
      with key as (select nextval('lead_key_seq') as lead_key),
      first as (
        insert into lead_dedup (owner_key, scope, hash, last_at, lead_key)
        select ${ownerKey}, 'CLIENT', ${randomBytes(32)}, ${at}, lead_key from key
        on conflict (owner_key, scope, hash) do update set last_at = excluded.last_at, lead_key = excluded.lead_key
        where lead_dedup.last_at < excluded.last_at - interval '90 days' returning 1
      )
      insert into lead (owner_key, captured_date, lead_key, public_id, created_at, campaign_key, partner_key, sub_source, status, device,
                        state, zip, age, education, military_status, start_timeframe, client_price, media_price, transaction_id, click_id)
      select ${ownerKey}, ${day}, lead_key, ${`L-${randomUUID()}`}, ${at}, ${campaignKey}, ${partnerKey}, 'main-s01',
             case when exists (select from first) then 'VAL' else 'DUP' end, ${DEVICES[chance % 4]}, ${STATES[chance % 8]},
             ${String(10_000 + (chance % 80_000))}, ${18 + (chance % 40)}, 'HSD', 'NONE', 'IMM', 48.5, 39.77, ${`T${chance}`}, ${randomUUID()}
      from key
    `.execute(tx),
  );
};
