import { ownerGet } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { scopeFor } from '../../http/guard/scope.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { findOwner } from './owners.queries.ts';

/** Two safeguards separate tenants. Each is disabled in turn: the other must hold alone. */
const harness = useApp();
let mine: number;
let foreign: number;
let user: SignedIn;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  user = await harness.signedIn('cl', { owner: mine });
});

test('without the pipeline, row-level security hides other owners', async () => {
  const session = {
    sessionKey: 1,
    apiKey: null,
    apiKeyChain: null,
    userKey: user.userKey,
    userName: '',
    group: 'cl',
    partnerKey: null,
    ownerKeys: [mine],
  } as const;
  const scope = scopeFor({ ...session, permissions: new Set(), mustChangePassword: false }, mine);
  expect(await harness.db.withScope(scope, (tx) => findOwner(tx, foreign))).toBeUndefined();
  expect(await harness.db.withScope(scope, (tx) => findOwner(tx, mine))).toMatchObject({ ownerKey: mine });
});

test('without row-level security, the pipeline refuses other owners', async () => {
  await harness.asMigrator((tx) => sql`alter table owner disable row level security`.execute(tx));
  try {
    expect((await harness.call(ownerGet, user, { params: { ownerKey: foreign } })).status).toBe(404);
    expect((await harness.call(ownerGet, user, { params: { ownerKey: mine } })).status).toBe(200);
  } finally {
    await harness.asMigrator((tx) => sql`alter table owner enable row level security`.execute(tx));
  }
});
