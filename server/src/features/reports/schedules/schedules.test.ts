import { loadImage } from '@napi-rs/canvas';
import {
  type Permission,
  reportData,
  type ReportQuestion,
  type ReportRun,
  type ReportSchedule,
  reportReaders,
  reportScheduleLeave,
  reportScheduleList,
  reportScheduleLog,
  reportSchedulePause,
  reportScheduleRun,
  reportScheduleSave,
  type SavedView,
  savedViewSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { createLog } from '../../../http/watch/log.ts';
import { startWorker } from '../../../jobs/worker.ts';
import { mailJob } from '../../../shared/mail.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { textOfFile } from '../../../testing/file-text.ts';
import { A_QUESTION, A_VIEW } from '../../../testing/writes/report-writes.ts';
import { PICTURE } from '../mails/chart-picture.ts';
import { scheduleJobs, sendDeps, startSchedulesNow } from './schedules.jobs.ts';
import { sendRun } from './send-run.ts';

const harness = useApp();
const received: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _, done) => {
    void buffer(stream).then(async (bytes) => received.push(await PostalMime.parse(bytes)));
    stream.on('end', done);
  },
});
const PUBLIC_URL = 'https://paceline.example';
const DAYS = ['2026-03-03', '2026-03-09'] as const;
let owner: number;
let partners: readonly [number, number];
let maker: SignedIn;
let client: SignedIn;
let partner: SignedIn;

beforeAll(async () => {
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve()));
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    owner = owners.mine.ownerKey;
    partners = [await makePartner(tx), await makePartner(tx)];
    for (const [index, partnerKey] of partners.entries()) {
      const { campaignKey } = await makeCampaign(tx, {
        ownerKey: owner,
        partnerKey,
        name: `Campaign of partner ${index}`,
      });
      const prices = { clientPrice: 100 + index, mediaPrice: 10 + index };
      for (const day of DAYS) await makeLead(tx, { ownerKey: owner, campaignKey, partnerKey, day, ...prices });
    }
    const other = await makeCampaign(tx, { ownerKey: owners.foreign.ownerKey, partnerKey: partners[0] });
    await makeLead(tx, { ...other, day: DAYS[0], clientPrice: 777 });
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
  const rights: Permission[] = ['reports:Build', 'reports:View', 'reports:Schedule'];
  maker = await harness.signedIn('ag', { owner, permissions: [...rights, 'reports:Margin'] });
  client = await harness.signedIn('cl', { owner, permissions: ['reports:View'] });
  partner = await harness.signedIn('mp', { owner, permissions: ['reports:View'], partnerKey: partners[0] });
});
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
beforeEach(async () => {
  received.length = 0;
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    await sql`delete from mail`.execute(tx);
    await sql`delete from report_schedule`.execute(tx);
  });
});

let names = 0;
const makeView = async (question: Partial<ReportQuestion> = {}): Promise<SavedView> => {
  const body = { ...A_VIEW, name: `View ${(names += 1)}`, question: { ...A_QUESTION, ...question } };
  return (await harness.call(savedViewSave, maker, { params: { owner }, body })).body.data as SavedView;
};
const saveWith = (viewKey: number | null, readerKeys: number[], over: object = {}, as = maker) =>
  harness.call(reportScheduleSave, as, {
    params: { owner },
    body: {
      scheduleKey: null,
      rowVersion: null,
      viewKey,
      every: 'day',
      weekday: null,
      monthDay: null,
      hour: 7,
      readerKeys,
      fileKind: 'csv',
      ...over,
    },
  });
const makeSchedule = async (
  readers: readonly SignedIn[],
  question: Partial<ReportQuestion> = {},
  over: object = {},
): Promise<ReportSchedule> => {
  const { viewKey } = await makeView(question);
  const { status, body } = await saveWith(
    viewKey,
    readers.map(({ userKey }) => userKey),
    over,
  );
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return body.data as ReportSchedule;
};
const run = async (scheduleKey: number, cause: 'now' | 'test' = 'now', as = maker): Promise<number> => {
  const { body } = await harness.call(reportScheduleRun, as, { params: { owner }, body: { scheduleKey, cause } });
  return (body.data as { runKey: number }).runKey;
};
const send = (runKey: number) => sendRun(sendDeps(harness, { publicUrl: PUBLIC_URL }), { ownerKey: owner, runKey });
const logOf = async (scheduleKey: number): Promise<ReportRun[]> =>
  (await harness.call(reportScheduleLog, maker, { params: { owner, scheduleKey } })).body.data as ReportRun[];
const listed = async (as: SignedIn, scheduleKey: number): Promise<ReportSchedule | undefined> =>
  ((await harness.call(reportScheduleList, as, { params: { owner } })).body.data as ReportSchedule[]).find(
    (one) => one.scheduleKey === scheduleKey,
  );
const mailsTo = async (userKey: number): Promise<{ subject: string; body: string; html: string }[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ subject: string; body: string; html: string }>`
      select m.subject, m.body, m.html from mail m join user_account u on u.email = m.to_address where u.user_key = ${userKey}
    `.execute(tx),
  );
  return rows;
};
const setRights = (userKey: number, change: ReturnType<typeof sql>) =>
  harness.asMigrator((tx) => sql`update user_account set ${change} where user_key = ${userKey}`.execute(tx));

describe('sent over a real mail server', () => {
  test.each(['csv', 'xlsx'] as const)('has a picture, the figures and a readable file (%s)', async (fileKind) => {
    const question = { dimensions: ['campaign'], measures: ['validLeads', 'spend', 'cpl'] };
    const { scheduleKey, viewKey } = await makeSchedule([maker], question, { fileKind });
    const worker = await startWorker({
      ownerUrl: harness.ownerUrl,
      jobs: [
        ...scheduleJobs(harness, { publicUrl: PUBLIC_URL }),
        mailJob(harness, {
          smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
          mailFrom: 'Paceline <no-reply@paceline.example>',
        }),
      ],
      log: createLog({ logLevel: 'silent' }),
    });
    try {
      await run(scheduleKey);
      await expect.poll(() => received.length).toBe(1);
    } finally {
      await worker.stop();
    }
    const [mail] = received;
    const answer = await harness.call(reportData, maker, {
      params: { channel: 'all', vertical: 'all' },
      body: {
        ownerKey: owner,
        ...question,
        filters: [],
        order: [],
        limit: 100,
        getTotal: true,
        timeDimensions: { dimension: 'date', granularity: null, dateRange: ['2026-03-03', '2026-03-09'] },
      },
    });
    const { rows, total } = answer.body.data as { rows: Record<string, string | number>[]; total: object };
    expect(rows).toHaveLength(2);
    expect(total).toEqual({ validLeads: 4, spend: 402, cpl: 100.5 });
    for (const row of rows) {
      const figures = [row['campaign'], String(row['validLeads']), `$${Number(row['spend']).toFixed(2)}`];
      for (const figure of figures) expect(mail?.html).toContain(figure);
    }
    expect(mail?.html).toContain('$402.00');
    expect(mail?.text).toContain('$402.00');
    expect(mail?.html).toContain(
      `${PUBLIC_URL}/#/s/cl/insights/reports/media_analysis?owner=${owner}&amp;view=${viewKey}`,
    );
    expect(mail?.html).not.toMatch(/<style|<script|src="http/);
    expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(100_000);

    const [picture, file] = mail?.attachments ?? [];
    expect(picture).toMatchObject({ mimeType: 'image/png', contentId: '<chart@paceline>' });
    expect(mail?.html).toMatch(
      /<img\s+src="cid:chart@paceline"\s+alt="Bar chart of Valid Leads by Campaign, Mar 3, 2026/,
    );
    const image = await loadImage(Buffer.from(picture?.content as ArrayBuffer));
    expect([image.width, image.height]).toEqual([PICTURE.width * PICTURE.density, PICTURE.height * PICTURE.density]);
    const bytes = Buffer.from(file?.content as ArrayBuffer);
    const cells = await cellsOf(bytes, fileKind);
    expect(cells.slice(1).map(([, ...numbers]) => numbers.map(Number))).toEqual([
      ...rows.map((row) => [row['validLeads'], row['spend'], row['cpl']]),
      [4, 402, 100.5],
    ]);
    // Plain text has no file header.
    const about = /About this file[^]*Owner: [^]*Filters: none[^]*Made for [^]+ on Mar 1\d, 2026/;
    expect(about.test(await textOfFile(bytes))).toBe(fileKind === 'xlsx');
    // Sent files are not stored a second time.
    const left = await harness.asMigrator((tx) => sql`select from mail_file`.execute(tx));
    expect(left.rows).toHaveLength(0);
  });
});

/** The cells of a file, parsed by the product's own reader. */
const cellsOf = async (bytes: Buffer, kind: 'csv' | 'xlsx'): Promise<string[][]> => {
  if (kind === 'csv')
    return bytes
      .toString('utf8')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  const { readXlsx } = await import('hucre');
  const { sheets } = await readXlsx(bytes);
  return (sheets[0]?.rows ?? []).filter((row) => row.length > 0).map((row) => row.map(String));
};

describe('each recipient gets what is visible to them at that moment', () => {
  test('their own price and rows: agency and client the client’s price, a partner its own revenue', async () => {
    const { scheduleKey } = await makeSchedule([maker, client, partner]);
    await send(await run(scheduleKey));
    const totalOf = async ({ userKey }: SignedIn) => /Total: (.*)/.exec((await mailsTo(userKey))[0]?.body ?? '')?.[1];
    expect(await totalOf(maker)).toContain('$402.00');
    expect(await totalOf(client)).toContain('$402.00');
    expect(await totalOf(partner)).toContain('$20.00');
    expect(JSON.stringify(await mailsTo(partner.userKey))).not.toMatch(/402\.00|200\.00|202\.00/);
    // A reader who cannot open the page gets no link to it.
    expect(JSON.stringify(await mailsTo(partner.userKey))).not.toContain('media_analysis');
    expect((await logOf(scheduleKey))[0]).toMatchObject({ cause: 'now', sent: 3, skipped: 0, waiting: 0 });
  });

  test('a recipient who may not see a field gets nothing, and the log says why', async () => {
    const { scheduleKey } = await makeSchedule([maker, client], { measures: ['validLeads', 'mediaCost'] });
    await send(await run(scheduleKey));
    expect(await mailsTo(client.userKey)).toEqual([]);
    expect(await mailsTo(maker.userKey)).toHaveLength(1);
    const [{ readers } = { readers: [] }] = await logOf(scheduleKey);
    expect(
      readers.map(({ state, reason }) => ({ state, reason })).toSorted((a, b) => a.state.localeCompare(b.state)),
    ).toEqual([
      { state: 'sent', reason: null },
      { state: 'skipped', reason: 'May not see Media Cost.' },
    ]);
  });

  test('after losing a right, an owner or the account nothing more is sent', async () => {
    const [noRight, noOwner, shut] = [
      await harness.signedIn('cl', { owner, permissions: ['reports:View'] }),
      await harness.signedIn('cl', { owner, permissions: ['reports:View'] }),
      await harness.signedIn('ag', { owner, permissions: ['reports:View'] }),
    ];
    const { scheduleKey } = await makeSchedule([noRight, noOwner, shut, maker]);
    const runKey = await run(scheduleKey);
    await setRights(noRight.userKey, sql`permissions = '{}'`);
    await harness.asMigrator((tx) =>
      sql`delete from user_owner where user_key = ${noOwner.userKey} and owner_key = ${owner}`.execute(tx),
    );
    await setRights(shut.userKey, sql`active = false`);
    await send(runKey);
    for (const { userKey } of [noRight, noOwner, shut]) expect(await mailsTo(userKey)).toEqual([]);
    const [{ readers } = { readers: [] }] = await logOf(scheduleKey);
    expect(readers.flatMap(({ reason }) => reason ?? []).toSorted()).toEqual([
      'Has no access to this owner any more.',
      'Has no active account any more.',
      'May not see reports.',
    ]);
    expect(await listed(maker, scheduleKey)).toMatchObject({ isPaused: false, lastRun: { sent: 1, skipped: 3 } });
  });

  test('it pauses without recipients, and when its maker may no longer schedule', async () => {
    const reader = await harness.signedIn('cl', { owner, permissions: ['reports:View'] });
    const alone = await makeSchedule([reader]);
    await setRights(reader.userKey, sql`permissions = '{}'`);
    await send(await run(alone.scheduleKey));
    expect(await listed(maker, alone.scheduleKey)).toMatchObject({
      isPaused: true,
      pauseReason: 'None of its readers may get it any more.',
    });

    const other = await harness.signedIn('ag', { owner, permissions: ['reports:Build', 'reports:Schedule'] });
    const { viewKey } = await makeView();
    const schedule = (await saveWith(viewKey, [client.userKey], {}, other)).body.data as ReportSchedule;
    const runKey = await run(schedule.scheduleKey, 'now', other);
    await setRights(other.userKey, sql`permissions = '{reports:Build}'`);
    await send(runKey);
    expect(await mailsTo(client.userKey)).toEqual([]);
    expect(await listed(client, schedule.scheduleKey)).toMatchObject({
      isPaused: true,
      pauseReason: 'Its maker may no longer schedule reports.',
    });
  });
});

describe('one mail per run and recipient', () => {
  test('after a crash between two mails the next process mails the others, and nobody twice', async () => {
    const readers = [maker, client, partner];
    const { scheduleKey } = await makeSchedule(readers);
    const runKey = await run(scheduleKey);
    const deps = sendDeps(harness, { publicUrl: PUBLIC_URL });
    let requestCount = 0;
    // The second reader's question never returns: their transaction is rolled back.
    const dying = {
      ...deps,
      readerScope: (parts: Parameters<typeof deps.readerScope>[0]) => {
        requestCount += 1;
        if (requestCount === 2) throw new Error('The process is gone');
        return deps.readerScope(parts);
      },
    };
    await expect(sendRun(dying, { ownerKey: owner, runKey })).rejects.toThrow('The process is gone');
    expect((await logOf(scheduleKey))[0]).toMatchObject({ sent: 2, waiting: 1 });
    await Promise.all([send(runKey), send(runKey)]);
    await send(runKey);
    for (const { userKey } of readers) expect(await mailsTo(userKey)).toHaveLength(1);
    expect((await logOf(scheduleKey))[0]).toMatchObject({ sent: 3, waiting: 0 });
  });

  test('two processes start one run; runs missed for days happen once', async () => {
    const { scheduleKey, nextRunAt } = await makeSchedule([maker]);
    expect(nextRunAt).toBe('2026-03-11T12:00:00.000Z');
    expect(await startSchedulesNow(harness)).toBe(0);
    harness.clock.set(new Date('2026-03-14T15:00:00Z'));
    await Promise.all([startSchedulesNow(harness), startSchedulesNow(harness)]);
    harness.clock.set(TEST_NOW);
    const runs = await logOf(scheduleKey);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ cause: 'due', waiting: 1 });
    expect(await listed(maker, scheduleKey)).toMatchObject({ nextRunAt: '2026-03-15T12:00:00.000Z' });
  });

  test('a test goes only to the user who requests it', async () => {
    const { scheduleKey } = await makeSchedule([client, partner]);
    await send(await run(scheduleKey, 'test'));
    expect((await mailsTo(maker.userKey))[0]?.subject).toMatch(/^Test: View /);
    expect([...(await mailsTo(client.userKey)), ...(await mailsTo(partner.userKey))]).toEqual([]);
  });
});

describe('rights', () => {
  test('recipients are users of the owner; a client sees its own users only', async () => {
    const namesOf = async (as: SignedIn) =>
      ((await harness.call(reportReaders, as, { params: { owner } })).body.data as { userKey: number }[]).map(
        ({ userKey }) => userKey,
      );
    const clerk = await harness.signedIn('cl', { owner, permissions: ['reports:Build', 'reports:Schedule'] });
    const stranger = await harness.signedIn('ag', { owners: [], permissions: ['reports:View'] });
    expect(await namesOf(maker)).toEqual(expect.arrayContaining([maker.userKey, client.userKey, partner.userKey]));
    expect(await namesOf(maker)).not.toContain(stranger.userKey);
    const clerkNames = await namesOf(clerk);
    expect(clerkNames).toContain(client.userKey);
    expect(clerkNames).not.toContain(maker.userKey);
    const { viewKey } = await makeView();
    expect((await saveWith(viewKey, [stranger.userKey])).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'readerKeys' }],
    });
    // A team view of the agency does not exist for a client.
    expect((await saveWith(viewKey, [client.userKey], {}, clerk)).status).toBe(404);
  });

  test('a recipient sees the schedule, cannot change it, and can unsubscribe; a save of an old version is refused', async () => {
    const schedule = await makeSchedule([client, partner]);
    const { scheduleKey, rowVersion, viewKey } = schedule;
    expect(await listed(client, scheduleKey)).toMatchObject({ isReader: true, mayChange: false });
    const leave = (as: SignedIn) => harness.call(reportScheduleLeave, as, { params: { owner }, body: { scheduleKey } });
    expect((await leave(client)).status).toBe(200);
    expect(await listed(client, scheduleKey)).toBeUndefined();
    const late = await saveWith(viewKey, [maker.userKey], { scheduleKey, rowVersion, every: 'week', weekday: 1 });
    expect(late.body).toMatchObject({
      code: 'STALE_ROW',
      errors: [{ message: 'Saved: Every day at 7 AM, 1 reader. Yours: Every Monday at 7 AM, 1 reader.' }],
    });
    const colleague = await harness.signedIn('ag', { owner, permissions: ['reports:Schedule'] });
    const pause = (as: SignedIn) =>
      harness.call(reportSchedulePause, as, { params: { owner }, body: { scheduleKey, isPaused: true } });
    expect((await pause(colleague)).status).toBe(404);
    expect((await pause(maker)).body.data).toMatchObject({ isPaused: true, pauseReason: null });
    harness.clock.set(new Date('2026-03-14T15:00:00Z'));
    await startSchedulesNow(harness);
    harness.clock.set(TEST_NOW);
    expect(await logOf(scheduleKey)).toEqual([]);
  });
});
