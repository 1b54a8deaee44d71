import { NOT_ATTRIBUTED, REPORT_WIDGETS, type ReportWidget, type WidgetId, type WidgetRow } from '@paceline/contract';

export interface Sort {
  key: string;
  order: 'asc' | 'desc';
}

const PARTS = '-';
const BETWEEN = '.';

/** Sort orders in the address, such as `topChannels-spend-desc`; unreadable ones are ignored. */
export const readSorts = (text: string | undefined): ReadonlyMap<string, Sort> =>
  new Map(
    (text ?? '').split(BETWEEN).flatMap((one): [string, Sort][] => {
      const [slot, key, order] = one.split(PARTS);
      return slot && key && (order === 'asc' || order === 'desc') ? [[slot, { key, order }]] : [];
    }),
  );

/** The address parameter with one table's sort changed; undefined when no table is sorted. */
export const withSort = (text: string | undefined, slot: string, sort: Sort | null): string | undefined => {
  const sorts = new Map(readSorts(text));
  sorts.delete(slot);
  if (sort !== null) sorts.set(slot, sort);
  const written = [...sorts].map(([of, { key, order }]) => [of, key, order].join(PARTS));
  return written.length === 0 ? undefined : written.join(BETWEEN);
};

/** Whether the widget shows only the first of many rows: the server then ranks them. */
export const isRankedWidget = (id: WidgetId): boolean => {
  const widget: ReportWidget | undefined = REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS];
  return widget?.limit !== undefined;
};

/** A row that is no group of campaigns, such as leads without the attribute: it only makes rows and total match, and comes last. */
export const isLine = (row: WidgetRow): boolean => row['line'] != null;
const isLast = (row: WidgetRow): boolean => isLine(row) || Object.values(row).includes(NOT_ATTRIBUTED);

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** Missing values come last in both directions. */
export const sortedRows = (rows: readonly WidgetRow[], sort: Sort | null): readonly WidgetRow[] => {
  if (sort === null) return rows;
  const { key, order } = sort;
  return rows.toSorted((a, b) => {
    const last = Number(isLast(a)) - Number(isLast(b));
    if (last !== 0) return last;
    const [x, y] = [a[key] ?? null, b[key] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return order === 'asc' ? compare(x, y) : compare(y, x);
  });
};

/** Numbers start descending, texts ascending; a second click reverses, a third removes the sort. */
export const nextSort = (sort: Sort | null, key: string, isNumber: boolean): Sort | null => {
  const first = isNumber ? 'desc' : 'asc';
  if (sort?.key !== key) return { key, order: first };
  return sort.order === first ? { key, order: first === 'asc' ? 'desc' : 'asc' } : null;
};
