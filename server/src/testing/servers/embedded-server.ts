import fs from 'node:fs/promises';
import path from 'node:path';
import { listServerProcesses, markOf } from '../../db/embedded/processes.ts';

/** Small and without fsync: tests with a server of their own are about processes and files, not about disks. */
export const SMALL_SERVER = { fsync: 'off', shared_buffers: '16MB' };

const clusterIn = async (dataDir: string): Promise<string> => path.join(await fs.realpath(dataDir), 'pg');

/** Lines of the file: pid, data folder, start time, port. */
const pidFile = async (dataDir: string): Promise<string[]> =>
  (await fs.readFile(path.join(await clusterIn(dataDir), 'postmaster.pid'), 'utf8')).split('\n');

export const postmasterPid = async (dataDir: string): Promise<number> => Number((await pidFile(dataDir))[0]);

export const ownerUrlOf = async (dataDir: string): Promise<string> => {
  const password = await fs.readFile(path.join(dataDir, 'pg-password'), 'utf8');
  return `postgres://paceline:${password.trim()}@127.0.0.1:${(await pidFile(dataDir))[3]}/paceline`;
};

export const serverProcesses = async (dataDir: string): Promise<number[]> =>
  listServerProcesses(markOf(await clusterIn(dataDir)));
