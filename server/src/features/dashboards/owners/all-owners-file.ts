import { type allOwnersFile, OWNER_COLUMN_KEYS, OWNER_COLUMNS, ownerCells, ownerTotalCells } from '@paceline/contract';
import { type z } from 'zod';
import { type Scope } from '../../../db/scope/scope.ts';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type OutgoingColumn, type OutgoingSheet } from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { findFileDay } from '../../../metrics/periods/period.queries.ts';
import { type DashboardDeps } from '../dashboards.service.ts';
import { readAllOwners } from './all-owners.service.ts';

/** The page's rows as a file, in the order that they have on the screen. */
export const getAllOwnersFile = async (
  deps: DashboardDeps,
  scope: Scope,
  { ownerKeys, format }: z.output<typeof allOwnersFile.body>,
  options: WorkOptions,
): Promise<Download> => {
  const { rows, dueOwners } = await readAllOwners(deps, scope, options);
  const byKey = new Map(rows.map((row) => [row.ownerKey, row]));
  const wanted = [...new Set(ownerKeys)].map((key) => {
    const row = byKey.get(key);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  });
  const due = wanted.filter(({ ownerKey }) => dueOwners.has(ownerKey)).length;
  const sheet: OutgoingSheet = {
    sheetName: 'All owners',
    columns: OWNER_COLUMN_KEYS.map((key): OutgoingColumn => ({ key, ...OWNER_COLUMNS[key] })),
    rows: wanted.map(ownerCells),
    totals: ownerTotalCells(wanted),
    note: [
      'Each owner’s current month by its own calendar, as on its Pacing Overview.',
      ...(due === 0
        ? []
        : [`Figures of ${due} ${due === 1 ? 'owner' : 'owners'} ${due === 1 ? 'was' : 'were'} still being updated.`]),
    ],
  };
  const day = await deps.db.readScope(scope, (tx) => findFileDay(tx, ownerKeys, deps.clock.now()), options);
  return {
    fileName: `all-owners-${day}.${format}`,
    ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)),
  };
};
