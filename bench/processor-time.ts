import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Clock ticks of a second, as Linux tells the time of processes. */
const TICKS = 100;

interface Times {
  parent: number;
  own: number;
  ended: number;
}

const timesOf = (pid: number): Times | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return { parent, own: (fields[11] ?? 0) + (fields[12] ?? 0), ended: (fields[13] ?? 0) + (fields[14] ?? 0) };
  } catch {
    return null;
  }
};

/** Seconds of processor time of one process, which others on the machine do not take from it. Not a number where there is no /proc. */
export const processorTimeOf = (pid: number): number => (timesOf(pid)?.own ?? Number.NaN) / TICKS;

/** The same of a whole Postgres server: what runs, and what has ended. */
export const processorTimeOfServer = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = timesOf(rows[0]?.pid ?? 0)?.parent;
  const whole = server === undefined ? null : timesOf(server);
  if (server === undefined || whole === null) return Number.NaN;
  let sum = whole.own + whole.ended;
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null;
    if (times?.parent === server) sum += times.own;
  }
  return sum / TICKS;
};
