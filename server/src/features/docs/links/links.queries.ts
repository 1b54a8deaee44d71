import { sql } from 'kysely';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';

export interface StoredLink {
  linkKey: number;
  campaignKey: number;
  note: string;
  madeAt: Date;
  madeBy: string | null;
  madeByAgency: boolean;
  endsAt: Date;
  shutAt: Date | null;
}

const COLUMNS = sql`
  l.link_key as "linkKey", l.campaign_key as "campaignKey", l.note, l.made_at as "madeAt", l.made_by_agency as "madeByAgency",
  l.ends_at as "endsAt", l.shut_at as "shutAt", concat_ws(' ', u.first_name, u.last_name) as "madeBy"`;

export const listLinks = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<StoredLink[]> => {
  const { rows } = await sql<StoredLink>`
    select ${COLUMNS} from instructions_link l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key and c.partner_key = l.partner_key
    left join user_account u on u.user_key = l.made_by
    where l.owner_key = ${ownerKey} and l.campaign_key = ${campaignKey} and ${ofPartner('l.partner_key')}
    order by l.link_key desc
  `.execute(tx);
  return rows;
};

/** The link while it is open and its campaign still belongs to the same partner. */
export const findOpenLink = async (
  tx: Tx,
  ownerKey: number,
  linkKey: number,
  now: Date,
): Promise<{ campaignKey: number } | null> => {
  const { rows } = await sql<{ campaignKey: number }>`
    select l.campaign_key as "campaignKey" from instructions_link l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key and c.partner_key = l.partner_key
    where l.owner_key = ${ownerKey} and l.link_key = ${linkKey} and l.shut_at is null and l.ends_at > ${now}
      and c.deleted_at is null
  `.execute(tx);
  return rows[0] ?? null;
};

interface NewLink {
  ownerKey: number;
  campaignKey: number;
  note: string;
  userKey: number;
  isAgency: boolean;
  at: Date;
  endsAt: Date;
}

/** Its key; null where the caller has no such campaign of a media partner. */
export const insertLink = async (tx: Tx, link: NewLink): Promise<number | null> => {
  const { ownerKey, campaignKey, note, userKey, isAgency, at, endsAt } = link;
  const { rows } = await sql<{ key: number }>`
    insert into instructions_link (owner_key, campaign_key, partner_key, note, made_by, made_by_agency, made_at, ends_at)
    select owner_key, campaign_key, partner_key, ${note}, ${userKey}, ${isAgency}, ${at}, ${endsAt} from campaign
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and partner_key is not null and deleted_at is null
      and ${ofPartner('partner_key')}
    returning link_key as key
  `.execute(tx);
  return rows[0]?.key ?? null;
};

/** When it was disabled, now or before; null where the campaign has no such link. */
export const updateShut = async (
  tx: Tx,
  { ownerKey, campaignKey, linkKey }: { ownerKey: number; campaignKey: number; linkKey: number },
  userKey: number,
  at: Date,
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    update instructions_link
    set shut_by = case when shut_at is null then ${userKey} else shut_by end, shut_at = coalesce(shut_at, ${at})
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and link_key = ${linkKey} and ${ofPartner('partner_key')}
    returning shut_at as at
  `.execute(tx);
  return rows[0]?.at ?? null;
};
