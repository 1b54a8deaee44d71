import { layoutDefault, layoutList, layoutRemove, layoutSave, type NamedLayout } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';

const harness = useApp();
const SCREEN = 'allocations-current' as const;
const LAYOUT = {
  order: ['name', 'budget'],
  hidden: ['budget'],
  widths: { name: 240 },
  sort: [{ column: 'name', direction: 'desc' as const }],
  filters: { subStatus: ['Live'] },
  filtersOpen: false,
  density: 'compact' as const,
};

let owner: number;
let foreign: number;
let maker: SignedIn;
let colleague: SignedIn;
let admin: SignedIn;
let client: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  const permissions = ['allocations:View'] as const;
  maker = await harness.signedIn('ag', { owner, permissions });
  colleague = await harness.signedIn('ag', { owner, permissions });
  admin = await harness.signedIn('ag', { owner, permissions: [...permissions, 'admin:Settings'] });
  client = await harness.signedIn('cl', { owner, permissions });
  stranger = await harness.signedIn('ag', { owner: foreign, permissions });
});
beforeEach(() =>
  harness.asMigrator(async (tx) => {
    for (const table of ['saved_view', 'saved_view_default']) await sql`delete from ${sql.table(table)}`.execute(tx);
  }),
);

const save = (as: SignedIn, name: string, over: Partial<NamedLayout> = {}) =>
  harness.call(layoutSave, as, {
    params: { owner, screen: SCREEN },
    body: { layoutKey: over.layoutKey ?? null, name, shared: over.shared ?? false, layout: over.layout ?? LAYOUT },
  });
const saveLayout = async (as: SignedIn, name: string, shared = false) =>
  (await save(as, name, { shared })).body.data as NamedLayout;
const list = async (as: SignedIn, ownerKey = owner) => {
  const { body } = await harness.call(layoutList, as, { params: { owner: ownerKey, screen: SCREEN } });
  return body.data as { defaultName: string | null; layouts: NamedLayout[] };
};
const namesOf = async (as: SignedIn) => (await list(as)).layouts.map(({ name }) => name);
const remove = (as: SignedIn, layoutKey: number, isRemoved = true) =>
  harness.call(layoutRemove, as, { params: { owner, screen: SCREEN }, body: { layoutKey, isRemoved } });

test('a private layout is visible to its maker, a shared one to the maker’s group at the owner', async () => {
  await saveLayout(maker, 'Mine alone');
  await saveLayout(maker, 'For the team', true);
  expect(await namesOf(maker)).toEqual(['For the team', 'Mine alone']);
  expect(await namesOf(colleague)).toEqual(['For the team']);
  expect(await namesOf(client)).toEqual([]);
  expect((await list(stranger, foreign)).layouts).toEqual([]);
  expect((await harness.call(layoutList, stranger, { params: { owner, screen: SCREEN } })).status).toBe(404);
  const [team] = (await list(colleague)).layouts;
  expect(team).toMatchObject({ shared: true, isMine: false, mayChange: false, by: 'Test User', layout: LAYOUT });
  const next = await harness.call(layoutList, maker, { params: { owner, screen: 'allocations-next' } });
  expect((next.body.data as { layouts: unknown[] }).layouts).toEqual([]);
});

test('a shared layout is changed by its maker and administrators only', async () => {
  const { layoutKey } = await saveLayout(maker, 'Weekly', true);
  const refused = await save(colleague, 'Weekly', { layoutKey, shared: true });
  expect({ status: refused.status, message: refused.body.message }).toEqual({
    status: 403,
    message: 'Only Test User or an administrator can change this layout.',
  });
  expect((await remove(colleague, layoutKey)).status).toBe(403);
  const changed = await save(admin, 'Weekly review', { layoutKey, shared: true, layout: { ...LAYOUT, hidden: [] } });
  expect(changed.body.data).toMatchObject({ name: 'Weekly review', isMine: false, mayChange: true });
  const [mine] = (await list(maker)).layouts.filter((one) => one.layoutKey === layoutKey);
  expect(mine).toMatchObject({ name: 'Weekly review', isMine: true, layout: { hidden: [] } });
  // An administrator cannot open a private layout.
  const secret = await saveLayout(maker, 'Private');
  expect((await save(admin, 'Private', { layoutKey: secret.layoutKey })).status).toBe(404);
});

test('names are unique among visible layouts, ignoring case', async () => {
  await saveLayout(maker, 'Pacing', true);
  const { status, body } = await save(colleague, 'pacing');
  expect({ status, message: body.errors?.[0] }).toEqual({
    status: 422,
    message: { field: 'name', code: 'taken', message: 'There is a layout named “pacing” already.' },
  });
  expect((await save(client, 'Pacing')).status).toBe(200);
});

test('a removed layout is gone for everybody, frees its name, and can be restored', async () => {
  const { layoutKey } = await saveLayout(maker, 'Short', true);
  expect((await remove(maker, layoutKey)).status).toBe(200);
  expect(await namesOf(colleague)).not.toContain('Short');
  const other = await saveLayout(colleague, 'Short');
  expect((await remove(maker, layoutKey, false)).status).toBe(200);
  await remove(maker, layoutKey);
  await save(maker, 'Short', { shared: true });
  expect((await remove(maker, layoutKey, false)).status).toBe(422);
  await remove(colleague, other.layoutKey);
  expect(await namesOf(maker)).toContain('Short');
});

test('each user chooses a default layout', async () => {
  const choose = (as: SignedIn, name: string | null) =>
    harness.call(layoutDefault, as, { params: { owner, screen: SCREEN }, body: { name } });
  expect((await list(maker)).defaultName).toBeNull();
  await choose(maker, 'Needs attention');
  await choose(maker, 'Pacing');
  expect((await list(maker)).defaultName).toBe('Pacing');
  expect((await list(colleague)).defaultName).toBeNull();
  await choose(maker, null);
  expect((await list(maker)).defaultName).toBeNull();
});

test('saved lead filters need the right to leads, are private, and separate from layouts', async () => {
  const desk = await harness.signedIn('ag', { owner, permissions: ['leadanalyzer:View'] });
  const leads = { owner, screen: 'leads' as const };
  const body = {
    layoutKey: null,
    name: 'Stuck today',
    shared: false,
    layout: { ...LAYOUT, filters: { status: ['STK'] } },
  };
  expect((await harness.call(layoutSave, desk, { params: leads, body })).body.data).toMatchObject({
    name: 'Stuck today',
    layout: { filters: { status: ['STK'] } },
  });
  const shared = await harness.call(layoutSave, desk, { params: leads, body: { ...body, name: 'Ours', shared: true } });
  expect(shared.body).toMatchObject({ code: 'VALIDATION', errors: [{ field: 'shared' }] });
  const other = await harness.signedIn('ag', { owner, permissions: ['leadanalyzer:View'] });
  expect((await harness.call(layoutList, other, { params: leads })).body.data).toMatchObject({ layouts: [] });
  expect((await harness.call(layoutList, desk, { params: leads })).body.data).toMatchObject({
    layouts: [{ name: 'Stuck today' }],
  });
  expect((await harness.call(layoutList, maker, { params: leads })).status).toBe(403);
  expect((await harness.call(layoutList, desk, { params: { owner, screen: SCREEN } })).status).toBe(403);
});
