import {
  campaignList,
  IO_LIMITS,
  ioAnswer,
  type IoAnswerForm,
  ioFile,
  ioGet,
  ioLinkAnswer,
  ioLinkFile,
  ioLinkOpen,
  ioOpen,
  type IoOrder,
  ioSettingsGet,
  ioSettingsSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { randomToken } from '../../../lib/secrets/tokens.ts';
import { type Answer, type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeOrdersWorld, PUBLIC_URL, type OrdersWorld, tokenIn } from '../../../testing/factories/orders.ts';
import { orderMailJob } from '../send/order-mail.jobs.ts';

const harness = useApp();
let world: OrdersWorld;
let desk: SignedIn;
let ioKey: number;
/** The tokens in Ada's and Bo's mails. */
let tokens: string[];

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.forgetOrders();
  desk = await world.agency([...RIGHTS, 'admin:Settings']);
  const { orders } = await world.sent(desk, {
    clientKeys: [world.clientKey],
    emailNotificationKeys: [world.contacts.ada, world.contacts.bo],
  });
  ioKey = orders[0]!.ioKey!;
  await world.work();
  tokens = (await world.mails()).map(tokenIn);
});
const RIGHTS = ['allocations:View', 'partners:Contact', 'partners:View'] as const;

const open = (token: string): Promise<Answer> => harness.call(ioLinkOpen, null, { body: { token } });
const answer = (token: string, form: Partial<IoAnswerForm>): Promise<Answer> =>
  harness.call(ioLinkAnswer, null, {
    body: { token, answer: 'ACCEPTED', signerName: 'Bo', signerTitle: 'Media Director', ...form },
  });
const stateOf = async (): Promise<string> => (await world.order(desk, ioKey)).state;
const everything = () =>
  world.run(sql`
    select to_jsonb(i) as i, (select jsonb_agg(to_jsonb(m) order by m.io_mail_key) from insertion_order_mail m where m.io_key = i.io_key) as m
    from insertion_order i order by io_key`);

test('the link opens the order without signing in, and the opening is recorded', async () => {
  const { status, body } = await open(tokens[0]!);
  expect(status).toBe(200);
  const { order, contactName } = body.data as { order: IoOrder; contactName: string };
  expect(contactName).toBe('Ada');
  expect(order).toMatchObject({ ioKey, state: 'OPENED', units: 130, amount: 5200, canAnswer: true });
  expect((await world.order(desk, ioKey)).mails.map(({ openedAt }) => openedAt)).toEqual([
    TEST_NOW.toISOString(),
    null,
  ]);
  const log = await world.run(
    sql`select action, user_key, after->>'by' as by from audit_log where entity = 'insertion_order' order by audit_key desc limit 1`,
  );
  expect(log).toEqual([{ action: 'ioOpened', user_key: null, by: 'Ada' }]);
});

test('the page of a link has its owner’s brand, not another owner’s', async () => {
  for (const [ownerKey, name] of [
    [world.owner, 'Hartwell'],
    [world.campaigns.foreign.ownerKey, 'Elsewhere'],
  ] as const)
    await world.run(sql`insert into owner_branding (owner_key, name, colour) values (${ownerKey}, ${name}, '#8a1d5a')`);
  expect((await open(tokens[0]!)).body.data).toMatchObject({ brand: { name: 'Hartwell', colour: '#8a1d5a' } });
  await world.run(sql`delete from owner_branding`);
});

test('an acceptance is reported to the agency with the name; then no link of the order can be used again', async () => {
  expect((await answer(tokens[1]!, {})).status).toBe(200);
  expect(await world.order(desk, ioKey)).toMatchObject({ state: 'ACCEPTED', answeredBy: 'Bo', canAnswer: false });
  const before = await everything();
  for (const token of tokens) {
    const used = await answer(token, { answer: 'DECLINED', note: 'No' });
    expect(used.body).toMatchObject({ code: 'STALE_ROW', message: 'It was accepted by Bo. It can be answered once.' });
  }
  expect(await everything()).toEqual(before);
});

test('of two concurrent answers one applies, and the other is refused', async () => {
  const both = await Promise.all([answer(tokens[0]!, {}), answer(tokens[1]!, { answer: 'DECLINED', note: 'No' })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const log = await world.run(
    sql`select 1 from audit_log where action = 'ioAnswered' and entity_key = ${String(ioKey)}`,
  );
  expect(log).toHaveLength(1);
});

test.each([
  ['made up', () => randomToken()],
  ['cut short', () => tokens[0]!.slice(0, 42)],
  ['one character off', () => `${tokens[0]!.slice(0, 42)}${tokens[0]!.endsWith('A') ? 'B' : 'A'}`],
  ['empty', () => ''],
])('a link that is %s opens, answers and downloads nothing', async (_, forged) => {
  const before = await everything();
  for (const call of [open(forged()), answer(forged(), {})])
    expect((await call).body).toMatchObject({
      code: 'NOT_FOUND',
      message: /^This link is not valid/ as unknown as string,
    });
  const file = await harness.call(ioLinkFile, null, { body: { token: forged(), format: 'pdf' } });
  expect(file.status).toBe(404);
  expect(await everything()).toEqual(before);
});

test('after thirty days a link opens, answers and downloads nothing', async () => {
  harness.clock.set(new Date(TEST_NOW.getTime() + IO_LIMITS.linkDays * 86_400_000 - 1000));
  expect((await open(tokens[0]!)).status).toBe(200);
  harness.clock.set(new Date(TEST_NOW.getTime() + IO_LIMITS.linkDays * 86_400_000));
  const before = await everything();
  for (const call of [open(tokens[0]!), answer(tokens[0]!, {})])
    expect((await call).body).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This link expired on Apr 9, 2026. Ask the agency for a new one, or answer in your own area.',
    });
  expect((await harness.call(ioLinkFile, null, { body: { token: tokens[0]!, format: 'xlsx' } })).status).toBe(404);
  expect(await everything()).toEqual(before);
});

test('a link shows its own order and no other of the same partner', async () => {
  const { orders } = await world.sent(desk, {
    clientKeys: [world.campaigns.elsewhere.clientKey],
    emailNotificationKeys: [world.contacts.ada],
  });
  const { body } = await open(tokens[0]!);
  expect((body.data as { order: IoOrder }).order.ioKey).not.toBe(orders[0]!.ioKey);
  const foreign = await answer(tokens[0]!, {
    answer: 'CHANGE_REQUESTED',
    lines: [{ campaignKey: world.campaigns.elsewhere.campaignKey, note: 'More' }],
  });
  expect(foreign.body.errors).toMatchObject([{ field: 'lines.0.campaignKey' }]);
});

test('a change is requested line by line, and declining needs a reason', async () => {
  expect((await answer(tokens[0]!, { answer: 'DECLINED' })).body.message).toBe('Write why you decline.');
  expect((await answer(tokens[0]!, { answer: 'CHANGE_REQUESTED', note: '  ' })).body.message).toBe(
    'Write what should change.',
  );
  expect(await stateOf()).toBe('SENT');
  const lines = [{ campaignKey: world.campaigns.second.campaignKey, note: 'Can the cap be 12?' }];
  expect((await answer(tokens[0]!, { answer: 'CHANGE_REQUESTED', lines })).status).toBe(200);
  expect(await world.order(desk, ioKey)).toMatchObject({ state: 'CHANGE_REQUESTED', answerLines: lines });
});

test('signed in, the partner opens and answers its own; another partner finds nothing', async () => {
  const params = { owner: world.owner, ioKey };
  const stranger = await world.partner(world.partners.two);
  for (const call of [
    harness.call(ioGet, stranger, { params }),
    harness.call(ioOpen, stranger, { params }),
    harness.call(ioAnswer, stranger, {
      params,
      body: { answer: 'ACCEPTED', signerName: 'Test User', signerTitle: 'Director' },
    }),
    harness.call(ioFile, stranger, { params: { ...params, format: 'pdf' } }),
  ])
    expect((await call).status).toBe(404);
  expect(await stateOf()).toBe('SENT');
  const partner = await world.partner();
  expect((await harness.call(ioOpen, partner, { params })).status).toBe(200);
  expect(await stateOf()).toBe('OPENED');
  expect(
    (
      await harness.call(ioAnswer, partner, {
        params,
        body: { answer: 'ACCEPTED', signerName: 'Test User', signerTitle: 'Director' },
      })
    ).status,
  ).toBe(200);
  expect(await world.order(desk, ioKey)).toMatchObject({ state: 'ACCEPTED', answeredBy: 'Test User' });
  const client = await harness.signedIn('cl', { owners: [world.owner], permissions: ['allocations:View'] });
  expect((await harness.call(ioGet, client, { params, group: 'cl' })).status).toBe(403);
});

test('a campaign waits for its order if the owner requires it, and goes live once accepted', async () => {
  const params = { owner: world.owner };
  const settings = (await harness.call(ioSettingsGet, desk, { params })).body.data as { rowVersion: number };
  const form = { ordersRequired: true, agencyName: 'Northlight Media', paymentTerms: 'Net 45', hidesClientCode: false };
  const save = (rowVersion: number, over: object = {}) =>
    harness.call(ioSettingsSave, desk, { params, body: { ...form, ...over, rowVersion } });
  expect((await save(settings.rowVersion)).status).toBe(200);
  const late = await save(settings.rowVersion, { paymentTerms: 'Net 60' });
  expect(late.body).toMatchObject({
    code: 'STALE_ROW',
    errors: [{ field: 'paymentTerms', message: 'Payment: saved “Net 45”, yours “Net 60”.' }],
  });
  harness.clock.set(new Date('2026-04-02T15:00:00Z'));
  const status = async () => {
    const { body } = await harness.call(campaignList, await world.agency([...RIGHTS, 'campaigns:View']), { params });
    const rows = (body.data as { rows?: object[] }).rows ?? (body.data as object[]);
    return (rows as { campaignKey: number; subStatus: string }[]).find(
      ({ campaignKey }) => campaignKey === world.campaigns.mine.campaignKey,
    )?.subStatus;
  };
  expect(await status()).toBe('IO_PENDING');
  expect((await answer(tokens[0]!, {})).status).toBe(200);
  expect(await status()).not.toBe('IO_PENDING');
  await world.run(sql`update owner set io_required = false`);
});
