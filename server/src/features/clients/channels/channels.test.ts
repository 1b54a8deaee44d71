import {
  type CustomChannel,
  customChannelDelete,
  customChannelList,
  customChannelSave,
  customChannelUpdate,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
const DESK: Permission[] = ['channels:View', 'channels:Update'];
let owner: number;
let other: number;
let desk: SignedIn;
let elsewhere: SignedIn;

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  [owner, other] = await harness.asMigrator(async (tx) => [
    (await makeCampaign(tx)).ownerKey,
    (await makeCampaign(tx)).ownerKey,
  ]);
  desk = await harness.signedIn('ag', { owners: [owner, other], permissions: DESK });
  elsewhere = await harness.signedIn('ag', { owners: [other], permissions: DESK });
});

const list = async (ownerKey = owner): Promise<CustomChannel[]> =>
  (await harness.call(customChannelList, desk, { params: { owner: ownerKey } })).body.data as CustomChannel[];
const make = async (name: string, ownerKey = owner): Promise<CustomChannel> => {
  const body = { ownerKey, name, channel: 'ppl', colour: '#2f6f9f' } as const;
  const answer = await harness.call(customChannelSave, desk, { body });
  expect(answer.status).toBe(200);
  const { channelCustomKey } = answer.body.data as { channelCustomKey: number };
  return (await list(ownerKey)).find((one) => one.channelCustomKey === channelCustomKey)!;
};
const change = (
  { ownerKey, channelCustomKey, rowVersion, name, channel, colour, active }: CustomChannel,
  to: object,
  as = desk,
) =>
  harness.call(customChannelUpdate, as, {
    body: { ownerKey, channelCustomKey, rowVersion, name, channel, colour, active, ...to },
  });
const remove = ({ ownerKey, channelCustomKey, rowVersion }: CustomChannel, as = desk) =>
  harness.call(customChannelDelete, as, { body: { ownerKey, channelCustomKey, rowVersion } });
const give = async ({ ownerKey, channelCustomKey }: CustomChannel, state: { end?: string; deleted?: boolean } = {}) =>
  harness.asMigrator(async (tx) => {
    const { campaignKey } = await makeCampaign(tx, { ownerKey });
    await sql`
      update campaign set custom_channel_key = ${channelCustomKey}, activated_at = '2026-01-01', end_date = ${state.end ?? null},
        deleted_at = ${state.deleted ? TEST_NOW : null} where campaign_key = ${campaignKey}
    `.execute(tx);
  });

test('a name is unique within an owner regardless of case, and its length is limited', async () => {
  await make('Brand Search');
  await make('Brand Search', other);
  const again = { ownerKey: owner, name: 'brand search', channel: 'ppc', colour: null } as const;
  expect(await harness.call(customChannelSave, desk, { body: again })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'name', message: 'There is a custom channel brand search already.' }] },
  });
  const short = await harness.call(customChannelSave, desk, {
    body: { ...again, name: ' x ', colour: 'red' },
  });
  expect(short.body.errors).toMatchObject([{ field: 'name' }, { field: 'colour' }]);
  expect((await change(await make('Second'), { name: 'BRAND SEARCH' })).body.errors).toMatchObject([{ field: 'name' }]);
  expect((await list()).map(({ name }) => name)).toEqual(['Brand Search', 'Second']);
});

test('its uses are counted by the owner’s day; a used channel keeps its type and can be deactivated, not deleted', async () => {
  const used = await make('Warm Transfers');
  await give(used);
  await give(used, { end: '2026-03-01' });
  await give(used, { deleted: true });
  const channel = (await list()).find(({ name }) => name === 'Warm Transfers')!;
  expect(channel).toMatchObject({ campaigns: 2, runningCampaigns: 1, deletedCampaigns: 1 });
  expect((await change(channel, { channel: 'ppc' })).body.errors).toMatchObject([{ field: 'channel' }]);
  expect(await remove(channel)).toMatchObject({ status: 422, body: { errors: [{ code: 'used' }] } });
  expect((await change(channel, { active: false, name: 'Warm Calls' })).status).toBe(200);
  expect((await list()).at(-1)).toMatchObject({ name: 'Warm Calls', active: false, rowVersion: 2, campaigns: 2 });
});

test('of two concurrent editors the second sees both values; a delete on an old version is refused', async () => {
  const read = await make('Retargeting');
  expect((await change(read, { name: 'Remarketing' })).status).toBe(200);
  const second = await change(read, { name: 'Lookalikes' });
  expect(second).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'name', message: 'Saved is Remarketing; yours is Lookalikes.' }] },
  });
  expect((await remove(read)).status).toBe(409);
  const fresh = (await list()).find(({ name }) => name === 'Remarketing')!;
  expect((await remove(fresh)).status).toBe(200);
  expect((await list()).some(({ name }) => name === 'Remarketing')).toBe(false);
  expect((await remove(fresh)).status).toBe(404);
});

test('another owner’s is not found under either key, and reading does not allow changes', async () => {
  const mine = await make('Career Portals');
  expect((await change(mine, { name: 'Taken' }, elsewhere)).status).toBe(404);
  expect((await change({ ...mine, ownerKey: other }, { name: 'Taken' }, elsewhere)).status).toBe(404);
  expect((await remove({ ...mine, ownerKey: other }, elsewhere)).status).toBe(404);
  const viewer = await harness.signedIn('ag', { owners: [owner], permissions: ['channels:View'] });
  expect((await change(mine, { name: 'Taken' }, viewer)).status).toBe(403);
  for (const group of ['cl', 'mp'] as const) {
    const as = await harness.signedIn(group, { owners: [owner], permissions: DESK });
    expect((await harness.call(customChannelList, as, { params: { owner } })).status).not.toBe(200);
  }
  expect((await list()).some(({ name }) => name === 'Career Portals')).toBe(true);
});
