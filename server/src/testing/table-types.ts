import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const GENERATOR = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));
export const TYPES_FILE = fileURLToPath(new URL('../db/types.generated.ts', import.meta.url));

/** Writes the types of all tables as the migrated database has them, or checks that the file says the same. */
export const generateTableTypes = async (ownerUrl: string, { verify }: { verify: boolean }): Promise<void> => {
  await run(process.execPath, [
    GENERATOR,
    ...['--dialect', 'postgres', '--url', ownerUrl, '--out-file', TYPES_FILE],
    ...['--default-schema', 'public', '--exclude-pattern', 'graphile_worker.*', '--date-parser', 'string'],
    ...['--type-mapping', JSON.stringify({ int8: 'number' })],
    ...(verify ? ['--verify'] : []),
  ]);
};
