import { NOT_ATTRIBUTED, REPORT_WIDGETS, type ReportWidget, type WidgetId, type WidgetRow } from '@paceline/contract';

export interface Sort {
  key: string;
  order: 'asc' | 'desc';
}

const PARTS = '-';
const BETWEEN = '.';

/** As an address has it: `topChannels-spend-desc`, one after the other. What cannot be read sorts nothing. */
export const readSorts = (text: string | undefined): ReadonlyMap<string, Sort> =>
  new Map(
    (text ?? '').split(BETWEEN).flatMap((one): [string, Sort][] => {
      const [slot, key, order] = one.split(PARTS);
      return slot && key && (order === 'asc' || order === 'desc') ? [[slot, { key, order }]] : [];
    }),
  );

/** The address with one table sorted in another way; undefined where none is sorted any more. */
export const withSort = (text: string | undefined, slot: string, sort: Sort | null): string | undefined => {
  const sorts = new Map(readSorts(text));
  sorts.delete(slot);
  if (sort !== null) sorts.set(slot, sort);
  const written = [...sorts].map(([of, { key, order }]) => [of, key, order].join(PARTS));
  return written.length === 0 ? undefined : written.join(BETWEEN);
};

/** Whether the widget shows the first of many rows: then the server ranks them. */
export const isRankedWidget = (id: WidgetId): boolean => {
  const widget: ReportWidget | undefined = REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS];
  return widget?.limit !== undefined;
};

/** A line that is no group of campaigns, and what no lead carries: they only make rows and total meet, and stand last. */
export const isLine = (row: WidgetRow): boolean => row['line'] != null;
const isLast = (row: WidgetRow): boolean => isLine(row) || Object.values(row).includes(NOT_ATTRIBUTED);

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** What cannot be told stands last either way. */
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

/** Numbers start with the largest and words with the first; the same column again turns round, and once more is as it was. */
export const nextSort = (sort: Sort | null, key: string, isNumber: boolean): Sort | null => {
  const first = isNumber ? 'desc' : 'asc';
  if (sort?.key !== key) return { key, order: first };
  return sort.order === first ? { key, order: first === 'asc' ? 'desc' : 'asc' } : null;
};
