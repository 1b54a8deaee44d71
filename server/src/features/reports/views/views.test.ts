import {
  type ReportQuestion,
  type SavedView,
  savedViewDefault,
  savedViewList,
  savedViewRemove,
  savedViewSave,
} from '@paceline/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { A_QUESTION, A_VIEW } from '../../../testing/writes/report-writes.ts';

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
  maker = await harness.signedIn('ag', { owner, permissions: [...permissions, 'reports:Margin'] });
  colleague = await harness.signedIn('ag', { owner, permissions });
  admin = await harness.signedIn('ag', { owner, permissions: [...permissions, 'admin:Settings'] });
  client = await harness.signedIn('cl', { owner, permissions });
  partner = await harness.signedIn('mp', { owner, permissions, partnerKey: one });
  otherPartner = await harness.signedIn('mp', { owner, permissions, partnerKey: two });
  stranger = await harness.signedIn('ag', { owner: foreign, permissions });
});

const save = (as: SignedIn, name: string, over: Partial<SavedView> = {}, ownerKey = owner) =>
  harness.call(savedViewSave, as, {
    params: { owner: ownerKey },
    body: {
      viewKey: over.viewKey ?? null,
      rowVersion: over.rowVersion ?? null,
      name,
      description: over.description ?? '',
      sharing: over.sharing ?? 'private',
      question: over.question ?? A_QUESTION,
    },
  });
const saveView = async (as: SignedIn, name: string, over: Partial<SavedView> = {}): Promise<SavedView> => {
  const { status, body } = await save(as, name, over);
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return body.data as SavedView;
};
const list = async (as: SignedIn, ownerKey = owner) => {
  const { body } = await harness.call(savedViewList, as, { params: { owner: ownerKey } });
  return body.data as { defaultKey: number | null; views: SavedView[] };
};
const sees = async (as: SignedIn, name: string) => (await list(as)).views.some((view) => view.name === name);
const asking = (over: Partial<ReportQuestion>): ReportQuestion => ({ ...A_QUESTION, ...over });

describe('visibility of a view', () => {
  test('private is for its maker, team for the maker’s company, owner for everybody on the owner, none for another owner', async () => {
    await saveView(maker, 'Mine alone');
    await saveView(maker, 'For the agency', { sharing: 'team' });
    await saveView(maker, 'For everybody', { sharing: 'owner' });
    const namesFor = async (as: SignedIn) =>
      (await list(as)).views.map(({ name }) => name).filter((name) => / (alone|the agency|everybody)$/.test(name));
    expect(await namesFor(maker)).toEqual(['For everybody', 'For the agency', 'Mine alone']);
    expect(await namesFor(colleague)).toEqual(['For everybody', 'For the agency']);
    expect(await namesFor(client)).toEqual(['For everybody']);
    expect(await namesFor(partner)).toEqual(['For everybody']);
    expect((await list(stranger, foreign)).views).toEqual([]);
    expect((await harness.call(savedViewList, stranger, { params: { owner } })).status).toBe(404);
    expect((await save(stranger, 'Into another owner')).status).toBe(404);
  });

  test('a media partner’s team is its own company; other partners see nothing of it', async () => {
    await saveView(partner, 'Our sources', { sharing: 'team' });
    await saveView(partner, 'Partner to all', { sharing: 'owner' });
    const same = await harness.signedIn('mp', {
      owner,
      permissions: ['reports:Build'],
      partnerKey: await harness.asMigrator((tx) => makePartner(tx)),
    });
    for (const other of [otherPartner, same]) {
      expect(await sees(other, 'Our sources')).toBe(false);
      expect(await sees(other, 'Partner to all')).toBe(false);
    }
    expect(await sees(maker, 'Our sources')).toBe(false);
    expect(await sees(maker, 'Partner to all')).toBe(true);
  });

  test('a view with a field hidden from a group is not offered to it, not even by key', async () => {
    const { viewKey } = await saveView(maker, 'What media cost', {
      sharing: 'owner',
      question: asking({ measures: ['mediaCost'] }),
    });
    const byPartner = await saveView(maker, 'By partner', {
      sharing: 'owner',
      question: asking({ dimensions: ['mediaPartner'] }),
    });
    const inFormula = await saveView(maker, 'Cost in a formula', {
      sharing: 'owner',
      question: asking({
        formulas: [{ key: 'own1', label: 'Cost', expression: 'mediaCost / validLeads', kind: 'dollar' }],
      }),
    });
    const withMargin = await harness.signedIn('ag', { owner, permissions: ['reports:Build', 'reports:Margin'] });
    expect(await sees(withMargin, 'What media cost')).toBe(true);
    expect(await sees(colleague, 'What media cost')).toBe(false);
    expect(await sees(client, 'What media cost')).toBe(false);
    expect(await sees(client, 'Cost in a formula')).toBe(false);
    expect(await sees(partner, 'By partner')).toBe(false);
    for (const key of [viewKey, inFormula.viewKey]) {
      const { status } = await harness.call(savedViewDefault, client, { params: { owner }, body: { viewKey: key } });
      expect(status).toBe(404);
    }
    expect((await save(partner, 'By partner', { viewKey: byPartner.viewKey, rowVersion: 1 })).status).toBe(404);
  });

  test('a partner does not see the names in somebody else’s filter', async () => {
    const filters = [{ member: 'campaign', operator: 'equals' as const, values: ['A rival’s campaign'] }];
    await saveView(maker, 'One campaign', { sharing: 'owner', question: asking({ filters }) });
    expect(await sees(client, 'One campaign')).toBe(true);
    expect(await sees(partner, 'One campaign')).toBe(false);
  });
});

describe('saving', () => {
  test('a query its maker may not run is refused by field name, and not stored', async () => {
    const { status, body } = await save(client, 'Cost', {
      question: asking({ measures: ['validLeads', 'mediaCost'] }),
    });
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ field: 'measures.1', code: 'unknown', message: 'There is no measure mediaCost.' }],
    });
    expect(await sees(client, 'Cost')).toBe(false);
  });

  test('of two concurrent editors the second sees both values', async () => {
    const view = await saveView(maker, 'Weekly', { sharing: 'team' });
    expect((await save(admin, 'Weekly review', { ...view })).status).toBe(200);
    const { status, body } = await save(maker, 'Weekly numbers', {
      ...view,
      question: asking({ measures: ['validLeads'] }),
    });
    expect({ status, code: body.code, errors: body.errors }).toEqual({
      status: 409,
      code: 'STALE_ROW',
      errors: [
        { field: 'name', code: 'conflict', message: 'Test User saved “Weekly review”; yours is “Weekly numbers”.' },
        { field: 'question', code: 'conflict', message: 'Test User changed what the view asks.' },
      ],
    });
    const now = (await list(maker)).views.find(({ viewKey }) => viewKey === view.viewKey);
    expect(now).toMatchObject({ name: 'Weekly review', rowVersion: 2, question: A_QUESTION });
  });

  test('a shared one is changed by its maker and administrators of the maker’s company only', async () => {
    const view = await saveView(maker, 'Ours', { sharing: 'owner' });
    expect((await save(colleague, 'Theirs', { ...view })).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only Test User or an administrator can change this view. Save it as your own instead.',
    });
    const clientAdmin = await harness.signedIn('cl', { owner, permissions: ['reports:Build', 'admin:Settings'] });
    expect((await save(clientAdmin, 'Theirs', { ...view })).status).toBe(403);
    expect((await save(admin, 'Ours still', { ...view })).status).toBe(200);
  });

  test('names are unique per maker, ignoring case; colleagues may use the same', async () => {
    await saveView(maker, 'Pacing');
    expect((await save(maker, 'pacing')).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'name', code: 'taken', message: 'You have a view named “pacing” already.' }],
    });
    expect((await save(colleague, 'Pacing')).status).toBe(200);
  });

  test('needs the right to build reports', async () => {
    const reader = await harness.signedIn('ag', { owner, permissions: ['reports:View'] });
    expect((await harness.call(savedViewSave, reader, { params: { owner }, body: A_VIEW })).status).toBe(403);
    expect((await harness.call(savedViewList, reader, { params: { owner } })).status).toBe(403);
  });
});

test('a removed view is gone for everybody and can be restored, but not over the same name', async () => {
  const remove = (viewKey: number, isRemoved: boolean) =>
    harness.call(savedViewRemove, maker, { params: { owner }, body: { viewKey, isRemoved } });
  const { viewKey } = await saveView(maker, 'Short', { sharing: 'team' });
  expect((await remove(viewKey, true)).status).toBe(200);
  expect(await sees(colleague, 'Short')).toBe(false);
  expect((await remove(viewKey, false)).status).toBe(200);
  expect(await sees(colleague, 'Short')).toBe(true);
  await remove(viewKey, true);
  await saveView(maker, 'Short');
  expect((await remove(viewKey, false)).status).toBe(422);
});

test('each user chooses a default view, used while they may open it', async () => {
  const choose = (as: SignedIn, viewKey: number | null) =>
    harness.call(savedViewDefault, as, { params: { owner }, body: { viewKey } });
  const view = await saveView(maker, 'To start with', { sharing: 'owner' });
  await choose(maker, view.viewKey);
  await choose(client, view.viewKey);
  expect([(await list(maker)).defaultKey, (await list(client)).defaultKey]).toEqual([view.viewKey, view.viewKey]);
  expect((await list(colleague)).defaultKey).toBeNull();
  await saveView(maker, 'To start with', { ...view, sharing: 'team' });
  expect([(await list(maker)).defaultKey, (await list(client)).defaultKey]).toEqual([view.viewKey, null]);
  await choose(maker, null);
  expect((await list(maker)).defaultKey).toBeNull();
});
