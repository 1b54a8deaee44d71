import {
  bulkImportApply,
  bulkImportFailed,
  bulkImportFile,
  bulkImportUndo,
  type BulkRowAnswer,
  type CallBody,
  type CallResponse,
  fillPath,
  milestoneSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import {
  countedMilestones,
  makeMilestoneLead,
  type MilestoneWorld,
  reportedMilestones,
  useMilestones,
  uploadMilestones,
} from '../../../testing/factories/milestones.ts';
import { countDueNow } from '../due.jobs.ts';

const milestones = useMilestones();
const { harness } = milestones;
let world: MilestoneWorld;
beforeEach(() => {
  world = milestones.world();
});

const lead = (parts: Parameters<typeof makeMilestoneLead>[2] = {}) => makeMilestoneLead(harness, world, parts);
const upload = (lines: readonly string[], options: { apply?: string; fileName?: string } = {}) =>
  uploadMilestones(harness, world.desk, world.owner, lines, options);
const counted = (leadKey: number) => countedMilestones(harness, leadKey);
const reported = (leadKey: number) => reportedMilestones(harness, leadKey);
const remarks = (rows: readonly BulkRowAnswer[]): string[] =>
  rows
    .toSorted((a, b) => a.row - b.row)
    .map(({ errors, warnings }) => [...errors, ...warnings].map(({ message }) => message).join(' '));
const save = async (rows: CallBody<typeof milestoneSave>['rows'], as = world.client) => {
  const { status, body } = await harness.call(milestoneSave, as, { params: { owner: world.owner }, body: { rows } });
  return { status, results: (body.data as CallResponse<typeof milestoneSave> | undefined)?.results ?? [] };
};
const unmatched = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ why: string; code: string }>`
      select why, code from milestone_unmatched where owner_key = ${world.owner} order by unmatched_key
    `.execute(tx);
    return rows;
  });
/** Compares the counted numbers with the rows. */
const expectTrueNumbers = async () => {
  expect(await milestones.recount()).toBe(0);
};

describe('the lead of a row', () => {
  const PERSON = { email: 'ada@mail.example', phone: '3125550147' };

  test('is found by key, id, client reference, transaction id and person, in this order', async () => {
    const [byKey, byId, byReference, byTransaction, byPerson] = [
      await lead(),
      await lead(),
      await lead({ reference: 'CRM-1' }),
      await lead({ transactionId: 'TX-1' }),
      await lead({ person: PERSON }),
    ];
    const all = [byKey.leadKey, byId.leadId.toLowerCase(), 'CRM-1', 'TX-1', ' Ada+x@MAIL.example', '(312) 555-0147'];
    // Each row has all fields of the one before it except the strongest.
    const lines = [0, 1, 2, 3, 4].map((from) =>
      [...all.map((name, way) => (way >= from ? name : '')), 'CONTACT', '2026-03-05'].join(','),
    );
    const header = 'Lead Capture Key,Lead Id,Client Reference,Transaction Id,Email,Phone,Milestone,Date';
    const { data } = await upload([header, ...lines]);
    expect(data).toMatchObject({ state: 'APPLIED', applied: { rows: 5, failed: 0 } });
    for (const { leadKey } of [byKey, byId, byReference, byTransaction, byPerson])
      expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-05' });
  });

  test('an identifier without a match leaves it to the next; a client cannot use a transaction id', async () => {
    const { leadKey } = await lead({ reference: 'CRM-2', transactionId: 'TX-2' });
    const row = { milestone: 'CONTACT', date: '2026-03-05' } as const;
    expect((await save([{ ...row, transactionId: 'TX-2' }])).results).toMatchObject([{ outcome: 'refused' }]);
    expect(
      (await save([{ ...row, leadId: 'L-UNKNOWN', clientReference: 'CRM-2', transactionId: 'TX-2' }])).results,
    ).toEqual([expect.objectContaining({ outcome: 'recorded', leadCaptureKey: leadKey })]);
  });

  test('a person is matched by both email and phone, at most a year before the milestone', async () => {
    const old = await lead({ day: '2025-02-20', person: PERSON });
    const row = { milestone: 'CONTACT', date: '2026-03-05', ...PERSON } as const;
    expect((await save([row])).results).toMatchObject([{ outcome: 'unmatched', leadCaptureKey: null }]);
    expect((await save([{ ...row, date: '2026-02-19' }])).results).toMatchObject([
      { outcome: 'recorded', leadCaptureKey: old.leadKey },
    ]);
    expect((await save([{ ...row, date: '2026-02-18', phone: '3125550199' }])).results).toMatchObject([
      { outcome: 'unmatched' },
    ]);
    expect((await save([{ milestone: 'CONTACT', date: '2026-02-18', email: PERSON.email }])).results).toEqual([
      {
        outcome: 'refused',
        leadCaptureKey: null,
        message: 'Give a Lead Id, a Client Reference, or both Email and Phone.',
      },
    ]);
  });

  test('several delivered leads, one not delivered, and another owner’s become unmatched rows, each with its reason', async () => {
    await lead({ reference: 'TWICE' });
    await lead({ reference: 'TWICE' });
    await lead({ reference: 'RETURNED', status: 'RTN' });
    await lead({ reference: 'THEIRS', ownerKey: world.other });
    const match = await lead({ reference: 'MIXED' });
    await lead({ reference: 'MIXED', status: 'DUP' });
    const rows = ['TWICE', 'RETURNED', 'THEIRS', 'MIXED'].map((clientReference) => ({
      clientReference,
      milestone: 'ENROLLMENT' as const,
      date: '2026-03-05',
    }));
    const { results } = await save(rows);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unmatched', 'unmatched', 'unmatched', 'recorded']);
    expect(results[3]?.leadCaptureKey).toBe(match.leadKey);
    expect((await unmatched()).map(({ why }) => why).toSorted()).toEqual(['none', 'several', 'status']);
  });
});

describe('a milestone', () => {
  test('is stored once however often it is sent, in one file, the next one and by call', async () => {
    const { leadKey, leadId } = await lead();
    const lines = [
      'Lead Id,Milestone,Date,Term',
      `${leadId},contact,2026-03-05,Fall 2026`,
      `${leadId},CONTACT,2026-03-05,Fall 2026`,
      'L-NOBODY,CONTACT,2026-03-05,',
      'L-NOBODY,CONTACT,2026-03-05,',
    ];
    const first = await upload(lines);
    expect(first.data.counts).toMatchObject({ new: 2, unchanged: 2, error: 0 });
    const second = await upload(lines);
    expect(second.data).toMatchObject({ state: 'VALIDATED', counts: { unchanged: 4 }, canApply: false });
    expect((await save([{ leadId, milestone: 'CONTACT', date: '2026-03-05' }])).results).toMatchObject([
      { outcome: 'unchanged', leadCaptureKey: leadKey },
    ]);
    expect(await reported(leadKey)).toEqual(['CONTACT 2026-03-05']);
    expect(await unmatched()).toHaveLength(1);
    await expectTrueNumbers();
  });

  test('sent in the same row by two senders at once is recorded once', async () => {
    const { leadKey, leadId } = await lead();
    const rows = [
      { leadId, milestone: 'CONTACT' as const, date: '2026-03-05' },
      { leadId: 'L-NOBODY', milestone: 'CONTACT' as const, date: '2026-03-05' },
    ];
    const answers = await Promise.all([save(rows), save(rows), save(rows)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.flatMap(({ results }) => results).filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1);
    expect(await reported(leadKey)).toEqual(['CONTACT 2026-03-05']);
    expect(await unmatched()).toHaveLength(1);
  });

  test('counts on its earliest day, in any order of arrival; later ones are history', async () => {
    const { leadKey, leadId } = await lead();
    const send = (milestone: 'ENROLLMENT' | 'CONTACT', date: string) => save([{ leadId, milestone, date }]);
    const { results } = await send('ENROLLMENT', '2026-03-08');
    expect(results[0]?.message).toBe('Gap: no Contact, Application yet.');
    await send('CONTACT', '2026-03-06');
    expect((await send('CONTACT', '2026-03-07')).results[0]?.message).toContain('Contact stands since 2026-03-06');
    expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-06', ENROLLMENT: '2026-03-08' });
    await send('CONTACT', '2026-03-02');
    expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-02', ENROLLMENT: '2026-03-08' });
    expect(await reported(leadKey)).toHaveLength(4);
    await expectTrueNumbers();
  });

  test('cannot precede its lead or be in the future, except for kinds that are scheduled', async () => {
    const { leadId } = await lead({ day: '2026-03-01' });
    const row = (milestone: string, date: string) => `${leadId},${milestone},${date}`;
    // In the owner's zone it is the 10th of March.
    const { data } = await upload(
      [
        'Lead Id,Milestone,Date',
        row('CONTACT', '2026-02-27'),
        row('CONTACT', '2026-02-28'),
        row('VISIT', '2026-03-11'),
        row('VISIT', '2026-03-12'),
        row('START', '2026-09-01'),
        row('START', '2030-09-01'),
        row('SALE', '2026-03-05'),
        row('CONTACT', '03/05/2026'),
        ',CONTACT,2026-03-05',
      ],
      { apply: 'no' },
    );
    expect(remarks(data.rows)).toEqual([
      'Date is before the lead came, on 2026-03-01.',
      '',
      'It counts from 2026-03-11 on. Gap: no Contact yet.',
      'Date is in the future.',
      'It counts from 2026-09-01 on. Gap: no Contact, Application, Enrollment yet.',
      'Date is more than three years ahead.',
      'Milestone must be one of CONTACT, APPOINTMENT, INTERVIEW, VISIT, APPLICATION, ENROLLMENT, START.',
      'Date must be a date in the form YYYY-MM-DD.',
      'Give a Lead Id, a Client Reference, or both Email and Phone.',
    ]);
  });

  test('scheduled for a later day counts from that day on, in the owner’s zone', async () => {
    const { leadKey, leadId } = await lead();
    await save([{ leadId, milestone: 'APPOINTMENT', date: '2026-03-12' }]);
    expect(await counted(leadKey)).toEqual({});
    // In Chicago the 12th begins at 5 AM UTC.
    harness.clock.set(new Date('2026-03-12T04:59:00Z'));
    expect(await countDueNow(harness)).toBe(0);
    harness.clock.set(new Date('2026-03-12T05:00:00Z'));
    expect(await countDueNow(harness)).toBe(1);
    expect(await counted(leadKey)).toEqual({ APPOINTMENT: '2026-03-12' });
    expect(await countDueNow(harness)).toBe(0);
    await expectTrueNumbers();
  });

  test('is voided by a file with its reason, stays voided when sent again, and NULL reinstates it', async () => {
    const { leadKey, leadId } = await lead();
    const [header, plain] = ['Lead Id,Milestone,Date,Void Reason', `${leadId},CONTACT,2026-03-05,`];
    await upload([header, plain]);
    const wrong = await upload([header, `${leadId},CONTACT,2026-03-04,Wrong person`, 'L-NOBODY,CONTACT,2026-03-04,No']);
    expect(wrong.errors?.map(({ message }) => message)).toEqual([
      'Row 2: The lead has no Contact of 2026-03-04 to void.',
      'Row 3: No lead was found: there is nothing to void.',
    ]);
    await upload([header, `${leadId},CONTACT,2026-03-05,Wrong person`]);
    expect(await counted(leadKey)).toEqual({});
    expect(await reported(leadKey)).toEqual(['CONTACT 2026-03-05 voided: Wrong person']);
    expect((await upload([header, plain])).data.counts).toMatchObject({ unchanged: 1 });
    expect(await counted(leadKey)).toEqual({});
    await expectTrueNumbers();
    await upload([header, `${leadId},CONTACT,2026-03-05,NULL`]);
    expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-05' });
    await expectTrueNumbers();
  });
});

describe('a file', () => {
  test('is previewed; undone, its milestones are voided, its unmatched rows deleted, and it can be sent again', async () => {
    const { leadKey, leadId } = await lead();
    await save([{ leadId, milestone: 'CONTACT', date: '2026-03-06' }]);
    const lines = [
      'Lead Id,Milestone,Date,Void Reason',
      `${leadId},CONTACT,2026-03-02,`,
      `${leadId},CONTACT,2026-03-06,Entered twice`,
      'L-NOBODY,VISIT,2026-03-05,',
    ];
    const { data } = await upload(lines, { apply: 'no' });
    expect(data.counts).toEqual({ new: 2, changed: 1, unchanged: 0, error: 0, total: 3 });
    expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-06' });
    const on = { params: { owner: world.owner, importKey: data.importKey } };
    await harness.call(bulkImportApply, world.desk, { ...on, body: {} });
    expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-02' });
    const undone = await harness.call(bulkImportUndo, world.desk, on);
    expect(undone.status).toBe(200);
    expect(await counted(leadKey)).toEqual({ CONTACT: '2026-03-06' });
    expect(await unmatched()).toEqual([]);
    expect(await reported(leadKey)).toEqual(['CONTACT 2026-03-06', 'CONTACT 2026-03-02 voided: The file was undone.']);
    await expectTrueNumbers();
    expect((await upload(lines)).data).toMatchObject({ state: 'APPLIED', applied: { rows: 3 } });
    await expectTrueNumbers();
  });

  test('is not undone if one of its milestones was changed since', async () => {
    const { leadId } = await lead();
    const { data } = await upload(['Lead Id,Milestone,Date', `${leadId},CONTACT,2026-03-05`]);
    await save([{ leadId, milestone: 'CONTACT', date: '2026-03-05', voidReason: 'Wrong person' }]);
    const { status } = await harness.call(bulkImportUndo, world.desk, {
      params: { owner: world.owner, importKey: data.importKey },
    });
    expect(status).toBe(409);
  });

  test('records nothing on a lead returned between preview and applying', async () => {
    const { leadKey, leadId } = await lead();
    const { data } = await upload(['Lead Id,Milestone,Date', `${leadId},CONTACT,2026-03-05`], { apply: 'no' });
    await harness.asMigrator((tx) => sql`update lead set status = 'RTN' where lead_key = ${leadKey}`.execute(tx));
    const { status } = await harness.call(bulkImportApply, world.desk, {
      params: { owner: world.owner, importKey: data.importKey },
      body: {},
    });
    expect(status).toBe(409);
    expect(await reported(leadKey)).toEqual([]);
  });

  test('neither the file nor its rows contain a person in the clear; failed rows return to the sender only', async () => {
    const person = { email: 'private.person@mail.example', phone: '3125550188' };
    const { data } = await upload([
      'Email,Phone,Milestone,Date',
      `${person.email},${person.phone},CONTACT,2026-03-05`,
      `${person.email},${person.phone},CONTACT,2026-03-29`,
      `${person.email},${person.phone},WALKED IN,2026-03-05`,
    ]);
    expect(data).toMatchObject({ applied: { rows: 1, failed: 2 }, hasFile: true, hasFailed: true });
    const matches = await harness.asMigrator(async (tx) => {
      const like = (text: string) => sql`like ${`%${text}%`}`;
      const { rows } = await sql<{ n: number }>`
        select ((select count(*) from bulk_import i where position(${Buffer.from(person.email)} in i.file) > 0 or i::text ${like(person.email)})
             + (select count(*) from bulk_import_row r where r::text ${like(person.email)} or r::text ${like(person.phone)})
             + (select count(*) from milestone_unmatched u where u::text ${like(person.email)} or u::text ${like(person.phone)})
             + (select count(*) from audit_log a where a::text ${like(person.email)}))::int as n`.execute(tx);
      return rows[0]!.n;
    });
    expect(matches).toBe(0);
    const get = async (call: typeof bulkImportFile | typeof bulkImportFailed, as = world.desk) => {
      const url = `/api${fillPath(call.path, { owner: world.owner, importKey: data.importKey }, as.group)}`;
      return harness.app.inject({ method: 'GET', url, headers: as.headers });
    };
    const failed = await readSheet((await get(bulkImportFailed)).rawPayload, 'failed.xlsx');
    expect(failed.rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      [person.email, person.phone, 'CONTACT'],
      [person.email, person.phone, 'WALKED IN'],
    ]);
    expect((await get(bulkImportFile)).payload).toContain(person.email);
    const colleague = await harness.signedIn('ag', { owners: [world.owner], permissions: ['leadanalyzer:Update'] });
    expect((await get(bulkImportFile, colleague)).statusCode).toBe(403);
    expect((await get(bulkImportFailed, colleague)).statusCode).toBe(403);
  });

  test('a file of people that a client uploaded is no other user’s of the client, also with the right to see people', async () => {
    const { leadId } = await lead();
    const lines = ['Lead Id,Milestone,Date', `${leadId},CONTACT,2026-03-05`];
    const { data } = await uploadMilestones(harness, world.client, world.owner, lines);
    const { path } = bulkImportFile;
    const url = `/api${fillPath(path, { owner: world.owner, importKey: data.importKey }, 'cl')}`;
    const statusFor = async ({ headers }: typeof world.client) =>
      (await harness.app.inject({ method: 'GET', url, headers })).statusCode;
    const colleague = await harness.signedIn('cl', {
      owners: [world.owner],
      permissions: ['leadanalyzer:View', 'leadanalyzer:Export', 'leadanalyzer:ViewPII'],
    });
    expect([await statusFor(world.client), await statusFor(colleague)]).toEqual([200, 403]);
  });

  test('a program code must be one of the owner’s', async () => {
    const { leadId } = await lead();
    const { data } = await upload(['Lead Id,Milestone,Date,Program Code', `${leadId},CONTACT,2026-03-05,NURSING`], {
      apply: 'no',
    });
    expect(remarks(data.rows)).toEqual(['Program Code NURSING does not belong to this owner.']);
  });
});

test('each group needs its own right, and another owner is unknown', async () => {
  const lines = ['Lead Id,Milestone,Date', 'L-1,CONTACT,2026-03-05'];
  const rows = [{ leadId: 'L-1', milestone: 'CONTACT' as const, date: '2026-03-05' }];
  const outcomesOf = async (as: typeof world.desk) => [
    (await uploadMilestones(harness, as, world.owner, lines)).status,
    (await save(rows, as)).status,
  ];
  const owners = [world.owner];
  expect(await outcomesOf(await harness.signedIn('ag', { owners, permissions: ['leadanalyzer:Export'] }))).toEqual([
    403, 403,
  ]);
  expect(await outcomesOf(await harness.signedIn('cl', { owners, permissions: ['leadanalyzer:View'] }))).toEqual([
    403, 403,
  ]);
  expect(await outcomesOf(world.client)).toEqual([200, 200]);
  expect((await uploadMilestones(harness, world.client, world.other, lines)).status).toBe(404);
});
