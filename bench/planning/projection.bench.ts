import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@paceline/server/src/config.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { LOOK_BACK_DAYS } from '@paceline/server/src/metrics/days/eligible-days.ts';
import { type Day, dayOf, monthBase, monthDays } from '@paceline/server/src/metrics/periods/periods.ts';
import { openClient } from '../load/connections.ts';
import { listOwners, readHistory } from './projection-history.ts';
import { coverage, fitRanges, type Sample } from './projection-ranges.ts';
import { addUp, type Guess, guess, type Measure, MEASURES, type Rule, RULES } from './projection-rules.ts';
import { NOW, openScaleStore } from '../scale-store.ts';

/**
 * How near do projections come? Each past month of the demo is projected on six of its days, by the product's rule and by the
 * three before it, from what was known on that day; what came is compared. `npm run bench -- projection scale` asks the same of
 * the scenario `scale`; with `fit` it prints the table of ranges for contract/src/core/metrics/pacing/projection-range.ts.
 */
const DAYS = [3, 5, 9, 14, 20, 25];
const OLD_RULES = RULES.filter((rule) => rule !== 'new');
/** The rounding of what is printed. */
const TOLERANCE = 0.0005;
const words = process.argv.slice(3);
const scenario = words.includes('scale') ? 'scale' : 'demo';

const openDemo = async (): Promise<{ ownerUrl: string; close: () => Promise<void> }> => {
  const dataDir = join(readConfig().dataDir, '.bench', 'projection');
  if (!existsSync(dataDir))
    execFileSync(
      'env',
      [
        `DATA_DIR=${dataDir}`,
        `PACELINE_NOW=${NOW.toISOString()}`,
        process.execPath,
        join(import.meta.dirname, '../..', 'server/seed/main.ts'),
        'demo',
      ],
      { stdio: 'inherit' },
    );
  const postgres = await startEmbedded({ dataDir });
  return { ownerUrl: postgres.url, close: () => postgres.stop() };
};

const store = scenario === 'scale' ? await openScaleStore() : await openDemo();
const client = await openClient(store.ownerUrl);
const { rows: spans } = await client.query<{ first: string }>(`select min(day)::text as first from campaign_day`);
const from = dayOf(spans[0]!.first);
const to = dayOf(NOW.toISOString().slice(0, 10)).with({ day: 1 }).subtract({ days: 1 });

type Level = Sample['level'];
const errors = new Map<string, { off: number; actual: number }>();
const samples: Sample[] = [];
const add = (level: Level, measure: Measure, month: string, day: number, one: Guess): void => {
  for (const rule of RULES) {
    const key = [level, measure, day, rule].join(' ');
    const sum = errors.get(key) ?? { off: 0, actual: 0 };
    sum.off += Math.abs(one.projected[rule] - one.actual);
    sum.actual += one.actual;
    errors.set(key, sum);
  }
  samples.push({ level, measure, month, day, soFar: one.soFar, projected: one.projected.new, actual: one.actual });
};

for (const owner of await listOwners(client)) {
  const history = await readHistory(client, owner, { from, to });
  const places = new Map(history.days.map((day, index) => [day.toString(), index]));
  const cache = new WeakMap<Day, number>();
  const placeOf = (day: Day): number => {
    const place = cache.get(day) ?? places.get(day.toString()) ?? -1;
    cache.set(day, place);
    return place;
  };
  // A month before which the rules can look back as far as they want to.
  const earliest = from.add({ days: LOOK_BACK_DAYS });
  for (
    let first = monthDays(earliest.toPlainYearMonth()).from.add({ months: 1 });
    first.until(to).days > 0;
    first = first.add({ months: 1 })
  )
    for (const day of DAYS) {
      const base = monthBase(first.toPlainYearMonth(), first.add({ days: day }));
      const month = first.toString();
      const guesses = history.campaigns.map((campaign) => ({ campaign, of: guess(campaign, base, placeOf) }));
      for (const measure of MEASURES) {
        const ran = guesses.filter(({ of }) => of[measure].actual > 0 || of[measure].projected.new > 0);
        for (const { of } of ran) add('campaign', measure, month, day, of[measure]);
        for (const group of Map.groupBy(ran, ({ campaign }) => campaign.goalKey).values())
          add('lineItem', measure, month, day, addUp(group.map(({ of }) => of[measure])));
        if (ran.length > 0) add('owner', measure, month, day, addUp(ran.map(({ of }) => of[measure])));
      }
    }
}
await client.end();
await store.close();

const wape = (level: Level, measure: Measure, day: number, rule: Rule): number => {
  const { off, actual } = errors.get([level, measure, day, rule].join(' ')) ?? { off: 0, actual: 0 };
  return actual === 0 ? 0 : off / actual;
};
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
let failed = false;
for (const level of ['owner', 'campaign'] as const)
  for (const measure of MEASURES) {
    console.log(`\n${measure} of a month by ${level}, off by (WAPE)`);
    console.table(
      Object.fromEntries(
        DAYS.map((day) => {
          const best = Math.min(...OLD_RULES.map((rule) => wape(level, measure, day, rule)));
          const isWorse = wape(level, measure, day, 'new') > best + TOLERANCE;
          failed ||= isWorse;
          const row = Object.fromEntries(RULES.map((rule) => [rule, percent(wape(level, measure, day, rule))]));
          return [`day ${day}`, { ...row, verdict: isWorse ? 'worse than the best of the old' : '' }];
        }),
      ),
    );
  }

if (words.includes('fit')) console.log(JSON.stringify(fitRanges(samples), null, 2));
console.log('\nof what came, inside the range that the other months tell');
const result = coverage(samples);
console.table(
  Object.fromEntries(result.map(({ name, share, count }) => [name, { inside: percent(share), months: count }])),
);
for (const { name, share } of result) if (name.startsWith('all') && (share < 0.75 || share > 0.85)) failed = true;
if (failed) process.exitCode = 1;
