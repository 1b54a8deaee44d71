import {
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  type CallResponse,
  fillPath,
  rowsOfSide,
  type Statement,
  statementAging,
  statementAgingExport,
  statementCredit,
  statementPay,
  statementPaymentImport,
  statementPaymentReverse,
  type StatementRow,
  statementWriteOff,
  totalOfAging,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { inOrder } from '../../../testing/calls/in-order.ts';
import { type BilledPlace, useBilledPlaces } from '../../../testing/factories/billed-places.ts';

const harness = useApp();
const PRICES = { client: 71.37, media: 43.19 };
const places = useBilledPlaces(harness, PRICES);
/** The first statements are due on this day. */
const NOW = '2026-07-05T13:00:00Z';
const PAID = { paidOn: '2026-07-05', note: 'Only for us' };
inOrder();
let here: BilledPlace;
let abroad: BilledPlace;
let as: SignedIn;

beforeAll(async () => {
  [here, abroad] = [await places.makePlace(), await places.makePlace()];
  for (const place of [here, abroad]) {
    await places.addLeads(place, 0, '2026-05-03', 2);
    await places.addLeads(place, 0, '2026-06-03', 3);
    await places.addLeads(place, 1, '2026-06-04', 1);
    await places.close(place, '2026-05-01', '2026-06-05T12:00:00Z');
    await places.close(place, '2026-06-01', '2026-07-05T12:00:00Z');
  }
  harness.clock.set(new Date(NOW));
  as = await signIn();
});

const signIn = () => places.agency([here, abroad], 'reports:Margin');
const idOf = ({ ownerKey, statementKey }: StatementRow) => ({ owner: ownerKey, statementKey });
const numbered = async (number: string, place = here): Promise<StatementRow> =>
  (await places.search(as, { ownerKey: place.ownerKey })).find((row) => row.number === number)!;
const pay = (row: StatementRow, body: object, by = as) =>
  harness.call(statementPay, by, { params: idOf(row), body: { ...PAID, ...body } as never });
const messagesOf = ({ body }: { body: { errors?: unknown[] } }) => JSON.stringify(body.errors ?? []);
const agingOf = async (by: SignedIn, ownerKey?: number) =>
  (await harness.call(statementAging, by, { body: ownerKey === undefined ? {} : { ownerKey } })).body
    .data as CallResponse<typeof statementAging>;
const upload = async (rows: readonly string[]): Promise<BulkImportResult> => {
  const path = fillPath(statementPaymentImport.path, { owner: here.ownerKey }, 'ag');
  const boundary = 'x-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="payments.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const answer = await harness.app.inject({
    method: 'POST',
    url: `/api${path}?apply=no`,
    headers: { ...as.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${rows.join('\n')}\r\n--${boundary}--\r\n`,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: BulkImportResult }>().data;
};

test('a payment is noted once by its reference, never beyond what is open, and its statement is part paid, then paid', async () => {
  const row = await numbered('INV-2026-0001');
  const first = await pay(row, { amount: 100, reference: 'Wire 1' });
  expect(first.body.data).toMatchObject({ paid: 100, open: 42.74, state: 'PART_PAID' });
  expect((await pay(row, { amount: 100, reference: 'WIRE 1' })).body.data).toMatchObject({ paid: 100 });
  expect(messagesOf(await pay(row, { amount: 90, reference: 'Wire 1' }))).toContain('has this reference');
  expect(messagesOf(await pay(row, { amount: 42.75, reference: 'Wire 2' }))).toContain('$0.01 more than is open');
  expect(messagesOf(await pay(row, { amount: 1, reference: 'Wire 2', paidOn: '2026-07-07' }))).toContain('future');
  const [one, two] = await Promise.all([
    pay(row, { amount: 42.74, reference: 'Wire 2' }),
    pay(row, { amount: 42.74, reference: 'Wire 3' }),
  ]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await places.get(as, row)).toMatchObject({ open: 0, state: 'PAID' });
});

test('a payment is undone by a line, and its reference is free again', async () => {
  const row = await numbered('INV-2026-0001');
  const { payments } = await places.get(as, row);
  const reverse = () =>
    harness.call(statementPaymentReverse, as, {
      params: { ...idOf(row), paymentKey: payments[0]!.paymentKey },
      body: { reason: 'Wrong statement' },
    });
  const after = (await reverse()).body.data as Statement;
  expect(after).toMatchObject({ paid: 42.74, state: 'PART_PAID' });
  expect(after.payments.map(({ kind, amount, isReversed }) => [kind, amount, isReversed])).toEqual([
    ['PAYMENT', 100, true],
    ['PAYMENT', 42.74, false],
    ['REVERSAL', -100, false],
  ]);
  expect((await reverse()).status).toBe(404);
  expect((await pay(row, { amount: 100, reference: 'Wire 1' })).body.data).toMatchObject({ state: 'PAID' });
});

test('its side sees payments without notes and names; nobody else pays or sees them', async () => {
  const row = await numbered('INV-2026-0001');
  const client = await places.client(here);
  const { payments, creditable } = await places.get(client, row);
  expect(payments).toHaveLength(4);
  expect(payments.every(({ note, by }) => note === null && by === null)).toBe(true);
  expect(creditable).toEqual([]);
  expect((await pay(row, { amount: 1, reference: 'x' }, client)).status).toBe(403);
  const payable = await numbered('PAY-2026-0001');
  expect((await pay(payable, { amount: 1, reference: 'x' }, await places.agency([here]))).status).toBe(404);
  expect(
    (await pay(payable, { amount: 1, reference: 'x' }, await places.agency([abroad], 'reports:Margin'))).status,
  ).toBe(404);
});

test('a file pays statements by their numbers, once, and is undone by reversing lines', async () => {
  const HEAD = 'Number,Date,Amount,Reference';
  const rows = ['inv-2026-0002,2026-07-05,100,Batch 7', 'PAY-2026-0001,2026-07-05,86.38,Batch 8'];
  const wrong = await upload([
    HEAD,
    ...rows,
    'INV-2026-0002,2026-07-05,200,Batch 9',
    'INV-2026-0099,2026-07-05,1,Batch 9',
  ]);
  const states = wrong.rows.toSorted((a, b) => a.row - b.row).map(({ state }) => state);
  expect(states).toEqual(['new', 'new', 'error', 'error']);
  expect(JSON.stringify(wrong.rows)).toContain('more than is open');

  const good = await upload([HEAD, ...rows]);
  const applied = await harness.call(bulkImportApply, as, {
    params: { owner: here.ownerKey, importKey: good.importKey },
    body: { mode: 'allOrNothing' },
  } as never);
  expect(applied.status).toBe(200);
  expect(await numbered('INV-2026-0002')).toMatchObject({ paid: 100, state: 'PART_PAID' });
  expect(await numbered('PAY-2026-0001')).toMatchObject({ open: 0, state: 'PAID' });
  expect((await upload([HEAD, ...rows])).rows.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
  const changed = await upload([HEAD, 'INV-2026-0002,2026-07-05,101,batch 7']);
  expect(JSON.stringify(changed.rows)).toContain('has this reference');

  const undone = await harness.call(bulkImportUndo, as, {
    params: { owner: here.ownerKey, importKey: good.importKey },
  });
  expect(undone.status).toBe(200);
  expect(await numbered('INV-2026-0002')).toMatchObject({ paid: 0 });
  expect((await places.get(as, await numbered('INV-2026-0002'))).payments.map(({ amount }) => amount)).toEqual([
    100, -100,
  ]);
});

test('a credit note settles what it corrects, and what is left of it another statement of its party', async () => {
  const own = await places.makePlace();
  await places.addLeads(own, 0, '2026-05-03', 2);
  await places.addLeads(own, 0, '2026-06-03', 1);
  await places.close(own, '2026-05-01', '2026-06-05T12:00:00Z');
  const by = await places.agency([own], 'reports:Margin');
  const all = () => places.search(by, { ownerKey: own.ownerKey, side: 'client' });
  const [invoice] = await all();
  await pay(invoice!, { amount: 100, reference: 'Wire' }, by);
  await places.reopen(own, '2026-05-01', '2026-06-06T12:00:00Z');
  await harness.asMigrator((tx) =>
    sql`update lead set status = 'INV' where lead_key = (select min(lead_key) from lead where owner_key = ${own.ownerKey})`.execute(
      tx,
    ),
  );
  await places.close(own, '2026-05-01', '2026-06-06T13:00:00Z');
  await places.close(own, '2026-06-01', '2026-07-05T12:00:00Z');
  expect((await all()).map(({ number, open, state }) => [number, open, state])).toEqual([
    ['INV-2026-0001', 0, 'PAID'],
    ['INV-2026-0002', -28.63, 'PART_PAID'],
    ['INV-2026-0003', 71.37, 'DRAFT'],
  ]);
  const credit = (await all())[1]!;
  const { creditable } = await places.get(by, credit);
  expect(creditable.map(({ number }) => number)).toEqual(['INV-2026-0003']);
  const use = () =>
    harness.call(statementCredit, by, { params: idOf(credit), body: { against: creditable[0]!.statementKey } });
  const used = (await use()).body.data as Statement;
  expect(used).toMatchObject({ open: 0 });
  expect((await use()).status).toBe(422);
  expect((await all())[2]).toMatchObject({ paid: 28.63, open: 42.74 });
  // Reversed on one side, it is on both.
  const { paymentKey } = used.payments.at(-1)!;
  await harness.call(statementPaymentReverse, by, { params: { ...idOf(credit), paymentKey }, body: { reason: 'No' } });
  expect((await all()).map(({ open }) => open)).toEqual([0, -28.63, 71.37]);
});

describe('the aging', () => {
  /** A second count, of the rows. */
  const recount = async () => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ side: string; cents: number }>`
        select s.side, round(100 * sum(s.total - coalesce((select sum(p.amount) from billing_payment p
          where p.owner_key = s.owner_key and p.statement_key = s.statement_key), 0)))::int as cents
        from billing_statement s where s.owner_key in (${here.ownerKey}, ${abroad.ownerKey})
          and coalesce((select e.kind from billing_statement_event e where e.owner_key = s.owner_key and e.statement_key = s.statement_key
            order by event_key desc limit 1), '') <> 'WRITTEN_OFF'
        group by 1 order by 1`.execute(tx),
    );
    return rows;
  };
  const centsOf = ({ rows }: CallResponse<typeof statementAging>) =>
    (['client', 'media'] as const).map((side) => ({
      side,
      cents: Math.round(100 * totalOfAging(rowsOfSide(rows, side)).total),
    }));

  test('adds up by party, ties to what is open, and each figure to its statements', async () => {
    harness.clock.set(new Date('2026-08-20T12:00:00Z'));
    as = await signIn();
    const aging = await agingOf(as);
    expect(centsOf(aging)).toEqual(await recount());
    for (const { ownerKey, side, partyKey, open } of aging.rows) {
      const { total, statements, ...ages } = open;
      expect(Math.round(Object.values(ages).reduce((sum, amount) => sum + amount * 100, 0))).toBe(
        Math.round(total * 100),
      );
      const counts = new Map<string, number>();
      for (const [age, amount] of Object.entries({ ...ages, all: total })) {
        const rows = await places.search(as, {
          ownerKey,
          side,
          age: age === 'all' ? Object.keys(ages) : [age],
          [side === 'media' ? 'partner' : 'client']: [partyKey],
        });
        expect(rows.reduce((sum, row) => sum + Math.round(row.open * 100), 0)).toBe(Math.round(amount * 100));
        counts.set(age, rows.length);
      }
      expect(counts.get('all')).toBe(statements);
    }
    // Issued on June 5 with 30 days, and on July 5: 46 and 16 days late on August 20.
    const client = aging.rows.find((row) => row.ownerKey === abroad.ownerKey && row.side === 'client')!;
    expect(client.open).toMatchObject({ CURRENT: 0, D30: 285.48, D60: 142.74, D90: 0, OLDER: 0, statements: 2 });
    expect((await agingOf(as, here.ownerKey)).rows.every(({ ownerKey }) => ownerKey === here.ownerKey)).toBe(true);
    const file = await harness.call(statementAgingExport, as, { body: { format: 'xlsx' } });
    expect(file.status).toBe(200);
    // The evening of the 20th at the owner.
    harness.clock.set(new Date('2026-08-21T02:00:00Z'));
    const evening = await harness.app.inject({
      method: 'POST',
      url: '/api/ag/statement/aging/export',
      headers: (await signIn()).headers,
      payload: { format: 'csv', ownerKey: here.ownerKey },
    });
    expect(evening.headers['content-disposition']).toContain('aging-2026-08-20.csv');
    harness.clock.set(new Date('2026-08-20T12:00:00Z'));
  });

  test('leaves out what is written off, and has it again when that is taken back', async () => {
    const row = await numbered('INV-2026-0001', abroad);
    const set = (isWrittenOff: boolean) =>
      harness.call(statementWriteOff, as, { params: idOf(row), body: { isWrittenOff, reason: 'Insolvent' } });
    const before = centsOf(await agingOf(as));
    expect((await set(true)).body.data).toMatchObject({ state: 'WRITTEN_OFF', open: 0 });
    expect((await set(true)).status).toBe(422);
    expect(messagesOf(await pay(row, { amount: 1, reference: 'Late' }))).toContain('written off');
    expect(centsOf(await agingOf(as))).toEqual(await recount());
    expect(centsOf(await agingOf(as))[0]!.cents).toBe(before[0]!.cents - 14_274);
    expect((await set(false)).body.data).toMatchObject({ open: 142.74 });
    expect(centsOf(await agingOf(as))).toEqual(before);
  });

  test('has what partners are paid only with the right to the margin, and no owner of others', async () => {
    const { rows } = await agingOf(await places.agency([here]));
    expect(rows.map(({ ownerKey, side }) => [ownerKey, side])).toEqual([[here.ownerKey, 'client']]);
    expect(JSON.stringify(rows)).not.toContain(String(PRICES.media));
    const answer = await harness.call(statementAging, await places.client(here), { body: {} });
    expect(answer.status).toBe(403);
  });
});
