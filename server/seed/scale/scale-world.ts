import { buildCampaigns } from '../build/campaigns.ts';
import { buildGoals } from '../build/goals.ts';
import { type Builder, buildOwner } from '../build/organisation.ts';
import { buildPartners } from '../build/partners.ts';
import { buildPlans } from '../build/plans.ts';
import { buildAccounts, buildPlatforms } from '../build/platforms.ts';
import { type Campaign, type Client, type Owner, type World } from '../build/model.ts';
import { DEMO_OWNERS, type DemoOwner } from '../build/organisations.ts';
import { OUTCOMES } from '../leads/rates.ts';
import { dealOut, type ScaleSize, sizeOfOwner } from './scale-size.ts';

const REGIONS = ['', ' East', ' South', ' West', ' North'];

/** The demo's owners, repeated with names of other regions. */
const ownerAt = (index: number): DemoOwner => {
  const demo = DEMO_OWNERS[index % DEMO_OWNERS.length]!;
  return { ...demo, name: `${demo.name}${REGIONS[Math.floor(index / DEMO_OWNERS.length)]!}` };
};

/** Posts per good lead, including refused ones. */
const postsPerGood = ({ kind, partner }: Campaign): number => {
  const { INV, DUP, SCR, CAP, CLS, REJ, TST } = OUTCOMES[kind];
  return 100 / (100 - (INV + DUP + SCR) * (partner?.bad ?? 1) - CAP - CLS - REJ - TST);
};

const expectedPosts = ({ today }: Owner, campaigns: readonly Campaign[]): number => {
  let posts = 0;
  for (const campaign of campaigns) {
    for (const { month, expected } of campaign.plans.values()) {
      const over = Math.min(1, Math.max(0, (today - month.first + 0.5) / month.days));
      posts += expected * over * postsPerGood(campaign);
    }
  }
  return posts;
};

/** Plans twice: with an estimate to measure its posts, then scaled to the wanted number. */
const planFor = (leads: number, owner: Owner, campaigns: readonly Campaign[], { random }: Builder): void => {
  const guess = leads / (owner.months.length * owner.volume.valid);
  buildPlans(owner, campaigns, guess, random);
  buildPlans(owner, campaigns, (guess * leads) / expectedPosts(owner, campaigns), random);
};

interface Built {
  builder: Builder;
  owner: Owner;
  clients: Client[];
}

/** Each owner has its own random sequence: two of a kind have the same structure but another history. */
const buildOwners = (builder: Builder, count: number): Built[] => {
  const { random } = builder;
  return Array.from({ length: count }, (_, index) => {
    const demo = ownerAt(index);
    const own = { ...builder, random: random.fork(`owner ${index}`) };
    return { builder: own, ...buildOwner(own, demo, index % DEMO_OWNERS.length) };
  });
};

export const buildScaleWorld = (builder: Builder, size: ScaleSize): World => {
  const built = buildOwners(builder, size.leads.length);
  const owners = built.map(({ owner }) => owner);
  const allClients = built.flatMap(({ clients }) => clients);
  const partners = buildPartners(builder, owners, allClients);
  const platforms = buildPlatforms(builder);
  const counts = dealOut(size.campaigns, size.leads);
  const world: World = {
    now: builder.now,
    size: sizeOfOwner(size, 0, 0),
    owners,
    clients: allClients,
    partners,
    accounts: [],
    goals: [],
    campaigns: [],
  };
  for (const [index, { builder: own, owner, clients }] of built.entries()) {
    const accounts = buildAccounts(own, owner, clients[0]!, platforms);
    const goals = buildGoals(own, owner, clients);
    const ofOwner = sizeOfOwner(size, owner.index, counts[index]!);
    const campaigns = buildCampaigns(own, { owner, goals, accounts, partners }, ofOwner);
    planFor(size.leads[index]!, owner, campaigns, own);
    world.accounts.push(...accounts);
    world.goals.push(...goals);
    world.campaigns.push(...campaigns);
  }
  return world;
};
