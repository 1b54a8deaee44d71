import { setTimeout as wait } from 'node:timers/promises';
import { openFacts } from '@paceline/server/src/db/facts/facts.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { createLog } from '@paceline/server/src/http/watch/log.ts';
import { startFolding } from '@paceline/server/src/jobs/folding.ts';
import { openPool } from '../load/connections.ts';
import { insertLead } from './ingest-lead.ts';
import { openIngestStore, type Place } from './ingest-store.ts';
import { median, takeTurns } from '../measure.ts';

/**
 * How many inquiries can be taken in a second, and how soon are they in the numbers? Inserts that leave their differences,
 * with the worker adding them up meanwhile, against the same inserts into the same table with its trigger off.
 */
const DAY = '2026-06-15';
const ROUNDS = 5;
const SECONDS = 4;
const MAX_WRITERS = 32;
const MIN_SHARE = 0.7;
const MAX_LAG_MS = 1500;

const store = await openIngestStore(new Date(DAY));
const db = openDatabase(store.appUrl, MAX_WRITERS + store.probes.length);
const owner = openPool(store.ownerUrl, store.probes.length);
const facts = openFacts(store.ownerUrl);
const folding = startFolding({ facts, log: createLog({ logLevel: 'warn' }) });

const write = async (places: readonly Place[], writers: number): Promise<number> => {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  const lane = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < end; turn += writers) {
      await insertLead(db, places[turn % places.length]!, DAY);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, lane));
  return count / SECONDS;
};

const setTrigger = (state: 'enable' | 'disable') => owner.query(`alter table lead ${state} trigger lead_inserted`);

const countOf = async ({ ownerKey, campaignKey }: Place): Promise<number> => {
  const { rows } = await owner.query<{ gross: number }>(
    'select coalesce(sum(gross), 0)::int as gross from campaign_day where owner_key = $1 and campaign_key = $2',
    [ownerKey, campaignKey],
  );
  return rows[0]!.gross;
};

/** One after the other into a campaign of its own: from its commit until the numbers have it. */
const probe = async (place: Place, lags: number[], isOver: () => boolean): Promise<void> => {
  for (let expected = (await countOf(place)) + 1; !isOver(); expected += 1) {
    await insertLead(db, place, DAY);
    const committed = performance.now();
    while ((await countOf(place)) < expected) await wait(5);
    lags.push(performance.now() - committed);
    await wait(Math.random() * 100);
  }
};

const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;

const measureLoad = async (name: string, writers: number, hot: boolean): Promise<string[]> => {
  const placesOf = (places: readonly Place[]) => (hot ? places.slice(0, 1) : places);
  const lags: number[] = [];
  const noted = async (): Promise<number> => {
    let over = false;
    const probing = store.probes.map((place) => probe(place, lags, () => over));
    const rate = await write(placesOf(store.noted), writers);
    over = true;
    await Promise.all(probing);
    return rate;
  };
  const bare = async (): Promise<number> => {
    await setTrigger('disable');
    const rate = await write(placesOf(store.bare), writers);
    await setTrigger('enable');
    return rate;
  };
  const rates = await takeTurns({ noted, bare }, ROUNDS);
  const share = rates.noted / rates.bare;
  const [p50, p95] = [median(lags), percentile(lags, 0.95)];
  console.log(
    `${name.padEnd(28)} noted ${rates.noted.toFixed(0).padStart(5)}/s   bare ${rates.bare.toFixed(0).padStart(5)}/s   noted/bare ${share.toFixed(2)}   lag p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${lags.length})`,
  );
  return [
    ...(share < MIN_SHARE ? [`${name}: ${share.toFixed(2)} of the bare inserts, not ${MIN_SHARE}`] : []),
    ...(p95 > MAX_LAG_MS ? [`${name}: the numbers lag by ${p95.toFixed(0)} ms, not ${MAX_LAG_MS}`] : []),
  ];
};

/** Everything that was noted, as the leads have it and as the rollup has it, and how many numbers of any rollup differ. */
const countBoth = async (): Promise<{ leads: number; rolled: number; differences: number }> => {
  const { ownerKey } = store.noted[0]!;
  while ((await facts.fold()) > 0);
  const { rows } = await owner.query<{ leads: number; rolled: number }>(
    `select (select count(*)::int from lead where owner_key = $1) as leads,
            (select sum(gross)::int from campaign_day where owner_key = $1) as rolled`,
    [ownerKey],
  );
  const differences = (await facts.differences()).filter((difference) => difference.ownerKey === ownerKey);
  return { ...rows[0]!, differences: differences.length };
};

try {
  await Promise.all([write(store.noted, 8), write(store.bare, 8)]);
  const misses = [
    ...(await measureLoad('8 writers, spread', 8, false)),
    ...(await measureLoad('32 writers, spread', 32, false)),
    ...(await measureLoad('8 writers, one campaign', 8, true)),
    ...(await measureLoad('32 writers, one campaign', 32, true)),
  ];
  await folding.stop();
  const { leads, rolled, differences } = await countBoth();
  console.log(
    `${leads} inquiries were noted, and the rollup has ${rolled}; a recount finds ${differences} differences`,
  );
  if (leads !== rolled || differences > 0) misses.push('The rollup is not what the inquiries say');
  for (const miss of misses) console.log(`Missed: ${miss}`);
  process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
  await folding.stop();
  await facts.close();
  await owner.end();
  await db.close();
  await store.close();
}
