import type { BulkCounts, BulkImport, BulkRowState } from '@paceline/contract';
import { formatCount } from '../../lib/format.ts';

export interface RowFilter {
  state: BulkRowState | 'all';
  label: string;
  count: number;
}

const rows = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** The rows by what they would do; kinds that there are none of are not offered. */
export const prepareFilters = (counts: BulkCounts): RowFilter[] => {
  const all: RowFilter[] = [
    { state: 'all', label: 'All', count: counts.total },
    { state: 'error', label: 'Errors', count: counts.error },
    { state: 'new', label: 'New', count: counts.new },
    { state: 'changed', label: 'Changed', count: counts.changed },
    { state: 'unchanged', label: 'Unchanged', count: counts.unchanged },
  ];
  return all.filter(({ state, count }) => state === 'all' || count > 0);
};

/** One sentence about a file that was looked at. */
export const prepareVerdict = ({ counts, canApply }: Pick<BulkImport, 'counts' | 'canApply'>): string => {
  const good = counts.new + counts.changed;
  if (!canApply && counts.error > 0) return `Nothing can be imported: ${rows(counts.error)} with errors.`;
  if (!canApply) return 'No changes in this file.';
  const verdict = `${rows(good)} can be imported`;
  return counts.error === 0 ? `${verdict}.` : `${verdict}, ${rows(counts.error)} cannot.`;
};

export const importLabel = (counts: BulkCounts): string => `Import ${rows(counts.new + counts.changed)}`;

/** One sentence about a file that was applied. */
export const prepareOutcome = ({ applied }: Pick<BulkImport, 'applied'>): string => {
  if (applied === null) return '';
  const done = applied.rows === 0 ? 'No changes were needed' : `${rows(applied.rows)} imported`;
  return applied.failed === 0 ? `${done}.` : `${done}, ${rows(applied.failed)} not.`;
};

const STATES = {
  VALIDATED: 'Checked, not imported',
  APPLIED: 'Imported',
  UNDONE: 'Undone',
  EXPIRED: 'Never imported',
} as const satisfies Record<BulkImport['state'], string>;

export const prepareState = (file: Pick<BulkImport, 'state' | 'applied'>): string =>
  file.state === 'APPLIED' ? prepareOutcome(file).replace(/\.$/, '') : STATES[file.state];
