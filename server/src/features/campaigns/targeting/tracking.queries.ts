import { type TrackingUrl } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

type StoredTrackingUrl = TrackingUrl & { trackingUrlKey: number };

export const listTrackingUrls = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<StoredTrackingUrl[]> => {
  const { rows } = await sql<StoredTrackingUrl>`
    select tracking_url_key as "trackingUrlKey", type, name, url, device as "deviceType", is_default as "isDefault", active
    from tracking_url where owner_key = ${ownerKey} and campaign_key = ${campaignKey} order by tracking_url_key
  `.execute(tx);
  return rows;
};

/** The address to which the partner sends visitors. */
export const findClickLink = async (tx: Tx, campaignKey: number): Promise<string | null> => {
  const { rows } = await sql<{ link: string | null }>`select app.click_link(${campaignKey}::int) as link`.execute(tx);
  const link = rows[0]?.link ?? null;
  return link === null ? null : `/c/${link}`;
};

/** The version of the list. Changes lock the targeting first, so that it cannot change meanwhile. */
export const findTrackingVersion = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<number> => {
  const { rows } = await sql<{ version: number }>`
    select tracking_version as version from campaign_targeting where owner_key = ${ownerKey} and campaign_key = ${campaignKey}
  `.execute(tx);
  return rows[0]?.version ?? 0;
};

export const raiseTrackingVersion = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<void> => {
  await sql`
    update campaign_targeting set tracking_version = tracking_version + 1 where owner_key = ${ownerKey} and campaign_key = ${campaignKey}
  `.execute(tx);
};

/** Removes URLs that are not in the list. There is no default during the exchange, so that there are never two. */
export const replaceTrackingUrls = async (
  tx: Tx,
  ownerKey: number,
  campaignKey: number,
  urls: readonly TrackingUrl[],
): Promise<void> => {
  const storedKeys = urls.flatMap(({ trackingUrlKey }) => trackingUrlKey ?? []);
  await sql`
    delete from tracking_url
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and not (tracking_url_key = any (${storedKeys}::int[]))
  `.execute(tx);
  await sql`
    update tracking_url set is_default = false where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and is_default
  `.execute(tx);
  for (const { trackingUrlKey, type, name, url, deviceType, isDefault, active } of urls) {
    if (trackingUrlKey === undefined) {
      await sql`
        insert into tracking_url (owner_key, campaign_key, type, name, url, device, is_default, active)
        values (${ownerKey}, ${campaignKey}, ${type}, ${name}, ${url}, ${deviceType}, ${isDefault}, ${active})
      `.execute(tx);
    } else {
      await sql`
        update tracking_url set type = ${type}, name = ${name}, url = ${url}, device = ${deviceType}, is_default = ${isDefault}, active = ${active}
        where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and tracking_url_key = ${trackingUrlKey}
      `.execute(tx);
    }
  }
};
