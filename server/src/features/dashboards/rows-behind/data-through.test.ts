import { type DataThrough, ownerDataThrough } from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeAccount, makeCampaign, makeClient, makeOwner } from '../../../testing/factories/factories.ts';

const harness = useApp();

test('gives the last complete day of an owner’s data, and names the late sources', async () => {
  harness.clock.set(TEST_NOW);
  const { mine, other, platform } = await harness.asMigrator(async (tx) => {
    const [owner, second] = [(await makeOwner(tx)).ownerKey, (await makeOwner(tx)).ownerKey];
    const account = await makeAccount(tx, { ownerKey: owner, clientKey: await makeClient(tx, owner) });
    const { campaignKey } = await makeCampaign(tx, { ownerKey: owner });
    await sql`update campaign set channel = 'ppc', partner_key = null, account_key = ${account} where campaign_key = ${campaignKey}`.execute(
      tx,
    );
    await sql`update platform_account set last_sync_at = ${new Date(TEST_NOW.getTime() - 4 * 86_400_000)} where account_key = ${account}`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`
      select t.name from platform_account a join trading_platform t using (platform_key) where a.account_key = ${account}
    `.execute(tx);
    return { mine: owner, other: second, platform: rows[0]?.name };
  });
  const client = await harness.signedIn('cl', { owners: [mine, other] });
  const read = async (owner: number) =>
    (await harness.call(ownerDataThrough, client, { params: { owner } })).body.data as DataThrough;
  expect(await read(mine)).toEqual({ day: '2026-03-09', late: [{ name: platform, day: '2026-03-05' }] });
  expect(await read(other)).toEqual({ day: '2026-03-09', late: [] });
  const stranger = await harness.signedIn('cl', { owners: [other] });
  expect((await harness.call(ownerDataThrough, stranger, { params: { owner: mine } })).status).toBe(404);
});
