import { type Scope } from '../../../db/scope/scope.ts';
import { type Download } from '../../../http/answers/download.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { AppError } from '../../../lib/app-error.ts';
import { entriesOf } from './area-entries.rules.ts';
import { listCampusAreas } from './areas.queries.ts';
import { type AreaPlace, type GeoDeps, getCampus } from './areas.service.ts';

const COLUMNS: readonly OutgoingColumn[] = [
  { key: 'campusCode', label: 'Campus Code', kind: 'text', width: 16 },
  { key: 'programCode', label: 'Program Code', kind: 'text', width: 16, note: 'Blank: the campus’s own area.' },
  { key: 'geoType', label: 'Geo Type', kind: 'text', width: 12 },
  { key: 'geoValue', label: 'Geo Value', kind: 'text', width: 16 },
  {
    key: 'include',
    label: 'Include/Exclude',
    kind: 'text',
    width: 16,
    editable: true,
    note: 'INCLUDE, EXCLUDE, or REMOVE to take the place out.',
  },
  { key: 'miles', label: 'Miles', kind: 'number', editable: true, note: 'Of a RADIUS.' },
  { key: 'rowVersion', label: 'Row Version', kind: 'key' },
];

/** The areas of a campus, or of one of its programs, in the format of the import. */
export const exportAreas = ({ db }: GeoDeps, scope: Scope, place: AreaPlace): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    const { campusCode, ...campus } = await getCampus(tx, place.campus);
    const all = await listCampusAreas(tx, campus);
    const chosen = all.filter(({ programKey }) => place.program === undefined || programKey === place.program);
    if (chosen.length === 0) throw new AppError('NOT_FOUND');
    const rows = chosen.flatMap(({ programCode, area, rowVersion }) =>
      entriesOf(area).map(({ type, value, mode, miles }) => ({
        campusCode,
        programCode,
        geoType: type,
        geoValue: value,
        include: mode,
        miles,
        rowVersion,
      })),
    );
    const { content, contentType } = writeSheet({
      sheetName: 'Service areas',
      columns: COLUMNS,
      rows,
      note: [
        'One row for each place. Counties go by FIPS code, or by name and state as in Cuyahoga, OH.',
        'Rows change what they name and nothing else: REMOVE takes a place out.',
      ],
    });
    return { fileName: 'geo.xlsx', contentType, content };
  });
