import {
  billableChecklist,
  billableClose,
  billableExport,
  billableFile,
  billableRemark,
  billableRemarks,
  billableReopen,
  billableReport,
  type CallResponse,
  fillPath,
  type Permission,
  returnDecide,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { inOrder } from '../../testing/calls/in-order.ts';
import { makeReturnWorld, RETURN_PRICES, type ReturnWorld } from '../../testing/factories/return-factories.ts';
import { tellRemarkNow } from './remarks/remark-mails.jobs.ts';

const harness = useApp();
type Report = CallResponse<typeof billableReport>;
const RIGHTS: Permission[] = ['reports:Billable', 'reports:View'];
let world: ReturnWorld;

beforeAll(async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
  await facts.close();
  world = await makeReturnWorld(harness);
  await world.agree({ maxPercent: 100 });
});
const setClock = (at: string): void => harness.clock.set(new Date(at));
const agency = (...more: Permission[]): Promise<SignedIn> =>
  harness.signedIn('ag', { owners: [world.owner], permissions: [...RIGHTS, ...more] });
const partner = (which: 0 | 1): Promise<SignedIn> =>
  harness.signedIn('mp', { owners: [world.owner], permissions: RIGHTS, partnerKey: world.partners[which] });
const report = async (as: SignedIn, body: object): Promise<Report> => {
  const answer = await harness.call(billableReport, as, { body: { ownerKey: world.owner, ...body } });
  expect(answer.status).toBe(200);
  return answer.body.data as Report;
};
const fileOf = (as: SignedIn, body: object) =>
  harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(billableExport.path, {}, as.group)}`,
    headers: as.headers,
    payload: { ownerKey: world.owner, ...body },
  });
const close = (as: SignedIn, month: string, status: string) =>
  harness.call(billableClose, as, { body: { ownerKey: world.owner, month, status } as never });

describe('visibility of each side', () => {
  const MONTH = '2026-02-01';
  beforeAll(async () => {
    setClock('2026-02-20T15:00:00Z');
    await world.deliver('2026-02-03T15:00:00Z', 0);
    await world.deliver('2026-02-28T15:00:00Z', 0);
    await world.deliver('2026-02-10T15:00:00Z', 1);
    await world.deliver('2026-02-10T15:00:00Z', 'abroad');
  });

  test('the agency sees both, with the margin if it has the right', async () => {
    setClock('2026-02-20T15:00:00Z');
    const { total, rows, month } = await report(await agency('reports:Margin'), { month: MONTH });
    expect(month).toMatchObject({ status: 'OPEN', isFrozen: false, closesAt: '2026-03-06T05:59:00.000Z' });
    expect(rows).toHaveLength(2);
    expect(total).toMatchObject({
      billableLeads: 3,
      unitPrice: RETURN_PRICES.client,
      amount: 3 * RETURN_PRICES.client,
      totalDue: 3 * RETURN_PRICES.client,
      mediaUnitPrice: RETURN_PRICES.media,
      mediaTotalDue: 3 * RETURN_PRICES.media,
      margin: 3 * (RETURN_PRICES.client - RETURN_PRICES.media),
    });
    const plain = await report(await agency(), { month: MONTH });
    expect(plain.total).toMatchObject({ totalDue: 3 * RETURN_PRICES.client });
    expect(Object.keys(plain.total).filter((key) => /media|margin|fee|platformCost$/i.test(key))).toEqual([]);
  });

  test('a media partner sees its own lines at its own price, and nothing of others or of the client', async () => {
    const closing = '2026-01-01';
    await world.deliver('2026-01-03T15:00:00Z', 0);
    await world.deliver('2026-01-28T15:00:00Z', 0);
    await world.deliver('2026-01-10T15:00:00Z', 1);
    await world.deliver('2026-01-10T15:00:00Z', 'abroad');
    setClock('2026-01-20T15:00:00Z');
    const canaries = [RETURN_PRICES.client, 2 * RETURN_PRICES.client].map((amount) => String(amount));
    for (const isClosed of [false, true]) {
      if (isClosed) {
        setClock('2026-02-02T15:00:00Z');
        await close(await agency(), closing, 'IN_REVIEW');
      }
      const as = await partner(0);
      const answer = await harness.call(billableReport, as, {
        body: { ownerKey: world.owner, month: closing, groupBy: ['client', 'campaign', 'source'] },
      });
      expect((answer.body.data as Report).month?.isFrozen).toBe(isClosed);
      expect((answer.body.data as Report).total).toMatchObject({
        billableLeads: 2,
        unitPrice: RETURN_PRICES.media,
        totalDue: 2 * RETURN_PRICES.media,
      });
      const sheet = await readSheet((await fileOf(as, { month: closing })).rawPayload, 'billable.xlsx');
      const text = JSON.stringify([answer.body, sheet.headers, sheet.rows]);
      for (const canary of canaries) expect(text).not.toContain(canary);
      expect(text).not.toMatch(/margin|clientCost|Media Amount/i);
    }
    const other = await harness.call(billableReport, await partner(1), {
      body: { ownerKey: world.owner, month: closing, campaignKeys: [world.campaigns[0]] },
    });
    expect((other.body.data as Report).rows).toEqual([]);
  });

  test('a client sees its bill at its own price, open and closed, and nothing of what partners are paid or said', async () => {
    const closing = '2026-08-01';
    for (const which of [0, 1, 'abroad'] as const) await world.deliver('2026-08-03T15:00:00Z', which);
    const signIn = (rights: Permission[]) => harness.signedIn('cl', { owners: [world.owner], permissions: rights });
    for (const isClosed of [false, true]) {
      setClock(isClosed ? '2026-09-02T15:00:00Z' : '2026-08-20T15:00:00Z');
      if (isClosed) await close(await agency(), closing, 'IN_REVIEW');
      else {
        const line = { ownerKey: world.owner, month: closing, campaignKey: world.campaigns[0] };
        const said = { ...line, kind: 'DISPUTED', comment: 'Between us', after: null };
        await harness.call(billableRemark, await partner(0), { body: said as never });
      }
      const as = await signIn(RIGHTS);
      const groupBy = ['partner', 'client', 'campaign', 'source'] as const;
      const { rows, total, month } = await report(as, { month: closing, groupBy });
      expect(month?.isFrozen).toBe(isClosed);
      expect(total).toMatchObject({ billableLeads: 2, totalDue: 2 * RETURN_PRICES.client });
      expect(rows.map(({ state, ioNumber }) => [state, ioNumber])).toEqual(rows.map(() => [null, null]));
      const sheet = await readSheet((await fileOf(as, { month: closing })).rawPayload, 'billable.xlsx');
      const text = JSON.stringify([rows, total, sheet.headers, sheet.rows]);
      for (const canary of [RETURN_PRICES.media, 2 * RETURN_PRICES.media]) expect(text).not.toContain(String(canary));
      expect(text).not.toMatch(/margin|media(Unit|Amount|Total)|Platform Fee/i);
    }
    const refused = await harness.call(billableReport, await signIn(['reports:View']), {
      body: { ownerKey: world.owner, month: closing },
    });
    expect(refused.status).toBe(403);
  });

  test('a price agreed during the month changes the amount, not the number of billed leads', async () => {
    const lead = await world.deliver('2026-07-03T15:00:00Z', 0);
    const { key } = await world.leadOf(lead);
    setClock('2026-07-20T15:00:00Z');
    const as = await agency();
    const before = await report(as, { month: '2026-07-01' });
    await world.write(sql`
      insert into billing_adjustment (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, cause, reason, made_at)
      values (${world.owner}, '2026-07-10', ${world.campaigns[0]}, '2026-07-01', ${key}, -2, 0, 'RECONCILIATION', 'Agreed', now())`);
    const after = await report(as, { month: '2026-07-01' });
    expect(before.total).toMatchObject({ billableLeads: 1, amount: RETURN_PRICES.client });
    expect(after.total).toMatchObject({ billableLeads: 1, amount: RETURN_PRICES.client - 2 });
  });

  test('a difference settled with one side is no line of the other, nor of users without the margin right', async () => {
    setClock('2026-07-20T15:00:00Z');
    for (const [client, media, reason] of [
      [-3, 0, 'Settled with the client'],
      [0, -4, 'Settled with the media partner'],
    ] as const)
      await world.write(sql`
        insert into billing_adjustment (owner_key, day, campaign_key, for_month, client_amount, media_amount, cause, reason, made_at)
        values (${world.owner}, '2026-07-11', ${world.campaigns[0]}, '2026-06-01', ${client}, ${media}, 'RECONCILIATION', ${reason}, now())`);
    const reasonsFor = async (as: SignedIn) =>
      (await report(as, { month: '2026-07-01' })).adjustments.map(({ reason }) => reason).toSorted();
    expect(await reasonsFor(await partner(0))).toEqual(['Settled with the media partner']);
    expect(await reasonsFor(await agency())).toEqual(['Settled with the client']);
    expect(await reasonsFor(await agency('reports:Margin'))).toEqual([
      'Settled with the client',
      'Settled with the media partner',
    ]);
  });

  test('the file has the rows, the total and a name with the month', async () => {
    const closed = '2026-09-01';
    for (const which of [0, 0, 1, 'abroad'] as const) await world.deliver('2026-09-10T15:00:00Z', which);
    setClock('2026-10-02T15:00:00Z');
    expect((await close(await agency(), closed, 'IN_REVIEW')).status).toBe(200);
    const answer = await fileOf(await agency('reports:Margin'), { month: closed, groupBy: ['partner'] });
    expect(answer.headers['content-disposition']).toMatch(/billable-2026-09\.xlsx/);
    const sheet = await readSheet(answer.rawPayload, 'billable.xlsx');
    const place = sheet.headers.indexOf('Total Due');
    expect(sheet.rows.map(({ cells }) => cells[place])).toEqual([
      2 * RETURN_PRICES.client,
      RETURN_PRICES.client,
      3 * RETURN_PRICES.client,
    ]);
  });
});

describe('a month', () => {
  inOrder();
  const MONTH = '2026-04-01';

  test('is closed by hand once it is over, and lists its open items', async () => {
    const lead = await world.deliver('2026-04-20T15:00:00Z');
    setClock('2026-04-21T15:00:00Z');
    await world.request(await world.client(), [lead]);
    const as = await agency('reports:Margin');
    const early = await close(as, MONTH, 'OPEN');
    expect(early.body).toMatchObject({ code: 'VALIDATION', errors: [{ field: 'month', code: 'tooEarly' }] });

    setClock('2026-05-02T15:00:00Z');
    const me = await agency('reports:Margin');
    const checklist = await harness.call(billableChecklist, me, { body: { ownerKey: world.owner, month: MONTH } });
    expect(checklist.body.data).toMatchObject({
      month: { status: 'IN_REVIEW' },
      items: [
        { item: 'DISPUTES', isDone: true },
        { item: 'DIFFERENCES', isDone: true, text: 'Differences decided' },
        { item: 'RETURNS', isDone: false, count: 1, text: '1 return to decide' },
        { item: 'UNDELIVERED', isDone: true },
        { item: 'DATA', isDone: true },
      ],
      total: { totalDue: RETURN_PRICES.client },
    });
    expect((await close(me, MONTH, 'IN_REVIEW')).body.data).toMatchObject({ status: 'CLOSED', isFrozen: true });
    const again = await close(me, MONTH, 'IN_REVIEW');
    expect({ status: again.status, message: again.body.message }).toEqual({
      status: 409,
      message: 'April 2026 is closed now. You wanted to close it.',
    });
  });

  test('stays as recorded at closing, whatever its leads are now', async () => {
    setClock('2026-05-08T15:00:00Z');
    const before = await report(await agency('reports:Margin'), { month: MONTH });
    expect(before.month?.isFrozen).toBe(true);
    const change = (cents: number) =>
      harness.asMigrator((tx) =>
        sql`update lead set client_price = client_price + ${cents}, media_price = media_price + ${cents}
            where owner_key = ${world.owner} and date_trunc('month', captured_date) = ${MONTH}::date`.execute(tx),
      );
    await change(1);
    const now = await report(await agency('reports:Margin'), { month: MONTH });
    await change(-1);
    expect(before.total.totalDue).toBeGreaterThan(0);
    expect(now).toEqual(before);
  });

  test('does not change with a later return, which is a line of the open month with its cause', async () => {
    setClock('2026-05-08T15:00:00Z');
    const before = await report(await agency('reports:Margin'), { month: MONTH });
    const desk = await world.desk();
    const [row] = await world.search(desk, { state: ['OPEN'] });
    const decided = await harness.call(returnDecide, desk, {
      body: { ownerKey: world.owner, returnKeys: [row!.returnKey], decision: 'ACCEPT', note: '' },
    });
    expect(decided.body.data).toEqual({ decided: 1, credited: 1 });
    expect(await report(await agency('reports:Margin'), { month: MONTH })).toEqual(before);
    const open = await report(await agency('reports:Margin'), { month: '2026-05-01' });
    expect(open.total).toMatchObject({
      priorMonthAdjustments: -RETURN_PRICES.client,
      totalDue: -RETURN_PRICES.client,
      mediaPriorMonthAdjustments: -RETURN_PRICES.media,
    });
    expect(open.adjustments).toMatchObject([
      {
        day: '2026-05-08',
        forMonth: MONTH,
        cause: 'RETURN',
        reason: 'Returned after April 2026 was closed: WRONG_NUMBER',
        amount: -RETURN_PRICES.client,
        mediaAmount: -RETURN_PRICES.media,
      },
    ]);
    const without = await report(await agency(), { month: '2026-05-01', includeAdjustments: false });
    expect(without).toMatchObject({ adjustments: [], total: { totalDue: 0 } });
    const theirs = await report(await partner(0), { month: '2026-05-01' });
    expect(theirs.adjustments).toMatchObject([{ amount: -RETURN_PRICES.media }]);
    expect(theirs.adjustments[0]).not.toHaveProperty('mediaAmount');
  });

  test('is reopened with a reason, by users with the right, and closed with new lines', async () => {
    setClock('2026-05-09T15:00:00Z');
    const body = { ownerKey: world.owner, month: MONTH, reason: 'A price was wrong' };
    expect((await harness.call(billableReopen, await agency(), { body })).status).toBe(403);
    const admin = await agency('admin:Settings', 'reports:Margin');
    expect((await harness.call(billableReopen, admin, { body: { ...body, reason: ' ' } })).status).toBe(400);
    expect((await harness.call(billableReopen, admin, { body })).body.data).toMatchObject({ status: 'REOPENED' });
    expect((await harness.call(billableReopen, admin, { body })).status).toBe(409);
    await world.deliver('2026-04-22T15:00:00Z');
    expect((await report(admin, { month: MONTH })).total).toMatchObject({ totalDue: 2 * RETURN_PRICES.client });
    expect((await close(admin, MONTH, 'REOPENED')).body.data).toMatchObject({ status: 'CLOSED' });
    const checklist = await harness.call(billableChecklist, admin, { body: { ownerKey: world.owner, month: MONTH } });
    expect((checklist.body.data as CallResponse<typeof billableChecklist>).history).toMatchObject([
      { from: 'IN_REVIEW', to: 'CLOSED' },
      { from: 'CLOSED', to: 'REOPENED', reason: 'A price was wrong' },
      { from: 'REOPENED', to: 'CLOSED' },
    ]);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ closing: number; lines: number }>`
        select closing, count(*)::int as lines from billing_line where owner_key = ${world.owner} and month = ${MONTH}::date
        group by 1 order by 1`.execute(tx),
    );
    expect(rows).toEqual([
      { closing: 1, lines: 1 },
      { closing: 2, lines: 1 },
    ]);
  });
});

describe('a billing line', () => {
  const MONTH = '2026-03-01';
  beforeAll(async () => {
    await world.deliver('2026-03-20T15:00:00Z');
    setClock('2026-04-02T15:00:00Z');
    await close(await agency(), MONTH, 'IN_REVIEW');
  });
  beforeEach(() => setClock('2026-04-10T15:00:00Z'));
  const line = () => ({ ownerKey: world.owner, month: MONTH, campaignKey: world.campaigns[0] });
  const remark = (as: SignedIn, body: object) =>
    harness.call(billableRemark, as, { body: { ...line(), ...body } as never });
  const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');
  const CSV = { name: 'ours.csv', content: base64('Lead,Price\nA-1,43.75\n') };

  test.each([
    ['a page named .csv', 'ours.csv', '<html><script>alert(1)</script>'],
    ['a program named .pdf', 'ours.pdf', 'MZ\u0090\0\u0003'],
    ['a picture named .pdf', 'ours.pdf', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an ending that is not on the list', 'ours.html', 'Lead,Price'],
    ['text that is none', 'ours.txt', Buffer.from([0x4c, 0x00, 0xff])],
  ])('cannot be disputed with a file that is %s', async (_, name, content) => {
    const answer = await remark(await partner(0), {
      kind: 'DISPUTED',
      comment: 'Two more',
      file: { name, content: base64(content) },
    });
    expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
      status: 422,
      errors: [{ field: 'file' }],
    });
  });

  test('is disputed with a file, answered and settled, and each side is notified once', async () => {
    const [mine, theirs] = [await partner(0), await agency()];
    expect((await remark(mine, { kind: 'DISPUTED' })).body).toMatchObject({ errors: [{ field: 'comment' }] });
    expect((await remark(mine, { kind: 'SETTLED', comment: 'x' })).body).toMatchObject({ errors: [{ field: 'kind' }] });
    expect((await remark(theirs, { kind: 'ANSWERED', comment: 'x' })).body).toMatchObject({
      errors: [{ field: 'kind' }],
    });
    const disputed = await remark(mine, { kind: 'DISPUTED', comment: 'Two more', file: CSV });
    const [first] = (disputed.body.data as CallResponse<typeof billableRemarks>).remarks;
    expect(first).toMatchObject({ kind: 'DISPUTED', isAgency: false, file: { name: 'ours.csv' } });

    const stale = await remark(theirs, { kind: 'SETTLED', comment: 'x' });
    expect({ status: stale.status, message: stale.body.message }).toEqual({
      status: 409,
      message: 'The line is disputed now. You chose Settled.',
    });
    const { month, rows: lines } = await report(theirs, { month: MONTH });
    expect({ month, lines }).toMatchObject({ month: { isFrozen: true }, lines: [{ state: 'DISPUTED' }] });
    const settled = await remark(theirs, { kind: 'SETTLED', comment: 'Counted', after: first!.remarkKey });
    const remarks = (settled.body.data as CallResponse<typeof billableRemarks>).remarks;
    expect(remarks.map(({ kind }) => kind)).toEqual(['DISPUTED', 'SETTLED']);

    const deps = { db: harness.db, clock: harness.clock, publicUrl: 'https://paceline.example' };
    const mails = async (remarkKey: number) => {
      await harness.asMigrator((tx) => sql`delete from mail`.execute(tx));
      await tellRemarkNow(deps, { ownerKey: world.owner, remarkKey });
      const { rows } = await harness.asMigrator((tx) =>
        sql<{ subject: string; body: string }>`select subject, body from mail order by mail_key`.execute(tx),
      );
      return rows;
    };
    const toAgency = await mails(remarks[0]!.remarkKey);
    expect(toAgency.length).toBeGreaterThan(0);
    expect(toAgency[0]).toMatchObject({ subject: 'March 2026: line disputed' });
    expect(JSON.stringify(toAgency)).not.toContain('Two more');
    expect((await mails(remarks[1]!.remarkKey))[0]?.body).toContain('/s/mp/insights/reports/billable');

    const take = (as: SignedIn) =>
      harness.app.inject({
        method: 'GET',
        url: `/api${fillPath(billableFile.path, { owner: String(world.owner), fileKey: String(first!.file!.fileKey) }, as.group)}`,
        headers: as.headers,
      });
    const file = await take(theirs);
    expect(file.body).toBe('Lead,Price\nA-1,43.75\n');
    expect(file.headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': expect.stringContaining('attachment'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await take(await partner(1))).statusCode).toBe(404);
  });

  test('of another partner is not found', async () => {
    const answer = await harness.call(billableRemarks, await partner(1), { body: line() });
    expect(answer.status).toBe(404);
  });
});
