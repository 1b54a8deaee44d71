import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const readProc = (pid) => {
  try {
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    // After the name in brackets, which may contain anything: the state, then the parent.
    const parent = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  } catch {
    return [];
  }
};

const readPs = () =>
  execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
    });

/** Linux in a small container has no ps, macOS has no /proc. */
export const listProcesses = () =>
  process.platform === 'linux'
    ? fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap(readProc)
    : readPs();

export const processesNaming = (text) =>
  listProcesses().filter(({ pid, command }) => pid !== process.pid && command.includes(text));

/** A process and all its descendants that have not been reparented. */
export const withDescendants = (pid) => {
  const all = listProcesses();
  const collect = (parent) =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...collect(one.pid)]);
  return [pid, ...collect(pid)];
};
