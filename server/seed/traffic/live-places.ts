import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { randomToken, sha256 } from '../../src/lib/secrets/tokens.ts';
import { type CampaignRules } from '../../src/shared/intake/campaign-rules.ts';
import { loadCampaignRules } from '../../src/shared/intake/load-rules.queries.ts';

/** Rules of activated campaigns that buy from partners and have a plan for the month, from which posts are made. */
export const listLivePlaces = async (tx: Tx, day: string): Promise<CampaignRules[]> => {
  const { rows } = await sql<{ ownerKey: number; campaignKey: number }>`
    select c.owner_key as "ownerKey", c.campaign_key as "campaignKey"
    from campaign c
    join campaign_month m on m.owner_key = c.owner_key and m.campaign_key = c.campaign_key and m.month = date_trunc('month', ${day}::date)
    where c.partner_key is not null and c.activated_at is not null and c.deleted_at is null and c.start_date <= ${day}::date
      and coalesce(c.end_date >= ${day}::date, true) and coalesce(m.user_defined_monthly_allocation, m.monthly_allocation, 1) > 0
    order by 2
  `.execute(tx);
  const places: CampaignRules[] = [];
  for (const { ownerKey, campaignKey } of rows) {
    const rules = await loadCampaignRules(tx, ownerKey, campaignKey);
    if (rules !== null) places.push(rules);
  }
  return places;
};

/** Creates a key for each partner for the duration of this traffic; those of an earlier run are disabled. */
export const makeTrafficKeys = async (
  tx: Tx,
  partnerKeys: readonly number[],
  now: Date,
  hours: number,
): Promise<Map<number, string>> => {
  const keys = new Map<number, string>();
  for (const partnerKey of new Set(partnerKeys)) {
    const key = randomToken();
    keys.set(partnerKey, key);
    await sql`
      insert into partner_posting_key (partner_key, key_hash, hint, created_at, ends_at)
      values (${partnerKey}, ${sha256(key)}, ${key.slice(-4)}, ${now}, ${new Date(now.getTime() + hours * 3_600_000)})
    `.execute(tx);
  }
  return keys;
};
