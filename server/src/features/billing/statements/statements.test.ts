import {
  billableReport,
  type CallResponse,
  fillPath,
  type Permission,
  type Statement,
  statementFile,
  type StatementFormat,
  statementGet,
  type StatementRow,
  statementSearch,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { closeMonth, reopenMonth } from '../../../shared/billing/close-month.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner, makePartner } from '../../../testing/factories/factories.ts';
import { textOfFile } from '../../../testing/file-text.ts';

const byText = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b), 'en');
const harness = useApp();
const RIGHTS: Permission[] = ['reports:Billable', 'reports:View'];
/** Amounts of one side that must not be in anything the other side gets. */
const PRICES = { client: 71.37, media: 43.19 };

interface Place {
  ownerKey: number;
  partners: readonly [number, number];
  campaigns: readonly { campaignKey: number; partnerKey: number; clientKey: number }[];
}
const run = <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  harness.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);

let partners: readonly [number, number];
beforeAll(async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
  await facts.close();
  partners = await harness.asMigrator(async (tx) => [await makePartner(tx), await makePartner(tx)] as const);
});

/** An owner with two clients, each with a campaign of both partners. */
const makePlace = (): Promise<Place> =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    const campaigns = [];
    for (const [first, second] of [partners, partners]) {
      const one = await makeCampaign(tx, { ownerKey, partnerKey: first });
      const two = await makeCampaign(tx, { ownerKey, partnerKey: second, goalKey: one.goalKey });
      const { rows } = await sql<{ clientKey: number }>`
        select client_key as "clientKey" from goal where owner_key = ${ownerKey} and goal_key = ${one.goalKey}`.execute(
        tx,
      );
      for (const { campaignKey, partnerKey } of [one, two]) campaigns.push({ campaignKey, partnerKey, ...rows[0]! });
    }
    return { ownerKey, partners, campaigns };
  });
const addLeads = (
  { ownerKey, campaigns }: Place,
  which: number,
  day: string,
  count: number,
  prices: Partial<typeof PRICES> = {},
) =>
  harness.asMigrator(async (tx) => {
    const { campaignKey, partnerKey } = campaigns[which]!;
    const { client, media } = { ...PRICES, ...prices };
    for (let n = 0; n < count; n += 1)
      await makeLead(tx, { ownerKey, campaignKey, partnerKey, day, clientPrice: client, mediaPrice: media });
  });
const closing = (at: string) => ({ userKey: null, at: new Date(at), reason: '' });
const close = ({ ownerKey }: Place, month: string, at: string) =>
  harness.db.withScope(systemScope(ownerKey), (tx) => closeMonth(tx, ownerKey, month, closing(at)));
const reopen = ({ ownerKey }: Place, month: string, at: string) =>
  harness.db.withScope(systemScope(ownerKey), (tx) => reopenMonth(tx, ownerKey, month, closing(at)));

const agency = (place: Place, ...more: Permission[]) =>
  harness.signedIn('ag', { owners: [place.ownerKey], permissions: [...RIGHTS, ...more] });
const clientOf = (place: Place) => harness.signedIn('cl', { owners: [place.ownerKey], permissions: RIGHTS });
const partnerOf = (places: readonly Place[], which: 0 | 1) =>
  harness.signedIn('mp', {
    owners: places.map(({ ownerKey }) => ownerKey),
    permissions: RIGHTS,
    partnerKey: partners[which],
  });
const search = async (as: SignedIn, body: object): Promise<StatementRow[]> => {
  const answer = await harness.call(statementSearch, as, { body: { sort: 'number', limit: 500, ...body } as never });
  expect(answer.status).toBe(200);
  return (answer.body.data as { rows: StatementRow[] }).rows;
};
const get = (as: SignedIn, { ownerKey, statementKey }: Pick<StatementRow, 'ownerKey' | 'statementKey'>) =>
  harness.call(statementGet, as, { params: { owner: ownerKey, statementKey } });
const fileOf = async (as: SignedIn, { ownerKey, statementKey }: StatementRow, format: StatementFormat) => {
  const path = fillPath(statementFile.path, { owner: ownerKey, statementKey, format }, as.group);
  const answer = await harness.app.inject({ method: 'GET', url: `/api${path}`, headers: as.headers });
  expect(answer.statusCode).toBe(200);
  return answer;
};

test('closings at once over ten owners number each one’s statements without gaps or doubles, also beside those that fail', async () => {
  const MONTHS = ['2026-01-01', '2026-02-01'];
  const AT = '2026-05-10T12:00:00Z';
  const places = await Promise.all(Array.from({ length: 10 }, makePlace));
  for (const place of places)
    for (const month of MONTHS) for (const which of [0, 1, 2, 3]) await addLeads(place, which, month, 1);
  await Promise.allSettled(
    places.flatMap((place) =>
      MONTHS.flatMap((month) => [
        harness.db.withScope(systemScope(place.ownerKey), async (tx) => {
          await closeMonth(tx, place.ownerKey, month, closing(AT));
          throw new Error('dies before its end');
        }),
        close(place, month, AT),
        close(place, month, AT),
      ]),
    ),
  );
  for (const { ownerKey } of places) {
    const rows = await run<{ side: string; numbers: string[] }>(sql`
      select side, array_agg(number order by place) as numbers from billing_statement where owner_key = ${ownerKey} group by 1 order by 1`);
    const four = (series: string) => Array.from({ length: 4 }, (_, index) => `${series}-2026-000${index + 1}`);
    expect(rows).toEqual([
      { side: 'client', numbers: four('INV') },
      { side: 'media', numbers: four('PAY') },
    ]);
  }
});

test('an owner that named no agency has that of the agency’s brand on its statements, or itself', async () => {
  const agencyOf = async (month: string, at: string) => {
    const place = await makePlace();
    await addLeads(place, 0, month, 1);
    await close(place, month, at);
    const rows = await run<{ agency: string; owner: string }>(sql`
      select distinct agency_name as agency, owner_name as owner from billing_statement where owner_key = ${place.ownerKey}`);
    return rows[0]!;
  };
  const alone = await agencyOf('2026-01-01', '2026-05-10T12:00:00Z');
  expect(alone.agency).toBe(alone.owner);
  await run(sql`insert into agency_branding (name) values ('Northwind Media')`);
  expect((await agencyOf('2026-01-01', '2026-05-10T12:00:00Z')).agency).toBe('Northwind Media');
  await run(sql`delete from agency_branding`);
});

describe('a closed month', () => {
  const MONTH = '2026-06-01';
  let here: Place;
  let abroad: Place;

  beforeAll(async () => {
    [here, abroad] = [await makePlace(), await makePlace()];
    await addLeads(here, 0, '2026-06-03', 3);
    await addLeads(here, 0, '2026-06-04', 2, { client: 80.5, media: 43.19 });
    await addLeads(here, 1, '2026-06-05', 4);
    await addLeads(here, 2, '2026-06-06', 1);
    await addLeads(abroad, 0, '2026-06-06', 2);
    await run(sql`
      insert into billing_adjustment (owner_key, day, campaign_key, for_month, client_amount, media_amount, cause, reason, made_at)
      values (${here.ownerKey}, '2026-06-09', ${here.campaigns[0]!.campaignKey}, '2026-05-01', -71.37, -43.19, 'RETURN', 'Returned', now())`);
    await run(sql`update media_partner set payment_terms = 'Net 45' where partner_key = ${partners[0]}`);
    for (const place of [here, abroad]) await close(place, MONTH, '2026-07-05T12:00:00Z');
    harness.clock.set(new Date('2026-07-06T12:00:00Z'));
  });

  test('has a statement for each party, whose lines and total are the bill’s to the cent', async () => {
    const as = await agency(here, 'reports:Margin');
    const rows = await search(as, { ownerKey: here.ownerKey, month: '2026-06' });
    const whole = await Promise.all(rows.map(async (row) => (await get(as, row)).body.data as Statement));
    for (const { lines, amount, total } of whole) {
      for (const line of lines) expect(line.amount).toBeCloseTo(line.quantity * line.unitPrice, 10);
      expect(lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0)).toBe(Math.round(amount * 100));
      expect(total).toBe(amount);
    }
    expect(
      whole
        .find(({ number }) => number === 'INV-2026-0001')
        ?.lines.map(({ kind, quantity, unitPrice }) => [kind, quantity, unitPrice]),
    ).toEqual([
      ['LEADS', 2, 80.5],
      ['LEADS', 3, 71.37],
      ['LEADS', 4, 71.37],
      ['ADJUSTMENT', 1, -71.37],
    ]);
    // A second count: by the report, and of the raw rows.
    const report = (by: string) =>
      harness.call(billableReport, as, { body: { ownerKey: here.ownerKey, month: MONTH, groupBy: [by] } as never });
    const totals = (side: string) =>
      rows
        .filter((row) => row.side === side)
        .map(({ partyName, total }) => [partyName, total])
        .toSorted(byText);
    const clients = (await report('client')).body.data as CallResponse<typeof billableReport>;
    const paid = (await report('partner')).body.data as CallResponse<typeof billableReport>;
    expect(totals('client')).toEqual(
      clients.rows.map(({ clientName, figures }) => [clientName, figures.totalDue]).toSorted(byText),
    );
    expect(totals('media')).toEqual(
      paid.rows.map(({ partnerName, figures }) => [partnerName, figures.mediaTotalDue]).toSorted(byText),
    );
    const [counted] = await run<{ client: number; media: number }>(sql`
      select sum(client)::float8 as client, sum(media)::float8 as media from (
        select client_price as client, media_price as media from lead
        where owner_key = ${here.ownerKey} and status = 'DLV' and captured_date between '2026-06-01' and '2026-06-30'
        union all
        select client_amount, media_amount from billing_adjustment where owner_key = ${here.ownerKey} and day between '2026-06-01' and '2026-06-30'
      ) x`);
    const cents = (side: string) =>
      rows.filter((row) => row.side === side).reduce((sum, { total }) => sum + Math.round(total * 100), 0);
    expect([cents('client'), cents('media')]).toEqual(
      [counted!.client, counted!.media].map((amount) => Math.round(amount * 100)),
    );
  });

  test('is due by the terms of its party, and overdue after that day at the owner', async () => {
    const as = await agency(here, 'reports:Margin');
    const due = async () =>
      (await search(as, { ownerKey: here.ownerKey, month: '2026-06' })).map(({ number, dueOn, state }) => [
        number,
        dueOn,
        state,
      ]);
    const [first] = await run<{ name: string }>(sql`select party_name as name from billing_statement
      where owner_key = ${here.ownerKey} and number = 'PAY-2026-0001' and partner_key = ${partners[0]}`);
    const net45 = first === undefined ? 'PAY-2026-0002' : 'PAY-2026-0001';
    expect((await due()).find(([number]) => number === net45)).toEqual([net45, '2026-08-19', 'DRAFT']);
    expect((await due())[0]).toEqual(['INV-2026-0001', '2026-08-04', 'DRAFT']);
    harness.clock.set(new Date('2026-08-05T05:30:00Z'));
    const late = await search(await agency(here), { ownerKey: here.ownerKey, state: ['OVERDUE'] });
    expect(late.map(({ number }) => number)).toEqual(['INV-2026-0001', 'INV-2026-0002']);
    harness.clock.set(new Date('2026-07-06T12:00:00Z'));
  });

  test('shows each side its own statements, in every list and file, and nothing of the other', async () => {
    const canaries = async (as: SignedIn, rows: readonly StatementRow[]) => {
      const texts = [JSON.stringify(rows)];
      for (const row of rows) {
        texts.push(JSON.stringify((await get(as, row)).body));
        for (const format of ['pdf', 'xlsx'] as const)
          texts.push(await textOfFile((await fileOf(as, row, format)).rawPayload));
      }
      return texts.join('\n');
    };
    const partner = await partnerOf([here, abroad], 0);
    const ofPartner = await search(partner, { month: '2026-06' });
    expect(ofPartner.map(({ ownerKey, side }) => [ownerKey, side]).toSorted(byText)).toEqual(
      [
        [abroad.ownerKey, 'media'],
        [here.ownerKey, 'media'],
      ].toSorted(byText),
    );
    const partnerText = await canaries(partner, ofPartner);
    expect(partnerText).toContain('43.19');
    expect(partnerText).not.toMatch(/71\.37|80\.5/);

    const client = await clientOf(here);
    const ofClient = await search(client, { ownerKey: here.ownerKey });
    expect(ofClient.map(({ number }) => number)).toEqual(['INV-2026-0001', 'INV-2026-0002']);
    const clientText = await canaries(client, ofClient);
    expect(clientText).toContain('71.37');
    expect(clientText).not.toMatch(/43\.19/);

    // Nobody reaches another's by its key, and the agency sees what it pays only with the right to see its margin.
    const all = await search(await agency(here, 'reports:Margin'), { ownerKey: here.ownerKey });
    const statusOf = async (as: SignedIn, row: StatementRow) => (await get(as, row)).status;
    for (const row of all) {
      expect(await statusOf(client, row)).toBe(row.side === 'client' ? 200 : 404);
      expect(await statusOf(partner, row)).toBe(
        ofPartner.some(({ statementKey }) => statementKey === row.statementKey) ? 200 : 404,
      );
      expect(await statusOf(await agency(here), row)).toBe(row.side === 'client' ? 200 : 404);
      expect(await statusOf(await agency(abroad, 'reports:Margin'), row)).toBe(404);
    }
    expect((await search(await agency(here), { ownerKey: here.ownerKey })).map(({ side }) => side)).toEqual([
      'client',
      'client',
    ]);
  });

  test('never changes: the tables refuse it, and a file of it is always the same', async () => {
    for (const table of ['billing_statement', 'billing_statement_line', 'billing_statement_event', 'billing_payment'])
      for (const change of [
        `update ${table} set owner_key = owner_key`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(run(sql.raw(change) as never)).rejects.toThrow('append-only');
        await expect(harness.db.asNobody({ name: '', text: change, values: [] })).rejects.toMatchObject({
          code: '42501',
        });
      }
  });

  test('reopened and closed again keeps its statements; what changed is a note of its own', async () => {
    const own = await makePlace();
    for (const [campaign, count] of [3, 4, 1].entries()) await addLeads(own, campaign, '2026-06-03', count);
    await close(own, MONTH, '2026-07-05T12:00:00Z');
    const as = await agency(own, 'reports:Margin');
    const all = async () => search(as, { ownerKey: own.ownerKey, month: '2026-06' });
    const before = await all();
    await reopen(own, MONTH, '2026-07-06T13:00:00Z');
    await close(own, MONTH, '2026-07-06T14:00:00Z');
    expect(await all()).toEqual(before);

    await reopen(own, MONTH, '2026-07-06T15:00:00Z');
    await run(sql`
      update lead set status = 'INV' where lead_key = (
        select min(lead_key) from lead where owner_key = ${own.ownerKey} and campaign_key = ${own.campaigns[1]!.campaignKey})`);
    await close(own, MONTH, '2026-07-06T16:00:00Z');
    const added = (await all()).filter(({ statementKey }) => !before.some((row) => row.statementKey === statementKey));
    expect(added.map(({ number, kind, total, state }) => ({ number, kind, total, state }))).toEqual([
      { number: 'INV-2026-0003', kind: 'CREDIT', total: -PRICES.client, state: 'PAID' },
      { number: 'PAY-2026-0003', kind: 'CREDIT', total: -PRICES.media, state: 'PAID' },
    ]);
    // The statements stay as they were issued; the credit notes lower what is open of two of them.
    const asIssued = (rows: StatementRow[]) => rows.map(({ paid: _paid, open: _open, state: _state, ...row }) => row);
    const earlier = (await all()).filter((row) => before.some(({ statementKey }) => statementKey === row.statementKey));
    expect(asIssued(earlier)).toEqual(asIssued(before));
    expect(
      earlier.map(({ open }, index) => Math.round((open - before[index]!.open) * 100)).toSorted((a, b) => a - b),
    ).toEqual([-PRICES.client, -PRICES.media, 0, 0].map((amount) => Math.round(amount * 100)));
    const note = (await get(as, added[0]!)).body.data as Statement;
    expect({
      corrects: note.corrects,
      lines: note.lines.map(({ quantity, unitPrice }) => [quantity, unitPrice]),
    }).toEqual({
      corrects: 'INV-2026-0001',
      lines: [[-1, PRICES.client]],
    });
  });

  test('without anything to bill has no statement', async () => {
    await close(here, '2026-08-01', '2026-09-06T12:00:00Z');
    const as = await agency(here, 'reports:Margin');
    expect(await search(as, { ownerKey: here.ownerKey, month: '2026-08' })).toEqual([]);
  });

  test('adds the owner’s tax to clients’ statements only', async () => {
    await run(sql`insert into owner_setting (owner_key, name, value, changed_at) values
      (${abroad.ownerKey}, 'statementTaxRate', '8.25', now()), (${abroad.ownerKey}, 'statementTaxLabel', '"Sales tax"', now())`);
    await addLeads(abroad, 0, '2026-09-06', 2);
    await close(abroad, '2026-09-01', '2026-10-06T12:00:00Z');
    const as = await agency(abroad, 'reports:Margin');
    const rows = await search(as, { ownerKey: abroad.ownerKey, month: '2026-09' });
    const whole = await Promise.all(rows.map(async (row) => (await get(as, row)).body.data as Statement));
    expect(whole.map(({ side, amount, tax, total }) => ({ side, amount, tax, total }))).toEqual([
      { side: 'client', amount: 142.74, tax: { label: 'Sales tax', rate: 8.25, amount: 11.78 }, total: 154.52 },
      { side: 'media', amount: 86.38, tax: null, total: 86.38 },
    ]);
    expect(await textOfFile((await fileOf(as, rows[0]!, 'pdf')).rawPayload)).toContain('Sales tax 8.25%');
  });
});
