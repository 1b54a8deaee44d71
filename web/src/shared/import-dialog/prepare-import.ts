import type { BulkCounts, BulkImport, BulkRowState } from '@paceline/contract';
import { formatCount } from '../../lib/text/format.ts';

interface RowFilter {
  state: BulkRowState | 'all';
  label: string;
  count: number;
}

/** Wording for the changed items: imported rows of a file, or items chosen on a screen. */
export interface ImportWords {
  one: string;
  many: string;
  /** "imported" */
  done: string;
  /** The button: "Import". */
  act: string;
  nothing: string;
  undone: string;
  modes: { label: string; goodRows: string; allOrNothing: string; notAll: string };
  /** Button that returns to the choice, before and after applying. */
  back: { before: string; after: string };
}

export const FILE_WORDS: ImportWords = {
  one: 'row',
  many: 'rows',
  done: 'imported',
  act: 'Import',
  nothing: 'No changes in this file.',
  undone: 'File undone.',
  modes: {
    label: 'Rows to import',
    goodRows: 'Rows without errors',
    allOrNothing: 'All rows, or none if one fails',
    notAll: 'Not possible: there are rows with errors.',
  },
  back: { before: 'Choose another file', after: 'Import another file' },
};

const counted = (count: number, { one, many }: ImportWords): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Row filters by outcome; empty ones are left out. */
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

/** Summary of a previewed file. */
export const prepareVerdict = (
  { counts, canApply }: Pick<BulkImport, 'counts' | 'canApply'>,
  words: ImportWords = FILE_WORDS,
): string => {
  const good = counts.new + counts.changed;
  if (!canApply && counts.error > 0)
    return `Nothing can be ${words.done}: ${counted(counts.error, words)} with errors.`;
  if (!canApply) return words.nothing;
  const verdict = `${counted(good, words)} can be ${words.done}`;
  return counts.error === 0 ? `${verdict}.` : `${verdict}, ${counted(counts.error, words)} cannot.`;
};

export const importLabel = (counts: BulkCounts, words: ImportWords = FILE_WORDS): string =>
  `${words.act} ${counted(counts.new + counts.changed, words)}`;

/** Summary of an applied file. */
export const prepareOutcome = (
  { applied, undone }: Pick<BulkImport, 'applied'> & Partial<Pick<BulkImport, 'undone'>>,
  words: ImportWords = FILE_WORDS,
): string => {
  if (applied === null) return '';
  if (undone) return words.undone;
  const done = applied.rows === 0 ? 'No changes were needed' : `${counted(applied.rows, words)} ${words.done}`;
  return applied.failed === 0 ? `${done}.` : `${done}, ${counted(applied.failed, words)} not.`;
};

const STATES = {
  VALIDATED: 'Checked, not imported',
  APPLIED: 'Imported',
  UNDONE: 'Undone',
  EXPIRED: 'Never imported',
} as const satisfies Record<BulkImport['state'], string>;

export const prepareState = (file: Pick<BulkImport, 'state' | 'applied'>): string =>
  file.state === 'APPLIED' ? prepareOutcome(file).replace(/\.$/, '') : STATES[file.state];
