import { type ClickDetail, type ClickSearchType } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const KEY = /^[1-9]\d{0,8}$/;

/** The condition that finds a click by each type of key; null where the key cannot be one. The lead must be visible to the viewer. */
const conditionOf = (type: ClickSearchType, keyCode: string) => {
  if (type === 'cid') return UUID.test(keyCode) ? sql`k.click_id = ${keyCode}::uuid` : null;
  if (!KEY.test(keyCode)) return null;
  if (type === 'click') return sql`k.click_key = ${Number(keyCode)}`;
  return sql`k.click_id = (select l.click_id from lead l where l.lead_key = ${Number(keyCode)} and l.owner_key = k.owner_key)`;
};

type StoredClickDetail = Omit<
  ClickDetail,
  'clickedAt' | 'status' | 'leadId' | 'hasConversion' | 'lead' | 'subSources'
> & {
  clicked: Date;
  subs: (string | null)[];
  lead: (Omit<NonNullable<ClickDetail['lead']>, 'createdAt'> & { createdAt: string }) | null;
};

export const findClick = async (
  tx: Tx,
  ownerKeys: readonly number[],
  type: ClickSearchType,
  keyCode: string,
): Promise<StoredClickDetail | undefined> => {
  const condition = conditionOf(type, keyCode);
  if (condition === null) return undefined;
  const { rows } = await sql<StoredClickDetail>`
    select k.click_key::int as "clickKey", k.click_id::text as "clickId", k.owner_key as "ownerKey", k.clicked_at as clicked,
           k.status as "statusCode", k.is_unique as "isUnique", c.campaign_key as "campaignKey", c.name as "campaignName",
           c.code as "campaignCode", coalesce(s.source_tag, k.source_tag) as "sourceTag", k.sub_source as "subSource",
           array[k.sub_source, k.sub_2, k.sub_3, k.sub_4, k.sub_5] as subs, k.transaction_id as "transactionId",
           k.platform_click as "platformClick", k.device, k.country, k.state, k.referrer, k.sent_to as "sentTo",
           o.name as "ownerName", o.time_zone as "timeZone", cl.name as "clientName", m.name as "partnerName",
           (select jsonb_build_object('clickKey', f.click_key, 'clickId', f.click_id) from click f
            where f.owner_key = k.owner_key and f.click_id = k.repeat_of) as "repeatOf",
           (select jsonb_build_object('leadCaptureKey', l.lead_key, 'leadId', l.public_id, 'status', l.status, 'createdAt', l.created_at)
            from lead l where l.owner_key = k.owner_key and l.lead_key = k.lead_key) as lead
    from click k
    join owner o on o.owner_key = k.owner_key
    join campaign c on c.owner_key = k.owner_key and c.campaign_key = k.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join media_partner m on m.partner_key = k.partner_key
    left join publisher_source s on s.partner_key = k.partner_key and s.publisher_source_key = k.publisher_source_key
    where k.owner_key = any (${[...ownerKeys]}::int[]) and ${condition}
    limit 1
  `.execute(tx);
  return rows[0];
};
