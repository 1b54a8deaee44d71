import { readConfig } from './config.ts';
import { openFacts } from './db/facts.ts';
import { prepareDatabase } from './db/migrate.ts';
import { openStore } from './db/store.ts';
import { StartupError } from './lib/startup-error.ts';

/** `npm run db:recount`: compares every rollup with the raw rows; with `--rebuild` it makes the rollups anew first. */
const recount = async (rebuild: boolean): Promise<number> => {
  const store = await openStore(readConfig());
  const facts = openFacts(store.ownerUrl);
  try {
    await prepareDatabase(store.ownerUrl, store.appUrl);
    if (rebuild) await facts.rebuild();
    while ((await facts.fold()) > 0);
    while ((await facts.foldAttributes()) > 0);
    const differences = await facts.differences();
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
