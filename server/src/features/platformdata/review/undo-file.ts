import { LIMITS, type PlatformFile, type PlatformUndoPreview } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { keepPlatformCosts } from '../../../shared/billing/platform-corrections.ts';
import { DAY_TABLES } from '../loading/day-tables.ts';
import { listFiles } from '../loading/files.queries.ts';
import { getAccount, type LoadCaller, type LoadDeps, monthsOf } from '../loading/load-file.ts';
import { type Place, replaceDays } from '../loading/replace-days.ts';
import { compareDays } from './compare-days.ts';
import { previewIn } from './roll-back.ts';
import {
  findUndoable,
  listChangedSince,
  restoreNotes,
  restoreRead,
  stageUndo,
  type UndoableFile,
} from './undo.queries.ts';

const MAX_NAMED = 5;

/** The file, with the rows from before it staged; refused if it cannot be undone any more. */
const stageUndoOf = async (tx: Tx, place: Place, fileKey: number, at: Date): Promise<UndoableFile> => {
  const file = await findUndoable(tx, place, fileKey, new Date(at.getTime() - LIMITS.bulkUndoMs));
  if (file === undefined) throw new AppError('IMPORT_STATE', { message: 'This file cannot be undone any more.' });
  const changedSince = await listChangedSince(tx, place, file.report, fileKey);
  if (changedSince.length > 0)
    throw new AppError('STALE_ROW', {
      message: 'Another file has changed days of this one since: it cannot be undone.',
      errors: changedSince.slice(0, MAX_NAMED).map((day) => ({ field: 'file', code: 'changed', message: day })),
    });
  await stageUndo(tx, DAY_TABLES[file.report], place.ownerKey, fileKey);
  return file;
};

/** What the days of an uploaded report hold now, and what they would hold without it. */
export const previewUndo = (
  { db, clock }: LoadDeps,
  scope: Scope,
  place: Place,
  fileKey: number,
): Promise<PlatformUndoPreview> =>
  previewIn(db, scope, async (tx) => {
    const at = clock.now();
    await getAccount(tx, place, at, false);
    const { report, fileName } = await stageUndoOf(tx, place, fileKey, at);
    return { report, fileName, ...(await compareDays(tx, DAY_TABLES[report], place)) };
  });

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
    const { report, fileName, readBefore } = await stageUndoOf(tx, place, fileKey, at);
    const { changed } = await replaceDays(tx, DAY_TABLES[report], place);
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
