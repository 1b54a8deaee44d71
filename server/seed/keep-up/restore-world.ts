import { type Day, dayAt, monthsFrom, todayIn } from '../calendar.ts';
import { type Owner, type World } from '../build/model.ts';
import { type Builder } from '../build/organisation.ts';
import { buildPlans } from '../build/plans.ts';
import { SCENARIOS } from '../build/sizes.ts';
import { buildWorld } from '../build/world.ts';
import { writeStructure } from '../load.ts';
import { makeRandom, type Random } from '../random.ts';
import { type Directory } from '../write/directory.ts';
import { keysOfEmpty } from '../write/keys.ts';
import { type PlatformCampaign } from '../write/platforms.ts';
import { type Sheets } from '../write/money/sheets.ts';

export interface RestoredWorld {
  world: World;
  directory: Directory;
  platforms: readonly PlatformCampaign[];
  random: Random;
  /** The owner's local day at the end of the last traffic. */
  lastDay: (owner: Owner) => Day;
}

const NO_SHEETS: Sheets = { put: () => undefined, written: new Set(), flush: () => Promise.resolve() };

/** Rebuilds the world of the load from the same seed and day, then moves it on to now. */
export const restoreWorld = async (
  name: keyof typeof SCENARIOS,
  { loadedAt, since, now }: { loadedAt: Date; since: Date; now: Date },
): Promise<RestoredWorld> => {
  const size = SCENARIOS[name];
  const random = makeRandom('paceline');
  const builder: Builder = { now: loadedAt, keys: keysOfEmpty(), sheets: NO_SHEETS, random };
  const world = buildWorld(builder, size);
  const { directory, platforms } = await writeStructure(builder, world);
  const lastDays = new Map(world.owners.map((owner) => [owner, dayAt(owner.zone, since.getTime())]));
  for (const account of world.accounts) {
    // A late account stays late by the same number of days.
    const late = account.owner.madeOn - account.through;
    account.through = todayIn(account.owner.zone, now) - late;
  }
  for (const owner of world.owners) {
    const monthCount = owner.months.length;
    owner.today = todayIn(owner.zone, now);
    owner.months = monthsFrom(owner.months[0]!.first, owner.today);
    const ours = world.campaigns.filter((campaign) => campaign.owner === owner);
    buildPlans(owner, ours, size.volume, random, owner.months.slice(monthCount));
  }
  world.now = now;
  return { world, directory, platforms, random, lastDay: (owner) => lastDays.get(owner)! };
};
