import { type WidgetAnswer, type WidgetRow } from './schema.ts';

/** Maximum columns on screen, as more cannot be compared. The file has all of them. */
export const MAX_PIVOT_COLUMNS = 12;

interface Pivot {
  columns: string[];
  /** Total number of column values. */
  columnsInAll: number;
  rows: { name: string; cells: (number | null)[]; all: number | null }[];
  /** Last row: each column over all rows. */
  all: (number | null)[];
  total: number | null;
}

const NONE = 'Not given';
const numberAt = (row: WidgetRow | undefined, key: string): number | null => {
  const value = row?.[key];
  return typeof value === 'number' ? value : null;
};
const nameOf = (row: WidgetRow, key: string): string => String(row[key] ?? NONE);

/** Crosstab of two attributes. Row and column totals are queried separately: the rate of a whole row is not the sum of its cells. */
export const pivotOf = (
  { data, totals }: Pick<WidgetAnswer, 'data' | 'totals'>,
  byRow: Pick<WidgetAnswer, 'data'> | undefined,
  byColumn: Pick<WidgetAnswer, 'data'> | undefined,
  measure: string,
  mostColumns = MAX_PIVOT_COLUMNS,
): Pivot => {
  const cells = new Map(
    data.map((row) => [JSON.stringify([nameOf(row, 'attribute'), nameOf(row, 'secondAttribute')]), row]),
  );
  const edge = (of: Pick<WidgetAnswer, 'data'> | undefined) =>
    new Map(of?.data.map((row) => [nameOf(row, 'attribute'), row]));
  const [rowEdge, columnEdge] = [edge(byRow), edge(byColumn)];
  const namesBySize = (key: string, edges: ReadonlyMap<string, WidgetRow>): string[] => {
    const size = (name: string) => numberAt(edges.get(name), 'validLeads') ?? 0;
    return [...new Set(data.map((row) => nameOf(row, key)))].toSorted(
      (a, b) => size(b) - size(a) || a.localeCompare(b, 'en', { numeric: true }),
    );
  };
  const names = namesBySize('secondAttribute', columnEdge);
  const columns = names.slice(0, mostColumns);
  return {
    columns,
    columnsInAll: names.length,
    rows: namesBySize('attribute', rowEdge).map((name) => ({
      name,
      cells: columns.map((column) => numberAt(cells.get(JSON.stringify([name, column])), measure)),
      all: numberAt(rowEdge.get(name), measure),
    })),
    all: columns.map((column) => numberAt(columnEdge.get(column), measure)),
    total: numberAt(totals, measure),
  };
};
