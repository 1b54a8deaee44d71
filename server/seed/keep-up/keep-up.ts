import { sql } from 'kysely';
import { type Bulk, withBulk } from '../../src/db/connection/bulk.ts';
import { openFacts } from '../../src/db/facts/facts.ts';
import { withMigrator } from '../../src/db/migrate/loader.ts';
import { type Tx } from '../../src/db/scope/tx.ts';
import { blindIndex, normalisePhone } from '../../src/lib/secrets/seal.ts';
import { type IsKnown } from '../leads/crowd.ts';
import { type Builder } from '../build/organisation.ts';
import { SCENARIOS } from '../build/sizes.ts';
import { isoOf, monthStart } from '../calendar.ts';
import { writeMilestones } from '../leads/lead-history.ts';
import { goalStep, type LoadSettings } from '../load.ts';
import { writeBillingMonths } from '../write/money/billing.ts';
import { type ClickCounts, writeClickDays, writeClicks } from '../write/leads/clicks.ts';
import { ensureMonths } from '../write/leads/gates.ts';
import { reserveKeys } from '../write/keys.ts';
import { type Intake, writeLeads } from '../write/leads/leads.ts';
import { type People, withPeople } from '../write/people.ts';
import { writeCampaignMonths, writeGoalMonths } from '../write/money/plans.ts';
import { makeSheets } from '../write/money/sheets.ts';
import { insertSheets } from './insert-sheets.ts';
import { makeMonths, newLeads } from './new-leads.ts';
import { listAdvances, updateLeads } from './old-leads.ts';
import { moveBudgets, writePlatformTraffic, writeWebsiteTraffic } from './platform-traffic.ts';
import { restoreWorld } from './restore-world.ts';
import { followStored } from './stored-plans.ts';

/** Traffic is generated hourly: often enough to watch, rarely enough to cost nothing. */
const STEP_MS = 3_600_000;

interface StoredDemo {
  name: keyof typeof SCENARIOS;
  loadedAt: Date;
  since: Date;
}

/** Locks the demo in this database, if it has one that can be continued. Only one process continues it. */
const takeDemo = async (tx: Tx): Promise<StoredDemo | null> => {
  const { rows } = await sql<{ name: string; loadedAt: Date; since: Date }>`
    select name, loaded_at as "loadedAt", coalesce(through_at, loaded_at) as since from scenario_load for update
  `.execute(tx);
  const [demoRow] = rows;
  return demoRow !== undefined && Object.hasOwn(SCENARIOS, demoRow.name) ? (demoRow as StoredDemo) : null;
};

/** Blind indexes of the phone numbers an owner has had within half a year: the numbers themselves are not stored. */
const knownNumbers = async (tx: Tx, secret: Buffer, since: Date): Promise<IsKnown> => {
  const { rows } = await sql<{ ownerKey: number; hash: string }>`
    select owner_key as "ownerKey", encode(phone_hash, 'hex') as hash from lead_person
    where captured_date > ${since}::timestamptz::date - 190 and phone_hash is not null
  `.execute(tx);
  const knownHashes = new Set(rows.map(({ ownerKey, hash }) => `${ownerKey} ${hash}`));
  return (ownerKey, number) =>
    knownHashes.has(`${ownerKey} ${blindIndex(secret, ownerKey, 'phone', normalisePhone(number)).toString('hex')}`);
};

/** Maximum rows per lead, for reserving keys; unused ones cost nothing. */
const PER_LEAD = {
  lead_status_change: 5,
  lead_return: 1,
  billing_adjustment: 2,
  click: 60,
  lead_milestone: 9,
} as const;

const writeStep = async (
  bulk: Bulk,
  demo: StoredDemo,
  now: Date,
  people: (builder: Builder, isKnown: IsKnown) => People,
  secret: Buffer,
  onProgress: (what: string) => void,
): Promise<boolean> => {
  const { tx } = bulk;
  const { since } = demo;
  const restored = await restoreWorld(demo.name, { ...demo, now });
  const { world, directory, random, lastDay } = restored;
  const first = Math.min(...world.owners.map((owner) => monthStart(lastDay(owner))));
  const latest = Math.max(...world.owners.map(({ today }) => today));
  await ensureMonths(tx, first, monthStart(latest, 2));
  const stored = await followStored(tx, restored, isoOf(first));
  if (stored === null) return false;

  const campaignMonths = makeMonths(restored);
  const leads = await newLeads(tx, campaignMonths, restored, since, isoOf(first));
  const advances = await listAdvances(tx, restored, since);
  const ofLeads = (table: keyof typeof PER_LEAD): number => PER_LEAD[table] * leads.length;
  const keys = await reserveKeys(tx, {
    lead: leads.length,
    lead_status_change: ofLeads('lead_status_change'),
    lead_return: ofLeads('lead_return'),
    billing_adjustment: ofLeads('billing_adjustment'),
    click: ofLeads('click'),
    lead_milestone: ofLeads('lead_milestone') + PER_LEAD.lead_milestone * advances.length,
  });
  const builder: Builder = { now, keys, sheets: makeSheets(), random };
  const own = random.fork(`since ${since.toISOString()}`);
  const intake: Intake = { people: people(builder, await knownNumbers(tx, secret, since)), directory, returns: [] };

  writeCampaignMonths(
    builder,
    world.campaigns,
    new Map(),
    (campaign, month) => month.first >= first && !stored.hasMonth(campaign.key, month),
  );
  writeGoalMonths(
    builder,
    world.goals,
    world.campaigns,
    goalStep(world.size),
    (goal, month) => month.first >= first && !stored.hasGoalMonth(goal.key, month),
  );
  writeBillingMonths(builder, world.owners);
  const clickCounts: ClickCounts = new Map();
  writeClicks(builder, world, leads, writeLeads(builder, intake, leads, own), clickCounts, own);
  writeClickDays(builder, clickCounts);
  for (const { lead, leadKey, milestones } of advances) writeMilestones(builder, lead, leadKey, milestones, own);
  await writePlatformTraffic(tx, builder, restored, campaignMonths, now, since);
  await moveBudgets(tx, restored);
  await intake.people.finish();
  await insertSheets(builder.sheets, bulk);
  await updateLeads(bulk, advances);
  onProgress('inquiries');
  await writeWebsiteTraffic(tx, builder, restored);
  await insertSheets(builder.sheets, bulk);
  await sql`update scenario_load set through_at = ${now}`.execute(tx);
  return true;
};

/**
 * Continues a demo's traffic from its end up to now: inquiries, clicks, outcomes of earlier ones, platforms and websites, and plans of new
 * months. In one transaction, so that a kill leaves the previous state; a database without a demo is left alone. Returns whether it wrote
 * anything.
 */
export const keepUp = async (
  ownerUrl: string,
  { clock, secret }: LoadSettings,
  onProgress: (what: string) => void = () => undefined,
): Promise<boolean> => {
  const isDue = (demo: StoredDemo | null): demo is StoredDemo =>
    demo !== null && clock.now().getTime() - demo.since.getTime() >= STEP_MS;
  if (!isDue(await withMigrator(ownerUrl, takeDemo))) return false;
  const wrote = await withPeople(secret, (people) =>
    withBulk(ownerUrl, async (bulk) => {
      // Another process may have continued it meanwhile.
      const demo = await takeDemo(bulk.tx);
      return isDue(demo) && writeStep(bulk, demo, clock.now(), people, secret, onProgress);
    }),
  );
  if (!wrote) return false;
  const facts = openFacts(ownerUrl);
  try {
    while ((await facts.fold()) > 0);
    while ((await facts.foldAttributes()) > 0);
  } finally {
    await facts.close();
  }
  return true;
};
