import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { REQUEST_FILE } from '../../../db/backup/requests-copy.ts';
import { recognitionKeyOf } from '../../../lib/secrets/key-ring.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A request, identified by keyed hashes alone: the file does not reveal the person. */
const recordSchema = z.strictObject({
  /** Consecutive: a missing line shows. */
  n: z.int().positive(),
  ownerKey: z.int(),
  kind: z.enum(['ERASE', 'DO_NOT_CONTACT']),
  email: hash.nullable(),
  phone: hash.nullable(),
  /** For a person not to be contacted: the entries in the suppression list. */
  suppressed: z.array(z.strictObject({ kind: z.enum(['email', 'phone']), hash })),
  askedAt: z.iso.datetime(),
  askedBy: z.int().nullable(),
});
export type RequestRecord = z.infer<typeof recordSchema>;

interface ReadRequests {
  records: RequestRecord[];
  /** Changed lines, and missing numbers. */
  problems: string[];
}

/**
 * Personal data requests kept outside the database: append-only, each line signed and on disk before its request is committed. A database
 * restored from an older copy is compared with it.
 */
export interface RequestFile {
  /** The caller holds the database lock, so that two processes do not write the same number. */
  append(record: Omit<RequestRecord, 'n'>): Promise<void>;
  read(): Promise<ReadRequests>;
}

const OWNER_ONLY = 0o600;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const openRequestFile = (dataDir: string, secret: Buffer): RequestFile => {
  const path = join(dataDir, REQUEST_FILE);
  const key = Buffer.from(hkdfSync('sha256', recognitionKeyOf(secret), 'paceline', 'privacy requests', 32));
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex');

  const readText = (): Promise<string> =>
    readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw error;
    });

  const parse = (line: string): RequestRecord | null => {
    const [text = '', signature = ''] = line.split('\t');
    const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(text))];
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
    return recordSchema.parse(JSON.parse(text));
  };

  const read = async (): Promise<ReadRequests> => {
    const lines = (await readText()).split('\n');
    // A process that died while writing leaves half a line: its request was never committed.
    const whole = lines.slice(0, -1).filter((line) => line !== '');
    const requests: ReadRequests = { records: [], problems: [] };
    for (const [index, line] of whole.entries()) {
      const record = parse(line);
      if (record === null) requests.problems.push(`Line ${index + 1} was not written by this installation.`);
      else requests.records.push(record);
    }
    const numbers = new Set(requests.records.map(({ n }) => n));
    for (let n = 1; n <= Math.max(0, ...numbers); n += 1)
      if (!numbers.has(n)) requests.problems.push(`Request ${n} is missing.`);
    return requests;
  };

  return {
    read,
    append: async (record) => {
      await mkdir(dataDir, { recursive: true });
      const { records } = await read();
      const isTorn = !/(?:^|\n)$/.test(await readText());
      const text = JSON.stringify({ n: Math.max(0, ...records.map(({ n }) => n)) + 1, ...record });
      const handle = await open(path, 'a', OWNER_ONLY);
      try {
        await handle.writeFile(`${isTorn ? '\n' : ''}${text}\t${sign(text)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      // A new file name is durable only once its folder is synced.
      const folder = await open(dataDir, 'r');
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
  };
};
