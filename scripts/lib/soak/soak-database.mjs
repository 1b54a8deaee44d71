import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from '../paths.mjs';

/** The tables whose rows are fixed by the demo load. Tables added here are checked too. */
const COUNTED_TABLES = ['owner', 'user_account'];

/** The same URL as the server's: the port of the running cluster, and the password beside it. */
export const databaseUrl = (dataDir) => {
  const password = fs.readFileSync(path.join(dataDir, 'pg-password'), 'utf8').trim();
  const port = fs.readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://paceline:${password}@127.0.0.1:${port}/paceline`;
};

/** Counts as text, such as `owner 3, user_account 12`: equal counts mean equal loads. */
export const readCounts = async (dataDir) => {
  // Resolved on call, because the driver exists only after the install.
  const { Client } = createRequire(inRoot('server/package.json'))('pg');
  const client = new Client({ connectionString: databaseUrl(dataDir) });
  await client.connect();
  try {
    const counts = [];
    for (const table of COUNTED_TABLES) {
      const { rows } = await client.query(`select count(*) as count from ${table}`);
      counts.push(`${table} ${rows[0].count}`);
    }
    return counts.join(', ');
  } finally {
    await client.end();
  }
};
