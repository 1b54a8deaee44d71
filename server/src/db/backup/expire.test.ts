import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TEST_SECRET } from '../../testing/app.ts';
import { makeTemporaryFolder } from '../../testing/servers/temporary-folder.ts';
import { removeExpired } from './expire.ts';
import { backupFolder, beginBackup, finishBackup, listBackups, nameOf, walFolder } from './folder.ts';

const NOW = new Date('2026-11-17T02:15:00Z');
const ago = (days: number): Date => new Date(NOW.getTime() - days * 24 * 60 * 60_000);
const part = (n: number): string => `0000000100000000${n.toString(16).toUpperCase().padStart(8, '0')}`;

let folder: ReturnType<typeof backupFolder>;
let log: string;
beforeEach(async () => {
  folder = backupFolder(await makeTemporaryFolder('expire'), null, TEST_SECRET);
  log = walFolder(folder, '77');
  await fs.mkdir(log, { recursive: true });
  for (const n of [1, 2, 3, 4, 5]) await fs.writeFile(path.join(log, `${part(n)}.sealed`), '');
  await fs.writeFile(path.join(log, '00000002.history.sealed'), '');
});
afterEach(() => fs.rm(folder.path, { recursive: true, force: true }));

const make = async (at: Date, from: string, into = folder): Promise<void> => {
  const name = nameOf(at);
  const half = await beginBackup(into, name);
  await finishBackup(into, half, {
    name,
    kind: 'cluster',
    keyId: into.key.id.toString('hex'),
    secretId: into.secretId,
    startedAt: at.toISOString(),
    endedAt: at.toISOString(),
    postgres: '18',
    schema: '0001',
    files: {},
    log: { system: '77', timeline: 1, from, reference: '0/0' },
  });
};

test('a backup is deleted after 35 days, with the log that no remaining backup needs', async () => {
  await make(ago(36), part(1));
  await make(ago(34), part(3));
  await make(ago(1), part(5));
  expect(await removeExpired(folder, NOW)).toEqual({
    removed: [nameOf(ago(36))],
    remaining: [nameOf(ago(34)), nameOf(ago(1))],
    logParts: 2,
  });
  expect((await listBackups(folder)).backups.map(({ name }) => name)).toEqual([nameOf(ago(34)), nameOf(ago(1))]);
  expect(await fs.readdir(log)).toEqual([
    `${part(3)}.sealed`,
    `${part(4)}.sealed`,
    `${part(5)}.sealed`,
    '00000002.history.sealed',
  ]);
});

test('one sealed with another key is deleted by its age too; until then the log is complete', async () => {
  const other = backupFolder(folder.path, 'another key, of more than 32 characters', TEST_SECRET);
  await make(ago(34), part(3));
  await make(ago(20), part(2), other);
  await make(ago(1), part(5));
  expect(await removeExpired(folder, ago(-16))).toMatchObject({ removed: [nameOf(ago(34)), nameOf(ago(20))] });
  expect((await listBackups(folder)).unreadable.size).toBe(0);
});
