import {
  type SavedDashboard,
  savedDashboardList,
  savedDashboardRemove,
  savedDashboardSave,
  type SavedView,
  savedViewSave,
} from '@paceline/contract';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { A_DASHBOARD, A_VIEW } from '../../../testing/writes/report-writes.ts';

const harness = useApp();
let owner: number;
let foreign: number;
let maker: SignedIn;
let colleague: SignedIn;
let admin: SignedIn;
let client: SignedIn;
let partner: SignedIn;
let otherPartner: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  const [one, two] = await harness.asMigrator(async (tx) => {
    const keys = [await makePartner(tx), await makePartner(tx)] as const;
    for (const partnerKey of keys) await makeCampaign(tx, { ownerKey: owner, partnerKey });
    return keys;
  });
  const permissions = ['reports:Build'] as const;
  maker = await harness.signedIn('ag', { owner, permissions });
  colleague = await harness.signedIn('ag', { owner, permissions });
  admin = await harness.signedIn('ag', { owner, permissions: [...permissions, 'admin:Settings'] });
  client = await harness.signedIn('cl', { owner, permissions });
  partner = await harness.signedIn('mp', { owner, permissions, partnerKey: one });
  otherPartner = await harness.signedIn('mp', { owner, permissions, partnerKey: two });
  stranger = await harness.signedIn('ag', { owner: foreign, permissions });
});

const save = (as: SignedIn, over: Partial<SavedDashboard>, ownerKey = owner) => {
  const { dashboardKey = null, rowVersion = null, ...rest } = over;
  const { name, description, sharing, cards } = { ...A_DASHBOARD, ...rest };
  return harness.call(savedDashboardSave, as, {
    params: { owner: ownerKey },
    body: { dashboardKey, rowVersion, name, description, sharing, cards },
  });
};
const saveDashboard = async (as: SignedIn, over: Partial<SavedDashboard>): Promise<SavedDashboard> => {
  const { status, body } = await save(as, over);
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return body.data as SavedDashboard;
};
const view = async (as: SignedIn, name: string, over: Partial<SavedView> = {}): Promise<number> => {
  const { body } = await harness.call(savedViewSave, as, {
    params: { owner },
    body: { ...A_VIEW, sharing: 'private', name, ...over },
  });
  return (body.data as SavedView).viewKey;
};
const list = async (as: SignedIn, ownerKey = owner): Promise<SavedDashboard[]> =>
  (await harness.call(savedDashboardList, as, { params: { owner: ownerKey } })).body.data as SavedDashboard[];
const names = async (as: SignedIn, ownerKey = owner) => (await list(as, ownerKey)).map(({ name }) => name);
const card = (viewKey: number) => ({ viewKey, shows: 'chart' as const, width: 'half' as const });

test('keeps its cards in order, also a view used twice', async () => {
  const [one, two] = [await view(maker, 'First'), await view(maker, 'Second')];
  const cards = [card(two), card(one), { viewKey: two, shows: 'table' as const, width: 'full' as const }];
  const saved = await saveDashboard(maker, { name: 'Ordered', cards });
  expect(saved).toMatchObject({ cards, isMine: true, mayChange: true, rowVersion: 1 });
  const turned = await saveDashboard(maker, { ...saved, cards: cards.toReversed() });
  expect([turned.rowVersion, turned.cards]).toEqual([2, cards.toReversed()]);
});

test('private is for its maker, team for the maker’s company, owner for everybody on the owner', async () => {
  await saveDashboard(maker, { name: 'Seen: mine', sharing: 'private' });
  await saveDashboard(maker, { name: 'Seen: agency', sharing: 'team' });
  await saveDashboard(maker, { name: 'Seen: all', sharing: 'owner' });
  await saveDashboard(partner, { name: 'Seen: partner’s team', sharing: 'team' });
  await saveDashboard(partner, { name: 'Seen: partner to all', sharing: 'owner' });
  const namesFor = async (as: SignedIn) => (await names(as)).filter((name) => name.startsWith('Seen'));
  expect(await namesFor(maker)).toEqual(['Seen: agency', 'Seen: all', 'Seen: mine', 'Seen: partner to all']);
  expect(await namesFor(colleague)).toEqual(['Seen: agency', 'Seen: all', 'Seen: partner to all']);
  expect(await namesFor(client)).toEqual(['Seen: all', 'Seen: partner to all']);
  expect(await namesFor(partner)).toEqual(['Seen: all', 'Seen: partner to all', 'Seen: partner’s team']);
  expect(await namesFor(otherPartner)).toEqual(['Seen: all']);
  expect(await names(stranger, foreign)).toEqual([]);
  expect((await harness.call(savedDashboardList, stranger, { params: { owner } })).status).toBe(404);
  expect((await save(stranger, { name: 'Into another owner' })).status).toBe(404);
});

test('a card’s view must be visible to the maker; a deleted view’s card stays', async () => {
  const foreignView = await view(colleague, 'A colleague’s own');
  const refused = await save(maker, { name: 'With what is not mine', cards: [card(foreignView)] });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'cards.0.viewKey' }] } });
  expect(await names(maker)).not.toContain('With what is not mine');
  const shared = await view(colleague, 'Shared for a while', { sharing: 'team' });
  const saved = await saveDashboard(maker, { name: 'With a view of a colleague', cards: [card(shared)] });
  await harness.call(savedViewSave, colleague, {
    params: { owner },
    body: { ...A_VIEW, viewKey: shared, rowVersion: 1, name: 'Shared for a while', sharing: 'private' },
  });
  expect((await saveDashboard(maker, { ...saved, description: 'Kept' })).cards).toEqual([card(shared)]);
});

test('a media partner cannot add views with fields it may not see', async () => {
  const byPartner = await view(maker, 'By partner', {
    sharing: 'owner',
    question: { ...A_VIEW.question, dimensions: ['mediaPartner'] },
  });
  expect((await save(partner, { name: 'Partners', cards: [card(byPartner)] })).status).toBe(422);
});

test('a shared one is changed by its maker and administrators of the maker’s company', async () => {
  const own = await saveDashboard(maker, { name: 'Not for administrators', sharing: 'private' });
  const shared = await saveDashboard(maker, { name: 'Ours', sharing: 'owner' });
  expect((await save(admin, own)).status).toBe(404);
  expect((await save(colleague, shared)).status).toBe(403);
  expect((await save(client, shared)).status).toBe(403);
  expect((await save(admin, { ...shared, name: 'Ours, renamed' })).status).toBe(200);
});

test('the second of two editors sees both values', async () => {
  const saved = await saveDashboard(maker, { name: 'Contested', sharing: 'team' });
  expect((await save(admin, { ...saved, name: 'Theirs', cards: [] })).status).toBe(200);
  const { status, body } = await save(maker, { ...saved, name: 'Mine', cards: [card(await view(maker, 'Late'))] });
  expect(status).toBe(409);
  expect(body.errors).toMatchObject([
    { field: 'name', message: expect.stringMatching(/ saved “Theirs”; yours is “Mine”\.$/) as unknown },
    { field: 'cards', message: expect.stringMatching(/ saved “0 cards”; yours is “1 cards”\.$/) as unknown },
  ]);
});

test('names are unique per maker; a removed one frees its name and can be restored', async () => {
  const saved = await saveDashboard(maker, { name: 'Once' });
  expect((await save(maker, { name: 'ONCE' })).status).toBe(422);
  expect((await save(colleague, { name: 'Once' })).status).toBe(200);
  const remove = (isRemoved: boolean) =>
    harness.call(savedDashboardRemove, maker, {
      params: { owner },
      body: { dashboardKey: saved.dashboardKey, isRemoved },
    });
  expect((await remove(true)).status).toBe(200);
  expect((await list(maker)).filter(({ isMine }) => isMine).map(({ name }) => name)).not.toContain('Once');
  expect((await remove(false)).status).toBe(200);
  expect((await list(maker)).filter(({ isMine }) => isMine).map(({ name }) => name)).toContain('Once');
});

test('too many cards are refused', async () => {
  const one = await view(maker, 'Everywhere');
  const { status, body } = await save(maker, { name: 'Crowded', cards: Array.from({ length: 25 }, () => card(one)) });
  expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'cards' }] });
});
