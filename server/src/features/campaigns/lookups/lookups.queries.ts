import { type CallResponse, type CampaignChannel, type channelDetails, type Vendor } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

const MAX_VENDORS = 50;

/** Partners by part of a name or code. Those that work for the owner come first, or are the only ones. */
export const listVendors = async (
  tx: Tx,
  ownerKey: number,
  term: string,
  { onlyMapped }: { onlyMapped: boolean },
): Promise<Vendor[]> => {
  const pattern = `%${term.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Vendor>`
    select * from (
      select p.partner_key as "aggregatorKey", p.name as "aggregatorName", p.code as "aggregatorCode", p.product_types as "productType",
             p.active, exists (select from partner_client m where m.owner_key = ${ownerKey} and m.partner_key = p.partner_key) as mapped
      from media_partner p where (p.name ilike ${pattern} or p.code ilike ${pattern})
    ) v
    where v.mapped or (v.active and not ${onlyMapped}::boolean)
    order by v.mapped desc, lower(v."aggregatorName") limit ${MAX_VENDORS}
  `.execute(tx);
  return rows;
};

/** Those of the codes that belong to clients the viewer sees. */
export const listClientCodes = async (tx: Tx, codes: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select distinct lower(code) as code from client where lower(code) = any (${codes.map((code) => code.toLowerCase())}::text[])
  `.execute(tx);
  return rows.map(({ code }) => code);
};

export const listVendorsOfClients = async (tx: Tx, codes: readonly string[]): Promise<Vendor[]> => {
  const { rows } = await sql<Vendor>`
    select distinct p.partner_key as "aggregatorKey", p.name as "aggregatorName", p.code as "aggregatorCode",
           p.product_types as "productType", p.active, true as mapped
    from partner_client m join client c using (owner_key, client_key) join media_partner p on p.partner_key = m.partner_key
    where lower(c.code) = any (${codes.map((code) => code.toLowerCase())}::text[]) and m.status <> 'TERMINATED'
    order by p.name
  `.execute(tx);
  return rows;
};

export interface ChannelRow {
  channel: CampaignChannel;
  name: string;
  productType: string;
}

export const listChannels = async (tx: Tx): Promise<ChannelRow[]> => {
  const { rows } = await sql<ChannelRow>`
    select channel, name, product_type as "productType" from channel
    order by array_position(array['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'], channel)
  `.execute(tx);
  return rows;
};

type Details = CallResponse<typeof channelDetails>;

/** For a partner, only those of its own campaigns: an owner's other channel names are hidden from it. */
export const listCustomChannels = async (tx: Tx, channel: string): Promise<Details['customChannels']> => {
  const { rows } = await sql<Details['customChannels'][number]>`
    select x.owner_key as "ownerKey", x.custom_channel_key as "channelCustomKey", x.name, x.colour, x.active from custom_channel x
    where x.channel = ${channel} and (app.partner_key() is null
      or exists (select from campaign c where c.owner_key = x.owner_key and c.custom_channel_key = x.custom_channel_key))
    order by x.owner_key, lower(x.name)
  `.execute(tx);
  return rows;
};

export const listPlatforms = async (tx: Tx, channel: string): Promise<Details['tradingPlatforms']> => {
  const { rows } = await sql<Details['tradingPlatforms'][number]>`
    select platform_key as "platformKey", name from trading_platform where channel = ${channel} order by lower(name)
  `.execute(tx);
  return rows;
};
