import { sql } from 'kysely';
import { type Bulk } from '../../src/db/connection/bulk.ts';
import { type Tx } from '../../src/db/scope/tx.ts';
import { type Builder } from '../build/organisation.ts';
import { monthStart } from '../calendar.ts';
import { verifyChecks } from '../check/checks.ts';
import { countFacts, ensureMonths, openGates } from '../write/leads/gates.ts';
import { takeIndexes } from '../write/indexes.ts';
import { openKeys } from '../write/keys.ts';
import { type OnProgress } from '../progress.ts';
import { makeRandom } from '../random.ts';
import { writeScaleHistory } from './scale-history.ts';
import { SCALE, type ScaleSize } from './scale-size.ts';
import { buildScaleWorld } from './scale-world.ts';
import { makeSheets } from '../write/money/sheets.ts';
import { writeCampaign, writeCustomChannels } from '../write/campaigns.ts';
import { writeCampaignMonths, writeGoalMonths } from '../write/money/plans.ts';
import { writePlatformCampaigns } from '../write/platforms.ts';
import { writeUsers } from '../write/users.ts';

/** Where each part of the work begins in the progress bar, by duration. */
const BAR = { structure: 0, history: 0.01, plans: 0.4, indexes: 0.41, facts: 0.48, keys: 0.93, checks: 0.96 };
const GOAL_STEP = 500;
/** Allowed relative deviation of a count: chance decides the last percent, and more where the count is small. */
const tolerance = (wanted: number): number => 0.02 + 3 / Math.sqrt(wanted);

const verifySize = async (tx: Tx, size: ScaleSize): Promise<void> => {
  const { rows } = await sql<{ ownerKey: number; campaigns: number; leads: number }>`
    select owner_key as "ownerKey", campaigns, leads
    from (select owner_key, count(*) as campaigns from campaign group by 1) c
    join (select owner_key, sum(gross) as leads from campaign_month_fact group by 1) f using (owner_key) order by 1
  `.execute(tx);
  const campaigns = rows.reduce((sum, row) => sum + row.campaigns, 0);
  if (campaigns !== size.campaigns) throw new Error(`The scenario wrote ${campaigns} campaigns, not ${size.campaigns}`);
  for (const [index, wanted] of size.leads.entries()) {
    const leads = rows[index]?.leads ?? 0;
    if (Math.abs(leads / wanted - 1) > tolerance(wanted))
      throw new Error(`The scenario wrote ${leads} leads of owner ${rows[index]?.ownerKey}, not about ${wanted}`);
  }
};

/** Writes the demo's world many times over, for benchmarks: into the same tables, by a shorter way. */
export const writeScale = async (
  { tx, copy }: Bulk,
  size: ScaleSize,
  now: Date,
  onProgress: OnProgress,
): Promise<void> => {
  const builder: Builder = { now, keys: await openKeys(tx), sheets: makeSheets(), random: makeRandom('scale') };
  const { keys, sheets } = builder;
  onProgress(BAR.structure, 'owners, partners and campaigns');
  const world = buildScaleWorld(builder, size);
  const { today } = world.owners[0]!;
  const gates = await openGates(tx);
  await ensureMonths(tx, monthStart(today, -25), monthStart(today, 2));
  const putIndexesBack = await takeIndexes(tx);
  await writeUsers(builder, world.owners, world.partners);
  const custom = new Map(world.owners.map((owner) => [owner, writeCustomChannels(builder, owner)]));
  for (const campaign of world.campaigns) writeCampaign(builder, campaign, custom.get(campaign.owner)!);
  const platforms = writePlatformCampaigns(builder, world);
  await sheets.flush(copy);
  await writeScaleHistory(builder, world, platforms, copy, (done) =>
    onProgress(BAR.history + done * (BAR.plans - BAR.history), 'inquiries and platform days'),
  );
  onProgress(BAR.plans, 'plans');
  writeCampaignMonths(builder, world.campaigns, new Map());
  writeGoalMonths(builder, world.goals, world.campaigns, GOAL_STEP);
  await sheets.flush(copy);
  await keys.settle(tx);
  onProgress(BAR.indexes, 'indexes');
  await putIndexesBack();
  onProgress(BAR.facts, 'rollups');
  await countFacts(tx, new Set([...sheets.written, 'lead']));
  onProgress(BAR.keys, 'foreign keys');
  await gates.close();
  onProgress(BAR.checks, 'checks');
  await verifySize(tx, size);
};

/** Must satisfy the demo's plausibility checks: with this many rows chance averages out. */
export const loadScale = async (bulk: Bulk, now: Date, onProgress: OnProgress): Promise<void> => {
  await writeScale(bulk, SCALE, now, onProgress);
  await verifyChecks(bulk.tx, 'scale');
};
