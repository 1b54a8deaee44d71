import { z } from 'zod';
import { StartupError } from '../../lib/startup-error.ts';
import { type BackupFolder, type FoundBackups, listRestores, type Manifest, momentOf } from './folder.ts';

/** A timestamp as text, or `latest` for the end of the log. */
export type Moment = string;
export const LATEST: Moment = 'latest';

/**
 * Reads the command-line argument: `latest`, or a timestamp with its zone. The text is passed to Postgres unchanged, to keep microseconds.
 */
export const readMoment = (text: string | undefined, now: Date): Moment => {
  if (text === LATEST) return LATEST;
  const { success } = z.iso.datetime({ offset: true }).safeParse(text);
  if (!success || text === undefined)
    throw new StartupError(
      'Say to which moment, with its zone, such as 2026-11-17T02:50:00Z or 2026-11-16T21:50:00-05:00; or latest.',
    );
  if (new Date(text) > now) throw new StartupError(`${text} is not yet over: say an earlier moment, or latest.`);
  return text;
};

/** The last backup that was finished by the given moment. Later ones cannot be rolled back to it. */
export const chooseBackup = (
  { backups, unreadable }: FoundBackups,
  kind: Manifest['kind'],
  moment: Moment,
): Manifest => {
  const until = moment === LATEST ? Infinity : Date.parse(moment);
  const ready = backups.filter((backup) => backup.kind === kind);
  const chosen = ready.findLast(({ endedAt }) => Date.parse(endedAt) <= until);
  if (chosen) return chosen;
  const problem = [...unreadable].findLast(([name]) => momentOf(name).getTime() <= until)?.[1];
  if (problem) throw problem;
  const first = ready[0];
  throw new StartupError(
    first
      ? `There is no backup from before ${moment}: the first one was ready at ${first.endedAt}.`
      : 'There is no backup in BACKUP_DIR: correct it, or make one with npm run backup.',
  );
};

/** After a restore the log continues from an older point on a new timeline. Finds the timeline that was active at the given moment. */
export const timelineAt = async (folder: BackupFolder, { log, endedAt }: Manifest, moment: Moment): Promise<number> => {
  const until = moment === LATEST ? Infinity : Date.parse(moment);
  const since = (await listRestores(folder)).filter(
    ({ at }) => Date.parse(at) <= until && Date.parse(at) >= Date.parse(endedAt),
  );
  return since.at(-1)?.timeline ?? log?.timeline ?? 1;
};
