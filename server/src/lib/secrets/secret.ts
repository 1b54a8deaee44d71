import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The installation's secret: configured by the operator, else generated once and stored with the data, readable by its owner only. */
export const readSecret = async (text: string | null, dataDir: string): Promise<Buffer> => {
  if (text !== null) return Buffer.from(text);
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // With `wx`, exactly one of two processes creates the file; the other reads it.
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(await readFile(file, 'utf8'));
};
