import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { makeAccount, unique } from '../factories/factories.ts';

interface World {
  ownerKey: number;
  clientKey: number;
}
type Write = [entity: string, request: (world: World) => Request | Promise<Request>];

/** Requests that change accounts on trading platforms, each of which succeeds, and what the audit log has to name. */
export const platformWrites = (app: TestApp): Record<string, Write> => {
  const make = async ({ ownerKey, clientKey }: World) => {
    const semClientAccountKey = await app.asMigrator((tx) => makeAccount(tx, { ownerKey, clientKey }));
    const { rows } = await app.asMigrator((tx) =>
      sql<{
        key: number;
      }>`select platform_key as key from platform_account where account_key = ${semClientAccountKey}`.execute(tx),
    );
    const platformKey = rows[0]!.key;
    const form = {
      ownerKey,
      clientKey,
      platformKey,
      accountId: unique('ID'),
      accountName: 'An account',
      currency: 'USD',
      timeZone: 'America/Chicago',
      channel: 'ppc',
      feePercent: 8,
    };
    return { semClientAccountKey, form };
  };
  return {
    masterPlatformCreate: ['trading_platform', () => ({ body: { name: unique('New platform'), channel: 'social' } })],
    tradingPlatformCreate: ['platform_account', async (world) => ({ body: (await make(world)).form })],
    tradingPlatformSave: [
      'platform_account',
      async (world) => {
        const { form, semClientAccountKey } = await make(world);
        return { body: { ...form, semClientAccountKey, rowVersion: 1, feeFrom: null } };
      },
    ],
    tradingPlatformPut: [
      'platform_account',
      async (world) => {
        const { semClientAccountKey } = await make(world);
        return {
          body: { ownerKey: world.ownerKey, accounts: [{ semClientAccountKey, rowVersion: 1, status: 'PAUSED' }] },
        };
      },
    ],
  };
};
