import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../paths.mjs';
import { ended } from '../run.mjs';
import { PlainError } from '../say.mjs';
import { startServer } from '../server.mjs';
import { databaseUrl } from './soak-database.mjs';
import { waitUntilReady } from '../tests/test-server.mjs';

const RETRY_MS = 200;

/** Campaigns that accept posts, with the values that a valid post needs. */
const PLACES = `
  select c.campaign_key as "campaignKey", c.partner_key as "partnerKey", k.name as "clientName",
         (select p.code from goal_campus gc join program p using (owner_key, campus_key)
          where gc.owner_key = c.owner_key and gc.goal_key = c.goal_key and p.active limit 1) as "programCode"
  from campaign c join goal g using (owner_key, goal_key) join client k using (owner_key, client_key)
  where c.partner_key is not null and c.activated_at is not null and c.deleted_at is null and c.lead_source_type = 'web'
  order by 1`;

/** Person number `n`, always the same: sending a post again sends the same body. */
export const bodyOf = (n, { campaignKey, clientName, programCode }) => ({
  cck: campaignKey,
  transactionId: `soak-${n}`,
  firstName: 'Robin',
  lastName: 'Castellwright',
  email: `robin.castellwright${n}@posted.net`,
  phone: `312${String(2_000_000 + n)}`,
  addressLine1: '12 Soakers Street',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  programCode: programCode ?? undefined,
  highestEducationLevel: 'BACH',
  age: 30,
  hsGradYear: 2014,
  militaryStatus: 'NONE',
  startTimeframe: 'IMM',
  degreeLevel: 'Associate',
  areaOfInterest: 'Business',
  modality: 'Online',
  publisherSource: `soak-${n % 5}`,
  landingPageUrl: 'https://apply.partner.example/form',
  // Each person has their own address.
  ipAddress: `12.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0 Safari/537.36',
  tcpaConsent: 'Y',
  tcpaText: `By sending this form I agree that ${clientName} may call, text and email me at the number that I gave.`,
  trustedFormCertUrl: `https://cert.trustedform.com/${String(n).padStart(40, '0')}`,
  jornayaLeadId: `01234567-89AB-CDEF-0123-${String(n).padStart(12, '0')}`,
  dialeroptin: 'Y',
  textmessageoptin: 'Y',
});

/** Parts of every posted person, which no file may contain. */
export const IN_THE_CLEAR = ['castellwright', 'Castellwright', '12 Soakers Street'];

/** Starts a server of the small scenario; resolves once it answers. */
export const launch = async ({ dataDir, port, log, env: more = {} }) => {
  const out = fs.openSync(log, 'a');
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    PORT: String(port),
    SCENARIO: 'small',
    SERVE_WEB: 'off',
    PACELINE_ENV: 'test',
    ...more,
  };
  const child = startServer({ env, stdio: out });
  fs.closeSync(out);
  const server = { child, ended: ended(child) };
  if (!(await waitUntilReady(`http://localhost:${port}`, server.ended)))
    throw new PlainError(`The server did not come up; the log is ${log}.`);
  return server;
};

export const connect = async (dataDir) => {
  const { Client } = createRequire(inRoot('server/package.json'))('pg');
  const client = new Client({ connectionString: databaseUrl(dataDir) });
  await client.connect();
  return client;
};

/** A key for each partner, without a rate limit. */
export const openPosting = async (dataDir) => {
  const client = await connect(dataDir);
  const { rows: places } = await client.query(PLACES);
  const keys = new Map();
  for (const partnerKey of new Set(places.map((place) => place.partnerKey))) {
    const key = randomBytes(32).toString('base64url');
    keys.set(partnerKey, key);
    await client.query(
      'insert into partner_posting_key (partner_key, key_hash, hint, created_at) values ($1, $2, $3, now())',
      [partnerKey, createHash('sha256').update(key).digest(), key.slice(-4)],
    );
  }
  await client.query('update media_partner set posts_per_second = 10000');
  await client.end();
  return { places, keys };
};

/** The status and the body of the answer; null without one. */
export const post = (url, key, body) =>
  fetch(`${url}/lead/v1/post`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-partner-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(240_000),
  }).then(
    async (response) => ({ status: response.status, body: await response.json() }),
    () => null,
  );

/** Sends until there is a final answer; without one, or after "not now", the same post is sent again. */
export const postUntilAnswered = async (url, key, body, counts) => {
  for (;;) {
    const answer = await post(url, key, body);
    if (answer?.status === 200) return answer.body;
    if (answer !== null && answer.status !== 503)
      throw new PlainError(`A post was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    counts.again += 1;
    await sleep(RETRY_MS);
  }
};

/** Removes all limits: no cap is ever full, and no hour is closed. */
export const liftLimits = async (client) => {
  await client.query(`update campaign_month set monthly_capacity = 1000000, monthly_allocation = 1000000,
    monthly_soft_allocation = null, weekly_allocation = null, weekly_soft_allocation = null, daily_allocation = null,
    client_monthly_allocation = null, user_defined_monthly_allocation = null, user_defined_monthly_soft_allocation = null,
    user_defined_weekly_soft_allocation = null, user_defined_daily_allocation = null
    where month >= date_trunc('month', now()) - interval '1 day'`);
  await client.query('update goal_month set spend_goal = null, revised_spend_goal = null');
  await client.query('update campaign_program set monthly_cap = null');
  await client.query('update campaign_source set monthly_cap = null');
  await client.query("update campaign_targeting set day_parting = '{}'");
};
