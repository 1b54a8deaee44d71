import { type OutgoingColumn } from '../../lib/sheet/outgoing.ts';
import { type BulkColumn } from './cell-values.rules.ts';

const KINDS = {
  key: 'key',
  int: 'count',
  money: 'dollar',
  percent: 'percent',
  number: 'number',
  date: 'date',
  dates: 'text',
  month: 'date',
  flag: 'flag',
  text: 'text',
} as const satisfies Record<BulkColumn['type'], OutgoingColumn['kind']>;

/** A bulk column for export, so that the file can be imported again; the key columns identify the record. */
export const outgoingColumn = (
  { key, label, type, required, context }: BulkColumn,
  keys: readonly string[],
): OutgoingColumn => ({
  key,
  label,
  kind: key === 'rowVersion' ? 'key' : KINDS[type],
  editable: context !== true && !keys.includes(key),
  ...(required !== undefined && required !== false && { note: 'Required' }),
});
