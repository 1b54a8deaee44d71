import { PassThrough } from 'node:stream';
import { ALL_PERMISSIONS, leadTrial, type LeadTrial, leadTrialSample, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../../../../seed/index.ts';
import { blindIndex, normaliseEmail, normalisePhone } from '../../../lib/secrets/seal.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';

const lines: string[] = [];
const log = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()));
const harness = useApp({ filled: SMALL_DEMO, log });
/** Same as in the test harness. */
const SECRET = Buffer.from('a secret for tests only, of 32 chars');

interface Place {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
}
let mine: Place;
let foreign: Place;
let agency: SignedIn;
let partner: SignedIn;
let otherPartner: SignedIn;
let sample: Record<string, string>;

const runnable = async (): Promise<Place[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<Place>`
      select c.owner_key as "ownerKey", c.campaign_key as "campaignKey", c.partner_key as "partnerKey"
      from campaign c
      join campaign_month m on m.owner_key = c.owner_key and m.campaign_key = c.campaign_key and m.month = '2026-11-01'
      where c.channel = 'ppl' and c.partner_key is not null and c.deleted_at is null and c.activated_at is not null
        and (c.end_date is null or c.end_date > '2026-12-31') and c.start_date < '2026-11-01'
        and m.monthly_allocation > 0
        and not exists (select from campaign_pause p where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key)
      order by c.owner_key, c.campaign_key
    `.execute(tx),
  );
  return rows;
};

const tried = async (
  post: Record<string, unknown>,
  { as = agency, at = null as string | null, campaignKey = mine.campaignKey } = {},
): Promise<LeadTrial> => {
  const { status, body } = await harness.call(leadTrial, as, { params: { key: campaignKey }, body: { post, at } });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data as LeadTrial;
};
const checkOf = ({ checks }: LeadTrial, id: string) => checks.find((check) => check.id === id)!;
const failing = ({ checks }: LeadTrial) => checks.find(({ outcome }) => outcome === 'failed');
const real = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...sample,
  email: 'maria.okafor.trial@gmail.com',
  phone: '216-867-5310',
  isTest: 'N',
  ...over,
});

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const all = await runnable();
  mine = all[0]!;
  foreign = all.find(({ ownerKey }) => ownerKey !== mine.ownerKey)!;
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['leadanalyzer:View'] });
  partner = await harness.signedIn('mp', {
    owners: [mine.ownerKey],
    partnerKey: mine.partnerKey,
    permissions: ['campaigns:View'],
  });
  otherPartner = await harness.signedIn('mp', { owners: [mine.ownerKey], permissions: ['campaigns:View'] });
  const { body } = await harness.call(leadTrialSample, agency, { params: { key: mine.campaignKey } });
  sample = (body.data as { post: Record<string, string> }).post;
});

describe('a trial of a lead', () => {
  test(
    'passes with the sample for every campaign of the demo, except for hours and caps',
    { tags: ['long'] },
    async () => {
      const all = await runnable();
      const everybody = await harness.signedIn('ag', {
        owners: [...new Set(all.map(({ ownerKey }) => ownerKey))],
        permissions: ALL_PERMISSIONS,
      });
      const refused: string[] = [];
      for (const { campaignKey } of all) {
        const { body } = await harness.call(leadTrialSample, everybody, { params: { key: campaignKey } });
        const { post } = body.data as { post: Record<string, string> };
        const trial = await tried(post, { as: everybody, campaignKey });
        const why = trial.fieldErrors[0]?.message ?? failing(trial)?.title;
        if (why !== undefined && !['Day-parting', 'Caps', 'Campaign open'].includes(why))
          refused.push(`${campaignKey}: ${why}`);
      }
      expect(all.length).toBeGreaterThan(15);
      expect(refused).toEqual([]);
    },
  );

  test('lists every check in order, with the value, the requirement and the counters', async () => {
    const trial = await tried(real());
    expect(trial.answer).toMatchObject({ outcome: 'success', status: 'VAL' });
    expect(trial.checks.map(({ outcome }) => outcome)).not.toContain('notReached');
    expect(checkOf(trial, 'source').value).toContain(sample['publisherSource']);
    expect(checkOf(trial, 'caps').counters[0]).toMatchObject({ label: 'Monthly cap', full: false });
    expect(trial.fields).toContainEqual({ name: 'phone', label: 'Phone number', value: '2168675310' });
  });

  test('reports all invalid fields at once and runs no check', async () => {
    const trial = await tried(real({ email: 'x', zip: '' }));
    expect(trial.fieldErrors.map(({ field }) => field)).toEqual(expect.arrayContaining(['email', 'zip']));
    expect(new Set(trial.checks.map(({ outcome }) => outcome))).toEqual(new Set(['notReached']));
    expect(trial.answer.outcome).toBe('error');
  });

  test('applies hours, dates and plan of the chosen time', async () => {
    const after = await tried(real(), { at: '2027-08-01T16:00:00.000Z' });
    expect(failing(after)?.id).toBe('campaignOpen');
    expect(after.at).toBe('2027-08-01T16:00:00.000Z');
    expect(after.answer).toMatchObject({ outcome: 'failure', status: 'CLS' });
    const { zone, at } = await tried(real(), { at: '2026-11-15T10:00' });
    const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: zone }).format(new Date(at));
    expect(hour).toMatch(/^10\sAM$/);
  });
});

describe('a duplicate person', () => {
  let lead: { leadKey: number };
  beforeAll(async () => {
    // A good lead of another campaign of the same client, by a known person.
    const email = blindIndex(SECRET, mine.ownerKey, 'email', normaliseEmail('known.person@gmail.com'));
    const phone = blindIndex(SECRET, mine.ownerKey, 'phone', normalisePhone('216-867-5309'));
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ leadKey: number }>`
        update lead_person p set email_hash = ${email}, phone_hash = ${phone}
        where (p.owner_key, p.captured_date, p.lead_key) = (
          select l.owner_key, l.captured_date, l.lead_key from lead l
          join lead_person x on x.owner_key = l.owner_key and x.captured_date = l.captured_date and x.lead_key = l.lead_key
          join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
          join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
          where l.owner_key = ${mine.ownerKey} and l.status = 'DLV' and l.partner_key <> ${mine.partnerKey}
            and l.created_at > ${SMALL_DEMO_NOW}::timestamptz - interval '20 days'
            and g.client_key = (select g2.client_key from campaign c2 join goal g2 on g2.owner_key = c2.owner_key and g2.goal_key = c2.goal_key
                                where c2.owner_key = ${mine.ownerKey} and c2.campaign_key = ${mine.campaignKey})
          limit 1)
        returning p.lead_key as "leadKey"
      `.execute(tx),
    );
    lead = rows[0]!;
  });

  test('is shown to the agency with the earlier lead, to the partner without it', async () => {
    const post = real({ email: 'Known.Person+x@googlemail.com', phone: '(216) 867-5309' });
    const forAgency = await tried(post);
    expect(forAgency.answer).toMatchObject({ outcome: 'failure', status: 'DUP' });
    expect(checkOf(forAgency, 'dedup')).toMatchObject({
      outcome: 'failed',
      details: [`Earlier lead ${lead.leadKey}.`],
    });
    const forPartner = await tried(post, { as: partner });
    expect(checkOf(forPartner, 'dedup')).toMatchObject({ outcome: 'failed', messages: ['Duplicate lead.'] });
    expect(JSON.stringify(forPartner)).not.toContain(String(lead.leadKey));
  });
});

describe('who may try leads', () => {
  const status = async (as: SignedIn, key: number, call = leadTrial) =>
    (await harness.call(call, as, { params: { key }, body: { post: {} } })).status;

  test('a partner on its own campaigns, at this owner only', async () => {
    expect(await status(partner, mine.campaignKey)).toBe(200);
    expect(await status(otherPartner, mine.campaignKey)).toBe(404);
    expect(await status(partner, foreign.campaignKey)).toBe(404);
  });

  test('the agency with the right to leads, at its own owners', async () => {
    expect(await status(agency, foreign.campaignKey)).toBe(404);
    const buyer = await harness.signedIn('ag', {
      owners: [mine.ownerKey],
      permissions: ['campaigns:View'] satisfies Permission[],
    });
    expect(await status(buyer, mine.campaignKey)).toBe(403);
  });

  test('the partner sees neither the client’s price nor its budget', async () => {
    const answer = JSON.stringify(await tried(real(), { as: partner }));
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ media: string; client: string }>`
        select media_desktop::text as media, client_desktop::text as client from campaign_price
        where owner_key = ${mine.ownerKey} and campaign_key = ${mine.campaignKey} and valid_from <= ${SMALL_DEMO_NOW}
        order by valid_from desc limit 1
      `.execute(tx),
    );
    expect(answer).toContain(`"price":${Number(rows[0]!.media)}`);
    expect(answer).not.toContain(String(Number(rows[0]!.client)));
    expect(answer).not.toContain('Goal budget');
    expect(answer).not.toContain('details');
  });
});

test('nothing is stored, and no personal data is logged', async () => {
  const counts = () =>
    harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ table: string; rows: number }>`
        select c.relname as table, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', c.relname), false, true, '')))[1]::text::int as rows
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1
      `.execute(tx);
      return Object.fromEntries(rows.map(({ table, rows: count }) => [table, count]));
    });
  const before = await counts();
  lines.length = 0;
  const post = real({
    firstName: 'Zebulon',
    lastName: 'Quackenbush',
    email: 'zebulon@quackenbush.school',
    sub1: 'tried',
  });
  await tried(post);
  await tried(post, { as: partner });
  await tried({ ...post, phone: '1' });
  await tried(post, { at: '2026-12-24T16:00:00.000Z' });
  const after = await counts();
  expect(Object.keys(before).length).toBeGreaterThan(50);
  expect(after).toEqual(before);
  expect(lines.join('')).toContain('leadTrial');
  expect(lines.join('')).not.toMatch(/zebulon|quackenbush|8675310/i);
});
