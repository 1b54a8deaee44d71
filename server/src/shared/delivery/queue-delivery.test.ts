import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { clientOf, makeEndpoint, makeValidLead } from '../../testing/factories/delivery-factories.ts';
import { makeCampaign, makeCampus } from '../../testing/factories/factories.ts';
import { assignEndpoints, queueDelivery } from './queue-delivery.ts';

const database = useDatabase();
const NOW = new Date('2026-03-10T15:00:00Z');
const LATER = new Date('2026-03-10T16:00:00Z');

const world = () =>
  database.asMigrator(async (tx) => {
    const { ownerKey, campaignKey } = await makeCampaign(tx);
    const clientKey = await clientOf(tx, ownerKey, campaignKey);
    const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
    return { ownerKey, campaignKey, clientKey, scope };
  });
const tasks = (ownerKey: number) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ leadKey: number; endpointKey: number | null; dueAt: Date | null; hashed: boolean }>`
      select lead_key::int as "leadKey", endpoint_key as "endpointKey", due_at as "dueAt", email_hash is not null as hashed
      from delivery_task where owner_key = ${ownerKey} and done_at is null order by 1`.execute(tx);
    return rows;
  });

test('a valid lead is queued for its client’s endpoint in the transaction that makes it valid', async () => {
  const { ownerKey, campaignKey, clientKey, scope } = await world();
  const endpointKey = await database.asMigrator((tx) => makeEndpoint(tx, { ownerKey, clientKey }));
  const lead = await database.asMigrator((tx) => makeValidLead(tx, { ownerKey, campaignKey, at: NOW }));
  const undone = database.db.withScope(scope, async (tx) => {
    await queueDelivery(tx, { ownerKey, ...lead }, NOW);
    throw new Error('the cause failed');
  });
  await expect(undone).rejects.toThrow('the cause failed');
  expect(await tasks(ownerKey)).toEqual([]);
  await database.db.withScope(scope, (tx) => queueDelivery(tx, { ownerKey, ...lead }, NOW));
  expect(await tasks(ownerKey)).toEqual([{ leadKey: lead.leadKey, endpointKey, dueAt: NOW, hashed: true }]);
});

test('other leads are not queued', async () => {
  const { ownerKey, campaignKey, scope } = await world();
  const lead = await database.asMigrator((tx) => makeValidLead(tx, { ownerKey, campaignKey, at: NOW, status: 'DUP' }));
  const queued = database.db.withScope(scope, (tx) => queueDelivery(tx, { ownerKey, ...lead }, NOW));
  await expect(queued).rejects.toThrow('is not valid');
});

test('leads queued without an endpoint go to a new one, the campus’s before the client’s', async () => {
  const { ownerKey, campaignKey, clientKey, scope } = await world();
  const [plain, ofCampus, campusKey] = await database.asMigrator(async (tx) => {
    const campus = await makeCampus(tx, { ownerKey, clientKey });
    const leads = [
      await makeValidLead(tx, { ownerKey, campaignKey, at: NOW }),
      await makeValidLead(tx, { ownerKey, campaignKey, at: NOW }),
    ] as const;
    await sql`update lead set campus_key = ${campus.campusKey} where lead_key = ${leads[1].leadKey}`.execute(tx);
    return [...leads, campus.campusKey] as const;
  });
  await database.db.withScope(scope, async (tx) => {
    await queueDelivery(tx, { ownerKey, ...plain }, NOW);
    await queueDelivery(tx, { ownerKey, ...ofCampus }, NOW);
  });
  expect((await tasks(ownerKey)).map((task) => task.endpointKey)).toEqual([null, null]);
  const [ofClient, own] = await database.asMigrator(async (tx) => [
    await makeEndpoint(tx, { ownerKey, clientKey }),
    await makeEndpoint(tx, { ownerKey, clientKey, campusKey }),
  ]);
  await database.db.withScope(scope, (tx) => assignEndpoints(tx, ownerKey, clientKey, LATER));
  expect((await tasks(ownerKey)).map(({ endpointKey, dueAt }) => [endpointKey, dueAt])).toEqual([
    [ofClient, LATER],
    [own, LATER],
  ]);
});
