import { type Builder } from './build-organisation.ts';
import { isoOf, midnightOf } from './calendar.ts';
import { type Campaign, type Owner } from './model.ts';
import { targetingOf } from './campaign-targeting.ts';

const CUSTOM_CHANNELS = [
  ['ppl', 'Warm Transfers', '#2f6f9f'],
  ['ppc', 'Brand Search', '#3c8d5a'],
  ['social', 'Retargeting', '#a0527a'],
] as const;

/** Custom channels of an owner, by the channel that they are part of. */
export const writeCustomChannels = ({ keys, sheets }: Builder, owner: Owner): Map<string, number> =>
  new Map(
    CUSTOM_CHANNELS.filter(([channel]) => owner.volume.mix[channel] > 0).map(([channel, name, colour]) => {
      const key = keys.next('custom_channel');
      sheets.put('custom_channel', { owner_key: owner.key, custom_channel_key: key, channel, name, colour });
      return [channel, key];
    }),
  );

const customChannelOf = ({ kind, channel, key }: Campaign, custom: ReadonlyMap<string, number>): number | null => {
  if (kind !== 'call' && kind !== 'brand' && !(kind === 'social' && key % 4 === 0)) return null;
  return custom.get(channel) ?? null;
};

const writePrices = ({ sheets }: Builder, { owner, key, prices, channel }: Campaign, setBy: number | null): void => {
  // What is bought on a platform has no price of its own.
  if (channel !== 'ppl') return;
  for (const { from, client, media } of prices) {
    const mobile = key % 3 === 0 ? 0.92 : null;
    const ofMobile = (price: number) => (mobile === null ? null : (price * mobile).toFixed(2));
    sheets.put('campaign_price', {
      owner_key: owner.key,
      campaign_key: key,
      valid_from: new Date(midnightOf(owner.zone, from)),
      client_desktop: client,
      client_mobile: ofMobile(client),
      media_desktop: media,
      media_mobile: ofMobile(media),
      set_by: setBy,
    });
  }
};

const writePauses = ({ keys, sheets, now }: Builder, { owner, key, pauses }: Campaign, setBy: number | null): void => {
  for (const { from, to, reason } of pauses) {
    sheets.put('campaign_pause', {
      owner_key: owner.key,
      campaign_key: key,
      pause_key: keys.next('campaign_pause'),
      starts_on: isoOf(from),
      ends_on: to === null ? null : isoOf(to),
      reason,
      set_by: setBy,
      set_at: new Date(Math.min(now.getTime() - 3_600_000, midnightOf(owner.zone, from) - 50_000_000)),
    });
  }
};

const writeTracking = ({ keys, sheets }: Builder, { owner, key, code, channel, partner }: Campaign): void => {
  const add = (type: string, name: string, url: string, isDefault: boolean): void =>
    sheets.put('tracking_url', {
      owner_key: owner.key,
      campaign_key: key,
      tracking_url_key: keys.next('tracking_url'),
      type,
      name,
      url,
      is_default: isDefault,
    });
  const page = `https://${owner.volume.host}/request-info`;
  add(
    'CLICK',
    'Request information',
    `${page}?cid={cid}&utm_source={partner_code}&utm_medium={channel}&utm_campaign={campaign_code}`,
    true,
  );
  if (channel === 'ppl' && key % 3 === 0) {
    add(
      'POSTBACK',
      'Partner postback',
      `https://track.${partner?.code.toLowerCase()}.example/pb?txn={txn}&status={status}&c=${code}`,
      false,
    );
  }
};

export const writeCampaign = (
  builder: Builder,
  campaign: Campaign,
  custom: ReadonlyMap<string, number>,
  setBy: number | null = null,
): void => {
  const { owner, state } = campaign;
  const { sheets, now } = builder;
  const current = campaign.plans.get(owner.months.length - 2) ?? campaign.plans.get(owner.months.length - 1);
  const created = Math.min(midnightOf(owner.zone, campaign.start) - 9 * 86_400_000, now.getTime() - 86_400_000);
  sheets.put('campaign', {
    owner_key: owner.key,
    campaign_key: campaign.key,
    goal_key: campaign.goal.key,
    channel: campaign.channel,
    custom_channel_key: customChannelOf(campaign, custom),
    partner_key: campaign.partner?.key ?? null,
    account_key: campaign.account?.key ?? null,
    name: campaign.name,
    code: campaign.code,
    client_code: campaign.key % 2 === 0 ? `${campaign.client.code}-${campaign.key}` : '',
    recurring: campaign.recurring,
    start_date: isoOf(campaign.start),
    end_date: campaign.end === null ? null : isoOf(campaign.end),
    monthly_budget: campaign.channel === 'ppl' ? null : Math.max(1, Math.round((current?.spend ?? 0) / 50)) * 50,
    over_delivery: campaign.overDelivery,
    lead_source_type: campaign.kind === 'call' ? 'Call Center' : 'web',
    activated_at:
      state === 'draft'
        ? null
        : new Date(created + 2 * 86_400_000 > now.getTime() ? created : created + 2 * 86_400_000),
    created_at: new Date(created),
  });
  writePrices(builder, campaign, setBy);
  writePauses(builder, campaign, setBy);
  writeTracking(builder, campaign);
  targetingOf(builder, campaign);
};
