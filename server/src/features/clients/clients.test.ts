import {
  agencyClientList,
  ALL_PERMISSIONS,
  campusPrograms,
  clientCampuses,
  clientList,
  type FilterOptions,
  filterOptions,
  modalityList,
  partnerClientList,
  partnerFilterOptions,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeClient,
  makeOwner,
  makePartner,
  makeUser,
} from '../../testing/factories/factories.ts';

const harness = useApp();

interface Place {
  ownerKey: number;
  clientKey: number;
  campusKey: number;
  programKeys: number[];
  partnerKey: number;
  goalKey: number;
}
let mine: Place;
let foreign: Place;
let agency: SignedIn;

const makePlace = (): Promise<Place> =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    const clientKey = await makeClient(tx, ownerKey);
    const { campusKey, programKeys } = await makeCampus(tx, { ownerKey, clientKey, subjects: ['Health', 'Trades'] });
    const { partnerKey, goalKey } = await makeCampaign(tx, { ownerKey });
    return { ownerKey, clientKey, campusKey, programKeys, partnerKey, goalKey };
  });

beforeAll(async () => {
  mine = await makePlace();
  foreign = await makePlace();
  agency = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: ALL_PERMISSIONS });
});

const keysOf = (body: { data: unknown }, name: string): unknown[] =>
  (body.data as Record<string, unknown>[]).map((row) => row[name]);

describe('clients', () => {
  test('of all the user’s owners, or of one of them, never of others', async () => {
    const both = await harness.signedIn('ag', {
      owners: [mine.ownerKey, foreign.ownerKey],
      permissions: ['clients:View'],
    });
    const all = await harness.call(agencyClientList, both);
    expect(keysOf(all.body, 'clientKey')).toEqual(expect.arrayContaining([mine.clientKey, foreign.clientKey]));
    const one = await harness.call(clientList, both, { params: { owner: mine.ownerKey } });
    expect(keysOf(one.body, 'clientKey')).toContain(mine.clientKey);
    expect(new Set(keysOf(one.body, 'ownerKey'))).toEqual(new Set([mine.ownerKey]));
    expect(keysOf((await harness.call(agencyClientList, agency)).body, 'clientKey')).not.toContain(foreign.clientKey);
  });

  test('of a media partner are those it is mapped to or has campaigns for', async () => {
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, {
        group: 'mp',
        partnerKey: mine.partnerKey,
        ownerKeys: [mine.ownerKey],
        permissions: ['clients:View'],
      }),
    );
    const partner = await harness.sessionOf('mp', userKey);
    const running = await harness.call(partnerClientList, partner);
    expect(running.body.data).toHaveLength(1);
    expect(keysOf(running.body, 'clientKey')).not.toContain(mine.clientKey);
    await harness.asMigrator((tx) =>
      sql`
        insert into partner_client (owner_key, partner_key, client_key, since)
        values (${mine.ownerKey}, ${mine.partnerKey}, ${mine.clientKey}, '2026-01-01')
      `.execute(tx),
    );
    expect(keysOf((await harness.call(partnerClientList, partner)).body, 'clientKey')).toContain(mine.clientKey);
  });

  test('have campuses, which have programs', async () => {
    const campuses = await harness.call(clientCampuses, agency, { params: { key: mine.clientKey } });
    expect(campuses.body.data).toMatchObject([{ campusKey: mine.campusKey, active: true, virtual: false }]);
    const programs = await harness.call(campusPrograms, agency, { params: { key: mine.campusKey } });
    expect(new Set(keysOf(programs.body, 'programKey'))).toEqual(new Set(mine.programKeys));
    expect(keysOf((await harness.call(modalityList, agency)).body, 'code')).toContain('Online');
  });

  test('of another owner are as unknown as missing ones', async () => {
    for (const key of [foreign.clientKey, 999_999_999])
      expect((await harness.call(clientCampuses, agency, { params: { key } })).status).toBe(404);
    for (const key of [foreign.campusKey, 999_999_999])
      expect((await harness.call(campusPrograms, agency, { params: { key } })).status).toBe(404);
  });
});

describe('filter options of lists', () => {
  const optionsFor = async (as: SignedIn, owner: number): Promise<FilterOptions> =>
    (await harness.call(filterOptions, as, { params: { owner } })).body.data as FilterOptions;
  const keys = (list: readonly { key: unknown }[]): unknown[] => list.map(({ key }) => key);

  test('are limited to the owner, with the partners that work for it', async () => {
    const options = await optionsFor(agency, mine.ownerKey);
    expect(keys(options.clients)).toContain(mine.clientKey);
    expect(keys(options.campuses)).toEqual([mine.campusKey]);
    expect(keys(options.programs)).toEqual(expect.arrayContaining(mine.programKeys));
    expect(keys(options.partners)).toEqual([mine.partnerKey]);
    expect(keys(options.lineItems)).toEqual([mine.goalKey]);
    expect(keys(options.channels)).toEqual(['ppl', 'ppc', 'social', 'programmaticDisplay', 'email']);
    expect(options.models[0]?.clientKey).toBe(mine.clientKey);
  });

  test('are limited for a media partner to its own campaigns, in one or all of its owners', async () => {
    const [here, there] = [await makePlace(), await makePlace()];
    const { partnerKey, userKey } = await harness.asMigrator(async (tx) => {
      const key = await makePartner(tx);
      const ownerKeys = [here.ownerKey, there.ownerKey];
      for (const ownerKey of ownerKeys) await makeCampaign(tx, { ownerKey, partnerKey: key });
      const user = await makeUser(tx, { group: 'mp', partnerKey: key, ownerKeys, permissions: ['campaigns:View'] });
      return { partnerKey: key, userKey: user.userKey };
    });
    const partner = await harness.sessionOf('mp', userKey);
    const one = await optionsFor(partner, here.ownerKey);
    expect(keys(one.partners)).toEqual([partnerKey]);
    expect(one.clients).toHaveLength(1);
    expect(one.brands).toHaveLength(1);
    expect(one.lineItems).toHaveLength(1);
    expect(keys(one.lineItems)).not.toContain(here.goalKey);
    expect(keys(one.channels)).toEqual(['ppl']);
    expect(one.campuses).toEqual([]);
    expect(one.programs).toEqual([]);
    const all = (await harness.call(partnerFilterOptions, partner)).body.data as FilterOptions;
    expect(all.clients).toHaveLength(2);
  });

  test('are refused without the right to any of these lists', async () => {
    const other = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: ['users:View', 'clients:View'] });
    expect((await harness.call(filterOptions, other, { params: { owner: mine.ownerKey } })).status).toBe(403);
    const client = await harness.signedIn('cl', { owner: mine.ownerKey, permissions: ['reports:View'] });
    expect(keys((await optionsFor(client, mine.ownerKey)).partners)).toContain(mine.partnerKey);
  });
});
