import { readConfig } from './config.ts';
import { withMigrator } from './db/migrate/loader.ts';
import { prepareDatabase } from './db/migrate/migrate.ts';
import { openStore } from './db/store.ts';
import { clockFrom, systemClock } from './lib/clock.ts';
import { StartupError } from './lib/startup-error.ts';
import { makeFirstAdmin } from './shared/first-admin.ts';

/** `npm run admin -- <user name> <email> [<first name> <last name>]`: the first administrator of an empty installation. */
const makeAdmin = async ([userName, email, firstName = 'Agency', lastName = 'Admin']: string[]): Promise<void> => {
  const config = readConfig();
  const store = await openStore(config);
  try {
    await prepareDatabase(store.ownerUrl, store.appUrl);
    const now = (config.now === null ? systemClock : clockFrom(config.now)).now();
    const link = await withMigrator(store.ownerUrl, (tx) =>
      makeFirstAdmin(
        tx,
        { userName: userName ?? '', email: email ?? '', firstName, lastName },
        { now, publicUrl: config.publicUrl },
      ),
    );
    console.log(`${userName} may do everything. Choose the password within 72 hours, at\n${link}`);
  } finally {
    await store.close();
  }
};

try {
  await makeAdmin(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
