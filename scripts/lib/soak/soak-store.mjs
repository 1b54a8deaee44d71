import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { ended } from '../run.mjs';
import { PlainError } from '../say.mjs';
import { startServer } from '../server.mjs';
import { databaseUrl } from './soak-database.mjs';
import { freePort, waitUntilReady } from '../tests/test-server.mjs';

const BATCH = 20_000;

/** The database, and a server on it that folds no rollups: it stays while workers come and go. */
export const startStore = async (folder) => {
  const dataDir = path.join(folder, 'data');
  const port = await freePort();
  const log = path.join(folder, 'store.log');
  const out = fs.openSync(log, 'a');
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    PORT: String(port),
    SCENARIO: 'small',
    SERVE_WEB: 'off',
    WORKER: 'off',
    PACELINE_ENV: 'test',
  };
  const child = startServer({ env, stdio: out });
  fs.closeSync(out);
  const store = { child, ended: ended(child), dataDir };
  if (!(await waitUntilReady(`http://localhost:${port}`, store.ended)))
    throw new PlainError(`The database did not come up; the log is ${log}.`);
  return { ...store, url: databaseUrl(dataDir) };
};

/** Derived like in the server: the app role's password follows from the owner's. */
export const appUrlFrom = (ownerUrl) => {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update('paceline_app').digest('hex');
  url.username = 'paceline_app';
  return url.href;
};

export const connector = (ownerUrl) => {
  const { Client } = createRequire(inRoot('server/package.json'))('pg');
  return async (role) => {
    const client = new Client({ connectionString: role === 'app' ? appUrlFrom(ownerUrl) : ownerUrl });
    // After a failure the database is stopped below open connections. Without a listener that would end the soak before it says why.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
};

/** The rows that edits choose from. */
export const readSoak = async (client) => {
  const list = async (query) => (await client.query(query)).rows;
  const campaigns = await list(
    `select owner_key as "ownerKey", campaign_key as "campaignKey", partner_key as "partnerKey" from campaign order by 2`,
  );
  return {
    now: Date.now(),
    campaigns,
    ownerKeys: [...new Set(campaigns.map(({ ownerKey }) => ownerKey))],
    leads: await list(
      `select owner_key as "ownerKey", captured_date::text as date, lead_key as "leadKey" from lead order by lead_key`,
    ),
    adGroups: await list(
      `select owner_key as "ownerKey", platform_campaign_key as "platformKey", ad_group_key as "adGroupKey" from platform_ad_group order by 3`,
    ),
    keywords: await list(
      `select owner_key as "ownerKey", keyword_key as "keywordKey" from platform_keyword order by 2`,
    ),
  };
};

export const countOf = async (client, query) => Number((await client.query(query)).rows[0].n);

export const foldToEmpty = async (client) => {
  for (const fold of ['fold_facts', 'fold_attributes']) {
    while ((await countOf(client, `select app.${fold}(${BATCH}) as n`)) > 0);
  }
};
