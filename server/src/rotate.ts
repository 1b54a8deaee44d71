import { readConfig } from './config.ts';
import { openMigrator } from './db/migrate/loader.ts';
import { prepareDatabase } from './db/migrate/migrate.ts';
import { openStore } from './db/store.ts';
import { clockFrom, systemClock } from './lib/clock.ts';
import { StartupError } from './lib/startup-error.ts';
import { openKeys } from './shared/keys/open-keys.ts';
import { rotateKeys } from './shared/keys/rotate-keys.ts';

/** `npm run rotate`: reseals everything with PACELINE_SECRET while servers run. Reports what still needs the previous secret. */
const rotate = async (): Promise<number> => {
  const config = readConfig();
  const store = await openStore(config);
  const migrator = openMigrator(store.ownerUrl, 1);
  try {
    await prepareDatabase(store.ownerUrl, store.appUrl);
    const now = (config.now === null ? systemClock : clockFrom(config.now)).now();
    const secret = await openKeys(config, store.ownerUrl, now);
    const { resealed, left } = await rotateKeys(migrator, secret, { at: now });
    for (const [name, count] of Object.entries(resealed)) console.log(`${name}: ${count} sealed again`);
    for (const [name, count] of Object.entries(left)) console.log(`${name}: ${count} still need the secret before`);
    const needed = Object.values(left).reduce((sum, count) => sum + count, 0);
    console.log(
      needed === 0
        ? '0 need the secret before. Unset PACELINE_SECRET_BEFORE and start the servers again.'
        : `${needed} still need the secret before: run it again, once every server was started with the new secret.`,
    );
    return needed;
  } finally {
    await migrator.close();
    await store.close();
  }
};

try {
  process.exitCode = (await rotate()) === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
