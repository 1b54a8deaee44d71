import { tmpdir } from 'node:os';
import { buildApp } from '@paceline/server/src/app.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { openLiveData } from '@paceline/server/src/db/connection/live.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { createLog } from '@paceline/server/src/http/watch/log.ts';
import { systemClock } from '@paceline/server/src/lib/clock.ts';
import { hashPassword } from '@paceline/server/src/lib/secrets/password.ts';
import { makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { WEB_CLIENT } from '@paceline/contract';
import { openKernelStore } from '../lists/kernel-store.ts';
import { median } from '../measure.ts';

/** Does the time of a refused sign-in tell whether the user exists? Medians of tries that take turns. */
const TRIES = 200;
const LIMIT_MS = 10;

const store = await openKernelStore();
const db = openDatabase(store.appUrl, 4);
const { app } = await buildApp({
  config: { production: true, trustProxy: [], serveWeb: false, metricsToken: null },
  db,
  clock: systemClock,
  secret: Buffer.alloc(32),
  dataDir: tmpdir(),
  live: openLiveData({ db, clock: systemClock }),
  log: createLog({ logLevel: 'silent' }),
});

/** A name per try, since five wrong passwords of one name are answered without looking at the sixth. */
const makeNames = async (active: boolean): Promise<string[]> => {
  const passwordHash = await hashPassword('Correct@Horse9Battery');
  return withMigrator(store.ownerUrl, async (tx) => {
    const names: string[] = [];
    for (let n = 0; n < TRIES; n += 1) names.push((await makeUser(tx, { group: 'ag', active, passwordHash })).userName);
    return names;
  });
};

const refuse = async (username: string, machine: number): Promise<number> => {
  const started = performance.now();
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/auth/oauth/generatetoken',
    remoteAddress: `10.${Math.floor(machine / 62_500)}.${Math.floor(machine / 250) % 250}.${machine % 250}`,
    payload: new URLSearchParams({ grant_type: 'password', username, password: 'Wrong@Horse9Battery' }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`).toString('base64')}`,
    },
  });
  if (statusCode !== 401) throw new Error(`A wrong password was answered with ${statusCode}`);
  return performance.now() - started;
};

const names = {
  'wrong password': await makeNames(true),
  'disabled user': await makeNames(false),
  'unknown user': Array.from({ length: TRIES }, (_, n) => `nobody.${n}`),
};
type Case = keyof typeof names;
const cases = Object.keys(names) as Case[];
const times: Record<Case, number[]> = { 'wrong password': [], 'disabled user': [], 'unknown user': [] };
for (let n = 0; n < TRIES; n += 1) {
  for (const [index, name] of cases.entries()) times[name].push(await refuse(names[name][n] ?? '', n * 3 + index));
}
const medians = cases.map((name) => median(times[name]));
for (const [index, name] of cases.entries()) console.log(`${name.padEnd(16)} ${medians[index]?.toFixed(2)} ms`);
const spread = Math.max(...medians) - Math.min(...medians);
console.log(`The medians of ${TRIES} tries differ by ${spread.toFixed(2)} ms (at most ${LIMIT_MS})`);
process.exitCode = spread <= LIMIT_MS ? 0 : 1;
await app.close();
await db.close();
await store.close();
