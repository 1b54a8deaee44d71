import { GEO_KIND, GEO_TYPES, type GeoType, MIN_MILES, MAX_MILES, MAX_ZIPS } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
  type RowRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { listCountyDmas } from '../../../shared/county-dmas.queries.ts';
import { NO_CIRCLE, NO_COUNTY_LIST } from './area-checks.ts';
import { areaOf, type AreaEntry, entriesOf, entryId } from './area-entries.rules.ts';
import { readValue } from './area-values.ts';
import { type CampusPlace, listCampusAreas, type StoredArea } from './areas.queries.ts';
import { getCampus, pointOf, tidy, writeArea } from './areas.service.ts';

const params = z.object({ campusKey: z.int(), programKey: z.int().nullable() });
type Context = BulkContext<z.output<typeof params>>;

const REMOVE = 'REMOVE';
const COLUMNS: readonly BulkColumn[] = [
  { key: 'campusCode', label: 'Campus Code', type: 'text', maxLength: 100, required: true },
  { key: 'programCode', label: 'Program Code', type: 'text', maxLength: 100 },
  { key: 'geoType', label: 'Geo Type', type: 'text', choices: GEO_TYPES, required: true },
  { key: 'geoValue', label: 'Geo Value', type: 'text', maxLength: 100, required: true },
  {
    key: 'include',
    label: 'Include/Exclude',
    type: 'text',
    choices: ['INCLUDE', 'EXCLUDE', REMOVE],
    required: true,
    clearable: false,
  },
  { key: 'miles', label: 'Miles', type: 'number', min: MIN_MILES, max: MAX_MILES },
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];

const SEPARATOR = '\u001f';
const codeOf = (text: unknown): string => (typeof text === 'string' ? text.trim().toLowerCase() : '');

/** The campus or program of a row's area, and the entry. */
const partsOf = (id: string): { campus: string; program: string; type: GeoType; value: string } => {
  const [campus = '', program = '', type = '', value = ''] = id.split(SEPARATOR);
  return { campus, program, type: type as GeoType, value };
};

interface Loaded {
  campus: CampusPlace;
  /** By program code in lower case; the campus's own under an empty code. */
  areas: Map<string, StoredArea>;
}

const loadAreas = async (tx: Tx, { params: { campusKey, programKey } }: Context, lock = false): Promise<Loaded> => {
  const campus = await getCampus(tx, campusKey, lock);
  const all = await listCampusAreas(tx, campus);
  const open = programKey === null ? all : all.filter((one) => one.programKey === programKey);
  return { campus, areas: new Map(open.map((one) => [codeOf(one.programCode), one])) };
};

const load = async (
  tx: Tx,
  context: Context,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const { campus, areas } = await loadAreas(tx, context, lock);
  const entriesOfProgram = new Map(
    [...areas].map(([program, { area }]) => [program, new Map(entriesOf(area).map((one) => [entryId(one), one]))]),
  );
  const current = new Map<string, BulkCurrent>();
  for (const id of ids) {
    const { campus: campusCode, program, type, value } = partsOf(id);
    const area = areas.get(program);
    if (campusCode !== codeOf(campus.campusCode) || area === undefined) continue;
    const entry = entriesOfProgram.get(program)?.get(entryId({ type, value }));
    const whose = area.programName === null ? campus.campusName : `${campus.campusName}, ${area.programName}`;
    current.set(id, {
      label: type === 'RADIUS' ? `${whose}: radius` : `${whose}: ${type} ${value}`,
      version: entry === undefined ? null : area.rowVersion,
      values: entry === undefined ? {} : { include: entry.mode, miles: entry.miles },
    });
  }
  return current;
};

const validate = ({ id, cells, isNew, current }: BulkRow): RowRemark[] => {
  const { type } = partsOf(id ?? '');
  const { include, miles } = cells;
  if (include === REMOVE) return isNew ? [{ column: 'geoValue', message: 'The area does not have this place.' }] : [];
  if (type !== 'RADIUS') return miles == null ? [] : [{ column: 'miles', message: 'Miles are for a RADIUS only.' }];
  if (include === 'EXCLUDE') return [{ column: 'include', message: 'A RADIUS can only be included.' }];
  const stays = !('miles' in cells) && current?.values['miles'] != null;
  return miles == null && !stays ? [{ column: 'miles', message: 'Miles is required for a RADIUS.' }] : [];
};

const programOf = ({ id }: BulkRow): string => partsOf(id ?? '').program;

/** The entries of an area after the rows about it. */
const entriesAfter = (area: StoredArea, rows: readonly BulkRow[], removes: boolean): AreaEntry[] => {
  const entries = new Map(entriesOf(area.area).map((entry) => [entryId(entry), entry]));
  for (const { id, after, current } of rows) {
    const { type, value } = partsOf(id ?? '');
    const mode = after['include'] ?? current?.values['include'];
    const miles = 'miles' in after ? after['miles'] : current?.values['miles'];
    if (removes || mode === REMOVE) entries.delete(entryId({ type, value }));
    else
      entries.set(entryId({ type, value }), {
        type,
        value,
        mode: mode === 'EXCLUDE' ? 'EXCLUDE' : 'INCLUDE',
        miles: typeof miles === 'number' ? miles : null,
      });
  }
  return [...entries.values()];
};

const check = async (tx: Tx, context: Context, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const { campus, areas } = await loadAreas(tx, context);
  const dmas = new Set((await listCountyDmas(tx, context.ownerKey)).values());
  const hasPoint = pointOf(campus) !== null;
  const remarks = rows.flatMap((row): FileRemark[] => {
    const { type, value } = partsOf(row.id ?? '');
    if (row.cells['include'] === REMOVE) return [];
    if (type === 'DMA' && !dmas.has(Number(value))) {
      const message = dmas.size === 0 ? NO_COUNTY_LIST : `The county list has no DMA ${value}.`;
      return [{ row: row.row, column: 'geoValue', message }];
    }
    return type === 'RADIUS' && !hasPoint ? [{ row: row.row, column: 'geoType', message: NO_CIRCLE }] : [];
  });
  for (const [program, ofArea] of Map.groupBy(rows, programOf)) {
    const area = areas.get(program);
    if (area === undefined) continue;
    const zips = entriesAfter(area, ofArea, false).filter(({ type }) => type === 'ZIP');
    const most = Math.max(...['INCLUDE', 'EXCLUDE'].map((side) => zips.filter(({ mode }) => mode === side).length));
    if (most > MAX_ZIPS) {
      const message = `An area may have at most ${MAX_ZIPS.toLocaleString('en-US')} ZIP codes on a side.`;
      remarks.push(...ofArea.map(({ row }) => ({ row, column: 'geoValue', message })));
    }
    if (area.programKey !== null && area.area === null) {
      const message = `${area.programName} has the area of ${campus.campusName} now and gets one of its own.`;
      remarks.push({ row: ofArea[0]!.row, column: 'programCode', message, warning: true });
    }
  }
  return remarks;
};

const write = async (tx: Tx, context: Context, rows: readonly BulkRow[], removes: boolean): Promise<void> => {
  const { campus, areas } = await loadAreas(tx, context, true);
  for (const [program, ofArea] of Map.groupBy(rows, programOf)) {
    const own = areas.get(program);
    if (own === undefined) continue;
    const next = areaOf(entriesAfter(own, ofArea, removes), campus.campusKey);
    await writeArea(tx, context, context.now, { campus, own }, next === null ? null : tidy(next));
  }
};

/** The entries of the areas of a campus and its programs, one per row. Rows change only the entries they name. */
export const geoBulk = defineBulk<z.output<typeof params>>({
  kind: GEO_KIND,
  title: 'Service areas',
  groups: ['ag'],
  permission: 'clients:Geo',
  params,
  columns: COLUMNS,
  keyColumns: ['campusCode', 'programCode', 'geoType', 'geoValue'],
  versionColumn: 'rowVersion',
  hidesIds: true,
  mayRepeat: true,
  assertAllowed: async (tx, { params: { campusKey } }) => void (await getCampus(tx, campusKey)),
  identify: ({ campusCode, programCode, geoType, geoValue }) =>
    campusCode == null || geoType == null || geoValue == null
      ? null
      : [codeOf(campusCode), codeOf(programCode), geoType, geoValue].join(SEPARATOR),
  prepare: (_tx, _context, rows) => Promise.resolve(rows.map(readValue)),
  load,
  validate,
  check,
  apply: (tx, context, changes) => write(tx, context, changes, false),
  remove: (tx, context, changes) => write(tx, context, changes, true),
});
