import { appUrlFrom } from '../db/migrate/roles.ts';
import { openDatabase } from '../db/scope/tx.ts';
import { startDelivering } from '../jobs/delivering.ts';
import { clockFrom, systemClock } from '../lib/clock.ts';
import { unguardedHttp } from '../lib/guarded-http.ts';
import { openKeys } from '../shared/keys/open-keys.ts';

/** What sends leads in a process of its own, for the soak that kills it: `delivery-worker.ts <database> <data folder> [instant]`. */
const [ownerUrl = '', dataDir = '', start] = process.argv.slice(2);
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const clock = start === undefined ? systemClock : clockFrom(new Date(start));
const db = openDatabase(appUrlFrom(ownerUrl), 4, { patient: true });
const delivering = startDelivering({
  db,
  clock,
  secret: await openKeys({ secret: null, secretBefore: null, secretNext: null, dataDir }, ownerUrl, clock.now()),
  http: unguardedHttp(),
  log: { error: (...args: unknown[]) => tell(JSON.stringify(args)) },
});
const stop = async (): Promise<void> => {
  await delivering.stop();
  await db.close();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
process.send?.('ready');
