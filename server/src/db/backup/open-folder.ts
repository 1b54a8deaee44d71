import path from 'node:path';
import { type Config } from '../../config.ts';
import { readSecret } from '../../lib/secrets/secret.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { backupFolder, type BackupFolder } from './folder.ts';
import { isThere } from './sealed-files.ts';

type BackupConfig = Pick<Config, 'backupDir' | 'backupKey' | 'secret' | 'dataDir'>;

/** Opens the folder with the configured secret. Never generates one: a new secret could not open existing backups. */
export const openBackupFolder = async (config: BackupConfig): Promise<BackupFolder> => {
  if (config.backupDir === null)
    throw new StartupError('Set BACKUP_DIR to the folder of the backups: another disk or machine than the data.');
  const file = path.join(config.dataDir, 'secret');
  const isKnown = config.secret !== null || (await isThere(file));
  if (!isKnown)
    throw new StartupError(
      `The secret of the installation is missing: put the file ${file} back, or set PACELINE_SECRET to what it was.`,
    );
  return backupFolder(config.backupDir, config.backupKey, await readSecret(config.secret, config.dataDir));
};
