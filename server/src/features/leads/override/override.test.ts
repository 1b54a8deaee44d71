import { LEAD_MOVES, LEAD_STATUS_CODES, leadOverride, type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { TEST_NOW, useApp } from '../../../testing/app.ts';
import { type Desk, DESK_RIGHTS, deskState, makeDesk, makeDeskLead } from '../../../testing/factories/lead-desk.ts';

const harness = useApp();
let desk: Desk;
beforeEach(async () => {
  desk = await makeDesk(harness);
});

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const make = (status: LeadStatus, daysAgo = 0) =>
  makeDeskLead(harness, desk.owner, desk.campaignKey, status, { daysAgo });
const override = async (
  leadKeys: number[],
  { version = 1, ...more }: { version?: number; ignoreCap?: boolean } = {},
) => {
  const { status, body } = await harness.call(leadOverride, desk.as, {
    body: {
      ownerKey: desk.owner,
      leads: leadKeys.map((leadCaptureKey) => ({ leadCaptureKey, version })),
      note: 'The school wants it',
      ...more,
    },
  });
  expect(status).toBe(200);
  return body.data as { leadCaptureKey: number; isTaken: boolean; message: string }[];
};
const capDifferences = async () =>
  (await harness.asMigrator((tx) => sql`select * from app.cap_differences()`.execute(tx))).rows;

test('the transitions to Valid of the table work, with delivery, history and audit; every other is refused', async () => {
  const allowed = LEAD_MOVES.filter(({ from, to, by }) => to === 'VAL' && by.includes('ag') && from !== 'REJ');
  const leads = [];
  for (const from of LEAD_STATUS_CODES) leads.push({ from, leadKey: await make(from) });
  const results = await override(leads.map(({ leadKey }) => leadKey));
  for (const [index, { from, leadKey }] of leads.entries()) {
    const isAllowed = allowed.some((move) => move.from === from);
    expect({ from, ...results[index] }).toMatchObject({ from, leadCaptureKey: leadKey, isTaken: isAllowed });
    const { status } = await deskState(harness, leadKey);
    expect({ from, status }).toEqual({ from, status: isAllowed ? 'VAL' : from });
  }
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ tasks: number; notes: number; records: number }>`
      select (select count(*)::int from delivery_task where owner_key = ${desk.owner} and done_at is null) as tasks,
             (select count(*)::int from lead_status_change where owner_key = ${desk.owner} and note = 'The school wants it'
              and changed_by = ${desk.as.userKey}) as notes,
             (select count(*)::int from audit_log where owner_key = ${desk.owner} and action = 'leadOverridden') as records`.execute(
      tx,
    ),
  );
  expect(rows[0]).toEqual({ tasks: allowed.length, notes: allowed.length, records: allowed.length });
  expect(await capDifferences()).toEqual([]);
});

test('caps are checked again, lead by lead; ignoring them accepts the lead anyway', async () => {
  await write(sql`update campaign_month set daily_allocation = 1 where campaign_key = ${desk.campaignKey}`);
  const leads = [await make('SCR', 2), await make('SCR', 2), await make('CAP', 2)];
  const [first, second, third] = await override(leads);
  expect(first).toMatchObject({ isTaken: true, message: '' });
  expect(second).toMatchObject({ isTaken: false });
  expect(second!.message).toContain('Daily cap');
  expect(third).toMatchObject({ isTaken: false });
  expect(await override([leads[1]!], { ignoreCap: true })).toMatchObject([{ isTaken: true }]);
  // It counts on the day it is accepted, not the day it came.
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ day: string; units: number }>`
      select from_day::text as day, units from cap_count
      where campaign_key = ${desk.campaignKey} and kind = 'day' and units <> 0 order by 1`.execute(tx),
  );
  expect(rows).toEqual([{ day: TEST_NOW.toISOString().slice(0, 10), units: 2 }]);
  expect(await capDifferences()).toEqual([]);
});

test('of two concurrent overrides for the last unit, one succeeds', async () => {
  await write(sql`update campaign_month set daily_allocation = 1 where campaign_key = ${desk.campaignKey}`);
  const [one, two] = [await make('SCR'), await make('DUP')];
  const results = (await Promise.all([override([one]), override([two])])).flat();
  expect(results.filter(({ isTaken }) => isTaken)).toHaveLength(1);
  expect(await capDifferences()).toEqual([]);
});

test('beyond the cap of a campaign that accepts leads unpaid it is unpaid; conflicts, closed months and other owners are refused', async () => {
  await write(sql`update campaign_month set daily_allocation = 0 where campaign_key = ${desk.campaignKey}`);
  await write(sql`update campaign set over_delivery = 'ACCEPT_UNPAID' where campaign_key = ${desk.campaignKey}`);
  const unpaid = await make('INV');
  expect(await override([unpaid])).toMatchObject([{ isTaken: true }]);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ unpaid: boolean }>`select unpaid from lead where lead_key = ${unpaid}`.execute(tx),
  );
  expect(rows).toEqual([{ unpaid: true }]);
  expect(await override([unpaid])).toMatchObject([
    { isTaken: false, message: 'This lead is Valid - awaiting delivery now. You chose Valid - awaiting delivery.' },
  ]);
  expect(await override([await make('INV', 60)])).toMatchObject([
    { message: 'The lead’s month is closed: what is billed for it cannot change.' },
  ]);
  const foreign = await makeDeskLead(harness, desk.other, desk.foreignCampaign, 'INV');
  expect(await override([foreign])).toMatchObject([{ isTaken: false, message: 'The lead was not found.' }]);
  const stranger = await harness.signedIn('ag', { owners: [desk.other], permissions: DESK_RIGHTS });
  const body = { ownerKey: desk.owner, leads: [{ leadCaptureKey: unpaid, version: 1 }], note: 'x' };
  expect((await harness.call(leadOverride, stranger, { body })).status).toBe(404);
});

test('a lead of a campaign on an ad platform is accepted: it has no partner and no cap', async () => {
  await write(sql`update campaign set partner_key = null, channel = 'ppc' where campaign_key = ${desk.campaignKey}`);
  expect(await override([await make('SCR')])).toMatchObject([{ isTaken: true, message: '' }]);
});
