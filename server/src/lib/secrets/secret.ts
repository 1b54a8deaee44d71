import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The installation's own secret: given by the operator, else made once and kept beside the data, readable by nobody else. */
export const readSecret = async (text: string | null, dataDir: string): Promise<Buffer> => {
  if (text !== null) return Buffer.from(text);
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx` lets exactly one of two processes make it; the other reads what that one made.
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(await readFile(file, 'utf8'));
};
