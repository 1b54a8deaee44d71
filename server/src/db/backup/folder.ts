import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type SealingKey, sealingKey, wrongKey } from '../../lib/secrets/sealed-stream.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type StoredFile, writeWhole } from './sealed-files.ts';

/** The folder that BACKUP_DIR names, and the key to its files. */
export interface BackupFolder {
  path: string;
  key: SealingKey;
  /** Identifies the installation's secret without revealing anything about it. */
  secretId: string;
}

const derived = (from: string | Buffer, purpose: string): SealingKey =>
  sealingKey(Buffer.from(hkdfSync('sha256', from, 'paceline', purpose, 32)));

/** The key is derived from the operator's backup key, else from the installation's secret; it is never either of them itself. */
export const backupFolder = (folder: string, ownKey: string | null, secret: Buffer): BackupFolder => ({
  path: folder,
  key: derived(ownKey ?? secret, 'backup'),
  secretId: derived(secret, 'id of the secret').id.toString('hex'),
});

const storedFile = z.strictObject({ bytes: z.int(), sha256: z.string() }) satisfies z.ZodType<StoredFile>;

/** Metadata of a backup. It contains no personal data, so it is stored unencrypted, and signed. */
const manifestSchema = z.strictObject({
  /** Also the name of its folder. */
  name: z.string(),
  /** `cluster`: the files of the embedded server, restorable to any later moment. `tables`: one snapshot of any server. */
  kind: z.enum(['cluster', 'tables']),
  keyId: z.string(),
  /** Of the installation's secret: personal data in the backup is sealed with it. */
  secretId: z.string(),
  startedAt: z.iso.datetime(),
  /** The earliest moment that the backup can be restored to. */
  endedAt: z.iso.datetime(),
  postgres: z.string(),
  /** The last applied migration. */
  schema: z.string(),
  files: z.record(z.string(), storedFile),
  /** The position in the write-ahead log where the backup begins, and the position at which the tables were checksummed. */
  log: z.strictObject({ system: z.string(), timeline: z.int(), from: z.string(), reference: z.string() }).nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Records a restore: from then on the log continues from an older point on a new timeline. */
const restoreSchema = z.strictObject({
  keyId: z.string(),
  at: z.iso.datetime(),
  moment: z.string(),
  timeline: z.int(),
});
type RestoreRecord = z.infer<typeof restoreSchema>;

const signatureOf = (key: SealingKey, text: string): string =>
  createHmac('sha256', key.bytes).update('signed\n').update(text).digest('hex');

const writeSigned = async (file: string, key: SealingKey, content: object): Promise<void> => {
  const text = JSON.stringify(content, null, 2);
  const whole = Buffer.from(`${text}\n${signatureOf(key, text)}\n`);
  await writeWhole(
    file,
    (async function* () {
      yield await Promise.resolve(whole);
    })(),
  );
};

const readSigned = async <T>(file: string, key: SealingKey, schema: z.ZodType<T>): Promise<T> => {
  const [text = '', signature = ''] = (await fs.readFile(file, 'utf8').catch(() => '')).split(/\n(?=[0-9a-f]{64}\n$)/);
  const [actual, expected] = [Buffer.from(signature.trim()), Buffer.from(signatureOf(key, text))];
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return schema.parse(JSON.parse(text));
  const keyId = /"keyId": "([0-9a-f]+)"/.exec(text)?.[1];
  if (keyId !== undefined && keyId !== key.id.toString('hex')) throw wrongKey(file);
  throw new StartupError(`${file} was changed or is cut short: take another backup.`);
};

const MANIFEST = 'manifest.json';
/** The data of a backup, and its table checksums. */
export const DATA_FILE = 'data.sealed';
export const SUMS_FILE = 'sums.sealed';

const HALF_MADE = '.new';
const basesOf = (folder: BackupFolder): string => path.join(folder.path, 'backups');
const restoresOf = (folder: BackupFolder): string => path.join(folder.path, 'restores');
export const pathOf = (folder: BackupFolder, name: string): string => path.join(basesOf(folder), name);
export const walFolder = (folder: BackupFolder, system: string): string => path.join(folder.path, 'log', system);

const namesIn = (folder: string): Promise<string[]> =>
  fs.readdir(folder).then(
    (names) => names.toSorted(),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)),
  );

/** A timestamp as a folder name that sorts by time. */
export const nameOf = (moment: Date): string => moment.toISOString().replaceAll(':', '-');
export const momentOf = (name: string): Date => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

/** Starts a new backup in a temporary folder; it gets its final name only when complete. */
export const beginBackup = async (folder: BackupFolder, name: string): Promise<string> => {
  const bases = basesOf(folder);
  await fs.mkdir(bases, { recursive: true, mode: 0o700 });
  // Only one backup is made at a time: an unfinished folder was left by a killed run.
  for (const left of (await namesIn(bases)).filter((entry) => entry.endsWith(HALF_MADE)))
    await fs.rm(path.join(bases, left), { recursive: true, force: true });
  const half = pathOf(folder, `${name}${HALF_MADE}`);
  await fs.mkdir(half, { mode: 0o700 });
  return half;
};

export const finishBackup = async (folder: BackupFolder, half: string, manifest: Manifest): Promise<void> => {
  await writeSigned(path.join(half, MANIFEST), folder.key, manifest);
  await fs.rename(half, pathOf(folder, manifest.name));
};

export interface FoundBackups {
  /** Oldest first. */
  backups: Manifest[];
  /** Sealed with another key, or changed: the problem of each, by its name. */
  unreadable: Map<string, StartupError>;
}

export const listBackups = async (folder: BackupFolder): Promise<FoundBackups> => {
  const backups: FoundBackups = { backups: [], unreadable: new Map() };
  for (const name of (await namesIn(basesOf(folder))).filter((each) => !each.endsWith(HALF_MADE))) {
    try {
      backups.backups.push(await readSigned(path.join(pathOf(folder, name), MANIFEST), folder.key, manifestSchema));
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      backups.unreadable.set(name, error);
    }
  }
  return backups;
};

/** Reads every file of the backup once, so that a truncated or changed copy is found before anything is touched. */
export const assertWhole = async (folder: BackupFolder, { name, files }: Manifest): Promise<void> => {
  for (const [file, { bytes, sha256 }] of Object.entries(files)) {
    const full = path.join(pathOf(folder, name), file);
    const stat = await fs.stat(full).catch(() => null);
    if (stat === null) throw new StartupError(`${full} is missing: take another copy of it, or another backup.`);
    if (stat.size !== bytes)
      throw new StartupError(
        `${full} is cut short or was changed (${stat.size} bytes, not ${bytes}): take another copy of it, or another backup.`,
      );
    const hash = createHash('sha256');
    for await (const piece of createReadStream(full)) hash.update(piece as Buffer);
    if (hash.digest('hex') !== sha256)
      throw new StartupError(`${full} was changed: take another copy of it, or another backup.`);
  }
};

export const removeBackup = (folder: BackupFolder, name: string): Promise<void> =>
  fs.rm(pathOf(folder, name), { recursive: true, force: true });

export const noteRestore = async (folder: BackupFolder, what: Omit<RestoreRecord, 'keyId'>): Promise<void> => {
  const record: RestoreRecord = { keyId: folder.key.id.toString('hex'), ...what };
  await fs.mkdir(restoresOf(folder), { recursive: true, mode: 0o700 });
  await writeSigned(path.join(restoresOf(folder), `${nameOf(new Date(record.at))}.json`), folder.key, record);
};

export const listRestores = async (folder: BackupFolder): Promise<RestoreRecord[]> => {
  const names = (await namesIn(restoresOf(folder))).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map((name) => readSigned(path.join(restoresOf(folder), name), folder.key, restoreSchema)));
};
