import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { makeScope } from '../scope/make-scope.ts';
import { planOnce } from './prepared.ts';

/** A single connection, so that all callers share its plans. */
const database = useDatabase({ pool: 1 });
/** The size of a page: for few rows, Postgres prefers custom plans. */
const PAGE = 50;
let mine: number;
let foreign: number;

beforeAll(async () => {
  const owners = await database.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
});

const scopeOf = (ownerKey: number) =>
  makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
const ask = (viewer: number, ownerKey: number) =>
  database.db.readScope(scopeOf(viewer), async (tx) => {
    const { rows } = await sql<{ key: number }>`${planOnce('owner_for_a_test')}
      select distinct o.owner_key as key from unnest(${Array.from({ length: PAGE }, () => ownerKey)}::int[]) n (owner_key)
      join lateral (select owner_key from owner where owner_key = n.owner_key limit 1) o on true
    `.execute(tx);
    return rows.map(({ key }) => key);
  });

test('a prepared statement shows each viewer its own rows', async () => {
  // More often than Postgres replans before it keeps a generic plan.
  for (let turn = 0; turn < 8; turn += 1) {
    expect(await ask(mine, mine)).toEqual([mine]);
    expect(await ask(mine, foreign)).toEqual([]);
    expect(await ask(foreign, foreign)).toEqual([foreign]);
    expect(await ask(foreign, mine)).toEqual([]);
  }
  const [plans] = await database.db.readScope(scopeOf(mine), async (tx) => {
    const { rows } = await sql<{ anew: number; kept: number }>`
      select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements where name = 'owner_for_a_test'
    `.execute(tx);
    return rows;
  });
  expect(plans).toEqual({ anew: 5, kept: 27 });
});
