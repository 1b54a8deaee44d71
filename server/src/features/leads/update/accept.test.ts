import {
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  type LeadAnswer,
  leadRecheckPreview,
  leadUpdatePreview,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { deskState, DESK_RIGHTS } from '../../../testing/factories/lead-desk.ts';
import {
  allowFastPosts,
  clientNameOf,
  makeMonths,
  makePostingKey,
  postBody,
} from '../../../testing/factories/posting.ts';

const harness = useApp();
let number = 0;

interface Place {
  ownerKey: number;
  campaignKey: number;
  key: string;
  clientName: string;
}
/** A campaign of a new owner and a new media partner. */
const makePlace = (): Promise<Place> =>
  harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const campaign = await makeCampaign(tx, { partnerKey });
    await allowFastPosts(tx, partnerKey);
    const key = await makePostingKey(tx, partnerKey, TEST_NOW);
    return { ...campaign, key, clientName: await clientNameOf(tx, campaign.campaignKey) };
  });

let place: Place;
let other: Place;
let desk: SignedIn;
beforeAll(() => harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01')));
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  [place, other] = [await makePlace(), await makePlace()];
  desk = await harness.signedIn('ag', { owners: [place.ownerKey], permissions: DESK_RIGHTS });
});

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const setCap = (cap: number | null) =>
  write(sql`update campaign_month set daily_allocation = ${cap} where campaign_key = ${place.campaignKey}`);
const end = (day: string | null) =>
  write(
    sql`update campaign set end_date = ${day}::date where campaign_key in (${place.campaignKey}, ${other.campaignKey})`,
  );

/** Posts a lead; its key. */
const post = async (over: Record<string, unknown> = {}, at: Place = place): Promise<number> => {
  const { payload } = await harness.app.inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': at.key },
    payload: { ...postBody((number += 1), at), ...over },
  });
  const { leadId } = JSON.parse(payload) as Exclude<LeadAnswer, { outcome: 'error' }>;
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ leadKey: number }>`select lead_key::int as "leadKey" from lead where public_id = ${leadId}`.execute(tx),
  );
  return rows[0]!.leadKey;
};
const idOf = async (leadKey: number): Promise<string> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ id: string }>`select public_id as id from lead where lead_key = ${leadKey}`.execute(tx),
  );
  return rows[0]!.id;
};
const statusOf = async (leadKey: number) => (await deskState(harness, leadKey)).status;
const capDifferences = async () =>
  (await harness.asMigrator((tx) => sql`select * from app.cap_differences()`.execute(tx))).rows;
const waiting = async (leadKey: number): Promise<boolean> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql`select from delivery_task where lead_key = ${leadKey} and done_at is null`.execute(tx),
  );
  return rows.length > 0;
};

const params = () => ({ owner: place.ownerKey });
const override = async (leadCaptureKeys: number[], more: object = {}, as = desk) => {
  const { status, body } = await harness.call(leadUpdatePreview, as, {
    params: params(),
    body: { leads: { leadCaptureKeys }, statusCode: 'VAL', note: 'The school wants them', ...more } as never,
  });
  return { status, data: body.data as BulkImportResult };
};
const recheck = async (leadCaptureKeys: number[], as = desk) => {
  const { status, body } = await harness.call(leadRecheckPreview, as, {
    params: params(),
    body: { leads: { leadCaptureKeys } },
  });
  return { status, data: body.data as BulkImportResult };
};
const apply = async ({ importKey }: BulkImportResult, mode: 'goodRows' | 'allOrNothing' = 'goodRows') => {
  const { body } = await harness.call(bulkImportApply, desk, { params: { ...params(), importKey }, body: { mode } });
  const { code, errors = [] } = body as { code?: string; errors?: { message: string }[] };
  return { code, errors, data: body.data as BulkImportResult };
};
const undo = ({ importKey }: BulkImportResult) =>
  harness.call(bulkImportUndo, desk, { params: { ...params(), importKey } });
const errorsOf = ({ rows }: BulkImportResult) =>
  Object.fromEntries(rows.map(({ label, errors }) => [label, errors.map(({ message }) => message).join(' ')]));

test('many are accepted against the checks as far as the caps have room; the others are named with the cap', async () => {
  await end('2026-03-01');
  const leads = [await post(), await post(), await post()];
  const foreign = await post({}, other);
  await end(null);
  await setCap(2);
  const { data } = await override([...leads, foreign]);
  // In the preview each has room, and none is taken.
  expect(data.counts).toMatchObject({ changed: 3, error: 1 });
  expect(await statusOf(leads[0]!)).toBe('CLS');
  const refused = await apply(data, 'allOrNothing');
  expect(refused.code).toBe('IMPORT_ERRORS');
  expect(await statusOf(leads[0]!)).toBe('CLS');
  const { data: done } = await apply(data);
  expect(done.applied).toMatchObject({ rows: 2, failed: 2 });
  expect(await Promise.all(leads.map(statusOf))).toEqual(['VAL', 'VAL', 'CLS']);
  expect(errorsOf(done)[await idOf(leads[2]!)]).toContain('Daily cap');
  expect(await statusOf(foreign)).toBe('CLS');
  expect(await waiting(leads[0]!)).toBe(true);
  expect(await capDifferences()).toEqual([]);
  // The cap is full now: the preview says so, unless it is to be ignored.
  const full = await override([leads[2]!]);
  expect(full.data.counts).toMatchObject({ changed: 0, error: 1 });
  expect(errorsOf(full.data)[await idOf(leads[2]!)]).toContain('Daily cap');
  await apply((await override([leads[2]!], { ignoreCap: true })).data);
  expect(await statusOf(leads[2]!)).toBe('VAL');
  expect(await capDifferences()).toEqual([]);
});

test('all or none: if the caps refuse one while others are written, none is accepted, and the message names it', async () => {
  await end('2026-03-01');
  const leads = [await post(), await post()];
  await end(null);
  await setCap(1);
  const answer = await apply((await override(leads)).data, 'allOrNothing');
  expect(answer.code).toBe('STALE_ROW');
  expect(answer.errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(new RegExp(`^${await idOf(leads[1]!)}: Daily cap`)),
  ]);
  expect(await Promise.all(leads.map(statusOf))).toEqual(['CLS', 'CLS']);
  expect(await capDifferences()).toEqual([]);
});

test('an override is undone: status and reasons are back, nothing waits, the cap is free and nobody is owed', async () => {
  await setCap(0);
  await write(sql`update campaign set over_delivery = 'ACCEPT_UNPAID' where campaign_key = ${place.campaignKey}`);
  await end('2026-03-01');
  const leadKey = await post();
  await end(null);
  const before = await deskState(harness, leadKey);
  const { data } = await apply((await override([leadKey])).data);
  const unpaid = async () =>
    (
      await harness.asMigrator((tx) =>
        sql<{ unpaid: boolean }>`select unpaid from lead where lead_key = ${leadKey}`.execute(tx),
      )
    ).rows[0]!.unpaid;
  expect([await statusOf(leadKey), await unpaid()]).toEqual(['VAL', true]);
  expect((await undo(data)).status).toBe(200);
  expect(await deskState(harness, leadKey)).toEqual({ ...before, version: 3 });
  expect([await waiting(leadKey), await unpaid()]).toEqual([false, false]);
  expect(await capDifferences()).toEqual([]);
});

test('after a rule was mended refused and held leads are checked again: only those that pass all checks become valid', async () => {
  await end('2026-03-01');
  const [late, twin] = [await post(), await post({ email: 'twin@posted.net' })];
  const foreign = await post({}, other);
  await end(null);
  await post({ email: 'twin@posted.net' });
  await write(sql`update campaign set over_delivery = 'HOLD' where campaign_key = ${place.campaignKey}`);
  await setCap(1);
  const heldLead = await post();
  expect(await statusOf(heldLead)).toBe('HLD');
  expect((await recheck([late, heldLead])).data.counts).toMatchObject({ changed: 0, error: 2 });
  await setCap(3);
  const { data } = await recheck([late, twin, heldLead, foreign]);
  expect(data.counts).toMatchObject({ changed: 2, error: 2 });
  expect(errorsOf(data)[await idOf(twin)]).toBe('Still duplicate: Duplicate lead.');
  const { data: done } = await apply(data);
  expect(done.applied).toMatchObject({ rows: 2, failed: 2 });
  expect(await Promise.all([late, twin, heldLead, foreign].map(statusOf))).toEqual(['VAL', 'CLS', 'VAL', 'CLS']);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ note: string; passed: boolean; records: number; holds: number }>`
      select h.note, h.checks -> 'passed' ? 'dedup' as passed,
             (select count(*)::int from audit_log where action = 'leadRechecked' and owner_key = ${place.ownerKey}) as records,
             (select count(*)::int from lead_hold where lead_key = ${heldLead}) as holds
      from lead_status_change h where h.lead_key = ${late} and h.to_status = 'VAL'`.execute(tx),
  );
  expect(rows).toEqual([{ note: 'Checked again', passed: true, records: 2, holds: 0 }]);
  expect(await capDifferences()).toEqual([]);
  expect((await undo(done)).status).toBe(200);
  expect(await Promise.all([late, heldLead].map(statusOf))).toEqual(['CLS', 'HLD']);
  expect(await capDifferences()).toEqual([]);
  // Undone, they can be checked again.
  expect((await recheck([late, heldLead])).data.counts).toMatchObject({ changed: 2 });
});

test('leads that a user or a verification service refused, or that passed, are not checked again', async () => {
  await end('2026-03-01');
  const [byHand, byService] = [await post(), await post()];
  await end(null);
  const valid = await post();
  await write(sql`
    insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status, changed_by)
    select owner_key, captured_date, lead_key, ${TEST_NOW}::timestamptz + interval '1 minute', 'HLD', status, ${desk.userKey}
    from lead where lead_key = ${byHand}`);
  await write(sql`update lead set status_reasons = '{PHONE_DISCONNECTED}' where lead_key = ${byService}`);
  await write(sql`
    insert into client_criteria (owner_key, client_key, version, body, saved_at)
    select g.owner_key, g.client_key, 1, '{"verification": {"phone": "REJECT"}}', ${TEST_NOW}
    from campaign c join goal g using (owner_key, goal_key) where c.campaign_key = ${place.campaignKey}`);
  const { data } = await recheck([byHand, byService, valid]);
  expect(errorsOf(data)).toMatchObject({
    [await idOf(byHand)]: 'No check on record refused it. Choose Valid to take it anyway.',
    [await idOf(byService)]: expect.stringContaining('A verification service refused it'),
    [await idOf(valid)]: expect.stringContaining('Valid - awaiting delivery'),
  });
});

test('both need the agency’s right, at its owners', async () => {
  await end('2026-03-01');
  const leadKey = await post();
  const viewer = await harness.signedIn('ag', { owners: [place.ownerKey], permissions: ['leadanalyzer:View'] });
  const stranger = await harness.signedIn('ag', { owners: [other.ownerKey], permissions: DESK_RIGHTS });
  const client = await harness.signedIn('cl', { owners: [place.ownerKey], permissions: DESK_RIGHTS });
  for (const [as, status] of [
    [viewer, 403],
    [stranger, 404],
    [client, 403],
  ] as const) {
    expect((await recheck([leadKey], as)).status).toBe(status);
    expect((await override([leadKey], {}, as)).status).toBe(status);
  }
});
