import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { type SignedIn, type TestApp } from '../app.ts';

interface World {
  ownerKey: number;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => { body: unknown } | Promise<{ body: unknown }>];

const apiKeyOf = async (app: TestApp, { ownerKey }: World, userKey: number): Promise<number> => {
  const { rows } = await app.asMigrator((tx) =>
    sql<{ key: number }>`
      insert into api_key (user_key, user_group, name, key_hash, hint, owner_keys, permissions, per_minute, created_at, expires_at)
      values (${userKey}, 'ag', 'Made by a test', ${randomBytes(32)}, 'abcd', array[${ownerKey}::int], '{}', 60,
              ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 86_400_000)})
      returning api_key as key
    `.execute(tx),
  );
  return rows[0]?.key ?? 0;
};

const webhookOf = async (app: TestApp, { ownerKey }: World, userKey: number): Promise<number> => {
  const now = app.clock.now();
  const { rows } = await app.asMigrator((tx) =>
    sql<{ key: number }>`
      insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
      values (${userKey}, 'ag', array[${ownerKey}::int], 'Made by a test', 'https://a.example', '{lead.milestone}', ${now}, ${now})
      returning webhook_key as key
    `.execute(tx),
  );
  return rows[0]?.key ?? 0;
};

/** Requests of the calls that connect systems, each of which succeeds, and what the audit log has to name. */
export const integrationWrites = (app: TestApp): Record<string, Write> => ({
  apiKeyMake: [
    'api_key',
    ({ ownerKey }) => ({ body: { name: 'Made by a test', ownerKeys: [ownerKey], permissions: ['reports:View'] } }),
  ],
  apiKeyRotate: ['api_key', async (world, { userKey }) => ({ body: { apiKey: await apiKeyOf(app, world, userKey) } })],
  apiKeyShut: ['api_key', async (world, { userKey }) => ({ body: { apiKey: await apiKeyOf(app, world, userKey) } })],
  webhookSave: [
    'webhook',
    ({ ownerKey }) => ({
      body: {
        webhookKey: null,
        rowVersion: null,
        name: 'Made by a test',
        url: 'https://93.184.216.34/hook',
        events: ['lead.status'],
        ownerKeys: [ownerKey],
      },
    }),
  ],
  ...Object.fromEntries(
    (
      [
        ['webhookRotate', {}],
        ['webhookPause', { isPaused: true }],
        ['webhookRemove', {}],
        ['webhookTest', {}],
        ['webhookReplay', { failedSince: '2026-03-01T00:00:00Z' }],
      ] as const
    ).map(([id, more]): [string, Write] => [
      id,
      [
        'webhook',
        async (world, { userKey }) => ({ body: { webhookKey: await webhookOf(app, world, userKey), ...more } }),
      ],
    ]),
  ),
});
