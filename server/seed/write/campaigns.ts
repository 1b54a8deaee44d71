import { type Builder } from '../build/organisation.ts';
import { isoOf, midnightOf } from '../calendar.ts';
import { type Campaign, type Owner, type Plan } from '../build/model.ts';
import { targetingOf } from '../build/campaign-targeting.ts';
import { type Channel } from '../build/sizes.ts';
import { type Kind } from '../leads/rates.ts';

interface CustomChannel {
  channel: Channel;
  kind: Kind;
  name: string;
  colour: string;
  /** How many of every four campaigns of the kind are in it. */
  ofFour: number;
}

const FEW_CHANNELS: readonly CustomChannel[] = [
  { channel: 'ppl', kind: 'call', name: 'Warm Transfers', colour: '#2f6f9f', ofFour: 4 },
  { channel: 'ppc', kind: 'brand', name: 'Brand Search', colour: '#3c8d5a', ofFour: 4 },
  { channel: 'social', kind: 'social', name: 'Retargeting', colour: '#a0527a', ofFour: 1 },
];
/** The first owner assigns most of its campaigns to custom channels. */
const MANY_CHANNELS: readonly CustomChannel[] = [
  ...FEW_CHANNELS.filter(({ channel }) => channel !== 'social'),
  { channel: 'ppl', kind: 'ppl', name: 'Career Portals', colour: '#8a6d1f', ofFour: 3 },
  { channel: 'ppc', kind: 'search', name: 'Program Search', colour: '#4a5fb0', ofFour: 3 },
  { channel: 'social', kind: 'social', name: 'Social Lead Forms', colour: '#a0527a', ofFour: 3 },
];

/** Writes an owner's custom channels, each with its key. */
export const writeCustomChannels = (
  { keys, sheets }: Builder,
  owner: Owner,
): readonly (CustomChannel & { key: number })[] =>
  (owner.index === 0 ? MANY_CHANNELS : FEW_CHANNELS)
    .filter(({ channel }) => owner.volume.mix[channel] > 0)
    .map((custom) => {
      const key = keys.next('custom_channel');
      const { channel, name, colour } = custom;
      sheets.put('custom_channel', { owner_key: owner.key, custom_channel_key: key, channel, name, colour });
      return { ...custom, key };
    });

const customChannelOf = ({ kind, key }: Campaign, custom: ReturnType<typeof writeCustomChannels>): number | null =>
  custom.find((one) => one.kind === kind && key % 4 < one.ofFour)?.key ?? null;

/** A platform campaign's monthly budget, rounded to fifties. */
export const budgetOf = (plan: Plan | undefined): number => Math.max(1, Math.round((plan?.spend ?? 0) / 50)) * 50;

const writePrices = ({ sheets }: Builder, { owner, key, prices, channel }: Campaign, setBy: number | null): void => {
  // Platform campaigns have no lead price.
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

export const landingPage = ({ volume }: Campaign['owner']): string => `https://${volume.host}/request-info`;

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
  const page = landingPage(owner);
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
  custom: ReturnType<typeof writeCustomChannels>,
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
    monthly_budget: campaign.channel === 'ppl' ? null : budgetOf(current),
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
