import { fillPath, IO_FORMATS, ioBoard, ioFile, ioGet, ioLinkAnswer, ioLinkFile, ioLinkOpen } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { textOfFile } from '../../../testing/file-text.ts';
import { makeOrdersWorld, PUBLIC_URL, type OrdersWorld, tokenIn } from '../../../testing/factories/orders.ts';
import { orderMailJob } from '../send/order-mail.jobs.ts';

const harness = useApp();
let world: OrdersWorld;
let desk: SignedIn;

/** The client's prices: in force, of the month, per device; the amounts, and the client's own allocation. */
const CLIENT = { desktop: 71.37, tablet: 72.43, mobile: 73.51, next: 74.59, units: 918_273 };
const CANARIES = [
  CLIENT.desktop,
  CLIENT.tablet,
  CLIENT.mobile,
  CLIENT.next,
  CLIENT.next * 100,
  CLIENT.desktop * 100,
  CLIENT.units,
];
/** Every format of a figure. */
const spellings = CANARIES.flatMap((value) => [String(value), value.toFixed(2), value.toLocaleString('en-US')]);
const leaks = (text: string): string[] => spellings.filter((spelling) => text.includes(spelling));

const MEDIA = { desktop: 41.25, tablet: 38.5, mobile: 36.75 };

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
  const { campaignKey } = world.campaigns.mine;
  await world.run(sql`
    update campaign_price set client_desktop = ${CLIENT.desktop}, client_tablet = ${CLIENT.tablet}, client_mobile = ${CLIENT.mobile},
      media_desktop = ${MEDIA.desktop}, media_tablet = ${MEDIA.tablet}, media_mobile = ${MEDIA.mobile} where campaign_key = ${campaignKey}`);
  await world.run(sql`
    update campaign_month set client_bid_price = ${CLIENT.next}, client_monthly_allocation = ${CLIENT.units}
    where campaign_key = ${campaignKey} and month = '2026-04-01'`);
  desk = await world.agency();
});

test('no output for a partner contains the client’s price, and each has the partner’s', async () => {
  const { orders } = await world.sent(desk, {
    clientKeys: [world.clientKey],
    emailNotificationKeys: [world.contacts.ada],
    customMessage: 'As agreed.',
  });
  const ioKey = orders[0]!.ioKey!;
  await world.work();
  const [mail] = await world.mails();
  const token = tokenIn(mail!);
  const partner = await world.partner();
  const params = { owner: world.owner, ioKey };
  const answer = async (sent: Promise<{ body: unknown }>): Promise<string> => JSON.stringify((await sent).body);
  const file = async (format: (typeof IO_FORMATS)[number]) => {
    const url = `/api${fillPath(ioFile.path, { ...params, format }, 'mp')}`;
    return textOfFile((await harness.app.inject({ url, headers: partner.headers })).rawPayload);
  };
  const linkFile = async (format: (typeof IO_FORMATS)[number]) =>
    textOfFile(
      (await harness.app.inject({ method: 'POST', url: `/api${ioLinkFile.path}`, payload: { token, format } }))
        .rawPayload,
    );
  const outputs: Record<string, string> = {
    'mail subject': mail!.subject,
    'mail text': mail!.body,
    'mail html': mail!.html,
    board: await answer(harness.call(ioBoard, partner, { params })),
    page: await answer(harness.call(ioGet, partner, { params })),
    'signed page': await answer(harness.call(ioLinkOpen, null, { body: { token } })),
    'signed answer': await answer(
      harness.call(ioLinkAnswer, null, {
        body: { token, answer: 'ACCEPTED', signerName: 'Ada', signerTitle: 'Director' },
      }),
    ),
  };
  for (const { name, content } of mail!.files) outputs[`mailed ${name}`] = await textOfFile(content);
  for (const format of IO_FORMATS) {
    outputs[`${format} of the area`] = await file(format);
    outputs[`${format} of the link`] = await linkFile(format);
  }
  expect(Object.keys(outputs)).toHaveLength(13);
  for (const [name, text] of Object.entries(outputs)) {
    expect({ name, leaks: leaks(text) }).toEqual({ name, leaks: [] });
    // The output has its content: an empty one would leak nothing either.
    if (name === 'mail subject') continue;
    expect({ name, hasTotal: text.replaceAll(',', '').includes('5325') }).toEqual({ name, hasTotal: true });
  }
  for (const name of ['pdf of the area', 'pdf of the link']) {
    expect(outputs[name]).toContain('Tablet $38.50');
    expect(outputs[name]).toContain('Phone $36.75');
    expect(outputs[name]).toContain('Total');
  }
  // The scan itself finds planted figures.
  expect(leaks(`at $${CLIENT.next} each`)).toEqual(['74.59', '74.59', '74.59']);
});

test('the order shows no client price, even to users who may see it', async () => {
  const { body } = await harness.call(ioBoard, desk, { params: { owner: world.owner } });
  expect(leaks(JSON.stringify(body))).toEqual([]);
});
