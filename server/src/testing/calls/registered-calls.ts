import { tmpdir } from 'node:os';
import { type AnyCall } from '@paceline/contract';
import { buildApp } from '../../app.ts';
import { type LiveData } from '../../db/connection/live.ts';
import { type Database } from '../../db/scope/tx.ts';
import { createLog } from '../../http/watch/log.ts';
import { systemClock } from '../../lib/clock.ts';

/** The calls that the product registers, known before any database is: what generated tests are generated from. */
export const registeredCalls = async (): Promise<readonly AnyCall[]> => {
  const { calls, app } = await buildApp({
    config: { production: true, trustProxy: [], serveWeb: false, metricsToken: null },
    db: {} as Database,
    clock: systemClock,
    secret: Buffer.alloc(32),
    dataDir: tmpdir(),
    live: { close: async () => undefined } as unknown as LiveData,
    log: createLog({ logLevel: 'silent' }),
  });
  await app.close();
  return calls;
};
