import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { endProcess, openPool } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { openKernelStore, type KernelStore } from './kernel-store.ts';
import { sameStatements } from './kernel-statements.ts';

/** What does the pipeline cost? A registered call that reads one row, against the same statements without it. */
const ROUNDS = 7;
const SECONDS = 4;
const CONNECTIONS = 16;

const startContender = async (kind: string, { appUrl, token, ownerKey }: KernelStore) => {
  const child: ChildProcess = fork(new URL('kernel-server.ts', import.meta.url), [
    kind,
    appUrl,
    token,
    String(ownerKey),
  ]);
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => endProcess(child) };
};

const load = (url: string, token: string) => async (): Promise<number> => {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${token}` },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors at ${url}`);
  return requests.average;
};

const driverLoop = ({ appUrl, token, ownerKey }: KernelStore) => {
  const pool = openPool(appUrl, 10);
  const measure = async (): Promise<number> => {
    const end = performance.now() + SECONDS * 1000;
    let count = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) {
        await sameStatements(pool, token, ownerKey);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    return count / SECONDS;
  };
  return { measure, stop: () => pool.end() };
};

const store = await openKernelStore();
const registered = await startContender('registered', store);
const bare = await startContender('bare', store);
const driver = driverLoop(store);
try {
  const rates = await takeTurns(
    { registered: load(registered.url, store.token), bare: load(bare.url, store.token), driver: driver.measure },
    ROUNDS,
  );
  const ratio = (name: keyof typeof rates): string => (rates.registered / rates[name]).toFixed(2);
  console.log(`registered call       ${Math.round(rates.registered)} requests/s`);
  console.log(
    `bare Fastify handler  ${Math.round(rates.bare)} requests/s   registered / bare = ${ratio('bare')}  (at least 0.75)`,
  );
  console.log(
    `bare driver loop      ${Math.round(rates.driver)} rows/s       registered / driver = ${ratio('driver')}`,
  );
  process.exitCode = rates.registered / rates.bare >= 0.75 ? 0 : 1;
} finally {
  await Promise.all([registered.stop(), bare.stop(), driver.stop()]);
  await store.close();
}
