import { sql } from 'kysely';
import { type Bulk, withBulk } from '../src/db/connection/bulk.ts';
import { listFactDifferences } from '../src/db/facts/facts.ts';
import { type Tx } from '../src/db/scope/tx.ts';
import { type Clock } from '../src/lib/clock.ts';
import { fitOwners } from '../src/metrics/curves/fit-owners.ts';
import { storeRecounts } from '../src/metrics/recounts.ts';
import { type Builder } from './build/organisation.ts';
import { buildWorld } from './build/world.ts';
import { monthStart } from './calendar.ts';
import { verifyChecks } from './check/checks.ts';
import { verifyCounts } from './check/counts.ts';
import { buyerFor } from './write/directory.ts';
import { countFacts, ensureMonths, openGates } from './write/leads/gates.ts';
import { takeIndexes } from './write/indexes.ts';
import { openKeys } from './write/keys.ts';
import { loadScale } from './scale/load-scale.ts';
import { type World } from './build/model.ts';
import { type OnProgress } from './progress.ts';
import { makeRandom } from './random.ts';
import { makeSheets } from './write/money/sheets.ts';
import { SCENARIOS, type ScenarioName, type Size } from './build/sizes.ts';
import { writeAudit } from './write/money/audit.ts';
import { closeBillingMonths, writeBillingMonths, writeBillingRemarks } from './write/money/billing.ts';
import { settleStatements } from './write/money/payments.ts';
import { writeCampaign, writeCustomChannels } from './write/campaigns.ts';
import { writeCriteria } from './write/criteria.ts';
import { writeEndpoints } from './write/leads/endpoints.ts';
import { writeForecasts } from './write/money/forecasts.ts';
import { writeHistory } from './write/leads/history.ts';
import { writeLeadTests } from './write/leads/lead-tests.ts';
import { type Intake } from './write/leads/leads.ts';
import { writeOrders } from './write/money/orders.ts';
import { type People, withPeople } from './write/people.ts';
import { writeCampaignMonths, writeGoalMonths } from './write/money/plans.ts';
import { writePlatformCampaigns } from './write/platforms.ts';
import { writeReconciliations } from './write/money/reconciliations.ts';
import { writeUsers } from './write/users.ts';

/** Goals are round amounts; smaller in a small scenario. */
const GOAL_STEP = 500;
const SMALL_GOAL_STEP = 50;
export const goalStep = ({ volume }: Size): number => (volume < 1 ? SMALL_GOAL_STEP : GOAL_STEP);

/** Statistics target: a month of a table has five thousand rows, of which a sample of three thousand is enough. */
const STATISTICS = 10;

const isLoaded = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from scenario_load`.execute(tx);
  return rows.length > 0;
};

/** Writes the rows that exist before the first inquiry, and returns what the history needs of them. */
export const writeStructure = async (builder: Builder, world: World) => {
  const directory = await writeUsers(builder, world.owners, world.partners);
  writeCriteria(builder, world.clients, directory);
  writeLeadTests(builder, world.owners, directory);
  const custom = new Map(world.owners.map((owner) => [owner, writeCustomChannels(builder, owner)]));
  for (const campaign of world.campaigns) {
    const buyer = buyerFor(directory, campaign.owner, campaign.key);
    writeCampaign(builder, campaign, custom.get(campaign.owner)!, buyer?.key);
  }
  const platforms = writePlatformCampaigns(builder, world);
  return { platforms, directory };
};

/** Where each part of the work begins in the progress bar, by duration. */
const BAR = {
  structure: 0,
  history: 0.04,
  plans: 0.4,
  facts: 0.42,
  people: 0.78,
  indexes: 0.8,
  keys: 0.83,
  checks: 0.95,
};

/** External settings of a load. */
export interface LoadSettings {
  clock: Clock;
  /** The installation's secret: people are sealed with it, so that the server can open them. */
  secret: Buffer;
}

const writeScenario = async (
  { tx, copy }: Bulk,
  name: keyof typeof SCENARIOS,
  now: Date,
  people: (builder: Builder) => People,
  onProgress: OnProgress,
): Promise<void> => {
  const size = SCENARIOS[name];
  const builder: Builder = { now, keys: await openKeys(tx), sheets: makeSheets(), random: makeRandom('paceline') };
  const { sheets, keys } = builder;
  onProgress(BAR.structure, 'owners, partners and campaigns');
  const world = buildWorld(builder, size);
  const [firstOwner] = world.owners;
  const gates = await openGates(tx);
  await ensureMonths(tx, monthStart(firstOwner!.today, -25), monthStart(firstOwner!.today, 2));
  const putIndexesBack = size.volume < 1 ? null : await takeIndexes(tx);
  const { platforms, directory } = await writeStructure(builder, world);
  await sheets.flush(copy);
  const intake: Intake = { people: people(builder), directory, returns: [] };
  const delivered = await writeHistory(builder, world, platforms, intake, copy, (done) =>
    onProgress(BAR.history + done * (BAR.plans - BAR.history), 'inquiries, clicks and platform days'),
  );
  onProgress(BAR.plans, 'plans');
  writeCampaignMonths(builder, world.campaigns, delivered);
  writeGoalMonths(builder, world.goals, world.campaigns, goalStep(size));
  const orders = writeOrders(builder, world);
  writeBillingMonths(builder, world.owners);
  writeAudit(builder, { world, directory, returns: intake.returns, orders });
  await sheets.flush(copy);
  onProgress(BAR.facts, 'rollups');
  await countFacts(tx, sheets.written, STATISTICS);
  await closeBillingMonths(tx, world.owners, now);
  await writeBillingRemarks(tx);
  await settleStatements(tx, now);
  onProgress(BAR.people, 'people');
  await intake.people.finish();
  await sheets.flush(copy);
  // Most of their rows came after the other tables had been analyzed.
  await sql`analyze lead_person, lead_dedup`.execute(tx);
  await keys.settle(tx);
  await writeEndpoints(tx, now);
  onProgress(BAR.indexes, 'indexes');
  await putIndexesBack?.();
  onProgress(BAR.keys, 'foreign keys');
  await gates.close();
  onProgress(BAR.checks, 'checks');
  await verifyCounts(tx, size);
  await verifyChecks(tx, name);
};

/** Loads a scenario into a database without one, in one transaction: a kill leaves it empty. */
export const loadScenario = (
  ownerUrl: string,
  name: ScenarioName,
  { clock, secret }: LoadSettings,
  onProgress: OnProgress,
): Promise<boolean> =>
  withBulk(ownerUrl, async (bulk) => {
    const { tx } = bulk;
    // Two processes may start on one empty database: the second waits here, and then finds it loaded.
    await sql`lock table scenario_load in exclusive mode`.execute(tx);
    if (await isLoaded(tx)) return false;
    const now = clock.now();
    if (name === 'scale') await loadScale(bulk, now, onProgress);
    else await withPeople(secret, (people) => writeScenario(bulk, name, now, people, onProgress));
    await fitOwners((work) => work(tx), now);
    if (name !== 'scale') await writeForecasts(tx, now);
    if (name !== 'scale') await writeReconciliations(tx);
    // Recounting ten million inquiries is left to the user.
    if (name !== 'scale') await storeRecounts(tx, now, await listFactDifferences(tx));
    await sql`insert into scenario_load (name, loaded_at) values (${name}, ${now})`.execute(tx);
    onProgress(1, 'done');
    return true;
  });
