import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { processesNaming } from '../processes.mjs';
import { pick, randomFrom } from '../random.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { bodyOf, connect, IN_THE_CLEAR, launch, openPosting, postUntilAnswered } from './soak-leads.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort } from '../tests/test-server.mjs';

const CLIENTS = 16;
const SERVER_KILLS = 5;

/** As text, and in the hex form of a dump. */
const SOUGHT = IN_THE_CLEAR.flatMap((word) => [word, Buffer.from(word).toString('hex')]);
const PHONE = /(?<!\d)312(?:-|\) ?)?200\d{4}(?!\d)/;

const postmasterPid = (dataDir) =>
  Number(fs.readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);

/** Files of the database (with its write-ahead log), the dump and the server's log that contain a person as posted. */
const filesWithPersons = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const text = fs.readFileSync(file);
      return SOUGHT.some((words) => text.includes(words)) || PHONE.test(text.toString('latin1'));
    });

/** Every row of every table as text: the contents of a database dump. */
const writeDump = async (dataDir, file) => {
  const client = await connect(dataDir);
  const { rows: tables } = await client.query(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'app', 'graphile_worker') order by 1`,
  );
  let rowCount = 0;
  for (const { name } of tables) {
    const { rows } = await client.query(`select t::text as row from only ${name} t`);
    rowCount += rows.length;
    fs.appendFileSync(file, `-- ${name}\n${rows.map(({ row }) => row).join('\n')}\n`);
  }
  await client.end();
  return { tables: tables.length, rows: rowCount };
};

const check = async (dataDir, answered) => {
  const client = await connect(dataDir);
  const { rows } = await client.query(
    `select transaction_id as id, array_agg(public_id) as leads from lead where transaction_id like 'soak-%' group by 1`,
  );
  const stored = new Map(rows.map(({ id, leads }) => [id, leads]));
  const lost = [...answered].filter(([id, lead]) => !stored.get(id)?.includes(lead)).length;
  const twice = rows.filter(({ leads }) => leads.length > 1).length;
  const unanswered = rows.filter(({ id }) => !answered.has(id)).length;
  const { rows: caps } = await client.query('select count(*)::int as n from app.cap_differences()');
  await client.end();
  return { stored: rows.length, lost, twice, unanswered, wrongCaps: caps[0].n };
};

const soak = async (place, { posts, seed }) => {
  const random = randomFrom(seed);
  const url = `http://localhost:${place.port}`;
  let server = await launch(place);
  const { places, keys } = await openPosting(place.dataDir);
  const since = Date.now();
  const answered = new Map();
  const outcomes = new Map();
  const counts = { again: 0, next: 0 };
  const lane = async () => {
    for (let n = counts.next++; n < posts; n = counts.next++) {
      const to = places[n % places.length];
      const body = bodyOf(n, to);
      const { leadId, status, outcome, reasons } = await postUntilAnswered(url, keys.get(to.partnerKey), body, counts);
      if (leadId === undefined) throw new PlainError(`Not stored: ${outcome} ${JSON.stringify(reasons)}`);
      answered.set(body.transactionId, leadId);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      // Sending an answered post again gets the same lead.
      if (n % 20 === 0) {
        const again = await postUntilAnswered(url, keys.get(to.partnerKey), body, counts);
        if (again.leadId !== leadId) throw new PlainError(`${body.transactionId} is ${leadId} and ${again.leadId}`);
      }
    }
  };
  const killing = async () => {
    const kills = [...Array.from({ length: SERVER_KILLS }, () => 'server'), 'postmaster'];
    for (let round = 0; kills.length > 0; round += 1) {
      const share = (round + 0.3 + 0.6 * random()) / (SERVER_KILLS + 1);
      while (answered.size < share * posts * 0.95) await sleep(5);
      const victim = pick(random, kills);
      kills.splice(kills.indexOf(victim), 1);
      const at = answered.size;
      if (victim === 'postmaster') {
        process.kill(postmasterPid(place.dataDir), 'SIGKILL');
      } else {
        server.child.kill('SIGKILL');
        await server.ended;
        server = await launch(place);
      }
      say(`killed the ${victim} after ${at} posts`);
    }
  };
  await Promise.all([killing(), ...Array.from({ length: CLIENTS }, lane)]);
  const outcomeText = [...outcomes].map(([status, count]) => `${status} ${count}`).join(', ');
  say(`${answered.size} posts answered in ${seconds(since)} (${outcomeText}); ${counts.again} had to be sent again.`);
  const problems = await check(place.dataDir, answered);
  const dump = await writeDump(place.dataDir, place.dump);
  const megabytes = Math.round(fs.statSync(place.dump).size / 1e6);
  say(`Dumped ${dump.rows} rows of ${dump.tables} tables (${megabytes} MB).`);
  server.child.kill('SIGTERM');
  await server.ended;
  return problems;
};

const main = async () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      posts: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  const settings = { posts: Number(values.posts), seed: Number(values.seed) };
  await install();
  const folder = makeTemporaryFolder('soak');
  const dataDir = path.join(folder, 'data');
  const place = {
    dataDir,
    port: await freePort(),
    log: path.join(folder, 'server.log'),
    dump: path.join(folder, 'dump.txt'),
  };
  const { stored, lost, twice, unanswered, wrongCaps } = await soak(place, settings);
  while (processesNaming(dataDir).length > 0) await sleep(50);
  const open = filesWithPersons(folder);
  say(
    `${stored} leads stored: ${lost} lost, ${twice} stored twice, ${unanswered} stored but never answered, ${wrongCaps} caps counted wrong. Seed ${settings.seed}.`,
  );
  const all = fs.readdirSync(folder, { recursive: true }).length;
  say(`${open.length} of ${all} files hold a person in the clear${open.map((file) => `\n  ${file}`).join('')}`);
  if (lost + twice + unanswered + wrongCaps + open.length > 0)
    throw new PlainError(`Not whole; the log is ${place.log}.`);
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);
