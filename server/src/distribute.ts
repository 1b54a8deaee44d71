import { readConfig } from './config.ts';
import { readDistribution } from './db/citus/citus.ts';
import { withConnection } from './db/scope/single-connection.ts';
import { openStore } from './db/store.ts';
import { StartupError } from './lib/startup-error.ts';

/**
 * `npm run distribute -- --dry-run`: prints what would distribute this database's owners over several servers by Citus. Changes nothing.
 */
const printDistribution = async (): Promise<void> => {
  const store = await openStore(readConfig());
  try {
    const { faults, statements, obstacles } = await withConnection(store.ownerUrl, (client) =>
      readDistribution(async <Row>(statement: string) => (await client.query(statement)).rows as Row[]),
    );
    if (statements.length === 0) throw new StartupError('This database has no tables yet: start Paceline on it first.');
    const comment = (line: string): string => `-- ${line}`;
    console.log(
      ['-- For the coordinator of Citus. They were never run (docs/decisions/099).', ...statements].join('\n'),
    );
    console.log(
      ['-- What has to be changed before they can be run:', ...[...faults, ...obstacles].map(comment)].join('\n'),
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await store.close();
  }
};

try {
  if (!process.argv.includes('--dry-run'))
    throw new StartupError('It distributes nothing: npm run distribute -- --dry-run prints the statements.');
  await printDistribution();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
