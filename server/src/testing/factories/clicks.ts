import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export const LANDING = 'https://www.school.example/request-info';

/** A campaign's default landing page; of a kind of device where one is named. */
export const makeClickUrl = async (
  tx: Tx,
  { ownerKey, campaignKey }: { ownerKey: number; campaignKey: number },
  { url = `${LANDING}?cid={cid}`, device = null }: { url?: string; device?: string | null } = {},
): Promise<void> => {
  await sql`
    insert into tracking_url (owner_key, campaign_key, type, name, url, device, is_default)
    values (${ownerKey}, ${campaignKey}, 'CLICK', 'Landing page', ${url}, ${device}, ${device === null})
  `.execute(tx);
};

export const codeOf = async (tx: Tx, campaignKey: number): Promise<string> => {
  const { rows } = await sql<{ code: string }>`select code from campaign where campaign_key = ${campaignKey}`.execute(
    tx,
  );
  return rows[0]?.code ?? '';
};

export const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36';
export const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
