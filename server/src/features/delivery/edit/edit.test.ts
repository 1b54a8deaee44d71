import {
  type CallResponse,
  type LeadDetail,
  leadDetails,
  leadEditGet,
  type LeadEvent,
  privacyErase,
  stuckLeadEdit,
  stuckLeadTries,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDelivering } from '../../../jobs/delivering.ts';
import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import {
  clientOf,
  deliverySettings,
  makeEndpoint,
  makeValidLead,
  TEST_SECRET,
} from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makeCampus } from '../../../testing/factories/factories.ts';

const harness = useApp();
const HOUR = 3_600_000;
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

let owner: number;
let other: number;
let foreignLead: number;
let campaignKey: number;
let programs: [wrong: number, right: number, elsewhere: number];
let desk: SignedIn;

const settings = deliverySettings({
  fields: [
    { name: 'email', template: '{email}' },
    { name: 'zip', template: '{zip}' },
    { name: 'program', template: '{programCode}' },
    { name: 'vendor', template: 'ACME-7' },
  ],
});

beforeAll(async () => {
  const setup = await harness.asMigrator(async (tx) => {
    const mine = await makeCampaign(tx);
    const foreign = await makeCampaign(tx);
    const clientKey = await clientOf(tx, mine.ownerKey, mine.campaignKey);
    await makeEndpoint(tx, { ownerKey: mine.ownerKey, clientKey, settings });
    const { leadKey } = await makeValidLead(tx, { ...foreign, at: TEST_NOW, status: 'STK' });
    const subjects = ['Business', 'Business'];
    const campus = await makeCampus(tx, { ownerKey: mine.ownerKey, clientKey, subjects });
    const foreignClient = await clientOf(tx, foreign.ownerKey, foreign.campaignKey);
    const elsewhere = await makeCampus(tx, { ownerKey: foreign.ownerKey, clientKey: foreignClient, subjects });
    return {
      mine,
      foreign,
      leadKey,
      programs: [...campus.programKeys, elsewhere.programKeys[0]] as typeof programs,
    };
  });
  ({ programs } = setup);
  owner = setup.mine.ownerKey;
  ({ campaignKey } = setup.mine);
  other = setup.foreign.ownerKey;
  foreignLead = setup.leadKey;
  await write(sql`update program set code = 'MBA-01', name = 'MBA' where program_key = ${programs[0]}`);
  await write(sql`update program set code = 'MBA-02', name = 'MBA Online' where program_key = ${programs[1]}`);
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  desk = await harness.signedIn('ag', {
    owners: [owner],
    permissions: ['leadanalyzer:View', 'leadanalyzer:Update', 'leadanalyzer:Erase'],
  });
});

/** A lead that its client's system refused for its program. */
const make = async (status: 'VAL' | 'STK' | 'REJ' | 'DLV', hoursAgo = 2): Promise<number> => {
  const at = new Date(TEST_NOW.getTime() - hoursAgo * HOUR);
  return harness.asMigrator(async (tx) => {
    const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey: owner, campaignKey, at });
    await sql`update lead set program_key = ${programs[0]}, zip = '43001' where lead_key = ${leadKey}`.execute(tx);
    await queueDelivery(tx, { ownerKey: owner, leadKey, capturedDate }, at);
    await sql`update lead set status = ${status} where lead_key = ${leadKey}`.execute(tx);
    await sql`update delivery_task set due_at = null, is_stuck = true, mapping_errors = 3 where lead_key = ${leadKey}`.execute(
      tx,
    );
    await sql`
      insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, reason, response, http_status)
      values (${owner}, ${capturedDate}, ${leadKey}, 1, ${at}, 'failed', 'MAPPING_ERROR', 'unknown program code', 422)`.execute(
      tx,
    );
    return leadKey;
  });
};
const form = async (leadKey: number) => {
  const { status, body } = await harness.call(leadEditGet, desk, { params: { owner, leadKey } });
  expect(status).toBe(200);
  return body.data as CallResponse<typeof leadEditGet>;
};
const edit = (leadKey: number, values: object, more: object = {}, params = { owner }) =>
  harness.call(stuckLeadEdit, desk, { params, body: { leadKey, values, ...more } });
const eventsOf = async (leadKey: number): Promise<LeadEvent[]> => {
  const { body } = await harness.call(leadDetails, desk, { params: { searchType: 'lead', keyCode: String(leadKey) } });
  return (body.data as { leads: [LeadDetail] }).leads[0].events;
};
/** The bodies of what is sent now. */
const deliver = async (): Promise<string[]> => {
  const bodies: string[] = [];
  const http: OutboundHttp = async ({ body = '' }) => {
    bodies.push(body);
    return { status: 200, text: 'ok' };
  };
  const log = { error: (...args: unknown[]) => void bodies.push(JSON.stringify(args)) };
  await openDelivering({ db: harness.db, clock: harness.clock, secret: TEST_SECRET, http, log }).drain();
  return bodies;
};

test('the form has every field that the endpoint is sent, and marks the one that the answer names', async () => {
  const lead = await make('STK');
  const { endpointName, lastAnswer, status, fields } = await form(lead);
  expect([endpointName, lastAnswer, status]).toEqual(['School CRM', 'unknown program code', 'STK']);
  expect(fields.map(({ name, sent, isNamed }) => [name, sent, isNamed])).toEqual([
    ['email', 'z•••@m•••.example', false],
    ['zip', '43001', false],
    ['programKey', 'MBA-01', true],
    [null, 'ACME-7', false],
  ]);
  const labels = fields[2]?.choices?.map(({ label }) => label) ?? [];
  expect(labels).toEqual([
    expect.stringMatching(/^MBA \(MBA-01\), /),
    expect.stringMatching(/^MBA Online \(MBA-02\), /),
  ]);
});

test('what was corrected goes out, the history keeps what was there, and the log names fields, not people', async () => {
  const lead = await make('STK');
  const { version } = await form(lead);
  const values = { email: 'right@mail.example', zip: '43004', programKey: programs[1] };
  expect((await edit(lead, values, { version })).status).toBe(200);
  const [body] = await deliver();
  expect(JSON.parse(body ?? '')).toEqual({
    email: 'right@mail.example',
    zip: '43004',
    program: 'MBA-02',
    vendor: 'ACME-7',
  });
  const events = await eventsOf(lead);
  const change = events.find(({ kind }) => kind === 'edit');
  expect(change).toMatchObject({
    by: 'Test User',
    changes: expect.arrayContaining([
      { label: 'Email', before: 'z•••@m•••.example', after: 'r•••@m•••.example' },
      { label: 'ZIP', before: '43001', after: '43004' },
      {
        label: 'Program',
        before: expect.stringMatching(/^MBA \(MBA-01\)/),
        after: expect.stringMatching(/^MBA Online \(MBA-02\)/),
      },
    ]),
  });
  expect(events.map(({ kind }) => kind).slice(-3)).toEqual(['edit', 'delivery', 'status']);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ after: object }>`
      select after from audit_log where action = 'stuckLeadEdited' and entity_key = ${String(lead)}`.execute(tx),
  );
  expect(rows).toEqual([{ after: { fields: ['email', 'zip', 'campusKey', 'programKey'] } }]);
  const tries = await harness.call(stuckLeadTries, desk, { params: { owner, leadKey: lead } });
  expect(JSON.stringify(tries.body.data)).not.toContain('right@mail');
});

test('a lead that waits and one that was refused are corrected too, a delivered one is not', async () => {
  const [waiting, refused, delivered] = [await make('VAL', 0.2), await make('REJ', 0.5), await make('DLV')];
  expect((await edit(waiting, { zip: '43005' })).status).toBe(200);
  expect((await edit(refused, { zip: '43006' })).status).toBe(200);
  expect((await edit(delivered, { zip: '43007' })).status).toBe(409);
  const bodies = await deliver();
  expect(bodies.map((body) => (JSON.parse(body) as { zip: string }).zip).toSorted()).toEqual(['43005', '43006']);
  const steps = (await eventsOf(refused)).map((event) =>
    event.kind === 'status' ? `${event.from}>${event.to}` : event.kind,
  );
  expect(steps.slice(-4)).toEqual(['edit', 'REJ>VAL', 'delivery', 'VAL>DLV']);
});

test('a lead that changed since, one that is being sent, and one of a closed month are refused', async () => {
  const lead = await make('STK');
  const { version } = await form(lead);
  expect((await edit(lead, { zip: '43004' }, { version: version + 1 })).status).toBe(409);
  await write(
    sql`update delivery_task set taken_until = clock_timestamp() + interval '1 minute' where lead_key = ${lead}`,
  );
  expect((await edit(lead, { zip: '43004' })).body.message).toContain('being sent');
  await write(sql`update delivery_task set taken_until = null where lead_key = ${lead}`);
  const old = await make('REJ', 24 * 40);
  expect((await edit(old, { zip: '43004' })).body.code).toBe('MONTH_CLOSED');
});

test('a wrong value is refused by the name of its field', async () => {
  const lead = await make('STK');
  const refusal = async (values: object) => {
    const { status, body } = await edit(lead, values);
    return [status, (body as { errors?: { field: string }[] }).errors?.[0]?.field];
  };
  expect(await refusal({})).toEqual([422, 'values']);
  expect(await refusal({ zip: '4300' })).toEqual([400, 'values.zip']);
  expect(await refusal({ education: 'WIZARD' })).toEqual([400, 'values.education']);
  expect(await refusal({ programKey: programs[2] })).toEqual([422, 'values.programKey']);
});

test('a corrected value follows the rules of a posted one, and is kept as a posted one would be', async () => {
  const lead = await make('STK');
  const errorOf = async (values: object) => {
    const { body } = await edit(lead, values);
    return (body as { errors?: { field: string; message: string }[] }).errors?.[0];
  };
  expect(await errorOf({ firstName: 'R2D2' })).toMatchObject({
    field: 'values.firstName',
    message: 'First name has characters that are not allowed.',
  });
  expect(await errorOf({ phone: '614-555-0123' })).toMatchObject({ field: 'values.phone' });
  expect(await errorOf({ zip: '00000' })).toMatchObject({ field: 'values.zip' });
  expect(await errorOf({ state: 'ZZ' })).toMatchObject({ field: 'values.state' });
  expect(await errorOf({ lastName: 'a'.repeat(51) })).toMatchObject({
    field: 'values.lastName',
    message: 'must have at most 50 characters',
  });
  expect((await edit(lead, { email: 'Mixed.Case@Mail.Example', phone: '(614) 237-8899' })).status).toBe(200);
  expect(JSON.parse((await deliver())[0] ?? '')).toMatchObject({ email: 'mixed.case@mail.example' });
});

test('another owner’s lead is not found, and a partner has no such call', async () => {
  expect((await harness.call(leadEditGet, desk, { params: { owner, leadKey: foreignLead } })).status).toBe(404);
  expect((await harness.call(leadEditGet, desk, { params: { owner: other, leadKey: foreignLead } })).status).toBe(404);
  expect((await edit(foreignLead, { zip: '43004' })).status).toBe(404);
  expect((await edit(foreignLead, { zip: '43004' }, {}, { owner: other })).status).toBe(404);
  const partner = await harness.signedIn('mp', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect((await harness.call(leadEditGet, partner, { params: { owner, leadKey: 1 }, group: 'ag' })).status).toBe(403);
});

test('erasing the person takes the old values and leaves that something was corrected', async () => {
  const lead = await make('STK');
  await edit(lead, { email: 'soon.gone@mail.example' });
  const person = { email: 'soon.gone@mail.example', phone: '' };
  const erased = await harness.call(privacyErase, desk, { params: { owner }, body: { person, reference: 'R-1' } });
  expect(erased.status).toBe(200);
  expect((await eventsOf(lead)).find(({ kind }) => kind === 'edit')).toMatchObject({
    changes: [{ label: 'Email', before: '', after: '' }],
  });
});
