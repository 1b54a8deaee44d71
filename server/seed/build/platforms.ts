import { type Builder } from './organisation.ts';
import { midnightOf } from '../calendar.ts';
import { type Account, type Client, type Owner } from './model.ts';
import { type Channel } from './sizes.ts';

/** The platforms, with the main channel of each. */
const PLATFORMS: readonly (readonly [string, Channel])[] = [
  ['Google Ads', 'ppc'],
  ['Microsoft Ads', 'ppc'],
  ['Meta Ads', 'social'],
  ['LinkedIn Ads', 'social'],
  ['TikTok Ads', 'social'],
  ['Reddit Ads', 'social'],
  ['Snapchat', 'social'],
  ['Pinterest', 'social'],
  ['X Ads', 'social'],
  ['YouTube (Google)', 'programmaticDisplay'],
  ['DV360', 'programmaticDisplay'],
  ['The Trade Desk', 'programmaticDisplay'],
  ['StackAdapt', 'programmaticDisplay'],
  ['Amazon DSP', 'programmaticDisplay'],
  ['Yahoo DSP', 'programmaticDisplay'],
  ['Basis', 'programmaticDisplay'],
];

/** Platform accounts of each owner, in owner order. */
const ACCOUNTS: readonly (readonly string[])[] = [
  ['Google Ads', 'Meta Ads', 'The Trade Desk'],
  ['Google Ads', 'Microsoft Ads', 'Meta Ads', 'DV360'],
  ['Google Ads', 'Meta Ads', 'StackAdapt'],
  ['Google Ads', 'LinkedIn Ads', 'Basis'],
  ['Google Ads', 'Meta Ads'],
  ['Google Ads'],
];

const FEES: Readonly<Record<Channel, number>> = { ppl: 0, ppc: 8, social: 10, programmaticDisplay: 12 };

/** Two accounts that could not be loaded for a while. */
const TROUBLE: Readonly<Record<string, { status: Account['status']; error: string; days: number }>> = {
  'CVU Microsoft Ads': { status: 'ERROR', error: 'AUTHENTICATION_ERROR: the refresh token has expired', days: 3 },
  'LCH StackAdapt': { status: 'DISCONNECTED', error: 'Access was withdrawn by the account owner', days: 12 },
};

export const buildPlatforms = ({ keys, sheets }: Builder): Map<string, { key: number; channel: Channel }> =>
  new Map(
    PLATFORMS.map(([name, channel]) => {
      const key = keys.next('trading_platform');
      sheets.put('trading_platform', { platform_key: key, name, channel });
      return [name, { key, channel }];
    }),
  );

export const buildAccounts = (
  { keys, sheets, random, now }: Builder,
  owner: Owner,
  client: Client,
  platforms: ReadonlyMap<string, { key: number; channel: Channel }>,
): Account[] =>
  ACCOUNTS[owner.index]!.map((platform) => {
    const { key: platformKey, channel } = platforms.get(platform)!;
    const trouble = TROUBLE[`${owner.volume.code} ${platform}`];
    const through = owner.today - (trouble?.days ?? 0);
    const account: Account = {
      key: keys.next('platform_account'),
      owner,
      client,
      platform,
      platformKey,
      channel,
      through,
      feePercent: FEES[channel],
      status: trouble?.status ?? 'ACTIVE',
    };
    const id = random.fork(`${owner.volume.code} ${platform}`);
    sheets.put('platform_account', {
      owner_key: owner.key,
      account_key: account.key,
      platform_key: platformKey,
      client_key: client.key,
      account_id: `${id.int(100, 999)}-${id.int(100, 999)}-${id.int(1000, 9999)}`,
      account_name: `${owner.name} - ${platform}`,
      time_zone: owner.zone,
      fee_percent: account.feePercent,
      channel,
      status: account.status,
      last_sync_at:
        trouble === undefined
          ? new Date(now.getTime() - id.int(8, 55) * 60_000)
          : new Date(midnightOf(owner.zone, through) + 5 * 3_600_000),
      last_error: trouble?.error ?? null,
    });
    return account;
  });
