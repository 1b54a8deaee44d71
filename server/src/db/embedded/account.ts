import fs from 'node:fs/promises';
import { StartupError } from '../../lib/startup-error.ts';
import { run, type RunAs } from './run.ts';

export interface Account {
  uid: number;
  gid: number;
  name: string;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** `_postgres` is what macOS calls it; 65534 is nobody on every Linux. */
const pickAccount = (passwd: string): Account | null => {
  const accounts = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const chosen =
    accounts.find(({ name }) => name === 'postgres' || name === '_postgres') ??
    accounts.find(({ uid }) => uid === 65534);
  return chosen ?? null;
};

const ownerOf = async (path: string): Promise<{ uid: number; gid: number } | null> => {
  const stat = await fs.stat(path).catch(() => null);
  return stat && { uid: stat.uid, gid: stat.gid };
};

/**
 * Postgres refuses to run as root, so root runs it under an unprivileged account. An existing cluster keeps the account that created it.
 * Null: not root, no other account needed.
 */
export const accountFor = async (cluster: string): Promise<Account | null> => {
  if (!isRoot()) return null;
  const owner = await ownerOf(cluster);
  if (owner && owner.uid !== 0) return { ...owner, name: `with the number ${owner.uid}` };
  const account = pickAccount(await fs.readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (account) return account;
  throw new StartupError(
    'Postgres does not run as root and this machine has neither a user postgres nor nobody: start Paceline as an ordinary user, or set DATABASE_URL to a Postgres 15 or later.',
  );
};

export const runAs = (account: Account | null): RunAs => (account ? { uid: account.uid, gid: account.gid } : {});

/** Whether the account can reach a folder through all its parents; only trying shows it (modes, ACLs, mounts). */
export const canReach = async (account: Account | null, folder: string): Promise<boolean> =>
  account === null || (await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], runAs(account))).ok;

export const handOver = async (path: string, account: Account | null): Promise<void> => {
  if (account) await fs.chown(path, account.uid, account.gid);
};
