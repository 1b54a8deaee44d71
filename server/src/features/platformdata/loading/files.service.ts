import { type PlatformFile } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { AppError } from '../../../lib/app-error.ts';
import { listFiles, lockAccount } from './files.queries.ts';
import { type LoadDeps } from './load-file.ts';
import { type Place } from './replace-days.ts';

/** The files of an account, one page at a time. */
export const readFiles = (
  { db, clock }: LoadDeps,
  scope: Scope,
  place: Place,
  { before, rows: most }: { before: number | null; rows: number },
): Promise<{ rows: PlatformFile[]; hasMore: boolean }> =>
  db.readScope(scope, async (tx) => {
    if ((await lockAccount(tx, place, clock.now(), false)) === undefined) throw new AppError('NOT_FOUND');
    const rows = await listFiles(tx, place, clock.now(), { before, rows: most + 1 });
    return { rows: rows.slice(0, most), hasMore: rows.length > most };
  });
