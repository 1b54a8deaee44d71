import {
  ALL_PERMISSIONS,
  type AnyCall,
  brandsSave,
  clientList,
  OWNER_VARIANTS,
  ownerClientSave,
  ownerGet,
  ownerPpcVendorSave,
  ownerReadiness,
  ownerSave,
  type Readiness,
  userConfig,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../src/testing/app.ts';
import { inputAbout, type OwnedKeys } from '../src/testing/calls/call-input.ts';
import { onlyReads } from '../src/testing/calls/reading-calls.ts';
import { registeredCalls } from '../src/testing/calls/registered-calls.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from './small-demo.ts';

/**
 * An owner created by calls beside the demo's is a complete tenant from the start. Its users see nothing of others, others nothing of it,
 * and every list and report answers that it is empty.
 */
const harness = useApp({ filled: SMALL_DEMO });
const calls = await registeredCalls();

/** Resembles the name of an owner with a variant of its own. */
const LOOK_ALIKE = ` ${Object.keys(OWNER_VARIANTS)[0]!.replaceAll('E', 'Ë')} `;
let agency: SignedIn;
let theirs: SignedIn;
let others: SignedIn;
let newKeys: OwnedKeys;
let busy: OwnedKeys;
let clientKey: number;

const answer = async (call: AnyCall, input: object): Promise<unknown> => {
  const { status, body } = await harness.call(call, agency, input);
  expect({ id: call.id, status, errors: body.errors }).toEqual({ id: call.id, status: 200, errors: undefined });
  return body.data;
};

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  agency = await harness.signedIn('ag', { owners: [], permissions: ALL_PERMISSIONS });
  const form = { description: 'New', verticalKey: 1, timeZone: 'America/Chicago', dedupPeriodInDays: 0 };
  const { ownerKey } = (await answer(ownerSave, { body: { ...form, ownerName: LOOK_ALIKE } })) as { ownerKey: number };
  const brands = { ownerKey, brands: [{ brandName: 'New Brand' }] };
  const [brand] = (await answer(brandsSave, { body: brands })) as { brandKey: number }[];
  const client = { brandKey: brand!.brandKey, clientName: 'New College', clientCode: 'NEWC', models: ['Online'] };
  const list = { dedupConfigKey: 1, verticalKey: 1, clients: [client] };
  const [saved] = (await answer(ownerClientSave, { params: { owner: ownerKey }, body: list })) as {
    clientKey: number;
  }[];
  ({ clientKey } = saved!);
  const keys = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<OwnedKeys>`
      select owner_key as owner, min(l.brand_key) as brand, min(l.client_key) as client, min(g.goal_key) as goal, min(c.campaign_key) as campaign,
             (select min(campus_key) from campus k where k.owner_key = c.owner_key) as campus
      from campaign c join goal g using (owner_key, goal_key) join client l using (owner_key, client_key)
      where c.deleted_at is null group by 1 order by count(*) desc limit 1`.execute(tx);
    return rows[0]!;
  });
  busy = keys;
  // It has no line item, campaign or campus yet, so calls about those have no target.
  newKeys = {
    owner: ownerKey,
    brand: brand!.brandKey,
    client: clientKey,
    goal: 2_147_483_647,
    campaign: 2_147_483_647,
    campus: 2_147_483_647,
  };
  theirs = await harness.signedIn('cl', { owners: [ownerKey], permissions: ALL_PERMISSIONS });
  others = await harness.signedIn('cl', { owners: [busy.owner], permissions: ALL_PERMISSIONS });
});

const isRead = (call: AnyCall): boolean => (call.kind === 'json' || call.kind === 'stream') && onlyReads(call);
/** Calls about an owner, or about something that a new one has. */
const aboutOwner = ({ owner }: AnyCall): boolean =>
  owner.sources.length > 0 &&
  owner.sources.every(({ entity }) => entity === 'owner' || entity === 'brand' || entity === 'client');

describe('a new owner', () => {
  test('is available to its maker at once, without a variant, whatever its name', async () => {
    const { owners } = (await answer(userConfig, {})) as {
      owners: { ownerKey: number; name: string; variant: string | null }[];
    };
    expect(owners).toMatchObject([{ ownerKey: newKeys.owner, name: LOOK_ALIKE.trim(), variant: null }]);
    expect((await harness.call(ownerGet, others, { params: { ownerKey: newKeys.owner } })).status).toBe(404);
  });

  test('answers every list and report without failing', async () => {
    const reads = calls.filter((call) => isRead(call) && aboutOwner(call) && call.groups.includes('ag'));
    expect(reads.length).toBeGreaterThan(80);
    const failed: string[] = [];
    const foreign: string[] = [];
    const { rows: canaries } = await harness.asMigrator((tx) =>
      sql<{ name: string }>`
        select name from client where owner_key = ${busy.owner} union select name from goal where owner_key = ${busy.owner}
        union select name from campaign where owner_key = ${busy.owner}`.execute(tx),
    );
    for (const call of reads) {
      const as = await harness.signedIn('ag', { owners: [newKeys.owner], permissions: ALL_PERMISSIONS });
      const { status, body } = await harness.call(call, as, inputAbout(call, 'ag', newKeys));
      // Sample requests for single records may be refused or not found, but nothing may fail.
      if (status >= 500) failed.push(`${call.id} ${status}`);
      const bodyText = JSON.stringify(body.data ?? null);
      if (canaries.some(({ name }) => bodyText.includes(JSON.stringify(name)))) foreign.push(call.id);
    }
    expect(failed).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test('is isolated both ways: its users see nothing of others, and others nothing of it', async () => {
    const reads = calls.filter((call) => isRead(call) && aboutOwner(call) && call.groups.includes('cl'));
    expect(reads.length).toBeGreaterThan(40);
    for (const [as, keys] of [
      [theirs, busy],
      [others, newKeys],
    ] as const)
      for (const call of reads) {
        const { status } = await harness.call(call, as, inputAbout(call, 'cl', keys));
        expect({ id: call.id, reached: status < 400 || status >= 500 }).toEqual({ id: call.id, reached: false });
      }
    const clients = (await harness.call(clientList, theirs, { params: { owner: newKeys.owner } })).body.data;
    expect(clients).toMatchObject([{ clientName: 'New College', ownerKey: newKeys.owner }]);
  });

  test('refuses references to another owner’s records in its own', async () => {
    const both = await harness.signedIn('ag', { owners: [newKeys.owner, busy.owner], permissions: ALL_PERMISSIONS });
    const client = { brandKey: busy.brand, clientName: 'Moved', clientCode: 'MOVED', models: ['Online'] };
    const stolen = { params: { owner: newKeys.owner }, body: { dedupConfigKey: 1, verticalKey: 1, clients: [client] } };
    expect((await harness.call(ownerClientSave, both, stolen)).status).toBe(404);
    const platform = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ key: number }>`select min(platform_key) as key from trading_platform`.execute(tx);
      return rows[0]!.key;
    });
    const vendor = {
      platformKey: platform,
      clientKey: busy.client,
      accountId: 'X',
      accountName: 'Stolen',
      feePercent: 0,
    };
    expect(
      (await harness.call(ownerPpcVendorSave, both, { body: { ownerKey: newKeys.owner, vendors: [vendor] } })).status,
    ).toBe(404);
    const again = await harness.call(brandsSave, both, {
      body: { ownerKey: newKeys.owner, brands: [{ brandName: 'Second' }, { brandName: 'NEW BRAND' }] },
    });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ field: 'brands.1.brandName' }] } });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ n: number }>`select count(*)::int as n from brand where owner_key = ${newKeys.owner}`.execute(tx),
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('lists what it lacks, and a running owner lacks none of it', async () => {
    const read = async (ownerKey: number) => {
      const as = await harness.signedIn('ag', { owners: [ownerKey], permissions: ALL_PERMISSIONS });
      return (await harness.call(ownerReadiness, as, { params: { owner: ownerKey } })).body.data as Readiness;
    };
    const fresh = await read(newKeys.owner);
    const undone = fresh.items.filter(({ done }) => !done);
    expect(undone.map(({ id }) => id)).toEqual([
      'campuses',
      'programs',
      'partners',
      'lineItems',
      'campaigns',
      'postingKeys',
      'criteria',
      'endpoints',
      'activated',
    ]);
    expect(undone[0]).toEqual({ id: 'campuses', done: false, lacking: ['New College'], lackingCount: 1 });
    const running = await read(busy.owner);
    const has = (id: string) => running.items.find((item) => item.id === id)?.done;
    for (const id of ['clients', 'campuses', 'programs', 'lineItems', 'campaigns', 'activated'])
      expect({ [id]: has(id) }).toEqual({ [id]: true });
  });
});

test('only the agency can create owners, by the call or by its database function', async () => {
  const form = {
    ownerName: 'By a client',
    description: 'x',
    verticalKey: 1,
    timeZone: 'America/Chicago',
    dedupPeriodInDays: 1,
  };
  expect((await harness.call(ownerSave, theirs, { body: form })).status).toBe(403);
  await expect(
    harness.db.asNobody({
      name: '',
      text: `select app.make_owner('By nobody', 'x', 1, 'America/Chicago', 1)`,
      values: [],
    }),
  ).rejects.toMatchObject({ code: '42501' });
});
