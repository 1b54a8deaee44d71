import fs from 'node:fs';
import path from 'node:path';
import { ensureProgram } from '../machine/debian-program.mjs';
import { cacheDir } from '../paths.mjs';
import { runQuiet } from '../run.mjs';
import { PlainError } from '../say.mjs';

const findLibrary = () =>
  fs
    .readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => fs.existsSync(file));

/** In the cache folder, because Postgres may run as another user and could not read a temporary one. */
const compileEpollWait = async () => {
  const compiler = await ensureProgram('gcc');
  const library = path.join(cacheDir, 'epoll-wait.so');
  fs.mkdirSync(cacheDir, { recursive: true });
  const source = path.join(import.meta.dirname, 'epoll-wait.c');
  const { code, output } = await runQuiet(compiler, ['-shared', '-fPIC', '-o', library, source]);
  if (code !== 0) throw new PlainError(`epoll-wait.c could not be compiled: ${output}`);
  return library;
};

/** The environment in which Node, Postgres and the browser's pages start at this moment; the clock runs on from there. */
export const clockEnv = async (moment) => {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) throw new PlainError(`--now takes a moment such as 2026-11-30T23:58-05:00, not ${moment}.`);
  await ensureProgram('faketime');
  const library = findLibrary();
  if (!library) throw new PlainError('The package faketime is installed without its library libfaketimeMT.so.1.');
  const seconds = Math.round((at - Date.now()) / 1000);
  // The monotonic clock, which measures durations, is unchanged: nothing waits longer or shorter.
  return {
    LD_PRELOAD: `${await compileEpollWait()}:${library}`,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
};
