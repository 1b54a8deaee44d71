import { sql } from 'kysely';
import { type Bulk, withBulk } from '../src/db/bulk.ts';
import { type Tx } from '../src/db/tx.ts';
import { type Clock } from '../src/lib/clock.ts';
import { type Builder } from './build-organisation.ts';
import { buildWorld } from './build-world.ts';
import { monthStart } from './calendar.ts';
import { verifyChecks } from './checks.ts';
import { verifyCounts } from './counts.ts';
import { countFacts, ensureMonths, openGates } from './gates.ts';
import { openKeys } from './keys.ts';
import { type World } from './model.ts';
import { makeRandom } from './random.ts';
import { makeSheets } from './sheets.ts';
import { SCENARIOS, type ScenarioName } from './sizes.ts';
import { writeCampaign, writeCustomChannels } from './write-campaigns.ts';
import { writeHistory } from './write-history.ts';
import { writeCampaignMonths, writeGoalMonths } from './write-plans.ts';
import { writePlatformCampaigns } from './write-platforms.ts';
import { writeUsers } from './write-users.ts';

/** Called as the load goes on, with a fraction from 0 to 1 and what is being written. */
export type OnProgress = (fraction: number, what: string) => void;

/** Goals are set in round sums; a small scenario's are small. */
const GOAL_STEP = 500;
const SMALL_GOAL_STEP = 50;

const isLoaded = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from scenario_load`.execute(tx);
  return rows.length > 0;
};

const writeStructure = async (builder: Builder, world: World, copy: Bulk['copy']) => {
  await writeUsers(builder, world.owners, world.partners);
  const custom = new Map(world.owners.map((owner) => [owner, writeCustomChannels(builder, owner)]));
  for (const campaign of world.campaigns) writeCampaign(builder, campaign, custom.get(campaign.owner)!);
  const platforms = writePlatformCampaigns(builder, world);
  await builder.sheets.flush(copy);
  return platforms;
};

/** Where in the bar each part of the work begins, by how long it takes. */
const BAR = { structure: 0, history: 0.07, plans: 0.51, keys: 0.52, facts: 0.6, checks: 0.98 };

const writeScenario = async (
  { tx, copy }: Bulk,
  name: ScenarioName,
  now: Date,
  onProgress: OnProgress,
): Promise<void> => {
  const size = SCENARIOS[name];
  const builder: Builder = { now, keys: await openKeys(tx), sheets: makeSheets(), random: makeRandom('paceline') };
  onProgress(BAR.structure, 'owners, partners and campaigns');
  const world = buildWorld(builder, size);
  const [firstOwner] = world.owners;
  const gates = await openGates(tx);
  await ensureMonths(tx, monthStart(firstOwner!.today, -25), monthStart(firstOwner!.today, 2));
  const platforms = await writeStructure(builder, world, copy);
  const delivered = await writeHistory(builder, world, platforms, copy, (done) =>
    onProgress(BAR.history + done * (BAR.plans - BAR.history), 'inquiries, clicks and platform days'),
  );
  onProgress(BAR.plans, 'plans');
  writeCampaignMonths(builder, world.campaigns, delivered);
  writeGoalMonths(builder, world.goals, world.campaigns, size.volume < 1 ? SMALL_GOAL_STEP : GOAL_STEP);
  await builder.sheets.flush(copy);
  await builder.keys.settle(tx);
  onProgress(BAR.keys, 'foreign keys');
  await gates.close();
  onProgress(BAR.facts, 'rollups');
  await countFacts(tx, builder.sheets.written);
  onProgress(BAR.checks, 'checks');
  await verifyCounts(tx, size);
  await verifyChecks(tx, name);
};

/** Loads a scenario into a database that holds none, in one transaction: a kill on the way leaves it empty. */
export const loadScenario = (
  ownerUrl: string,
  name: ScenarioName,
  clock: Clock,
  onProgress: OnProgress,
): Promise<boolean> =>
  withBulk(ownerUrl, async (bulk) => {
    const { tx } = bulk;
    // Two processes may start on one empty database: the second waits here, and then finds it loaded.
    await sql`lock table scenario_load in exclusive mode`.execute(tx);
    if (await isLoaded(tx)) return false;
    const now = clock.now();
    await writeScenario(bulk, name, now, onProgress);
    await sql`insert into scenario_load (name, loaded_at) values (${name}, ${now})`.execute(tx);
    onProgress(1, 'done');
    return true;
  });
