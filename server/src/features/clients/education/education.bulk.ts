import { EDUCATION_DATA_KIND } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkContext, type BulkCurrent, defineBulk } from '../../../shared/bulk/define-bulk.ts';
import { applyEducation, withdrawEducation } from './apply-education.ts';
import { EDUCATION_COLUMNS, EDUCATION_KEYS } from './education-columns.ts';
import { campusProblems, rowProblems } from './education-rows.ts';
import { holdEducation, listNamed, type NamedCodes, type NamedProgram } from './education.queries.ts';
import { listEffects } from './touched-campaigns.ts';

/** Separator; codes do not contain it. */
const BAR = '|';

const codesOf = (ids: readonly string[]): NamedCodes => {
  const parts = ids.map((id) => id.split(BAR));
  const column = (index: number): string[] => parts.map((part) => part[index]!);
  return { ids, clients: column(0), campuses: column(1), programs: column(2) };
};

/** A record by its codes: complete where the program exists, the campus's part where only that exists. */
const currentOf = (id: string, named: NamedProgram | undefined): BulkCurrent => {
  const [, campusCode, programCode] = id.split(BAR);
  const entity = id.toLowerCase();
  const nameOf = (campus: string | undefined) => `${campus} · ${programCode}`;
  if (named === undefined || named.campusKey === null || named.otherClient !== null) {
    return { label: nameOf(campusCode), version: null, entity, values: named === undefined ? {} : { named } };
  }
  const { modelName, campusName, address, city, state, zip, phone, timeZone } = named;
  const campus = { modelName, campusName, address, city, state, zip, phone, timeZone };
  if (named.programKey === null) {
    return { label: nameOf(campusName), version: null, entity, values: { ...campus, named } };
  }
  const label = `${campusName} · ${named.programName}`;
  return { label, version: named.rowVersion ?? null, entity, values: { ...named, named } };
};

const load = async (
  tx: Tx,
  { ownerKey }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const codes = codesOf(ids);
  if (lock) await holdEducation(tx, ownerKey, codes);
  const programOf = new Map((await listNamed(tx, ownerKey, codes)).map((named) => [named.id, named]));
  return new Map(ids.map((id) => [id, currentOf(id, programOf.get(id))]));
};

/** Import of education data: a row per program, with its campus. Missing programs and campuses are created; the client must exist. */
export const educationBulk = defineBulk({
  kind: EDUCATION_DATA_KIND,
  title: 'Education data',
  groups: ['ag'],
  permission: 'clients:Bulk',
  params: z.object({}),
  columns: EDUCATION_COLUMNS,
  keyColumns: EDUCATION_KEYS,
  versionColumn: 'rowVersion',
  hidesIds: true,
  identify: (cells) => {
    const codes = EDUCATION_KEYS.map((key) => cells[key] ?? null);
    return codes.includes(null) ? null : codes.join(BAR);
  },
  load,
  judgesWithErrors: true,
  validate: rowProblems,
  check: (_tx, _context, rows) => Promise.resolve(campusProblems(rows)),
  effects: listEffects,
  apply: applyEducation,
  // Leads and campaigns may refer to them by then, so records that the file created are closed instead of deleted.
  remove: withdrawEducation,
});
