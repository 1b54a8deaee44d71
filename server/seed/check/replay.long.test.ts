import { type ClientCriteria, clientCriteriaSchema, type ReplayResult } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeScope } from '../../src/db/scope/make-scope.ts';
import { type ReplayInput, runReplay } from '../../src/features/clients/replay/replay-run.ts';
import { DEFAULT_LAG_CURVES, shareMatured } from '../../src/metrics/maturity/maturity.rules.ts';
import { useDatabase } from '../../src/testing/database.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/** Changes one rule of each kind for the leads of the small scenario: the replay must agree with a plain recount in SQL. */
const database = useDatabase({ filled: SMALL_DEMO });
const SECRET = Buffer.from('a secret for tests only, of 32 chars');
const DAY_MS = 86_400_000;
const to = SMALL_DEMO_NOW;
/** Longer than usual: the small scenario has few refused leads in a month. */
const from = new Date(to.getTime() - 600 * DAY_MS);
const OTHER_TEXT = 'I agree that Partner School may call me about what it teaches, also by machine.';

let ownerKey: number;
let clientKey: number;
let dedupDays: number;
let before: ClientCriteria;
let states: string[];

beforeAll(async () => {
  await database.asMigrator(async (tx) => {
    const { rows } = await sql<{ ownerKey: number; clientKey: number; dedupDays: number; body: unknown }>`
      select l.owner_key as "ownerKey", g.client_key as "clientKey", o.dedup_days as "dedupDays",
             (select c.body from client_criteria c where c.client_key = g.client_key order by version desc limit 1) as body
      from lead l join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
      join owner o on o.owner_key = l.owner_key
      where l.partner_key is not null and o.name = 'Hartwell Technical Institute' and l.created_at >= ${from}
      group by 1, 2, 3 order by count(*) desc limit 1`.execute(tx);
    ({ ownerKey, clientKey, dedupDays } = rows[0]!);
    before = clientCriteriaSchema.parse(rows[0]!.body);
    const commonStates = await sql<{ state: string }>`
      select l.state from lead l join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
      where g.client_key = ${clientKey} and l.partner_key is not null group by 1 order by count(*) desc limit 2`.execute(
      tx,
    );
    states = commonStates.rows.map(({ state }) => state);
    // A third of the consents are to another text.
    await sql`update lead_consent set consent_text = ${OTHER_TEXT} where owner_key = ${ownerKey} and lead_key % 3 = 0`.execute(
      tx,
    );
    // Few leads were refused by the client's criteria, so those refused for field formats are relabelled.
    await sql`
      update lead l set status_reasons = case when lead_key % 3 = 1 then '{AGE_UNDER_MIN}' else '{REQ_MISSING}' end::text[],
             age = case when lead_key % 3 = 1 then 16 else 30 end, education = case when lead_key % 3 = 1 then 'HSD' end
      where l.owner_key = ${ownerKey} and l.status = 'INV' and l.lead_key % 3 <> 0`.execute(tx);
    // Some people inquired at another client of the owner before: good leads, and no duplicates while only the client is compared.
    await sql`
      with mine as (
        select x.captured_date, x.lead_key, row_number() over (order by x.lead_key) as n
        from lead_person x join lead l using (owner_key, captured_date, lead_key)
        join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
        where x.owner_key = ${ownerKey} and g.client_key = ${clientKey} and l.status = 'DLV' and l.partner_key is not null
          and l.created_at between ${new Date(to.getTime() - 20 * DAY_MS)} and ${to} limit 12
      ), other as (
        select x.phone_hash, row_number() over (order by x.lead_key) as n
        from lead_person x join lead l using (owner_key, captured_date, lead_key)
        join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
        where x.owner_key = ${ownerKey} and g.client_key <> ${clientKey} and l.status = 'DLV'
          and l.created_at between ${new Date(to.getTime() - 60 * DAY_MS)} and ${new Date(to.getTime() - 30 * DAY_MS)} limit 12
      )
      update lead_person p set phone_hash = other.phone_hash from mine join other using (n)
      where p.owner_key = ${ownerKey} and p.captured_date = mine.captured_date and p.lead_key = mine.lead_key`.execute(
      tx,
    );
  });
});

const changed = (sections: { [Section in keyof ClientCriteria]?: object }): ClientCriteria =>
  clientCriteriaSchema.parse({
    ...before,
    ...Object.fromEntries(
      Object.entries(sections).map(([section, change]) => [
        section,
        Array.isArray(change) ? change : { ...(before[section as keyof ClientCriteria] as object), ...change },
      ]),
    ),
  });

const run = (after: ClientCriteria, base: ClientCriteria, onProgress: ReplayInput['onProgress']) =>
  runReplay(
    { db: database.db, secret: SECRET },
    makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null }),
    {
      span: { ownerKey, clientKey, from, to },
      before: base,
      after,
      ownerDedupDays: dedupDays,
      onProgress,
    },
  );
const replay = async (after: ClientCriteria, base = before): Promise<ReplayResult> => {
  const result = await run(after, base, () => Promise.resolve(true));
  if (result === null) throw new Error('nobody cancelled it');
  return result;
};

const GOOD = sql`app.is_good(l.status)`;
/** Leads of the client in the test's period, counted independently. */
const recount = async (where: RawBuilder<unknown>) => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ leads: number; spend: number; enrollments: number }>`
      select count(*)::int as leads, coalesce(sum(l.client_price) filter (where not l.unpaid), 0)::float8 as spend,
             count(l.enrollment_on)::int as enrollments
      from lead l join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
      left join lead_consent s using (owner_key, captured_date, lead_key)
      left join lead_person x using (owner_key, captured_date, lead_key)
      where l.owner_key = ${ownerKey} and g.client_key = ${clientKey} and l.partner_key is not null
        and l.created_at >= ${from} and l.created_at < ${to} and ${where}`.execute(tx),
  );
  return rows[0]!;
};

/** Good earlier leads of the same person, among the given leads and within the given days. */
const earlier = (same: RawBuilder<unknown>, among: RawBuilder<unknown>, days: number) => sql`exists (
  select from lead e join lead_person y using (owner_key, captured_date, lead_key)
  join campaign ec using (owner_key, campaign_key) join goal eg using (owner_key, goal_key)
  where e.owner_key = l.owner_key and (e.created_at, e.lead_key) < (l.created_at, l.lead_key)
    and e.created_at >= l.created_at - make_interval(days => ${days}) and (${among}) and (${same})
    and (app.is_good(e.status) or (e.status = 'RTN' and e.partner_key = l.partner_key)))`;
const EMAIL = sql`y.email_hash = x.email_hash`;
const PHONE = sql`y.phone_hash = x.phone_hash`;
const EITHER = sql`${EMAIL} or ${PHONE}`;
const OF_CLIENT = sql`eg.client_key = g.client_key`;

const LOSING: [string, () => ClientCriteria, RawBuilder<unknown> | (() => RawBuilder<unknown>)][] = [
  [
    'a field that was not required is',
    () => changed({ fields: [...before.fields, { parameter: 'hsGradYear', required: true }] }),
    sql`l.grad_year is null`,
  ],
  [
    'a field of the person that was not required is',
    () => changed({ fields: [...before.fields, { parameter: 'addressLine2', required: true }] }),
    sql`true`,
  ],
  [
    'only some values are allowed',
    () =>
      changed({
        fields: [
          ...before.fields.filter(({ parameter }) => parameter !== 'highestEducationLevel'),
          { parameter: 'highestEducationLevel', required: true, allowedValues: ['HSD', 'GED'] },
        ],
      }),
    sql`l.education not in ('HSD', 'GED')`,
  ],
  ['the minimum age is higher', () => changed({ eligibility: { minAge: 22 } }), sql`l.age < 22`],
  [
    'the education floor is higher',
    () => changed({ eligibility: { educationFloor: 'SC1' } }),
    sql`l.education in ('NOHS', 'GED', 'HSD')`,
  ],
  [
    'the years of graduation are fewer',
    () => changed({ eligibility: { gradYearFrom: 2012, gradYearTo: 2020 } }),
    sql`(l.grad_year < 2012 or l.grad_year > 2020)`,
  ],
  [
    'a state is no longer served',
    () => changed({ eligibility: { statesNotServed: states.map((state) => `US-${state}`) } }),
    () => sql`l.state = any (${states}::text[])`,
  ],
  [
    'a certificate has to come along',
    () => changed({ consent: { certificate: 'TRUSTEDFORM', onFailure: 'REJECT' } }),
    sql`(s.certificate is null or s.certificate not like 'https://cert.trustedform.com/%')`,
  ],
  [
    'people of other clients are duplicates too',
    () => changed({ dedup: { scope: 'OWNER' } }),
    sql`${earlier(EITHER, sql`true`, 90)} and not ${earlier(EITHER, OF_CLIENT, 90)}`,
  ],
];

test.each(LOSING)('lost where %s: equals a recount', async (_, after, where) => {
  const recounted = await recount(sql`${GOOD} and ${typeof where === 'function' ? where() : where}`);
  expect(recounted.leads).toBeGreaterThan(0);
  const result = await replay(after());
  expect(result.lost).toEqual(recounted);
  const total = (await recount(GOOD)).leads;
  expect(result.goodLeads).toBe(total);
  // The parts add up to the total.
  for (const groups of [result.byPartner, result.byCampaign]) {
    expect(groups.reduce((sum, { lost }) => sum + lost.leads, 0)).toBe(recounted.leads);
    expect(Math.round(groups.reduce((sum, { lost }) => sum + lost.spend * 100, 0))).toBe(
      Math.round(recounted.spend * 100),
    );
  }
  expect(result.lostSamples).toHaveLength(Math.min(20, recounted.leads));
});

test('lost where the consent text has to name somebody else, and gained when it need not any more', async () => {
  const names = changed({ consent: { mustName: ['Partner School'] } });
  const open = changed({ consent: { mustName: ['Partner School', ...before.consent.mustName] } });
  const lost = await recount(sql`${GOOD} and s.consent_text <> ${OTHER_TEXT}`);
  expect(lost.leads).toBeGreaterThan(0);
  // From accepting both to accepting one.
  expect((await replay(names, open)).lost).toEqual(lost);
  // Leads stored as good are no gain, whatever the old rules would decide.
  expect((await replay(open, names)).gained.leads).toBe(0);
});

const GAINING: [string, () => ClientCriteria, RawBuilder<unknown>][] = [
  [
    'a field is no longer required',
    () =>
      changed({
        fields: before.fields.map((field) => ({
          ...field,
          required: field.required && field.parameter !== 'highestEducationLevel',
        })),
      }),
    sql`l.status = 'INV' and l.status_reasons = '{REQ_MISSING}' and l.education is null and s.consent_text <> ${OTHER_TEXT}`,
  ],
  [
    'the minimum age is lower',
    () => changed({ eligibility: { minAge: 16 } }),
    sql`l.status = 'INV' and l.status_reasons = '{AGE_UNDER_MIN}' and s.consent_text <> ${OTHER_TEXT}`,
  ],
  [
    'the window is shorter',
    () => changed({ dedup: { periodInDays: 7 } }),
    sql`l.status = 'DUP' and l.status_reasons <@ '{DUP_EMAIL,DUP_PHONE}' and s.consent_text <> ${OTHER_TEXT}
      and ${earlier(EITHER, OF_CLIENT, 90)} and not ${earlier(EITHER, OF_CLIENT, 7)}`,
  ],
  [
    'only the email counts',
    () => changed({ dedup: { match: 'EMAIL' } }),
    sql`l.status = 'DUP' and l.status_reasons <@ '{DUP_EMAIL,DUP_PHONE}' and s.consent_text <> ${OTHER_TEXT}
      and ${earlier(EITHER, OF_CLIENT, 90)} and not ${earlier(EMAIL, OF_CLIENT, 90)}`,
  ],
  [
    'only leads of the same campaign are looked at',
    () => changed({ dedup: { scope: 'CAMPAIGN' } }),
    sql`l.status = 'DUP' and l.status_reasons <@ '{DUP_EMAIL,DUP_PHONE}' and s.consent_text <> ${OTHER_TEXT}
      and ${earlier(EITHER, OF_CLIENT, 90)} and not ${earlier(EITHER, sql`e.campaign_key = l.campaign_key`, 90)}`,
  ],
];

test.each(GAINING)('gained where %s: equals a recount', async (_, after, where) => {
  const recounted = await recount(where);
  expect(recounted.leads).toBeGreaterThan(0);
  const result = await replay(after());
  expect(result.gained).toEqual({ leads: recounted.leads, spend: recounted.spend });
  expect(result.lost.leads).toBe(0);
  // Their outcome is unknown.
  expect(result.gainedSamples.every(({ enrolled }) => enrolled === null)).toBe(true);
});

test('enrollments of lost leads come with their maturity', async () => {
  expect((await replay(before)).percentMatured).toBeNull();
  const { percentMatured, lost } = await replay(
    changed({ fields: [...before.fields, { parameter: 'hsGradYear', required: true }] }),
  );
  const { rows } = await database.asMigrator((tx) =>
    sql<{ age: number; curves: typeof DEFAULT_LAG_CURVES | null }>`
      select floor(extract(epoch from ${to} - l.created_at) / 86400)::int as age,
             (select f.lag_curves from owner_fit f where f.owner_key = l.owner_key order by f.through desc limit 1) as curves
      from lead l join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
      where l.owner_key = ${ownerKey} and g.client_key = ${clientKey} and l.partner_key is not null and ${GOOD}
        and l.created_at >= ${from} and l.created_at < ${to} and l.grad_year is null`.execute(tx),
  );
  expect(rows).toHaveLength(lost.leads);
  const shares = rows.map(({ age, curves }) => shareMatured((curves ?? DEFAULT_LAG_CURVES).career.enrollment, age));
  expect(percentMatured).toBeCloseTo((100 * shares.reduce((sum, share) => sum + share, 0)) / rows.length, 6);
});

test('a cancelled replay stops at the next step without a result', async () => {
  let callCount = 0;
  expect(
    await run(changed({ eligibility: { minAge: 30 } }), before, () => Promise.resolve((callCount += 1) < 1)),
  ).toBeNull();
  expect(callCount).toBe(1);
});

test('unchanged criteria change no decision, and no row is written', async () => {
  const rowsNow = () =>
    database.asMigrator(async (tx) => {
      const { rows } =
        await sql`select (select sum(row_version) from lead) as leads, (select count(*) from lead_status_change) as changes,
        (select count(*) from lead_dedup) as reservations, (select count(*) from audit_log) as audit`.execute(tx);
      return rows[0];
    });
  const were = await rowsNow();
  const result = await replay(before);
  expect([result.lost.leads, result.gained.leads, result.notTested]).toEqual([0, 0, []]);
  await replay(changed({ eligibility: { minAge: 30 } }));
  expect(await rowsNow()).toEqual(were);
});

test('rules that stored leads cannot answer are listed and not counted', async () => {
  const result = await replay(
    changed({
      fields: [...before.fields, { parameter: 'altPhone', required: true }],
      verification: { phone: 'REJECT' },
      returns: { windowDays: 3 },
    }),
  );
  expect(result.lost.leads).toBe(0);
  expect(result.notTested.map((line) => line.split(':')[0])).toEqual([
    'Alternate phone number',
    'Verification',
    'Returns',
  ]);
});
