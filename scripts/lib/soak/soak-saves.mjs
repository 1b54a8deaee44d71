// Pairs of saves that race for one row: exactly one of each pair wins, and at the end every cell holds the value of its last winner. Now
// and then a file is applied among them, which must apply what it can and overwrite nothing.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { pick, randomFrom } from '../random.mjs';
import { ended } from '../run.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { startServer } from '../server.mjs';
import { readRows, saver, signIn } from './soak-users.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort, waitUntilReady } from '../tests/test-server.mjs';

const LANES = 4;
const FILE_EVERY = 500;

const options = () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  return { pairs: Number(values.pairs), seed: Number(values.seed) };
};

const sendFile = async (base, headers, owner, text) => {
  const form = new FormData();
  form.set('file', new File([text], 'sheet.csv'));
  const response = await fetch(`${base}/api/ag/allocations/current/import?ownerKey=${owner}&apply=goodRows`, {
    method: 'POST',
    headers,
    body: form,
  });
  return (await response.json()).data;
};

/** One lane has campaigns of its own, so that it knows the expected value of each of their cells. */
const runLane = async ({ base, sessions, owner, rows, pairs, random, tally }) => {
  const [first, second] = sessions.map((headers) => saver(base, headers, owner));
  for (let pair = 0; pair < pairs; pair += 1) {
    const row = pick(random, rows);
    const capacity = Math.floor(random() * 1000);
    const increment = Math.floor(random() * 100);
    const changes = [
      { monthlyCapacity: capacity === row.monthlyCapacity ? capacity + 1 : capacity },
      { incrementalCapacity: increment === row.incrementalCapacity ? increment + 1 : increment },
    ];
    const racing = [
      first(row.campaignKey, row.rowVersion, changes[0]),
      second(row.campaignKey, row.rowVersion, changes[1]),
    ];
    const answers = await Promise.all(racing);
    const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []));
    tally.pairs += 1;
    if (winners.length !== 1 || answers[1 - winners[0]].status !== 409) {
      tally.wrong.push(`campaign ${row.campaignKey}: ${answers.map(({ status }) => status).join(' and ')}`);
      continue;
    }
    Object.assign(row, changes[winners[0]], { rowVersion: answers[winners[0]].version });
    if (pair % FILE_EVERY === FILE_EVERY - 1) await raceWithFile({ base, sessions, owner, row, save: first, tally });
  }
};

/** A file and a save compete for one row: the later one has a stale version. */
const raceWithFile = async ({ base, sessions, owner, row, save, tally }) => {
  const text = `campaignKey,monthlyCapacity,Row Version\n${row.campaignKey},${row.monthlyCapacity + 7},${row.rowVersion}\n`;
  const [file, saved] = await Promise.all([
    sendFile(base, sessions[1], owner, text),
    save(row.campaignKey, row.rowVersion, { incrementalCapacity: row.incrementalCapacity + 1 }),
  ]);
  const applied = file?.applied?.rows === 1;
  tally.files += 1;
  if (applied === (saved.status === 200))
    tally.wrong.push(`campaign ${row.campaignKey}: file ${applied}, save ${saved.status}`);
  if (applied) Object.assign(row, { monthlyCapacity: row.monthlyCapacity + 7, rowVersion: row.rowVersion + 1 });
  else Object.assign(row, { incrementalCapacity: row.incrementalCapacity + 1, rowVersion: saved.version });
};

const soak = async (base, { pairs, seed }) => {
  const sessions = await Promise.all(['agency.admin', 'agency.buyer'].map((name) => signIn(base, name)));
  const config = await (await fetch(`${base}/api/userconfig/get`, { headers: sessions[0] })).json();
  const lists = [];
  for (const { ownerKey } of config.data.owners) {
    const storedRows = await readRows(base, sessions[0], ownerKey);
    lists.push({ owner: ownerKey, rows: storedRows.filter(({ basis }) => basis.isPpl) });
  }
  const { owner, rows } = lists.toSorted((a, b) => b.rows.length - a.rows.length)[0];
  if (rows.length < LANES) throw new PlainError('The scenario has too few campaigns.');
  const tally = { pairs: 0, files: 0, wrong: [] };
  const since = Date.now();
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      runLane({
        base,
        sessions,
        owner,
        rows: rows.filter((_row, index) => index % LANES === lane),
        pairs: Math.ceil(pairs / LANES),
        random: randomFrom(seed + lane),
        tally,
      }),
    ),
  );
  const stored = new Map((await readRows(base, sessions[0], owner)).map((row) => [row.campaignKey, row]));
  const lost = rows.filter((row) =>
    ['monthlyCapacity', 'incrementalCapacity', 'rowVersion'].some(
      (field) => stored.get(row.campaignKey)?.[field] !== row[field],
    ),
  );
  for (const line of tally.wrong.slice(0, 20)) say(line);
  say(
    `${tally.pairs} racing pairs and ${tally.files} files on ${rows.length} campaigns in ${seconds(since)}: ` +
      `${tally.wrong.length} without exactly one winner, ${lost.length} rows that lost an update. Seed ${seed}.`,
  );
  if (tally.wrong.length + lost.length > 0) throw new PlainError('An update was lost.');
};

const main = async () => {
  const settings = options();
  await install();
  const folder = makeTemporaryFolder('soak');
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const out = fs.openSync(path.join(folder, 'server.log'), 'a');
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    SCENARIO: 'small',
    SERVE_WEB: 'off',
    PACELINE_ENV: 'test',
  };
  const child = startServer({ env, stdio: out });
  const gone = ended(child);
  try {
    if (!(await waitUntilReady(base, gone)))
      throw new PlainError(`The server did not come up; the log is in ${folder}.`);
    await soak(base, settings);
  } finally {
    child.kill('SIGTERM');
    await gone;
    fs.rmSync(folder, { recursive: true, force: true });
  }
};

await runMain(main);
