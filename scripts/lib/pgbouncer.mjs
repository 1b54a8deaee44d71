import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, runQuiet, start } from './run.mjs';
import { PlainError, say } from './say.mjs';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const LIMIT_MS = 60_000;

const find = () => PLACES.find((file) => fs.existsSync(file));

/** Where PgBouncer is; installed first where it is not and may be. */
export const ensurePgbouncer = async () => {
  const there = find();
  if (there !== undefined) return there;
  say('PgBouncer is not on this machine: installing it with apt-get install -y pgbouncer ...');
  const { code } = await runQuiet('apt-get', ['install', '-y', 'pgbouncer'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const installed = find();
  if (code !== 0 || installed === undefined)
    throw new PlainError('PgBouncer could not be installed: install the package pgbouncer, then start again.');
  return installed;
};

/** Few connections for many clients, so that each one changes hands all the time. */
const settings = ({ databasePort, port, users, poolSize }) => `[databases]
paceline = host=127.0.0.1 port=${databasePort} dbname=paceline
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
query_wait_timeout = 60
`;

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

/** A PgBouncer in transaction mode in front of a database, as soon as it answers. */
export const startPgbouncer = async (program, { folder, databasePort, port, user, password, poolSize }) => {
  const users = path.join(folder, 'pgbouncer-users.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(users, `"${user}" "${password}"\n`);
  fs.writeFileSync(file, settings({ databasePort, port, users, poolSize }));
  const log = fs.openSync(path.join(folder, 'pgbouncer.log'), 'a');
  // It does not run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = start(program, [...account, file], { stdio: ['ignore', log, log] });
  fs.closeSync(log);
  // It knows nothing of us, and would stay.
  process.once('exit', () => child.kill('SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const over = ended(child);
  let isOver = false;
  void over.then(() => (isOver = true));
  for (const end = Date.now() + LIMIT_MS; !(await isListening(port)); await sleep(50))
    if (isOver || Date.now() > end) throw new PlainError(`PgBouncer did not come up; its log is in ${folder}.`);
  return { child, ended: over, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] };
};
