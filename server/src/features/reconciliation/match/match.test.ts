import {
  reconciliationComment,
  reconciliationDecide,
  reconciliationMatch,
  type ReconciliationMatch,
  reconciliationMatches,
  type ReconciliationRow,
  reconciliationUnmatch,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeReconciliationWorld, type ReconciliationWorld } from '../../../testing/factories/reconciliation.ts';

const harness = useApp();
let world: ReconciliationWorld;
let desk: SignedIn;
let partner: SignedIn;
let code: string;

beforeEach(async () => {
  world = await makeReconciliationWorld(harness);
  [desk, partner] = [await world.agency(), await world.partner()];
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ code: string }>`select code from campaign where campaign_key = ${world.campaigns.main}`.execute(tx),
  );
  code = rows[0]!.code;
});

type Of = Parameters<ReconciliationWorld['rows']>[1];
const HEAD = 'Lead Id,Price,Campaign Code,Inquiry Date';
const params = () => ({ params: { owner: world.owner } });
const read = async (of: Of) =>
  (await world.read(desk, of)).body.data as { run: { runKey: number }; difference: number; kinds: { rows: number }[] };
const rowOf = async (id: string, of: Of): Promise<ReconciliationRow> => {
  const row = (await world.rows(desk, of)).find(({ leadId, theirId }) => leadId === id || theirId === id);
  if (row === undefined) throw new Error(`No row is called ${id}`);
  return row;
};
const matches = async (id: string, of: Of, as = desk): Promise<ReconciliationMatch[]> => {
  const body = { runKey: (await read(of)).run.runKey, rowKey: (await rowOf(id, of)).rowKey };
  const answer = await harness.call(reconciliationMatches, as, { ...params(), body });
  expect(answer.status).toBe(200);
  return (answer.body.data as { matches: ReconciliationMatch[] }).matches;
};
const textsOf = (pairs: readonly ReconciliationMatch[]) =>
  pairs.map(({ theirs, ours, reasonText }) => [theirs.theirId, ours.leadId, reasonText]);
const match = async ({ theirs, ours }: ReconciliationMatch, of: Of, as = desk) =>
  harness.call(reconciliationMatch, as, {
    ...params(),
    body: {
      runKey: (await read(of)).run.runKey,
      theirs: { rowKey: theirs.rowKey, version: theirs.version },
      leadCaptureKey: ours.leadCaptureKey,
      ours: ours.rowKey === null ? null : { rowKey: ours.rowKey, version: ours.version! },
    },
  });
const unmatch = async ({ rowKey, version }: ReconciliationRow, of: Of, as = desk) =>
  harness.call(reconciliationUnmatch, as, {
    ...params(),
    body: { runKey: (await read(of)).run.runKey, rowKey, version },
  });

const MARCH = { month: '2026-03-01' } as const;
const FEBRUARY = { month: '2026-02-01' } as const;

/** A list of March with a misspelled id and two that are not ours. */
const compareMarch = async () => {
  await world.addLeads('A', 2, { day: '2026-03-04' });
  await world.addLeads('B', 1, { day: '2026-03-06', campaign: 'second' });
  await world.addLeads('C', 1, { day: '2026-03-08' });
  await world.addLeads('R', 1, { day: '2026-03-04', campaign: 'rival' });
  // Not among them: another partner's, another campaign's, a lead too many days away, or one at another price.
  const list = [
    HEAD,
    `a-0000-1,43.50,,`,
    `ZZ-9,43.50,${code.toLowerCase()},2026-03-06`,
    `YY-9,43.49,${code},2026-03-04`,
  ];
  await world.upload(desk, list, MARCH);
};

test('an id in another spelling, or campaign, day and price: suggestions with reasons, likeliest first', async () => {
  await compareMarch();
  expect(textsOf(await matches('a-0000-1', MARCH))).toEqual([
    ['a-0000-1', 'A000001', 'The same id, written otherwise.'],
  ]);
  expect(textsOf(await matches('ZZ-9', MARCH))).toEqual([
    ['ZZ-9', 'A000001', 'The same campaign and price, 2 days apart.'],
    ['ZZ-9', 'A000002', 'The same campaign and price, 2 days apart.'],
    ['ZZ-9', 'C000001', 'The same campaign and price, 2 days apart.'],
  ]);
  expect(textsOf(await matches('YY-9', MARCH))).toEqual([]);
  expect(textsOf(await matches('A000001', MARCH))).toEqual([
    ['a-0000-1', 'A000001', 'The same id, written otherwise.'],
    ['ZZ-9', 'A000001', 'The same campaign and price, 2 days apart.'],
  ]);
  expect(textsOf(await matches('B000001', MARCH))).toEqual([]);
});

test('a match removes both rows from the difference, keeps comments, and can be removed', async () => {
  await compareMarch();
  const before = await read(MARCH);
  const ours = await rowOf('A000001', MARCH);
  const comment = { runKey: before.run.runKey, rowKey: ours.rowKey, comment: 'Look at their dashes.' };
  await harness.call(reconciliationComment, desk, { ...params(), body: comment });
  const [firstMatch] = await matches('a-0000-1', MARCH, partner);
  expect((await match(firstMatch!, MARCH, partner)).body.data).toEqual({ kind: 'MATCHED', difference: 0 });
  expect(await rowOf('a-0000-1', MARCH)).toMatchObject({
    kind: 'MATCHED',
    reason: 'SAME',
    state: 'AGREED',
    leadId: 'A000001',
    ourAmount: 43.5,
    theirAmount: 43.5,
    matchedBy: 'SPELLING',
    comments: [{ comment: 'Look at their dashes.' }],
  });
  const rows = await world.rows(desk, MARCH);
  expect(rows.filter(({ leadId }) => leadId === 'A000001')).toHaveLength(1);
  // One row less on each side: the remaining difference is the same.
  expect((await read(MARCH)).difference).toBe(before.difference);
  // The lead is taken for all other rows of theirs too.
  expect(textsOf(await matches('ZZ-9', MARCH)).map(([, lead]) => lead)).toEqual(['A000002', 'C000001']);

  const stale = await match(firstMatch!, MARCH);
  expect(stale.body).toMatchObject({
    code: 'STALE_ROW',
    message: 'a-0000-1: It is matched with a lead by now. You chose to match it.',
  });

  expect((await unmatch(await rowOf('a-0000-1', MARCH), MARCH)).status).toBe(200);
  expect(await rowOf('a-0000-1', MARCH)).toMatchObject({
    kind: 'THEIRS',
    reason: 'UNKNOWN_ID',
    state: 'OPEN',
    leadId: null,
  });
  expect(await rowOf('A000001', MARCH)).toMatchObject({ kind: 'OURS', state: 'OPEN' });
  expect(await read(MARCH)).toMatchObject({ difference: before.difference, kinds: before.kinds });
  const { rows: audited } = await harness.asMigrator((tx) =>
    sql<{ action: string }>`select action from audit_log where entity_key = ${String(firstMatch!.theirs.rowKey)}
      and entity = 'reconciliationRow' order by audit_key`.execute(tx),
  );
  expect(audited.map(({ action }) => action)).toEqual(['reconciliationMatched', 'reconciliationUnmatched']);
});

test('of two users matching one lead the second gets a conflict; a manual match applies to the next list', async () => {
  await compareMarch();
  const [first, second] = [(await matches('a-0000-1', MARCH))[0]!, (await matches('ZZ-9', MARCH))[0]!];
  expect([first.ours.leadId, second.ours.leadId]).toEqual(['A000001', 'A000001']);
  const answers = await Promise.all([match(first, MARCH), match(second, MARCH, partner)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  for (const id of ['a-0000-1', 'ZZ-9']) {
    const row = await rowOf(id, MARCH);
    if (row.matchedBy !== null) await unmatch(row, MARCH);
  }
  await match((await matches('a-0000-1', MARCH))[0]!, MARCH);

  await world.upload(desk, [HEAD, 'a-0000-1,40,,', 'A000002,43.50,,'], MARCH);
  const nextRow = await rowOf('a-0000-1', MARCH);
  expect(nextRow).toMatchObject({ kind: 'PRICE', leadId: 'A000001', matchedBy: 'SPELLING', difference: -3.5 });
  // Once a row names the lead itself, that match counts.
  await world.upload(desk, [HEAD, 'a-0000-1,43.50,,', 'A000001,43.50,,'], MARCH);
  const ofLead = (await world.rows(desk, MARCH)).filter(({ leadId }) => leadId === 'A000001');
  expect(ofLead).toMatchObject([
    { theirId: 'a-0000-1', kind: 'THEIRS', reason: 'NAMED_TWICE', matchedBy: null },
    { theirId: 'A000001', kind: 'MATCHED', reason: 'SAME', matchedBy: null },
  ]);
});

test('a matched difference is accepted like any other; its match can be removed after undoing that', async () => {
  await world.addLeads('K', 1, { day: '2026-02-10' });
  await world.addLeads('L', 1, { day: '2026-02-10', status: 'DUP' });
  await world.upload(desk, [HEAD, 'K0001,40,,', 'L1,43.50,,'], FEBRUARY);
  expect((await match((await matches('K0001', FEBRUARY))[0]!, FEBRUARY)).body.data).toEqual({
    kind: 'PRICE',
    difference: -3.5,
  });
  // An unbilled lead has no row of its own until it is matched.
  const refused = (await matches('L1', FEBRUARY))[0]!;
  expect(refused).toMatchObject({ ours: { leadId: 'L000001', rowKey: null, ourAmount: 0 } });
  expect((await match(refused, FEBRUARY)).body.data).toEqual({ kind: 'THEIRS', difference: 43.5 });
  expect(await rowOf('L1', FEBRUARY)).toMatchObject({ reason: 'REFUSED', refusal: null, leadId: 'L000001' });

  const decide = async (decision: 'ACCEPT' | 'UNDO') => {
    const { rowKey, version } = await rowOf('K0001', FEBRUARY);
    const body = { runKey: (await read(FEBRUARY)).run.runKey, rows: [{ rowKey, version }], decision };
    return harness.call(reconciliationDecide, desk, { ...params(), body });
  };
  expect((await decide('ACCEPT')).body.data).toMatchObject({ lines: 1, amount: -3.5 });
  expect((await unmatch(await rowOf('K0001', FEBRUARY), FEBRUARY)).body.message).toBe(
    'Its difference is settled: undo that first.',
  );
  await decide('UNDO');
  expect((await unmatch(await rowOf('K0001', FEBRUARY), FEBRUARY)).status).toBe(200);
});

test('only suggested matches are accepted, from users of the list’s side', async () => {
  await world.addLeads('K', 1, { day: '2026-02-10' });
  await world.addLeads('Q', 1, { day: '2026-02-10', campaign: 'rival' });
  await world.upload(partner, [HEAD, 'Q-000001,43.50,,', 'K0001,43.50,,'], FEBRUARY);
  expect(await matches('Q-000001', FEBRUARY, partner)).toEqual([]);
  const [good] = await matches('K0001', FEBRUARY, partner);
  const wrong = { ...good!, ours: { ...good!.ours, leadCaptureKey: good!.ours.leadCaptureKey + 1_000, rowKey: null } };
  expect((await match(wrong, FEBRUARY, partner)).body).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'leadCaptureKey' }],
  });
  const body = { runKey: (await read(FEBRUARY)).run.runKey, rowKey: good!.theirs.rowKey };
  for (const other of [await world.partner(1), await world.client(), await world.stranger()]) {
    expect((await harness.call(reconciliationMatches, other, { ...params(), body })).status).toBe(404);
    expect((await match(good!, FEBRUARY, other)).status).toBe(404);
  }
});
