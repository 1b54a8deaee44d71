import { readConfig } from './config.ts';
import { prepareDatabase } from './db/migrate.ts';
import { appUrlFrom } from './db/roles.ts';
import { moveOwner } from './db/servers/move-owner.ts';
import { openStore } from './db/store.ts';
import { clockFrom, systemClock } from './lib/clock.ts';
import { StartupError } from './lib/startup-error.ts';

const readKey = (text: string | undefined): number => {
  if (text === undefined || !/^\d{1,9}$/.test(text))
    throw new StartupError('Say which owner goes to which server: npm run owner:move -- <owner key> <server number>.');
  return Number(text);
};

/** `npm run owner:move -- <owner key> <server number>`: moves an owner with all its rows; docs/owners-on-several-servers.md. */
const move = async ([owner, server]: string[]): Promise<void> => {
  const [ownerKey, to] = [readKey(owner), readKey(server)];
  const config = readConfig();
  const store = await openStore(config);
  try {
    const servers = new Map([[0, store.ownerUrl], ...config.ownerServers]);
    await prepareDatabase(store.ownerUrl, store.appUrl);
    for (const url of config.ownerServers.values()) await prepareDatabase(url, appUrlFrom(url));
    const now = (config.now === null ? systemClock : clockFrom(config.now)).now();
    const moved = await moveOwner({ ownerKey, to, servers, now, tell: (what) => console.log(what) });
    if (moved === null) console.log(`Owner ${ownerKey} is on server ${to}; nothing of it is left elsewhere.`);
    else
      console.log(
        `Owner ${ownerKey} is on server ${to} now, with ${moved.rows.toLocaleString('en-US')} rows. It was paused for ${moved.pausedMs} ms.`,
      );
  } finally {
    await store.close();
  }
};

try {
  await move(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
