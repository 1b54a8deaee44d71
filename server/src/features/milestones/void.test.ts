import {
  type CallResponse,
  type LeadDetail,
  leadDetails,
  type LeadEvent,
  milestoneReinstate,
  milestoneSave,
  milestoneVoid,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn } from '../../testing/app.ts';
import {
  countedMilestones,
  makeMilestoneLead,
  type MilestoneWorld,
  reportedMilestones,
  useMilestones,
} from '../../testing/factories/milestones.ts';

const milestones = useMilestones();
const { harness } = milestones;
let world: MilestoneWorld;
beforeEach(() => {
  world = milestones.world();
});

type Event = Extract<LeadEvent, { kind: 'milestone' }>;
const eventsOf = async (leadKey: number, as = world.desk): Promise<Event[]> => {
  const { body } = await harness.call(leadDetails, as, { params: { searchType: 'lead', keyCode: leadKey } });
  const [detail] = (body.data as { leads: LeadDetail[] }).leads;
  return detail!.events.filter((event): event is Event => event.kind === 'milestone');
};
const record = async (leadId: string, ...dates: string[]) => {
  const rows = dates.map((date) => ({ leadId, milestone: 'APPLICATION' as const, date, term: 'Fall' }));
  const { body } = await harness.call(milestoneSave, world.desk, { params: { owner: world.owner }, body: { rows } });
  return (body.data as CallResponse<typeof milestoneSave>).results;
};
const voidOf = (
  leadCaptureKey: number,
  { milestoneKey, version }: Event,
  reason: string,
  as: SignedIn,
  owner?: number,
) =>
  harness.call(milestoneVoid, as, {
    params: { owner: owner ?? world.owner },
    body: { leadCaptureKey, milestoneKey, version, reason },
  });

test('a voided milestone stays in the history with its reason; the next date of the same kind counts, and then none', async () => {
  const { leadKey, leadId } = await makeMilestoneLead(harness, world);
  await record(leadId, '2026-03-04', '2026-03-06');
  const [first, second] = await eventsOf(leadKey);
  expect([first, second]).toMatchObject([
    { happenedOn: '2026-03-04', standing: 'counts', voidReason: null, term: 'Fall', by: 'Test User' },
    { happenedOn: '2026-03-06', standing: 'history', voidReason: null },
  ]);
  expect((await voidOf(leadKey, first!, 'Wrong person', world.client)).status).toBe(200);
  expect(await countedMilestones(harness, leadKey)).toEqual({ APPLICATION: '2026-03-06' });
  expect(await milestones.recount()).toBe(0);
  expect((await voidOf(leadKey, second!, 'Withdrawn', world.desk)).status).toBe(200);
  expect(await countedMilestones(harness, leadKey)).toEqual({});
  expect(await reportedMilestones(harness, leadKey)).toEqual([
    'APPLICATION 2026-03-04 voided: Wrong person',
    'APPLICATION 2026-03-06 voided: Withdrawn',
  ]);
  expect((await eventsOf(leadKey, world.client)).map(({ voidReason, by }) => [voidReason, by])).toEqual([
    ['Wrong person', null],
    ['Withdrawn', null],
  ]);
  expect(await milestones.recount()).toBe(0);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      n: number;
    }>`select count(*)::int as n from audit_log where action = 'milestoneVoided' and entity_key = ${String(leadKey)}`.execute(
      tx,
    ),
  );
  expect(rows[0]?.n).toBe(2);
});

test('of two users who void it the second sees the first; without a reason nothing happens', async () => {
  const { leadKey, leadId } = await makeMilestoneLead(harness, world);
  await record(leadId, '2026-03-04');
  const [event] = await eventsOf(leadKey);
  expect((await voidOf(leadKey, event!, ' ', world.desk)).status).toBe(400);
  const answers = await Promise.all([
    voidOf(leadKey, event!, 'First reason', world.desk),
    voidOf(leadKey, event!, 'Second reason', world.client),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toContain('First reason');
  expect(refused?.body.message).toContain('Second reason');
});

test('another owner’s and another lead’s milestone are unknown; media partners and users without the right are refused', async () => {
  const theirs = await makeMilestoneLead(harness, world, { ownerKey: world.other });
  const mine = await makeMilestoneLead(harness, world);
  await record(mine.leadId, '2026-03-04');
  const [event] = await eventsOf(mine.leadKey);
  expect((await voidOf(theirs.leadKey, event!, 'No', world.desk)).status).toBe(404);
  expect((await voidOf(mine.leadKey, event!, 'No', world.desk, world.other)).status).toBe(404);
  const partner = await harness.signedIn('mp', { owners: [world.owner], permissions: ['leadanalyzer:Export'] });
  expect((await voidOf(mine.leadKey, event!, 'No', partner)).status).toBe(403);
  const viewer = await harness.signedIn('ag', { owners: [world.owner], permissions: ['leadanalyzer:Export'] });
  expect((await voidOf(mine.leadKey, event!, 'No', viewer)).status).toBe(403);
  expect(await countedMilestones(harness, mine.leadKey)).toEqual({ APPLICATION: '2026-03-04' });
});

const reinstate = (leadCaptureKey: number, { milestoneKey, version }: Event, as: SignedIn, owner = world.owner) =>
  harness.call(milestoneReinstate, as, {
    params: { owner },
    body: { leadCaptureKey, milestoneKey, version, reason: 'Was the right person' },
  });

test('a voided milestone is reinstated and counts again; a second reinstatement or an outdated page is refused', async () => {
  const { leadKey, leadId } = await makeMilestoneLead(harness, world);
  await record(leadId, '2026-03-04');
  const [event] = await eventsOf(leadKey);
  expect((await reinstate(leadKey, event!, world.desk)).body.message).toContain('Somebody has reinstated it.');
  await voidOf(leadKey, event!, 'Wrong person', world.desk);
  expect((await reinstate(leadKey, event!, world.desk)).body.message).toContain('Wrong person');
  const [voided] = await eventsOf(leadKey);
  expect(voided).toMatchObject({ canReinstate: true });
  expect((await reinstate(leadKey, voided!, world.client)).status).toBe(200);
  expect(await countedMilestones(harness, leadKey)).toEqual({ APPLICATION: '2026-03-04' });
  expect(await eventsOf(leadKey)).toMatchObject([{ standing: 'counts', voidReason: null, canReinstate: false }]);
  expect((await reinstate(leadKey, voided!, world.desk)).status).toBe(409);
  expect(await milestones.recount()).toBe(0);
  const { rows } = await harness.asMigrator((tx) =>
    sql`select before, after from audit_log where action = 'milestoneReinstated' and entity_key = ${String(leadKey)}`.execute(
      tx,
    ),
  );
  // Free text is stored where erasure reaches it: on the lead, not in the log.
  expect(rows).toEqual([{ before: { milestone: 'APPLICATION', date: '2026-03-04' }, after: { voided: false } }]);
  const { rows: notes } = await harness.asMigrator((tx) =>
    sql`select note from lead_note where lead_key = ${leadKey}`.execute(tx),
  );
  expect(notes).toEqual([{ note: 'Milestone reinstated: Was the right person' }]);
});

test('reinstating is refused beside the same milestone, on a returned lead, for an undone file, or at another owner', async () => {
  const { leadKey, leadId } = await makeMilestoneLead(harness, world);
  await record(leadId, '2026-03-04');
  const [event] = await eventsOf(leadKey);
  await voidOf(leadKey, event!, 'Wrong person', world.desk);
  const [voided] = await eventsOf(leadKey);
  await harness.asMigrator((tx) => sql`update lead set status = 'RTN' where lead_key = ${leadKey}`.execute(tx));
  expect((await reinstate(leadKey, voided!, world.desk)).body).toMatchObject({ code: 'VALIDATION' });
  await harness.asMigrator((tx) => sql`update lead set status = 'DLV' where lead_key = ${leadKey}`.execute(tx));
  await harness.asMigrator((tx) =>
    sql`
      insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at)
      select owner_key, captured_date, lead_key, code, happened_on, recorded_at from lead_milestone where lead_key = ${leadKey}`.execute(
      tx,
    ),
  );
  const twice = await reinstate(leadKey, voided!, world.desk);
  expect(twice.body).toMatchObject({ code: 'VALIDATION', message: 'The same milestone of that day stands already.' });
  expect((await reinstate(leadKey, voided!, world.desk, world.other)).status).toBe(404);
  await harness.asMigrator((tx) =>
    sql`update lead_milestone set undone = true where lead_key = ${leadKey} and voided_at is not null`.execute(tx),
  );
  expect((await eventsOf(leadKey)).map(({ canReinstate }) => canReinstate)).toEqual([false, false]);
  expect((await reinstate(leadKey, voided!, world.desk)).status).toBe(404);
});
