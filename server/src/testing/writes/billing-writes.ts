import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  user: { userKey: number };
}
type Write = [entity: string, request: (world: World) => Promise<Request>];

/** A dispute that waits for an answer; its key. */
const makeDispute = (app: TestApp, { ownerKey, campaignKey, partnerKey, user: { userKey } }: World): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into billing_remark (owner_key, month, campaign_key, partner_key, side, kind, comment, is_agency, written_by, at)
      values (${ownerKey}, '2026-02-01', ${campaignKey}, ${partnerKey}, 'media', 'DISPUTED', 'Two more', false, ${userKey}, now())
      returning remark_key::int as key
    `.execute(tx);
    return rows[0]!.key;
  });

const STATEMENT = { place: 1, total: 100, corrects: null as number | null };
/** A client's statement, without lines; its key. Numbers are taken once, so each has a place of its own. */
const makeStatement = (app: TestApp, { ownerKey }: World, { place, total, corrects } = STATEMENT): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into billing_statement (owner_key, side, client_key, month, closing, corrects_key, year, place, number, issued_on, due_on, issued_at,
        owner_name, agency_name, party_name, party_code, amount, tax_label, tax_rate, tax_amount, total)
      select ${ownerKey}, 'client', (select min(client_key) from client where owner_key = ${ownerKey}), '2026-01-01', 1, ${corrects}, 2026,
             ${place}, 'INV-2026-' || ${place}::int, '2026-02-05', '2026-03-07', now(), 'Owner', 'Agency', 'Client', 'C', ${total}::numeric, '', 0, 0,
             ${total}::numeric
      returning statement_key::int as key
    `.execute(tx);
    return rows[0]!.key;
  });
const makePayment = (app: TestApp, { ownerKey }: World, statementKey: number): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into billing_payment (owner_key, statement_key, side, paid_on, amount, reference, made_at)
      values (${ownerKey}, ${statementKey}, 'client', '2026-02-06', 40, 'Wire', now()) returning payment_key::int as key
    `.execute(tx);
    return rows[0]!.key;
  });
const makeStatementDispute = (app: TestApp, { ownerKey }: World, statementKey: number): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into billing_statement_event (owner_key, statement_key, side, kind, note, is_agency, at)
      values (${ownerKey}, ${statementKey}, 'client', 'DISPUTED', 'Two are missing', false, now()) returning event_key::int as key
    `.execute(tx);
    return rows[0]!.key;
  });
const ofStatement = (app: TestApp, place: number, body: object): Write => [
  'statement',
  async (world) => {
    const statementKey = await makeStatement(app, world, { ...STATEMENT, place });
    return { params: { owner: world.ownerKey, statementKey }, body };
  },
];

/** Requests of the calls that close months and speak about lines, each of which succeeds, and what the audit log has to name. */
export const billingWrites = (app: TestApp): Record<string, Write> => ({
  billableClose: [
    'billingMonth',
    async ({ ownerKey }) => ({ body: { ownerKey, month: '2026-01-01', status: 'CLOSED' } }),
  ],
  billableReopen: [
    'billingMonth',
    async ({ ownerKey }) => ({ body: { ownerKey, month: '2026-01-01', reason: 'A price was wrong' } }),
  ],
  billableRemark: [
    'campaign',
    async (world) => {
      const line = { ownerKey: world.ownerKey, month: '2026-02-01', campaignKey: world.campaignKey };
      return { body: { ...line, kind: 'SETTLED', comment: 'Counted again', after: await makeDispute(app, world) } };
    },
  ],
  statementPay: ofStatement(app, 101, { paidOn: '2026-02-06', amount: 100, reference: 'Wire 7' }),
  statementPaymentReverse: [
    'statement',
    async (world) => {
      const statementKey = await makeStatement(app, world, { ...STATEMENT, place: 102 });
      const paymentKey = await makePayment(app, world, statementKey);
      return { params: { owner: world.ownerKey, statementKey, paymentKey }, body: { reason: 'Wrong statement' } };
    },
  ],
  statementCredit: [
    'statement',
    async (world) => {
      const against = await makeStatement(app, world, { ...STATEMENT, place: 103 });
      const credit = await makeStatement(app, world, { place: 104, total: -30, corrects: against });
      return { params: { owner: world.ownerKey, statementKey: credit }, body: { against } };
    },
  ],
  statementWriteOff: ofStatement(app, 105, { isWrittenOff: true, reason: 'Insolvent' }),
  statementPaymentImport: [
    'bulkImport',
    async (world) => {
      await makeStatement(app, world, { ...STATEMENT, place: 106 });
      return {
        params: { owner: world.ownerKey },
        query: { apply: 'goodRows' },
        file: ['Number,Date,Amount,Reference', 'INV-2026-106,2026-02-06,100,Batch 7'],
      };
    },
  ],
  statementSend: [
    'statement',
    async (world) => {
      const statementKey = await makeStatement(app, world, { ...STATEMENT, place: 107 });
      return { params: { owner: world.ownerKey }, body: { statementKeys: [statementKey], by: 'hand' } };
    },
  ],
  statementSeen: [
    'statement',
    async (world) => {
      const statementKey = await makeStatement(app, world, { ...STATEMENT, place: 108 });
      const as = await app.signedIn('cl', { owners: [world.ownerKey], permissions: ['reports:Billable'] });
      return { params: { owner: world.ownerKey, statementKey }, as };
    },
  ],
  statementDispute: [
    'statement',
    async (world) => {
      const statementKey = await makeStatement(app, world, { ...STATEMENT, place: 109 });
      const as = await app.signedIn('cl', { owners: [world.ownerKey], permissions: ['reports:Billable'] });
      return { params: { owner: world.ownerKey, statementKey }, body: { text: 'Two are missing' }, as };
    },
  ],
  statementAnswer: [
    'statement',
    async (world) => {
      const statementKey = await makeStatement(app, world, { ...STATEMENT, place: 110 });
      const after = await makeStatementDispute(app, world, statementKey);
      return {
        params: { owner: world.ownerKey, statementKey },
        body: { kind: 'REFUSED', text: 'All are there', after },
      };
    },
  ],
});
