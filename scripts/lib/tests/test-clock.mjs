import fs from 'node:fs';
import path from 'node:path';
import { ensureProgram } from '../machine/debian-program.mjs';
import { PlainError } from '../say.mjs';

const findLibrary = () =>
  fs
    .readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => fs.existsSync(file));

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
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
};
