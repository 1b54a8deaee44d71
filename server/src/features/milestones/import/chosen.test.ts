import { bulkImportApply, type BulkImportResult, milestonePreview } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
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

const preview = (as: SignedIn, leadCaptureKeys: number[], date = '2026-03-05') =>
  harness.call(milestonePreview, as, {
    params: { owner: world.owner },
    body: { leadCaptureKeys, milestone: 'CONTACT', date, term: 'Fall' },
  });

test('one milestone for selected leads: refusals have reasons, and nothing is recorded before it is applied', async () => {
  const [one, two] = [await makeMilestoneLead(harness, world), await makeMilestoneLead(harness, world)];
  const returned = await makeMilestoneLead(harness, world);
  const foreign = await makeMilestoneLead(harness, world, { ownerKey: world.other });
  await harness.asMigrator((tx) =>
    sql`update lead set status = 'RTN' where lead_key = ${returned.leadKey}`.execute(tx),
  );
  const answer = await preview(world.desk, [one.leadKey, two.leadKey, one.leadKey, returned.leadKey, foreign.leadKey]);
  expect(answer.status).toBe(200);
  const { importKey, counts, rows: shown } = answer.body.data as BulkImportResult;
  const refusals = shown.filter(({ state }) => state === 'error');
  expect(counts).toMatchObject({ total: 4, new: 2, error: 2 });
  // A refused lead is named as in the list; one of another owner is not.
  const { rows: leads } = await harness.asMigrator((tx) =>
    sql<{ leadId: string }>`select public_id as "leadId" from lead where lead_key = ${returned.leadKey}`.execute(tx),
  );
  expect(refusals.map(({ label }) => label)).toEqual([leads[0]!.leadId, String(foreign.leadKey)]);
  expect(await reportedMilestones(harness, one.leadKey)).toEqual([]);
  const applied = await harness.call(bulkImportApply, world.desk, {
    params: { owner: world.owner, importKey },
    body: {},
  });
  expect(applied.status).toBe(200);
  for (const { leadKey } of [one, two])
    expect(await countedMilestones(harness, leadKey)).toEqual({ CONTACT: '2026-03-05' });
  for (const { leadKey } of [returned, foreign]) expect(await reportedMilestones(harness, leadKey)).toEqual([]);
  const { rows } = await harness.asMigrator((tx) =>
    sql`select from milestone_unmatched where owner_key = ${world.owner}`.execute(tx),
  );
  expect(rows).toEqual([]);
  expect(await milestones.recount()).toBe(0);
});

test('without the right to report milestones there is no preview either', async () => {
  const { leadKey } = await makeMilestoneLead(harness, world);
  const viewer = await harness.signedIn('ag', { owners: [world.owner], permissions: ['leadanalyzer:Export'] });
  expect((await preview(viewer, [leadKey])).status).toBe(403);
  const stranger = await harness.signedIn('ag', { owners: [world.other], permissions: ['leadanalyzer:Update'] });
  expect((await preview(stranger, [leadKey])).status).toBe(404);
});
