import {
  fileHeading,
  MAX_SOURCE_REASON,
  publisherRecord,
  type RecordField,
  SOURCE_STATUS_KEYS,
  sourceRecord,
} from '@paceline/contract';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import { fromList, normalTraffic, toList } from './file-rows.rules.ts';

export const NOTE = 'Edit and upload. A blank cell changes nothing; NULL clears the value.';
const SHARED = 'Of the publisher: the same in all rows of it.';

/** The fields of a row: the source's own, and the publisher's. */
export const FILE_FIELDS = { ...publisherRecord.fields, ...sourceRecord.fields, ...sourceRecord.states };
type FileField = keyof typeof FILE_FIELDS;

export const headingOf = (name: FileField): string => fileHeading(FILE_FIELDS[name] satisfies RecordField);
const column = (key: FileField) => ({ key, label: headingOf(key), type: 'text' as const });

/** The columns for import, each with its display for export. */
export const COLUMNS: readonly (BulkColumn & Pick<OutgoingColumn, 'width' | 'note'>)[] = [
  { ...column('publisherName'), maxLength: 100, required: 'new', clearable: false, width: 28, note: NOTE },
  { ...column('sourceTag'), maxLength: 50, required: true, width: 20 },
  { ...column('displayName'), maxLength: 100, clearable: false, width: 28, note: NOTE },
  { ...column('domain'), maxLength: 253, normal: (text) => text.toLowerCase(), width: 24, note: SHARED },
  {
    ...column('trafficTypes'),
    aliases: ['Traffic Types'],
    required: 'new',
    clearable: false,
    normal: normalTraffic,
    width: 30,
    note: SHARED,
  },
  {
    ...column('landingUrls'),
    aliases: ['Landing URLs', 'Landing Pages'],
    normal: (text) => toList(fromList(text)),
    width: 40,
    note: NOTE,
  },
  { ...column('status'), choices: SOURCE_STATUS_KEYS, clearable: false, note: 'APPROVED, PENDING or BLOCKED.' },
  { ...column('statusReason'), maxLength: MAX_SOURCE_REASON, width: 36, note: NOTE },
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];

/** Editable columns have a note. */
export const SHEET_COLUMNS: readonly OutgoingColumn[] = COLUMNS.map(({ key, label, context, width, note }) => ({
  key,
  label,
  kind: context ? 'key' : 'text',
  ...(width !== undefined && { width }),
  ...(note !== undefined && { editable: true, note }),
}));
