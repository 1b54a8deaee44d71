import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, runQuiet, start } from '../run.mjs';
import { PlainError, say } from '../say.mjs';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const LIMIT_MS = 60_000;

const find = (name) => FOLDERS.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));

/** The path of a program named like its package; installed first if missing and permitted. */
export const ensureProgram = async (name) => {
  const there = find(name);
  if (there !== undefined) return there;
  say(`${name} is not on this machine: installing it with apt-get install -y ${name} ...`);
  const { code } = await runQuiet('apt-get', ['install', '-y', name], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const installed = find(name);
  if (code !== 0 || installed === undefined)
    throw new PlainError(`${name} could not be installed: install the package ${name}, then start again.`);
  return installed;
};

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

/** Starts it, and waits until it listens; its log is in the folder. */
export const startProgram = async (program, args, { folder, port }) => {
  const name = path.basename(program);
  const log = fs.openSync(path.join(folder, `${name}.log`), 'a');
  const child = start(program, args, { stdio: ['ignore', log, log] });
  fs.closeSync(log);
  // It would not notice our end and keep running.
  process.once('exit', () => child.kill('SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const over = ended(child);
  let isOver = false;
  void over.then(() => (isOver = true));
  for (const end = Date.now() + LIMIT_MS; !(await isListening(port)); await sleep(50))
    if (isOver || Date.now() > end) throw new PlainError(`${name} did not come up; its log is in ${folder}.`);
  return { child, ended: over };
};
