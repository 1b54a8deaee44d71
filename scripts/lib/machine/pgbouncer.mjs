import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureProgram, startProgram } from './debian-program.mjs';

/** Few connections for many clients, so that each is constantly reused. */
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

/** Starts a PgBouncer in transaction mode in front of a database; resolves once it answers. */
export const startPgbouncer = async ({ folder, databasePort, port, user, password, poolSize }) => {
  const program = await ensureProgram('pgbouncer');
  const users = path.join(folder, 'pgbouncer-users.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(users, `"${user}" "${password}"\n`);
  fs.writeFileSync(file, settings({ databasePort, port, users, poolSize }));
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const started = await startProgram(program, [...account, file], { folder, port });
  return { ...started, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] };
};
