import { readConfig } from '../src/config.ts';
import { withMigrator } from '../src/db/migrate/loader.ts';
import { prepareDatabase } from '../src/db/migrate/migrate.ts';
import { openStore } from '../src/db/store.ts';
import { clockFrom, systemClock } from '../src/lib/clock.ts';
import { StartupError } from '../src/lib/startup-error.ts';
import { openKeys } from '../src/shared/keys/open-keys.ts';
import { loadScenario } from './load.ts';
import { isScenarioName, SCENARIO_NAMES } from './build/sizes.ts';
import { printTables } from './check/print-tables.ts';
import { withProgressBar } from './progress.ts';

/** `npm run db:seed -- <scenario>`: fills a database without a scenario; `--print` prints two tables of it. */
const seed = async (name: string | undefined, print: boolean): Promise<void> => {
  if (name === undefined || !isScenarioName(name)) {
    throw new StartupError(`Name a scenario: npm run db:seed -- ${SCENARIO_NAMES.join(' | ')}.`);
  }
  const config = readConfig();
  if (config.production) throw new StartupError('Demo data and demo sign-ins are not for production.');
  const store = await openStore(config);
  try {
    await prepareDatabase(store.ownerUrl, store.appUrl);
    const clock = config.now === null ? systemClock : clockFrom(config.now);
    const secret = await openKeys(config, store.ownerUrl, clock.now());
    const loaded = await withProgressBar((onProgress) =>
      loadScenario(store.ownerUrl, name, { clock, secret }, onProgress),
    );
    console.log(
      loaded ? `The ${name} scenario is loaded.` : 'This database holds a scenario already: nothing was written.',
    );
    if (print) console.log(`\n${await withMigrator(store.ownerUrl, printTables)}`);
  } finally {
    await store.close();
  }
};

try {
  await seed(process.argv[2], process.argv.includes('--print'));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
