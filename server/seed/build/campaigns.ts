import { type Builder } from './organisation.ts';
import { dealStates } from './campaign-states.ts';
import { lifeOf } from './campaign-life.ts';
import { pricesOf } from './campaign-prices.ts';
import {
  type Account,
  type Campaign,
  type CampaignState,
  type Goal,
  type Owner,
  type Partner,
  type Program,
} from './model.ts';
import { type Random } from '../random.ts';
import { type Kind, kindOf } from '../leads/rates.ts';
import { type Channel, CHANNELS, type Size } from './sizes.ts';

/** Share of the campaigns that buy inquiries individually. */
const CALL_CENTER_SHARE = 0.15;
const CODES: Readonly<Record<Channel, string>> = { ppl: 'PPL', ppc: 'PPC', social: 'SOC', programmaticDisplay: 'PD' };

interface OwnerParts {
  owner: Owner;
  goals: readonly Goal[];
  accounts: readonly Account[];
  partners: readonly Partner[];
}

/** All programs of the goal, those of one campus, or those of one field of interest. */
const focusOf = ({ programs }: Goal, index: number, random: Random): { label: string; programs: Program[] } => {
  const turn = index % 3;
  if (turn === 0) return { label: 'All Programs', programs };
  const { campus, area } = random.pick(programs);
  if (turn === 1 && campus.place !== null)
    return { label: campus.name, programs: programs.filter((p) => p.campus === campus) };
  return { label: area, programs: programs.filter((p) => p.area === area) };
};

interface Place {
  goal: Goal;
  partner: Partner | null;
  account: Account | null;
}

/** Deals items in turns, shifted by one after each `round`, so that two dealers with related lengths still produce every pair. */
const dealer = <T>(list: readonly T[], round = Infinity): (() => T) => {
  let turn = -1;
  return () => {
    turn += 1;
    return list[(turn + Math.floor(turn / round)) % list.length]!;
  };
};

/** Sellers and goals in turns, so that every goal and every partner gets some campaigns. */
const placesFor = ({ owner, goals, accounts, partners }: OwnerParts, channel: Channel, count: number): Place[] => {
  const ours = goals.filter((goal) => goal.channel === channel);
  if (channel !== 'ppl') {
    const usable = accounts.filter((account) => account.channel === channel);
    const [nextGoal, nextAccount] = [dealer(ours, usable.length), dealer(usable)];
    return Array.from({ length: count }, () => ({ goal: nextGoal(), partner: null, account: nextAccount() }));
  }
  const mine = partners.filter((partner) => partner.owners.includes(owner.volume.code));
  const by = (callCenter: boolean) => {
    const sellers = mine.filter((partner) => partner.callCenter === callCenter);
    const goalsOfCenter = ours.filter((goal) => goal.callCenter === callCenter);
    return { goal: dealer(goalsOfCenter, sellers.length), partner: dealer(sellers) };
  };
  const [web, calls] = [by(false), by(true)];
  const answered = ours.some(({ callCenter }) => callCenter) ? Math.max(1, Math.round(count * CALL_CENTER_SHARE)) : 0;
  return Array.from({ length: count }, (_, index) => {
    const { goal, partner } = index < answered ? calls : web;
    return { goal: goal(), partner: partner(), account: null };
  });
};

/** Qualifiers that distinguish further campaigns with the same purpose. */
const QUALIFIERS: Readonly<Record<Kind, readonly string[]>> = {
  ppl: ['Exclusive', 'Mobile', 'Email', 'Comparison Sites', 'Job Boards', 'Weekend', 'Extended Area'],
  call: ['Callback', 'Spanish', 'Evening', 'Extended Area'],
  search: ['Exact Match', 'Broad Match', 'Local', 'Competitors', 'Performance Max', 'Remarketing'],
  brand: ['Exact Match', 'Broad Match', 'Remarketing', 'Misspellings'],
  social: ['Lookalike', 'Retargeting', 'Video', 'Lead Form', 'Carousel', 'Interests'],
  display: ['Native', 'Retargeting', 'Video', 'Contextual', 'Connected TV'],
};

/** Number of an owner's campaigns with the same name. */
type Alike = Map<string, number>;

/** The name of a campaign; further ones with the same purpose get a qualifier, and a number when the qualifiers are used up. */
const nameFor = (alike: Alike, kind: Kind, what: string, seller: string): string => {
  const first = `${what} - ${seller}`;
  const before = alike.get(first) ?? 0;
  alike.set(first, before + 1);
  const qualifiers = ['', ...QUALIFIERS[kind]];
  const round = Math.floor(before / qualifiers.length);
  const more = [qualifiers[before % qualifiers.length], round > 0 && round + 1].filter(Boolean);
  return [what, ...more, '-', seller].join(' ');
};

const sellerOf = ({ partner, account }: Place): string => partner?.name ?? account?.platform ?? '';
const shortOf = ({ partner, account }: Place): string =>
  partner?.code ??
  (account?.platform ?? '')
    .replace(/[^A-Z]/g, '')
    .padEnd(2, 'X')
    .slice(0, 3);

const addCampaign = (
  { keys, random }: Builder,
  place: Place,
  channel: Channel,
  state: CampaignState,
  index: number,
  alike: Alike,
): Campaign => {
  const { goal, partner, account } = place;
  const { client } = goal;
  const { owner } = client;
  const own = random.fork(`campaign ${owner.volume.code} ${channel} ${index}`);
  const { label, programs } = focusOf(goal, index, own);
  const bought = channel === 'ppl';
  const kind = kindOf(channel, goal);
  const life = lifeOf(owner, state, partner, own);
  const suffix = goal.brandSearch ? ' Brand' : goal.callCenter ? ' Calls' : '';
  return {
    key: keys.next('campaign'),
    owner,
    client,
    goal,
    channel,
    kind,
    partner,
    account,
    programs,
    state,
    ...life,
    name: nameFor(alike, kind, `${client.name} ${label}${suffix}`, sellerOf(place)),
    code: `${owner.volume.code}-${shortOf(place)}-${CODES[channel]}-${String(index + 1).padStart(3, '0')}`,
    weight: own.logNormal(bought ? (partner?.weight ?? 1) : 1, bought ? 0.85 : 0.45) * (kind === 'brand' ? 1.5 : 1),
    overDelivery: bought ? own.pick(['REJECT', 'REJECT', 'REJECT', 'HOLD', 'ACCEPT_UNPAID']) : 'REJECT',
    recurring: own.chance(0.85),
    dailyCap: own.chance(0.4),
    weekdaysOnly: kind === 'call' ? own.chance(0.4) : bought && own.chance(0.06),
    prices: state === 'draft' ? [] : pricesOf(owner, client.segment, kind, partner, life.start, own),
    plans: new Map(),
  };
};

export const buildCampaigns = (builder: Builder, parts: OwnerParts, size: Size): Campaign[] => {
  const alike: Alike = new Map();
  return CHANNELS.flatMap((channel) => {
    const count = size.campaigns[channel][parts.owner.index]!;
    const places = placesFor(parts, channel, count);
    const states = dealStates(channel === 'ppl', count, builder.random.fork(`states ${parts.owner.key} ${channel}`));
    return places.map((place, index) => addCampaign(builder, place, channel, states[index]!, index, alike));
  });
};
