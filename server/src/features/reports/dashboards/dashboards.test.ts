import {
  type FigureCard,
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
const card = (viewKey: number, id = `c${viewKey}`) =>
  ({ id, kind: 'view', viewKey, shows: 'chart', width: 6, height: 5 }) as const;
const figure = (over: Partial<FigureCard>): FigureCard => ({
  id: 'goal',
  kind: 'figure',
  width: 3,
  height: 2,
  title: '',
  measure: 'validLeads',
  period: { range: 'thisMonth' },
  filters: [],
  goal: { side: 'above', amount: 400 },
  ...over,
});

test('keeps its cards in order, also a view used twice', async () => {
  const [one, two] = [await view(maker, 'First'), await view(maker, 'Second')];
  const cards = [card(two), card(one), { ...card(two, 'again'), shows: 'table' as const, width: 12, height: 8 }];
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
  const { status, body } = await save(maker, {
    name: 'Crowded',
    cards: Array.from({ length: 25 }, (_, place) => card(one, `c${place}`)),
  });
  expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'cards' }] });
});

test('figures with goals and texts are kept; a figure must be askable', async () => {
  const text = { id: 't1', kind: 'text', text: 'Goals of the term', width: 12, height: 1 } as const;
  const inTexas = { member: 'state', operator: 'equals' as const, values: ['TX'] };
  const filters = [inTexas];
  const saved = await saveDashboard(maker, { name: 'With a goal', cards: [text, figure({ filters })] });
  expect(saved.cards).toEqual([text, figure({ filters })]);
  const refused = async (over: Partial<FigureCard>) =>
    ((await save(maker, { name: 'Refused', cards: [figure(over)] })).body.errors as { field: string }[])?.map(
      ({ field }) => field,
    );
  expect(await refused({ measure: 'noSuchMeasure' })).toEqual(['cards.0.measure']);
  expect(await refused({ measure: 'validLeads', filters: [{ ...inTexas, member: 'spend' }] })).toEqual([
    'cards.0.filters',
  ]);
  expect(await refused({ measure: 'impressions', filters })).toEqual(['cards.0.filters']);
  expect(await refused({ goal: { side: 'above', amount: -1 } })).toEqual(['cards.0.goal.amount']);
  const twice = await save(maker, { name: 'Refused', cards: [text, text] });
  expect({ status: twice.status, errors: twice.body.errors }).toMatchObject({
    status: 400,
    errors: [{ field: 'cards' }],
  });
  expect(await names(maker)).not.toContain('Refused');
});

test('a figure that a reader may not see keeps its place, without measure and goal', async () => {
  const margin = figure({ id: 'm', measure: 'margin' });
  const ofPartner = figure({ id: 'p', filters: [{ member: 'campus', operator: 'equals', values: ['Austin'] }] });
  const seer = await harness.signedIn('ag', { owner, permissions: ['reports:Build', 'reports:Margin'] });
  const saved = await saveDashboard(seer, { name: 'With margin', sharing: 'owner', cards: [margin, ofPartner] });
  const cardsOf = async (as: SignedIn) => (await list(as)).find(({ name }) => name === 'With margin')?.cards;
  const hidden = ({ id, width, height }: FigureCard) => ({ id, kind: 'hidden', width, height });
  expect(await cardsOf(seer)).toEqual([margin, ofPartner]);
  expect(await cardsOf(client)).toEqual([hidden(margin), ofPartner]);
  expect(await cardsOf(partner)).toEqual([hidden(margin), hidden(ofPartner)]);

  // An administrator without that right moves it and loses nothing.
  expect(await cardsOf(admin)).toEqual([hidden(margin), ofPartner]);
  const moved = { ...hidden(margin), kind: 'hidden' as const, width: 6 };
  expect((await save(admin, { ...saved, cards: [ofPartner, moved] })).status).toBe(200);
  expect(await cardsOf(seer)).toEqual([ofPartner, { ...margin, width: 6 }]);
  const invented = { id: 'x', kind: 'hidden', width: 3, height: 2 } as const;
  expect((await save(seer, { name: 'Invented', cards: [invented] })).body.errors).toMatchObject([
    { field: 'cards.0.id' },
  ]);
});
