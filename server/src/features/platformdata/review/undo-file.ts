import { LIMITS, type PlatformFile } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { keepPlatformCosts } from '../../../shared/billing/platform-corrections.ts';
import { DAY_TABLES } from '../loading/day-tables.ts';
import { listFiles } from '../loading/files.queries.ts';
import { getAccount, type LoadCaller, type LoadDeps, monthsOf } from '../loading/load-file.ts';
import { type Place, replaceDays } from '../loading/replace-days.ts';
import { findUndoable, listChangedSince, restoreNotes, restoreRead, stageUndo } from './undo.queries.ts';

const MOST_NAMED = 5;

/** Takes an uploaded report back, whole: its days hold again what they held before. */
export const undoFile = (
  { db, clock }: LoadDeps,
  { scope, origin }: LoadCaller,
  place: Place,
  fileKey: number,
): Promise<PlatformFile> =>
  db.withScope(scope, async (tx) => {
    const { ownerKey } = place;
    const at = clock.now();
    const account = await getAccount(tx, place, at, true);
    const file = await findUndoable(tx, place, fileKey, new Date(at.getTime() - LIMITS.bulkUndoMs));
    if (file === undefined) throw new AppError('IMPORT_STATE', { message: 'This file cannot be undone any more.' });
    const { report, fileName, readBefore } = file;
    const changedSince = await listChangedSince(tx, place, report, fileKey);
    if (changedSince.length > 0)
      throw new AppError('STALE_ROW', {
        message: 'Another file has changed days of this one since. Nothing was undone.',
        errors: changedSince.slice(0, MOST_NAMED).map((day) => ({ field: 'file', code: 'changed', message: day })),
      });
    const table = DAY_TABLES[report];
    await stageUndo(tx, table, ownerKey, fileKey);
    const { changed } = await replaceDays(tx, table, place);
    await restoreNotes(tx, place, report, { fileKey, userKey: scope.userKey, at });
    if (report === 'daily') {
      for (const month of monthsOf(changed.keys())) await keepPlatformCosts(tx, ownerKey, month, at);
      await restoreRead(tx, place, fileKey, readBefore);
    }
    await audit(tx, scope, origin, at, {
      action: 'platformFileUndone',
      ownerKey,
      entity: 'platformFile',
      entityKey: fileKey,
      after: { account: account.name, fileName, days: changed.size },
    });
    const [undone] = await listFiles(tx, place, at, { fileKey, rows: 1 });
    return undone!;
  });
