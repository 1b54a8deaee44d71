import { cellValue } from '../edit/cell-value.ts';
import { type CellTest, readFilter, searchWords } from './filter.ts';
import { formatCell, isNumeric } from '../edit/kinds.ts';
import { sortIndexes } from './sort.ts';
import type { Edits, GridColumn, GridLayout, RowKey } from '../types.ts';

/** One line of the grid. It knows where its row stands, not the row: edits replace rows without moving them. */
export interface Line {
  key: RowKey;
  /** Index among its siblings as they were given. */
  index: number;
  parent: Line | null;
  level: number;
  position: number;
  siblings: number;
  isParent: boolean;
  isExpanded: boolean;
}
export interface View<Row> {
  /** What is on the screen, collapsed rows left out. */
  lines: readonly Line[];
  /** What remains after filtering, collapsed rows included. */
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
  /** What the search looks into. */
  searched: readonly GridColumn<Row>[];
  rowKey: (row: Row) => RowKey;
  children?: ((row: Row) => readonly Row[] | undefined) | undefined;
  expanded?: ReadonlySet<RowKey> | undefined;
}

interface RowTest<Row> {
  /** Whether the row's own figures fit. */
  figures: (row: Row) => boolean;
  /** Which of the texts that are looked for the row has, a bit for each; what it belongs to has them for it, too. */
  texts: (row: Row) => number;
  all: number;
}

interface ColumnTest<Row> {
  column: GridColumn<Row>;
  test: CellTest;
  /** Figures are compared as figures; writing ten thousand of them out for nothing would be felt. */
  readsText: boolean;
}

const columnTests = <Row>({ columns, layout: { filters } }: ViewInput<Row>): ColumnTest<Row>[] =>
  columns.flatMap((column) => {
    const test = readFilter(column, filters[column.key]);
    if (!test || test === 'unreadable') return [];
    return [{ column, test, readsText: !isNumeric(column.kind) || typeof filters[column.key] !== 'string' }];
  });

/** Whether a word is in the row: in what its texts show, or in a figure where the word is one. */
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

/** Sorted by the layout; a column of texts by what is shown, so that a custom cell sorts as it reads. */
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
 * Filters, sorts and lays out the rows. A group stays for the rows in it that fit, and shows only those; where it fits by
 * itself and nothing in it does, it stays with all that is in it.
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
        // What stays only for the sake of what is in it shows it.
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

/** The row of a line among the rows as they are now. */
export const rowOf = <Row>(
  line: Line,
  rows: readonly Row[],
  children?: (row: Row) => readonly Row[] | undefined,
): Row | undefined => {
  if (!line.parent) return rows[line.index];
  const parent = rowOf(line.parent, rows, children);
  return parent === undefined ? undefined : children?.(parent)?.[line.index];
};
