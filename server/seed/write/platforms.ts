import { type Builder } from '../build/organisation.ts';
import { makeKeywords } from '../build/keywords.ts';
import { type Account, type Campaign, type World } from '../build/model.ts';
import { type Channel } from '../build/sizes.ts';

export interface AdGroup {
  key: number;
  share: number;
  keywords: readonly number[];
}

/** A platform's campaign; `campaign` is ours, or null while unlinked. */
export interface PlatformCampaign {
  key: number;
  account: Account;
  campaign: Campaign | null;
  adGroups: readonly AdGroup[];
}

const KINDS: Readonly<Record<string, string>> = {
  search: 'Search NonBrand',
  brand: 'Search Brand',
  social: 'Lead Gen',
  display: 'Prospecting',
};
const GROUPS = ['Core', 'Broad', 'Local', 'Competitor', 'Audience', 'Remarketing'];

const statusOf = ({ state }: Campaign): string =>
  state === 'paused' ? 'PAUSED' : state === 'ended' ? 'REMOVED' : 'ENABLED';

const addGroups = (
  builder: Builder,
  world: World,
  account: Account,
  platformKey: number,
  campaign: Campaign | null,
): AdGroup[] => {
  const { keys, sheets, random } = builder;
  const count = world.size.adGroups;
  const own = random.fork(`ad groups of ${platformKey}`);
  return Array.from({ length: count }, (_, index) => {
    const key = keys.next('platform_ad_group');
    sheets.put('platform_ad_group', {
      owner_key: account.owner.key,
      ad_group_key: key,
      platform_campaign_key: platformKey,
      external_id: `${own.int(10_000_000, 99_999_999)}${index}`,
      name: GROUPS[index % GROUPS.length]!,
    });
    const keywords = campaign?.channel === 'ppc' ? makeKeywords(builder, world, campaign, key, own) : [];
    return { key, share: (2 * (count - index)) / (count * (count + 1)), keywords };
  });
};

const addPlatformCampaign = (
  builder: Builder,
  world: World,
  account: Account,
  campaign: Campaign | null,
  name: string,
): PlatformCampaign => {
  const { keys, sheets, random } = builder;
  const key = keys.next('platform_campaign');
  sheets.put('platform_campaign', {
    owner_key: account.owner.key,
    platform_campaign_key: key,
    account_key: account.key,
    external_id: `${random.fork(`platform campaign ${key}`).int(100_000, 999_999)}${String(key).padStart(5, '0')}`,
    name,
    status: campaign === null ? 'ENABLED' : statusOf(campaign),
    campaign_key: campaign?.key ?? null,
  });
  return { key, account, campaign, adGroups: addGroups(builder, world, account, key, campaign) };
};

/** Platform names of unlinked campaigns: by the kind of campaign, then by topic. */
const NEW_ONES: Readonly<Record<Channel, readonly string[]>> = {
  ppl: [],
  ppc: [
    'Performance Max',
    'Competitor Terms',
    'Local Intent',
    'Remarketing Lists',
    'Program Terms',
    'Call Only',
    'Careers',
    'Transfer Students',
  ],
  social: ['Lookalike 1%', 'Video Views', 'Retargeting 30 Days', 'Story Ads'],
  programmaticDisplay: ['Contextual', 'Retargeting', 'Connected TV', 'Native'],
};

/** Enough at once to be worth linking in bulk. */
const BUNCH = 5;
const WITH_BUNCHES = 40;

/** Several in the first search account of two owners; the others in turns over all accounts, so that each has one. */
const accountsOfUnlinked = ({ size, accounts }: World): World['accounts'] => {
  const search = accounts.filter(({ channel }) => channel === 'ppc');
  const owners = [...new Set(search.map(({ owner }) => owner))].slice(0, 2);
  const bunches = owners.flatMap((owner) =>
    search
      .filter((account) => account.owner === owner)
      .slice(0, 1)
      .flatMap((account) => Array.from({ length: BUNCH }, () => account)),
  );
  const first = size.unlinked < WITH_BUNCHES ? [] : bunches;
  const rest = Array.from({ length: size.unlinked - first.length }, (_, index) => accounts[index % accounts.length]!);
  return [...first, ...rest];
};

const addUnlinked = (builder: Builder, world: World): PlatformCampaign[] => {
  const rounds = new Map<World['accounts'][number], number>();
  return accountsOfUnlinked(world).map((account) => {
    const round = rounds.get(account) ?? 0;
    rounds.set(account, round + 1);
    const { owner, channel } = account;
    const clients = world.clients.filter((client) => client.owner === owner);
    const kinds = NEW_ONES[channel];
    const name = [owner.volume.code, kinds[round % kinds.length]!, clients[round % clients.length]!.name].join(' | ');
    return addPlatformCampaign(builder, world, account, null, name);
  });
};

/** Writes one platform campaign for each of ours that has run, and some unlinked ones. */
export const writePlatformCampaigns = (builder: Builder, world: World): PlatformCampaign[] => {
  const linked = world.campaigns
    .filter(({ account, state }) => account !== null && state !== 'draft' && state !== 'scheduled')
    .map((campaign) =>
      addPlatformCampaign(
        builder,
        world,
        campaign.account!,
        campaign,
        `${campaign.owner.volume.code} | ${KINDS[campaign.kind]!} | ${campaign.name.split(' - ')[0]!}`,
      ),
    );
  return [...linked, ...addUnlinked(builder, world)];
};
