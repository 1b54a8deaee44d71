import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestServer } from './test-server.ts';

const run = promisify(execFile);
const GENERATOR = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));
const TYPES_FILE = fileURLToPath(new URL('../db/types.generated.ts', import.meta.url));

/** Writes the types of all tables as the migrated database has them, or checks that the file says the same. */
export const generateTableTypes = async (ownerUrl: string, { verify }: { verify: boolean }): Promise<void> => {
  const options = {
    dialect: 'postgres',
    url: ownerUrl,
    'out-file': TYPES_FILE,
    'default-schema': 'public',
    'exclude-pattern': 'graphile_worker.*',
    'date-parser': 'string',
    'type-mapping': JSON.stringify({ int8: 'number' }),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  await run(process.execPath, [GENERATOR, ...flags, ...(verify ? ['--verify'] : [])]);
};

// `npm run db:types`: after a migration.
if (import.meta.main) {
  const { postgres, templateUrl } = await startTestServer();
  await generateTableTypes(templateUrl, { verify: false });
  await postgres.stop();
}
