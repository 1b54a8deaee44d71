import {
  ALL_PERMISSIONS,
  attentionPeople,
  attentionSave,
  auditHistory,
  type FieldError,
  type PacingSummary,
  pacingSummary,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeTwoOwners } from '../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['allocations:Update', 'campaigns:View', 'reports:View'];

let owner: number;
let foreign: number;
let campaignKey: number;
let goalKey: number;
let buyer: SignedIn;

const plan = (goal: number, budget: number) =>
  harness.asMigrator((tx) =>
    sql`update goal_month set spend_goal = ${budget} where owner_key = ${owner} and goal_key = ${goal}`.execute(tx),
  );

beforeEach(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  ({ campaignKey, goalKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: owner, activated: true })));
  await plan(goalKey, 2_000);
  await harness.asMigrator((tx) =>
    sql`update campaign_month set monthly_allocation = 40 where campaign_key = ${campaignKey}`.execute(tx),
  );
  buyer = await harness.signedIn('ag', { owner, permissions: RIGHTS });
});

const save = (body: object = {}, as = buyer, of = owner) =>
  harness.call(attentionSave, as, {
    params: { owner: of },
    body: {
      subject: 'campaign',
      recordKey: campaignKey,
      rowVersion: null,
      assigneeKey: null,
      state: 'OPEN',
      note: '',
      snoozedUntil: null,
      ...body,
    } as never,
  });
const summary = async (as = buyer): Promise<PacingSummary> =>
  (await harness.call(pacingSummary, as, { body: { ownerKey: owner } })).body.data as PacingSummary;
const fieldOf = ({ body }: { body: { errors?: unknown[] } }) => ((body.errors ?? []) as FieldError[])[0]?.field;

test('a row has an owner, a note and a state, which its history tells', async () => {
  expect((await summary()).exceptions).toMatchObject([{ kind: 'noSpend', campaignKey, dollars: 2_000, work: null }]);
  const people = (await harness.call(attentionPeople, buyer, { params: { owner } })).body.data as { userKey: number }[];
  expect(people.map(({ userKey }) => userKey)).toContain(buyer.userKey);
  const answer = await save({ assigneeKey: buyer.userKey, state: 'IN_PROGRESS', note: 'Asked the partner' });
  expect(answer.body.data).toEqual({ rowVersion: 1 });
  expect((await summary()).exceptions[0]?.work).toEqual({
    assigneeKey: buyer.userKey,
    assignee: 'Test User',
    state: 'IN_PROGRESS',
    note: 'Asked the partner',
    snoozedUntil: null,
    rowVersion: 1,
  });
  const { lines } = (await harness.call(auditHistory, buyer, { params: { entity: 'campaign', key: campaignKey } })).body
    .data as { lines: { action: string }[] };
  expect(lines[0]?.action).toBe('Attention: work noted');
  // A client sees the row, and not what the agency does about it.
  const client = await harness.signedIn('cl', { owner, permissions: ['reports:View'] });
  expect((await summary(client)).exceptions).toMatchObject([{ campaignKey, work: null }]);
});

test('a snoozed row is listed apart until its day, for everybody', async () => {
  await save({ snoozedUntil: '2026-03-12' });
  expect(await summary()).toMatchObject({ exceptionCount: 0, exceptions: [], snoozedCount: 1 });
  harness.clock.set(new Date('2026-03-12T15:00:00Z'));
  const later = await harness.sessionOf('ag', buyer.userKey);
  expect(await summary(later)).toMatchObject({ exceptionCount: 1, exceptionCampaigns: 1, snoozedCount: 0 });
  harness.clock.set(new Date('2026-03-10T15:00:00Z'));
});

test('a budget below the minimum is listed apart, and nothing is listed for $0', async () => {
  await plan(goalKey, 200);
  await harness.asMigrator((tx) =>
    sql`update campaign_month set monthly_allocation = 4 where campaign_key = ${campaignKey}`.execute(tx),
  );
  expect(await summary()).toMatchObject({ exceptionCount: 0, smallCount: 1, small: [{ campaignKey, dollars: 200 }] });
  await plan(goalKey, 0);
  await harness.asMigrator((tx) =>
    sql`update campaign_month set monthly_allocation = 0 where campaign_key = ${campaignKey}`.execute(tx),
  );
  const { exceptions, small } = await summary();
  expect([...exceptions, ...small].filter(({ dollars }) => dollars < 0.5)).toEqual([]);
});

describe('a save is refused', () => {
  test('with the field that is wrong', async () => {
    expect(fieldOf(await save({ snoozedUntil: '2026-03-10' }))).toBe('snoozedUntil');
    expect(fieldOf(await save({ snoozedUntil: '2036-01-01' }))).toBe('snoozedUntil');
    const stranger = await harness.signedIn('ag', { owners: [foreign], permissions: RIGHTS });
    expect(fieldOf(await save({ assigneeKey: stranger.userKey }))).toBe('assigneeKey');
  });

  test('where somebody else was first', async () => {
    await save({ note: 'first' });
    expect((await save({ note: 'second' })).status).toBe(409);
    expect((await save({ note: 'second', rowVersion: 1 })).body.data).toEqual({ rowVersion: 2 });
    expect((await save({ note: 'third', rowVersion: 1 })).status).toBe(409);
  });

  test('for another owner’s record, and for those who only look', async () => {
    const theirs = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign }));
    expect((await save({ recordKey: theirs.campaignKey })).status).toBe(404);
    const stranger = await harness.signedIn('ag', { owners: [foreign], permissions: ALL_PERMISSIONS });
    expect((await save({}, stranger)).status).toBe(404);
    expect((await save({}, stranger, foreign)).status).toBe(404);
    const reader = await harness.signedIn('ag', { owner, permissions: ['reports:View'] });
    expect((await save({}, reader)).status).toBe(403);
  });
});
