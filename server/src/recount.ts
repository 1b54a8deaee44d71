import { availableParallelism } from 'node:os';
import { readConfig } from './config.ts';
import { openFacts } from './db/facts/facts.ts';
import { prepareDatabase } from './db/migrate/migrate.ts';
import { openStore } from './db/store.ts';
import { clockFrom, systemClock } from './lib/clock.ts';
import { StartupError } from './lib/startup-error.ts';
import { closeDays, pastDifferences } from './metrics/stored-days/close-days.ts';
import { storeRecounts } from './metrics/recounts.ts';

/** `npm run db:recount`: compares every rollup with the raw rows; `--rebuild` rebuilds the rollups first. */
const recount = async (rebuild: boolean): Promise<number> => {
  const config = readConfig();
  const store = await openStore(config);
  const now = (config.now === null ? systemClock : clockFrom(config.now)).now();
  const facts = openFacts(store.ownerUrl);
  try {
    await prepareDatabase(store.ownerUrl, store.appUrl);
    if (rebuild) {
      await facts.rebuild({
        connections: Math.max(2, availableParallelism()),
        onProgress: ({ done, parts, corrected }) =>
          console.log(`${done} of ${parts} parts, ${corrected} cells corrected`),
      });
    }
    while ((await facts.fold()) > 0);
    while ((await facts.foldAttributes()) > 0);
    if (rebuild) await closeDays(facts.run, now);
    const differences = [...(await facts.differences()), ...(await pastDifferences(facts.run, now))];
    await facts.run((tx) => storeRecounts(tx, now, differences));
    for (const { ownerKey, day, campaignKey, counter, rolled, recounted } of differences.slice(0, 20)) {
      console.log(
        `owner ${ownerKey}, campaign ${campaignKey ?? 'none'}, ${day}: ${counter} is ${rolled} and should be ${recounted}`,
      );
    }
    console.log(`${differences.length} differences`);
    return differences.length;
  } finally {
    await facts.close();
    await store.close();
  }
};

try {
  process.exitCode = (await recount(process.argv.includes('--rebuild'))) === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
