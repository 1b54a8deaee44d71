import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureProgram, startProgram } from './debian-program.mjs';
import { inRoot } from '../paths.mjs';

/** The delivered settings, with local addresses in place of Docker's names, as in docs/deploy.md. */
const settingsFor = (port, servers) => {
  const addresses = new Map(servers.map((server) => [`${server.name}:4600`, `127.0.0.1:${server.port}`]));
  return fs
    .readFileSync(inRoot('docs/deploy/haproxy.cfg'), 'utf8')
    .replace(/^resolvers docker\n(?: .*\n)*/m, '')
    .replace(' resolvers docker init-addr libc,none', '')
    .replace('bind :4600', `bind 127.0.0.1:${port}`)
    .replaceAll(/\S+:4600$/gm, (name) => addresses.get(name) ?? name);
};

/** The delivered load balancer, in front of these servers. */
export const startHaproxy = async ({ folder, port, servers }) => {
  const program = await ensureProgram('haproxy');
  const file = path.join(folder, 'haproxy.cfg');
  fs.writeFileSync(file, settingsFor(port, servers));
  const started = await startProgram(program, ['-db', '-f', file], { folder, port });
  return {
    ...started,
    url: `http://127.0.0.1:${port}`,
    version: execFileSync(program, ['-v'], { encoding: 'utf8' }).split(' ').slice(0, 3).join(' '),
  };
};
