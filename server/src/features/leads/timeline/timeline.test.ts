import { type LeadAnswer, type LeadDetail, leadDetails, type LeadEvent } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import {
  allowFastPosts,
  clientNameOf,
  makeMonths,
  makePostingKey,
  postBody,
} from '../../../testing/factories/posting.ts';

const harness = useApp();
let place: { ownerKey: number; partnerKey: number; campaignKey: number; clientName: string; key: string };
let sides: Record<'ag' | 'cl' | 'mp', SignedIn>;
let number = 0;

beforeAll(async () => {
  place = await harness.asMigrator(async (tx) => {
    await makeMonths(tx, '2026-03-01', '2026-04-01');
    const partnerKey = await makePartner(tx);
    const { ownerKey, campaignKey } = await makeCampaign(tx, { partnerKey });
    await allowFastPosts(tx, partnerKey);
    const clientName = await clientNameOf(tx, campaignKey);
    return { ownerKey, partnerKey, campaignKey, clientName, key: await makePostingKey(tx, partnerKey, TEST_NOW) };
  });
  const of = { owners: [place.ownerKey], permissions: ['leadanalyzer:View' as const] };
  sides = {
    ag: await harness.signedIn('ag', of),
    cl: await harness.signedIn('cl', of),
    mp: await harness.signedIn('mp', { ...of, partnerKey: place.partnerKey }),
  };
});
beforeEach(() => harness.clock.set(TEST_NOW));

const post = async (over: Record<string, string> = {}): Promise<string> => {
  number += 1;
  const { payload } = await harness.app.inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': place.key },
    payload: { ...postBody(number, place), ...over },
  });
  const answer = JSON.parse(payload) as LeadAnswer;
  if (answer.outcome === 'error') throw new Error(JSON.stringify(answer));
  return answer.leadId;
};
const eventsFor = async (group: keyof typeof sides, leadId: string): Promise<LeadEvent[]> => {
  const { status, body } = await harness.call(leadDetails, sides[group], {
    params: { searchType: 'leadid', keyCode: leadId },
  });
  expect(status).toBe(200);
  return (body.data as { leads: [LeadDetail] }).leads[0].events;
};
const checksOf = (events: readonly LeadEvent[]) =>
  events.flatMap((event) => (event.kind === 'checks' ? [event.checks] : []));

test('an accepted lead shows the checks it passed before the resulting status', async () => {
  const events = await eventsFor('ag', await post());
  expect(events.map(({ kind }) => kind)).toEqual(['checks', 'status']);
  const [checks = []] = checksOf(events);
  expect(new Set(checks.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
  expect(checks.map(({ title }) => title)).toEqual(expect.arrayContaining(['Consent', 'Duplicates']));
});

test('the failed check is last: in full for the agency, by reason for the client, not at all for the partner', async () => {
  const leadId = await post({ email: 'somebody@mailinator.com' });
  const [checks = []] = checksOf(await eventsFor('ag', leadId));
  expect(checks.at(-1)).toEqual({
    title: 'Disposable email',
    outcome: 'failed',
    reasons: ['EMAIL_UNDELIVERABLE'],
    detail: 'mailinator.com is a disposable email provider.',
  });
  expect(checksOf(await eventsFor('cl', leadId))[0]?.at(-1)).toMatchObject({
    outcome: 'failed',
    reasons: ['EMAIL_UNDELIVERABLE'],
    detail: '',
  });
  expect((await eventsFor('mp', leadId)).map(({ kind }) => kind)).toEqual(['status']);
});

test('notifications of the partner’s server are on the agency’s timeline only, because they contain the media price', async () => {
  const leadId = await post();
  await harness.asMigrator((tx) =>
    sql`
      insert into lead_postback_try (owner_key, captured_date, lead_key, postback_key, attempt, at, status, url, outcome, http_status,
                                     duration_ms, response)
      select owner_key, captured_date, lead_key, 1, 1, created_at + interval '1 second', 'VAL', 'https://partner.example/?price=40.00',
             'sent', 200, 12, 'OK'
      from lead where public_id = ${leadId}`.execute(tx),
  );
  expect((await eventsFor('ag', leadId)).at(-1)).toMatchObject({
    kind: 'postback',
    try: { outcome: 'sent', httpStatus: 200, url: 'https://partner.example/?price=40.00' },
  });
  for (const group of ['cl', 'mp'] as const)
    expect(JSON.stringify(await eventsFor(group, leadId))).not.toContain('40.00');
});
