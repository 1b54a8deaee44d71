import { cellValue } from '../edit/cell-value.ts';
import { type CellTest, readFilter, searchWords } from './filter.ts';
import { formatCell, isNumeric } from '../edit/kinds.ts';
import { sortIndexes } from './sort.ts';
import type { Edits, GridColumn, GridLayout, RowKey } from '../types.ts';

/** One line of the grid. It stores the row's index, not the row: edits replace rows without moving them. */
export interface Line {
  key: RowKey;
  /** Index among its siblings in the original order. */
  index: number;
  parent: Line | null;
  level: number;
  position: number;
  siblings: number;
  isParent: boolean;
  isExpanded: boolean;
}
export interface View<Row> {
  /** The lines on the screen, without collapsed rows. */
  lines: readonly Line[];
  /** The filtered leaf rows, collapsed ones included. */
  leaves: readonly Line[];
  roots: readonly Line[];
  rows: readonly Row[];
}

export interface ViewInput<Row> {
  rows: readonly Row[];
  edits: Edits;
  columns: readonly GridColumn<Row>[];
  layout: Pick<GridLayout, 'sort' | 'filters'>;
  search: string;
  searched: readonly GridColumn<Row>[];
  rowKey: (row: Row) => RowKey;
  children?: ((row: Row) => readonly Row[] | undefined) | undefined;
  expanded?: ReadonlySet<RowKey> | undefined;
}

interface RowTest<Row> {
  /** Whether the row's own figures pass the filters. */
  figures: (row: Row) => boolean;
  /** Bit mask of the search words found in the row; parents pass theirs on to their children. */
  texts: (row: Row) => number;
  all: number;
}

interface ColumnTest<Row> {
  column: GridColumn<Row>;
  test: CellTest;
  /** Whether texts must be formatted; figures compare as numbers, and formatting ten thousand of them would be slow. */
  readsText: boolean;
}

const columnTests = <Row>({ columns, layout: { filters } }: ViewInput<Row>): ColumnTest<Row>[] =>
  columns.flatMap((column) => {
    const test = readFilter(column, filters[column.key]);
    if (!test || test === 'unreadable') return [];
    return [{ column, test, readsText: !isNumeric(column.kind) || typeof filters[column.key] !== 'string' }];
  });

/** Whether a word is in the row: in its texts, or equal to a figure if the word is a number. */
const wordTest = <Row>({ searched, edits, rowKey }: ViewInput<Row>) => {
  const texts = searched.filter(({ kind }) => !isNumeric(kind));
  const figures = searched.filter(({ kind }) => isNumeric(kind));
  return (row: Row, words: readonly string[]): ((word: string) => boolean) => {
    const own = edits.get(rowKey(row));
    if (words.length === 0) return () => false;
    const shown = texts.map((column) => formatCell(column, cellValue(column, row, own), row));
    const text = shown.join('\n').toLowerCase();
    const isIn = (digits: string) =>
      figures.some((column) => {
        const value = cellValue(column, row, own);
        return typeof value === 'number' && String(value).includes(digits);
      });
    return (word) => text.includes(word) || (/\d/.test(word) && isIn(word.replace(/[$,%]/g, '')));
  };
};

const rowTest = <Row>(input: ViewInput<Row>): RowTest<Row> | null => {
  const { edits, rowKey } = input;
  const tests = columnTests(input);
  const words = searchWords(input.search);
  if (tests.length === 0 && words.length === 0) return null;
  const holds = (row: Row, { column, test, readsText }: ColumnTest<Row>) => {
    const value = cellValue(column, row, edits.get(rowKey(row)));
    return test(value, readsText ? formatCell(column, value, row) : '');
  };
  const figures = tests.filter(({ column }) => isNumeric(column.kind));
  const texts = tests.filter(({ column }) => !isNumeric(column.kind));
  const wordsOf = wordTest(input);
  return {
    figures: (row) => figures.every((one) => holds(row, one)),
    texts: (row) => {
      let matchCount = 0;
      for (const [bit, one] of texts.entries()) if (holds(row, one)) matchCount |= 1 << bit;
      const has = wordsOf(row, words);
      for (const [bit, word] of words.entries()) if (has(word)) matchCount |= 1 << (texts.length + bit);
      return matchCount;
    },
    all: (1 << (texts.length + words.length)) - 1,
  };
};

/** Sorted by the layout; text columns by displayed text, so that custom cells sort as they read. */
const sorted = <Row>(rows: readonly Row[], { columns, layout, edits, rowKey }: ViewInput<Row>): number[] => {
  const keys = layout.sort.flatMap(({ column: key, direction }) => {
    const column = columns.find((one) => one.key === key);
    if (!column) return [];
    const values = rows.map((row) => {
      const value = cellValue(column, row, edits.get(rowKey(row)));
      return column.format && typeof value === 'object' && value !== null ? column.format(value, row) : value;
    });
    return [{ values, direction }];
  });
  return sortIndexes(rows.length, keys);
};

/**
 * Filters, sorts and lays out the rows. A group with matching rows shows only those; a group that matches itself without matching rows
 * shows all of its rows.
 */
export const buildView = <Row>(input: ViewInput<Row>): View<Row> => {
  const { rows, rowKey, children, expanded } = input;
  const test = rowTest(input);
  const lines: Line[] = [];
  const leaves: Line[] = [];
  const lay = (
    siblings: readonly Row[],
    parent: Line | null,
    isShown: boolean,
    isGiven: boolean,
    had: number,
  ): Line[] => {
    const visible: Line[] = [];
    for (const index of sorted(siblings, input)) {
      const row = siblings[index] as Row;
      const below = children?.(row) ?? [];
      const texts = test ? had | test.texts(row) : 0;
      const isFit = isGiven || !test || (texts === test.all && test.figures(row));
      const key = rowKey(row);
      const isParent = below.length > 0;
      const isOpen = isParent && (expanded?.has(key) ?? false);
      const line: Line = {
        key,
        index,
        parent,
        isParent,
        level: parent ? parent.level + 1 : 1,
        position: visible.length + 1,
        siblings: 0,
        // A group kept only for its rows is shown open.
        isExpanded: isOpen || (isParent && !isFit),
      };
      if (isShown) lines.push(line);
      const into = (isAll: boolean) => lay(below, line, isShown && line.isExpanded, isAll, texts);
      const hasBelow = isParent && (into(isGiven).length > 0 || (isFit && into(true).length > 0));
      if (!isFit && !hasBelow) {
        if (isShown) lines.pop();
        continue;
      }
      if (!isParent) leaves.push(line);
      visible.push(line);
    }
    for (const line of visible) line.siblings = visible.length;
    return visible;
  };
  const roots = lay(rows, null, true, false, 0);
  return { lines, leaves, roots, rows };
};

/** A line's row among the current rows. */
export const rowOf = <Row>(
  line: Line,
  rows: readonly Row[],
  children?: (row: Row) => readonly Row[] | undefined,
): Row | undefined => {
  if (!line.parent) return rows[line.index];
  const parent = rowOf(line.parent, rows, children);
  return parent === undefined ? undefined : children?.(parent)?.[line.index];
};
