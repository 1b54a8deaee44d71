import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config } from '../config.ts';
import { withMigrator } from '../db/migrate/loader.ts';
import { printOf } from '../lib/secrets/key-ring.ts';
import { listKeys } from '../shared/keys/keys.queries.ts';
import { type Finding, fine, note, wrong } from './finding.ts';

/** Whether the stored data opens with the configured secrets. */
export const checkKeys = async (
  { secret, secretBefore, secretNext, dataDir }: Config,
  ownerUrl: string,
): Promise<Finding> => {
  const stored = await withMigrator(ownerUrl, listKeys);
  const own = secret ?? (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => null));
  const isKnown = (text: string | null) => ({
    is: (print: Buffer): boolean => text !== null && printOf(Buffer.from(text)).equals(print),
  });
  const flags = [own, secretBefore, secretNext].map(isKnown);
  const missing = stored.filter(
    ({ print, isUsed, isRetired }) => isUsed && !isRetired && !flags.some((one) => one.is(print)),
  );
  if (missing.length > 0)
    return wrong(
      'secret',
      `What is sealed with key ${missing.map(({ keyId }) => keyId).join(', ')} does not open with the secrets that are set.`,
      'Set PACELINE_SECRET to the one it was sealed with, or PACELINE_SECRET_BEFORE, and run npm run rotate.',
    );
  const before = stored.find(({ print }) => isKnown(secretBefore).is(print));
  if (before?.isRetired)
    return note('secret', 'Nothing needs PACELINE_SECRET_BEFORE any more.', 'Unset it, and start the servers again.');
  if (secretBefore !== null)
    return note('secret', 'The secret is being changed.', 'Run npm run rotate, until 0 need the secret before.');
  return fine('secret', 'It opens what is stored.');
};
