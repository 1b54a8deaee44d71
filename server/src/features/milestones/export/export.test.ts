import { fillPath, milestoneExport, milestoneSave, type Milestone } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeMilestoneLead,
  makeMilestoneMonths,
  makeMilestoneWorld,
  type MilestoneWorld,
} from '../../../testing/factories/milestones.ts';

const harness = useApp();
let world: MilestoneWorld;

beforeAll(() => makeMilestoneMonths(harness));
beforeEach(async () => {
  world = await makeMilestoneWorld(harness);
});

const HEADERS =
  'Lead Id,Inquiry Date,Milestone,Milestone Date,Days From Inquiry,Client,Campus,Program,Partner,Campaign,Source,Term';
const record = (leadId: string, milestone: Milestone, date: string, more: Record<string, string> = {}) =>
  harness.call(milestoneSave, world.desk, {
    params: { owner: world.owner },
    body: { rows: [{ leadId, milestone, date, ...more }] },
  });
const get = (as: SignedIn, { start = '2026-03-01', end = '2026-03-31', format = 'csv', owner = world.owner } = {}) =>
  harness.app.inject({
    method: 'GET',
    url: `/api${fillPath(milestoneExport.path, { owner, start, end }, as.group)}?format=${format}`,
    headers: as.headers,
  });
const linesOf = (payload: string): string[] => payload.replace('\uFEFF', '').trim().split('\r\n');

test('has a row for each counted milestone on its day, in the columns of the handbook', async () => {
  const { leadId, leadKey } = await makeMilestoneLead(harness, world);
  await record(leadId, 'CONTACT', '2026-03-04', { term: '=1+1' });
  await record(leadId, 'CONTACT', '2026-03-06');
  await record(leadId, 'START', '2026-03-30');
  await record(leadId, 'VISIT', '2026-03-05');
  await record(leadId, 'VISIT', '2026-03-05', { voidReason: 'Did not come' });
  const returned = await makeMilestoneLead(harness, world);
  await record(returned.leadId, 'CONTACT', '2026-03-05');
  const theirs = await makeMilestoneLead(harness, world, { ownerKey: world.other });
  await harness.asMigrator(async (tx) => {
    await sql`update lead set status = 'RTN' where lead_key = ${returned.leadKey}`.execute(tx);
    await sql`update lead set contact_on = '2026-03-05' where lead_key = ${theirs.leadKey}`.execute(tx);
    await sql`
      insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at)
      values (${world.other}, ${theirs.capturedDate}, ${theirs.leadKey}, 'CONTACT', '2026-03-05', now())`.execute(tx);
    await sql`update campaign set name = 'Nursing, "Fall"' where owner_key = ${world.owner}`.execute(tx);
  });
  const { statusCode, payload, headers } = await get(world.desk);
  expect(statusCode).toBe(200);
  expect(headers['content-disposition']).toMatch(/owner-\d+-milestone-details-2026-03-01-2026-03-31\.csv/);
  const [header, ...rows] = linesOf(payload);
  expect(header).toBe(HEADERS);
  expect(rows).toHaveLength(1);
  // Formulas that a spreadsheet would run are shown as text.
  expect(rows[0]).toMatch(
    new RegExp(`^${leadId},2026-03-01,Contact,2026-03-04,3,Client \\d+,,,,"Nursing, ""Fall""",,'=1\\+1$`),
  );
  expect(leadKey).toBeGreaterThan(0);
});

test('a client’s has no source, and as a workbook the same rows; media partners and other owners’ users get none', async () => {
  const { leadId } = await makeMilestoneLead(harness, world);
  await record(leadId, 'CONTACT', '2026-03-04');
  const [header = ''] = linesOf((await get(world.client)).payload);
  expect(header).toBe(HEADERS.replace('Source,', ''));
  expect(header).not.toMatch(/price/i);
  const sheet = await readSheet((await get(world.client, { format: 'xlsx' })).rawPayload, 'm.xlsx');
  expect(sheet.rows.map(({ cells }) => cells[0])).toEqual([leadId]);
  const partner = await harness.signedIn('mp', { owners: [world.owner], permissions: ['leadanalyzer:Export'] });
  expect((await get(partner)).statusCode).toBe(403);
  expect((await get(world.client, { owner: world.other })).statusCode).toBe(404);
  const viewer = await harness.signedIn('cl', { owners: [world.owner], permissions: ['leadanalyzer:View'] });
  expect((await get(viewer)).statusCode).toBe(403);
});

test('milestones use the owner’s labels', async () => {
  await harness.asMigrator((tx) =>
    sql`update owner set variant = 'HOMERIGHT REMODELING' where owner_key = ${world.owner}`.execute(tx),
  );
  const { leadId } = await makeMilestoneLead(harness, world);
  for (const code of ['INTERVIEW', 'ENROLLMENT', 'START'] as const) await record(leadId, code, '2026-03-04');
  const words = linesOf((await get(world.desk)).payload)
    .slice(1)
    .map((line) => line.split(',')[2]);
  expect(words).toEqual(['Estimate', 'Sale', 'Close']);
});

test('a range that is too long or reversed is refused with its field', async () => {
  const errorsOf = async (start: string, end: string) => {
    const { statusCode, payload } = await get(world.desk, { start, end });
    const { errors } = JSON.parse(payload) as { errors: { field: string; message: string }[] };
    return [statusCode, errors[0]?.field, errors[0]?.message];
  };
  expect((await get(world.desk, { start: '2026-01-01', end: '2026-04-02' })).statusCode).toBe(200);
  expect(await errorsOf('2026-01-01', '2026-04-03')).toEqual([
    422,
    'end',
    'An export spans at most 92 days: these are 93.',
  ]);
  expect(await errorsOf('2026-03-02', '2026-03-01')).toEqual([422, 'end', 'The last day is before the first.']);
});
