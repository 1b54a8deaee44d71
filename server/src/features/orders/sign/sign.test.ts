import {
  allocationsSave,
  fillPath,
  ioAnswer,
  type IoAnswerForm,
  ioFile,
  ioLinkAnswer,
  ioLinkOpen,
  type IoOrder,
  ioRecipientList,
  ioSettingsSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../http/watch/log.ts';
import { type Answer, type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { pdfText } from '../../../testing/file-text.ts';
import { makeOrdersWorld, PUBLIC_URL, type OrdersWorld, tokenIn } from '../../../testing/factories/orders.ts';
import { tellAnswerJob } from '../answer/answer-mail.jobs.ts';
import { reviseOrdersNow } from '../revise/revise.jobs.ts';
import { orderMailJob } from '../send/order-mail.jobs.ts';

const harness = useApp();
let world: OrdersWorld;
let desk: SignedIn;
let ioKey: number;
/** The tokens in Ada's and Bo's mails. */
let tokens: string[];
const RIGHTS = [
  'allocations:View',
  'allocations:Update',
  'campaigns:Price',
  'partners:Contact',
  'partners:View',
  'admin:Settings',
] as const;
const SIGNER = { signerName: 'Ada Ames', signerTitle: 'Media Director' };
const AGENCY = 'Northlight Media';

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
  desk = await world.agency([...RIGHTS]);
  const form = { ordersRequired: false, agencyName: AGENCY, paymentTerms: 'Net 45', hidesClientCode: false };
  await harness.call(ioSettingsSave, desk, { params: { owner: world.owner }, body: { ...form, rowVersion: 0 } });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.forgetOrders();
  const { orders } = await world.sent(desk, {
    clientKeys: [world.clientKey],
    emailNotificationKeys: [world.contacts.ada, world.contacts.bo],
    signerTitle: 'Account Manager',
  });
  ioKey = orders[0]!.ioKey!;
  await world.work();
  tokens = (await world.mails()).map(tokenIn);
});

const answer = (token: string, form: Partial<IoAnswerForm> = {}): Promise<Answer> =>
  harness.call(ioLinkAnswer, null, { body: { token, answer: 'ACCEPTED', ...SIGNER, ...form } });
const job = () => tellAnswerJob(harness, { publicUrl: PUBLIC_URL });
const tell = (key = ioKey) => job().run({ ownerKey: world.owner, ioKey: key });
const signatures = () =>
  world.run<{ io_key: number; side: string; hash: string }>(
    sql`select io_key, side, encode(content_hash, 'hex') as hash from insertion_order_signature order by io_key, side`,
  );
interface AnswerMail {
  to: string;
  subject: string;
  body: string;
  fromName: string | null;
  files: Buffer[];
}
const answerMails = () =>
  world.run<AnswerMail>(sql`
    select m.to_address as "to", m.subject, m.body, m.from_name as "fromName",
           array(select f.content from mail_file f where f.mail_key = m.mail_key) as files
    from insertion_order_notice n join mail m using (mail_key) order by n.side, m.to_address`);

test('an acceptance needs a name and a title, and stores who signed what, when and from where', async () => {
  for (const [over, field] of [
    [{ signerName: ' ' }, 'signerName'],
    [{ signerTitle: '' }, 'signerTitle'],
  ] as const) {
    const { status, body } = await answer(tokens[0]!, over);
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field, code: 'required' }] });
  }
  expect((await signatures()).map(({ side }) => side)).toEqual(['agency']);
  expect((await answer(tokens[0]!)).status).toBe(200);
  const order = await world.order(desk, ioKey);
  expect(order).toMatchObject({
    answeredBy: 'Ada Ames',
    signatures: [
      { side: 'agency', company: AGENCY, name: 'Test User', title: 'Account Manager', ip: null, matches: true },
      { side: 'partner', company: order.partnerName, name: 'Ada Ames', title: 'Media Director', matches: true },
    ],
  });
  const { agreement, ip, signedAt } = order.signatures[1]!;
  expect(signedAt).toBe(TEST_NOW.toISOString());
  expect(ip).toBe('127.0.0.1');
  expect(agreement).toBe(
    `${order.partnerName} agrees to version 1 of insertion order ${order.number}: 130 inquiries for ${order.clientName} in April 2026 at $40.00 each, $5,200.00 in total, under the terms of the order.`,
  );
  const [line] = await world.run<{ after: object }>(
    sql`select after from audit_log where action = 'ioAnswered' order by audit_key desc limit 1`,
  );
  expect(line!.after).toMatchObject({ ...SIGNER, document: order.signatures[1]!.contentHash });
});

test('a user of the partner signs in its own area, and its last title is proposed', async () => {
  const partner = await world.partner();
  const params = { owner: world.owner, ioKey };
  const body = { answer: 'ACCEPTED', signerName: 'Test User', signerTitle: 'Owner' } as const;
  expect((await harness.call(ioAnswer, partner, { params, body })).body.data).toMatchObject({
    signer: { name: 'Test User', title: 'Owner' },
    signatures: [{ side: 'agency' }, { side: 'partner', title: 'Owner' }],
  });
  const { body: recipients } = await harness.call(ioRecipientList, desk, { params: { owner: world.owner } });
  expect(recipients.data).toMatchObject({ signer: { name: 'Test User', title: 'Account Manager' } });
});

test('other names of today do not change the signed document; other contents do not match it', async () => {
  await answer(tokens[0]!);
  const before = await world.order(desk, ioKey);
  await world.run(sql`update client set name = name || ' renamed' where client_key = ${world.clientKey}`);
  const renamed = await world.order(desk, ioKey);
  expect(renamed).toMatchObject({ clientName: before.clientName, signatures: [{ matches: true }, { matches: true }] });
  await world.run(sql`update client set name = ${before.clientName} where client_key = ${world.clientKey}`);
  // What nobody of the product may write.
  await world.run(sql`update insertion_order_line set media_desktop = 39 where io_key = ${ioKey}`);
  const forged = await world.order(desk, ioKey);
  expect(forged.signatures.map(({ matches }) => matches)).toEqual([false, false]);
  const text = await pdfOf(await world.partner());
  expect(text).toContain('This document does not match the signed version.');
});

const pdfOf = async (as: SignedIn): Promise<string> => {
  const url = `/api${fillPath(ioFile.path, { owner: world.owner, ioKey, format: 'pdf' }, 'mp')}`;
  return pdfText((await harness.app.inject({ url, headers: as.headers })).rawPayload);
};

test('the document has the signatures of both sides', async () => {
  await answer(tokens[0]!);
  const text = await pdfOf(await world.partner());
  const order = await world.order(desk, ioKey);
  for (const part of [
    'Signatures',
    'For the agency',
    'For the media partner',
    `Company ${AGENCY} ${order.partnerName}`,
    'Name Test User Ada Ames',
    'Title Account Manager Media Director',
    'IP address 127.0.0.1',
    'agrees to version 1',
  ])
    expect(text).toContain(part);
  expect(text.replaceAll(/\s/g, '')).toContain(order.signatures[1]!.contentHash);
  expect(text).not.toContain('does not match');
  expect(text).not.toContain('Please accept it');
});

test('a version is signed on its own: an amendment is unsigned until it is accepted, and the older signature stays', async () => {
  await answer(tokens[0]!);
  const first = await signatures();
  harness.clock.set(new Date(TEST_NOW.getTime() + 20 * 60_000));
  const { campaignKey } = world.campaigns.mine;
  await harness.call(allocationsSave, desk, {
    params: { owner: world.owner, month: 'next' },
    body: { rows: [{ campaignKey, changes: { aggregatorBidPrice: 41.5 } }] },
  });
  await reviseOrdersNow({ db: harness.db, clock: harness.clock, log: createLog({ logLevel: 'silent' }) });
  const draft = (await world.order(desk, ioKey)).versions.at(-1)!;
  expect(draft).toMatchObject({ version: 2, state: 'DRAFT' });
  expect((await world.order(desk, draft.ioKey)).signatures).toEqual([]);
  await world.sent(desk, { clientKeys: [world.clientKey], emailNotificationKeys: [world.contacts.ada] });
  await world.work();
  expect((await world.order(desk, draft.ioKey)).signatures.map(({ side }) => side)).toEqual(['agency']);
  const { body } = await harness.call(ioLinkOpen, null, { body: { token: tokenIn((await world.mails()).at(-1)!) } });
  // The contact who signed the first version is proposed with its title.
  expect((body.data as { order: IoOrder }).order.signer).toEqual({ name: 'Ada', title: 'Media Director' });
  expect((await answer(tokenIn((await world.mails()).at(-1)!))).status).toBe(200);
  const all = await signatures();
  expect(all.slice(0, 2)).toEqual(first);
  expect(all).toHaveLength(4);
  expect(new Set(all.map(({ hash }) => hash)).size).toBe(2);
  await world.run(sql`update campaign_month set aggregator_bid_price = null where campaign_key = ${campaignKey}`);
});

test('a signature cannot be changed, moved or taken away', async () => {
  await answer(tokens[0]!);
  for (const statement of [
    sql`update insertion_order_signature set name = 'Else'`,
    sql`update insertion_order_signature set io_key = io_key + 1`,
    sql`delete from insertion_order_signature`,
  ])
    await expect(world.run(statement)).rejects.toThrow('append-only');
});

test('an acceptance is mailed once to its sender and as a signed copy to the partner, in the agency’s name', async () => {
  expect((await answer(tokens[1]!)).status).toBe(200);
  await tell();
  await tell();
  const mails = await answerMails();
  const { one } = world.partners;
  const { partnerName, clientName, notices } = await world.order(desk, ioKey);
  expect(mails.slice(1).map(({ to }) => to)).toEqual([`ada.${one}@partner.example`, `bo.${one}@partner.example`]);
  expect(mails[0]!.subject).toBe(`Accepted by ${partnerName}: ${clientName} - April 2026 insertion order`);
  expect(mails[0]!.fromName).toBeNull();
  for (const { subject, fromName, body } of mails.slice(1)) {
    expect(subject).toBe(`Signed: ${clientName} - April 2026 insertion order from ${AGENCY}`);
    expect(fromName).toBe(AGENCY);
    expect(body).toContain('Ada Ames, Media Director of');
    expect(body).not.toContain('Paceline');
  }
  expect(notices.map(({ side }) => side)).toEqual(['agency', 'partner', 'partner']);
  for (const { files } of mails) {
    expect(files).toHaveLength(1);
    expect(await pdfText(files[0]!)).toContain('For the media partner');
  }
  const [sent] = await world.run<{ fromName: string; replyTo: string }>(
    sql`select from_name as "fromName", reply_to as "replyTo" from mail m join insertion_order_mail o using (mail_key) limit 1`,
  );
  expect(sent).toEqual({ fromName: AGENCY, replyTo: mails[0]!.to });
});

test('killed between the mails, none goes out; run again, each goes out once', async () => {
  await answer(tokens[0]!);
  await world.run(
    sql`create function public.die() returns trigger language plpgsql as $$ begin raise exception 'killed here'; end $$`,
  );
  await world.run(
    sql`create trigger die before insert on insertion_order_notice for each row when (new.name = 'Bo') execute function public.die()`,
  );
  const count = async () => (await world.run<{ n: number }>(sql`select count(*)::int as n from mail`))[0]!.n;
  const before = await count();
  await expect(tell()).rejects.toThrow('killed here');
  expect(await count()).toBe(before);
  await world.run(sql`drop function public.die cascade`);
  await Promise.allSettled([tell(), tell()]);
  expect(await count()).toBe(before + 3);
});

test.each([
  ['CHANGE_REQUESTED', 'Change requested by', 'asked for a change of'],
  ['DECLINED', 'Declined by', 'declined'],
] as const)('%s is mailed to the sender alone, with the reason and without a signature', async (state, head, verb) => {
  const { campaignKey } = world.campaigns.mine;
  const lines = state === 'DECLINED' ? [] : [{ campaignKey, note: 'Ten more, please.' }];
  expect((await answer(tokens[0]!, { answer: state, note: 'Too low.', lines })).status).toBe(200);
  await tell();
  const [mail, ...others] = await answerMails();
  expect(others).toEqual([]);
  expect(mail!.subject).toMatch(new RegExp(`^${head} `));
  expect(mail!.body).toContain(verb);
  expect(mail!.body).toContain('Too low.');
  expect(mail!.body.includes(': Ten more, please.')).toBe(lines.length > 0);
  expect(mail!.body).toContain(`/s/cl/allocations/insertionorders/${ioKey}?owner=${world.owner}`);
  expect(mail!.files).toEqual([]);
  expect((await signatures()).map(({ side }) => side)).toEqual(['agency']);
});

test('an answer that is not given yet is mailed to nobody', async () => {
  await tell();
  expect(await answerMails()).toEqual([]);
});

test('a signature of another owner or partner is not read', async () => {
  await answer(tokens[0]!);
  const stranger = await world.partner(world.partners.two);
  const url = `/api${fillPath(ioFile.path, { owner: world.owner, ioKey, format: 'pdf' }, 'mp')}`;
  const { statusCode: status } = await harness.app.inject({ url, headers: stranger.headers });
  expect(status).toBe(404);
});
