import { buildAccounts, buildPlatforms } from './platforms.ts';
import { buildCampaigns } from './campaigns.ts';
import { buildGoals } from './goals.ts';
import { type Builder, buildOwner } from './organisation.ts';
import { buildPartners } from './partners.ts';
import { buildPlans } from './plans.ts';
import { type World } from './model.ts';
import { DEMO_OWNERS } from './organisations.ts';
import { type Size } from './sizes.ts';

/** Builds everything that exists before the first inquiry, with its rows; the campaigns' rows are written after planning. */
export const buildWorld = (builder: Builder, size: Size): World => {
  const { now, random } = builder;
  const built = DEMO_OWNERS.map((owner, index) => buildOwner(builder, owner, index));
  const owners = built.map(({ owner }) => owner);
  const clients = built.flatMap((parts) => parts.clients);
  const partners = buildPartners(builder, owners, clients);
  const platforms = buildPlatforms(builder);
  const world: World = { now, size, owners, clients, partners, accounts: [], goals: [], campaigns: [] };
  for (const { owner, clients: mine } of built) {
    const accounts = buildAccounts(builder, owner, mine[0]!, platforms);
    const goals = buildGoals(builder, owner, mine);
    const campaigns = buildCampaigns(builder, { owner, goals, accounts, partners }, size);
    buildPlans(owner, campaigns, size.volume, random);
    world.accounts.push(...accounts);
    world.goals.push(...goals);
    world.campaigns.push(...campaigns);
  }
  return world;
};
