import path from 'node:path';
import { withConnection } from '../scope/single-connection.ts';
import { differencesOf, sumTables, type TableSums } from './checksums.ts';
import { type BackupFolder, type Manifest, pathOf, SUMS_FILE } from './folder.ts';
import { readAll, readSealed } from './sealed-files.ts';

export const readSums = async (folder: BackupFolder, { name }: Manifest): Promise<TableSums> => {
  const file = path.join(pathOf(folder, name), SUMS_FILE);
  const bytes = await readAll(readSealed(file, folder.key, `${name}/${SUMS_FILE}`));
  return JSON.parse(bytes.toString()) as TableSums;
};

export interface Comparison {
  tables: number;
  rows: number;
  differences: string[];
}

/** Checksums the restored tables and compares them with the checksums made at backup time. */
export const compareWithBackup = async (folder: BackupFolder, manifest: Manifest, url: string): Promise<Comparison> => {
  const expected = await readSums(folder, manifest);
  const differences = await withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    return sumTables(client);
  });
  const rows = Object.values(expected).reduce((sum, table) => sum + table.rows, 0);
  return { tables: Object.keys(expected).length, rows, differences: differencesOf(expected, differences) };
};
