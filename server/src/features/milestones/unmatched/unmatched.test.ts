import {
  type CallResponse,
  milestoneSave,
  unmatchedIgnore,
  unmatchedLeads,
  unmatchedMatch,
  unmatchedResolve,
  type UnmatchedRow,
  unmatchedSearch,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { pruneNow } from '../../../jobs/pruning.ts';
import { type SignedIn } from '../../../testing/app.ts';
import {
  countedMilestones,
  makeMilestoneLead,
  type MilestoneWorld,
  reportedMilestones,
  useMilestones,
} from '../../../testing/factories/milestones.ts';

const milestones = useMilestones();
const { harness } = milestones;
let world: MilestoneWorld;
beforeEach(() => {
  world = milestones.world();
});

const PERSON = { email: 'grace@mail.example', phone: '3125550111' };
const lead = (parts: Parameters<typeof makeMilestoneLead>[2] = {}) => makeMilestoneLead(harness, world, parts);
const owner = () => ({ params: { owner: world.owner } });
const send = (row: Record<string, string>, ownerKey = world.owner) =>
  harness.call(milestoneSave, world.desk, {
    params: { owner: ownerKey },
    body: { rows: [{ milestone: 'ENROLLMENT', date: '2026-03-05', ...row }] },
  });
const list = async (as: SignedIn = world.desk, filters = {}): Promise<UnmatchedRow[]> => {
  const { body } = await harness.call(unmatchedSearch, as, { ...owner(), body: filters });
  return (body.data as { rows: UnmatchedRow[] }).rows;
};
const leadsOf = async (unmatchedKey: number) =>
  (await harness.call(unmatchedLeads, world.client, { params: { owner: world.owner, unmatchedKey } })).body
    .data as CallResponse<typeof unmatchedLeads>;
const resolve = ({ unmatchedKey, version }: UnmatchedRow, leadId: string, as = world.client) =>
  harness.call(unmatchedResolve, as, { ...owner(), body: { unmatchedKey, version, leadId } });

test('the list shows masked persons, open rows first, of one owner only', async () => {
  await send({ ...PERSON, clientReference: 'CRM-9', transactionId: 'TX-9' });
  await send({ ...PERSON, clientReference: 'CRM-9' }, world.other);
  const [row, ...others] = await list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    state: 'OPEN',
    why: 'none',
    milestone: 'ENROLLMENT',
    happenedOn: '2026-03-05',
    clientReference: 'CRM-9',
    transactionId: 'TX-9',
    email: 'g•••@m•••.example',
    phone: '•••0111',
  });
  const [forClient] = await list(world.client);
  expect(forClient).not.toHaveProperty('transactionId');
  expect(JSON.stringify(forClient)).not.toContain('grace');
  expect(await list(world.desk, { state: 'IGNORED' })).toEqual([]);
});

test('a user chooses a matching lead; the milestone counts, the person’s data is deleted, and a second choice is refused', async () => {
  const first = await lead({ person: PERSON });
  const second = await lead({ person: PERSON, day: '2026-03-02' });
  await send(PERSON);
  const [row] = await list();
  expect(row?.why).toBe('several');
  expect((await leadsOf(row!.unmatchedKey)).map(({ leadId, problem }) => [leadId, problem])).toEqual([
    [second.leadId, null],
    [first.leadId, null],
  ]);
  const answers = await Promise.all([resolve(row!, first.leadId), resolve(row!, second.leadId)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const chosen = answers[0].status === 200 ? first : second;
  expect(await countedMilestones(harness, chosen.leadKey)).toEqual({ ENROLLMENT: '2026-03-05' });
  expect(await list()).toEqual([]);
  expect(await list(world.desk, { state: 'MATCHED' })).toMatchObject([
    { leadCaptureKey: chosen.leadKey, email: null, phone: null },
  ]);
  const { rows } = await harness.asMigrator((tx) =>
    sql`select from milestone_unmatched where owner_key = ${world.owner} and (sealed is not null or email_hash is not null)`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([]);
  expect(await milestones.recount()).toBe(0);
});

test('a lead that cannot have it is refused with the reason, and another owner’s is unknown', async () => {
  const returned = await lead({ status: 'RTN' });
  const later = await lead({ day: '2026-03-08' });
  const theirs = await lead({ ownerKey: world.other });
  await send({ leadId: 'L-NOBODY' });
  const [row] = await list();
  const messageOf = async (leadId: string) => {
    const { status, body } = await resolve(row!, leadId, world.desk);
    const [first] = (body.errors ?? []) as { message: string }[];
    return [status, first?.message];
  };
  expect(await messageOf(returned.leadId)).toEqual([
    422,
    'The lead is Returned: only delivered leads have milestones.',
  ]);
  expect(await messageOf(later.leadId)).toEqual([422, 'The date is before the lead came, on 2026-03-08.']);
  expect(await messageOf(theirs.leadId)).toEqual([422, 'There is no lead with this ID.']);
  expect(await messageOf(String(theirs.leadKey))).toEqual([422, 'There is no lead with this ID.']);
  expect(await list()).toHaveLength(1);
});

test('rows are matched again once their lead is delivered', async () => {
  const late = await lead({ reference: 'LATE', status: 'VAL' });
  await send({ clientReference: 'LATE' });
  await send({ clientReference: 'NEVER' });
  const keys = (await list()).map(({ unmatchedKey }) => unmatchedKey);
  const again = async () =>
    (await harness.call(unmatchedMatch, world.desk, { ...owner(), body: { unmatchedKeys: keys } })).body.data;
  expect(await again()).toEqual({ matched: 0, open: 2 });
  await harness.asMigrator((tx) => sql`update lead set status = 'DLV' where lead_key = ${late.leadKey}`.execute(tx));
  expect(await again()).toEqual({ matched: 1, open: 1 });
  expect(await reportedMilestones(harness, late.leadKey)).toEqual(['ENROLLMENT 2026-03-05']);
  // The row that a file brought meanwhile is one milestone.
  expect((await list()).map(({ clientReference }) => clientReference)).toEqual(['NEVER']);
  expect(await milestones.recount()).toBe(0);
});

test('a dismissed row keeps its reason, does not return with the same file, and is deleted after a year', async () => {
  await send({ clientReference: 'GONE', ...PERSON });
  const [row] = await list();
  const ignore = (reason: string) =>
    harness.call(unmatchedIgnore, world.client, { ...owner(), body: { unmatchedKeys: [row!.unmatchedKey], reason } });
  expect((await ignore('')).status).toBe(400);
  expect((await ignore('Never one of ours')).body.data).toEqual({ ignored: 1 });
  expect((await ignore('Again')).status).toBe(409);
  await send({ clientReference: 'GONE', ...PERSON });
  expect(await list()).toEqual([]);
  expect(await list(world.desk, { state: 'IGNORED' })).toMatchObject([
    { closeReason: 'Never one of ours', email: null, closedBy: 'Test User' },
  ]);
  harness.clock.advance(364 * 86_400_000);
  expect((await pruneNow(harness.ownerUrl, harness.clock))['milestone_unmatched']).toBe(0);
  harness.clock.advance(86_400_000);
  expect((await pruneNow(harness.ownerUrl, harness.clock))['milestone_unmatched']).toBeGreaterThan(0);
});

test('another owner’s row is unknown, and a user without the right is refused', async () => {
  await send({ clientReference: 'THEIRS' }, world.other);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`select unmatched_key as key from milestone_unmatched where owner_key = ${world.other}`.execute(
      tx,
    ),
  );
  const key = rows[0]!.key;
  const change = { ...owner(), body: { unmatchedKeys: [key], reason: 'Mine' } };
  expect((await harness.call(unmatchedIgnore, world.desk, change)).status).toBe(404);
  expect(
    (await harness.call(unmatchedLeads, world.desk, { params: { owner: world.owner, unmatchedKey: key } })).status,
  ).toBe(404);
  const viewer = await harness.signedIn('ag', { owners: [world.owner], permissions: ['leadanalyzer:Export'] });
  expect((await harness.call(unmatchedIgnore, viewer, change)).status).toBe(403);
});
