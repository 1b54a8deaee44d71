import { ALL_PERMISSIONS, campaignGeoCount, type GeoCount } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { zipPlace, zipsWithin } from '../../../lib/zips/zips.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampus, makeClient, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp();
let agency: SignedIn;
let clientKey: number;
let otherClient: number;
let foreignClient: number;
/** By ZIP code in Austin; by coordinates in Dallas, whatever its ZIP code; unplaced; another owner's. */
const campus = { austin: 0, dallas: 0, unplaced: 0, foreign: 0 };
const AUSTIN = '78701';
const DALLAS = { latitude: 32.7767, longitude: -96.797 };

beforeAll(async () => {
  let mine = 0;
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    clientKey = await makeClient(tx, mine);
    otherClient = await makeClient(tx, mine);
    foreignClient = await makeClient(tx, owners.foreign.ownerKey);
    const make = async (ownerKey: number, of: number) =>
      (await makeCampus(tx, { ownerKey, clientKey: of, subjects: [] })).campusKey;
    campus.austin = await make(mine, clientKey);
    campus.dallas = await make(mine, clientKey);
    campus.unplaced = await make(mine, clientKey);
    campus.foreign = await make(owners.foreign.ownerKey, foreignClient);
    const placed = [campus.austin, campus.dallas, campus.foreign];
    await sql`update campus set zip = ${AUSTIN} where campus_key = any (${placed}::int[])`.execute(tx);
    await sql`update campus set latitude = ${DALLAS.latitude}, longitude = ${DALLAS.longitude}
              where campus_key = ${campus.dallas}`.execute(tx);
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const ask = (geo: object, key: number) => harness.call(campaignGeoCount, agency, { params: { key }, body: { geo } });
const count = async (geo: object, key = clientKey): Promise<GeoCount> => {
  const { status, body } = await ask(geo, key);
  expect(status).toBe(200);
  return body.data as GeoCount;
};
const circle = (campusKey: number, miles = 35) => ({ radius: { campusKey, miles } });

describe('the number of ZIP codes of a targeting', () => {
  test('is given in total and by state, with the listed codes that do not exist', async () => {
    const washington = (await count({ states: ['US-DC'] })).zips;
    const answer = await count({
      states: ['US-DC'],
      zips: [AUSTIN, '00000', '99999'],
      exclude: { zips: ['20001', '00000'] },
    });
    expect(answer).toEqual({
      zips: washington,
      byState: [
        { state: 'US-DC', zips: washington - 1 },
        { state: 'US-TX', zips: 1 },
      ],
      unknown: 2,
      unknownZips: ['00000', '99999'],
      unknownDmas: [],
      served: null,
      circle: null,
    });
  });

  test('measures a circle from the campus’s coordinates, otherwise from its ZIP code', async () => {
    const { latitude, longitude } = zipPlace(AUSTIN)!;
    const austin = { latitude: latitude!, longitude: longitude! };
    const byZip = await count(circle(campus.austin));
    expect(byZip.circle).toEqual({ ...austin, miles: 35 });
    expect(byZip.zips).toBe(zipsWithin(austin, 35).length);
    const byPoint = await count(circle(campus.dallas, 10));
    expect(byPoint.circle).toEqual({ ...DALLAS, miles: 10 });
    expect(byPoint.zips).toBe(zipsWithin(DALLAS, 10).length);
  });

  test('is zero around a campus without a location, or of another client', async () => {
    expect(await count(circle(campus.unplaced))).toMatchObject({ zips: 0, circle: null });
    expect(await count(circle(campus.austin), otherClient)).toMatchObject({ zips: 0, circle: null });
    expect(await count(circle(campus.foreign))).toMatchObject({ zips: 0, circle: null });
  });

  test('is refused for another owner’s client', async () => {
    expect((await ask({}, foreignClient)).status).toBe(404);
  });
});
