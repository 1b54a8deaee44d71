import type { GridColumn, GridLayout } from '../types.ts';

type Keyed = Pick<GridColumn<never>, 'key' | 'frozen' | 'excludeFromMenu'>;

/** A layout that shows all columns as given, with these changes. */
export const layoutOf = <Row>(columns: readonly GridColumn<Row>[], change: Partial<GridLayout> = {}): GridLayout => ({
  order: columns.map(({ key }) => key),
  hidden: [],
  widths: {},
  sort: [],
  filters: {},
  filtersOpen: false,
  density: 'standard',
  ...change,
});

/** Inserts missing columns after their neighbour in the default order. */
const completeOrder = (order: readonly string[], standard: readonly string[]): string[] => {
  const whole = order.filter((key) => standard.includes(key));
  for (const [index, key] of standard.entries()) {
    if (whole.includes(key)) continue;
    const before = standard.slice(0, index).findLast((one) => whole.includes(one));
    whole.splice(before === undefined ? 0 : whole.indexOf(before) + 1, 0, key);
  }
  return whole;
};

const pick = <T>(values: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));

/** Adapts a stored order to the current columns: drops unknown ones and inserts new ones as in the default. */
export const fitOrder = (layout: GridLayout, standard: GridLayout): GridLayout => {
  const standardKeys = new Set(standard.order);
  const placed = new Set(layout.order);
  const isHidden = (key: string) => (placed.has(key) ? layout.hidden : standard.hidden).includes(key);
  return {
    ...layout,
    order: completeOrder(layout.order, standard.order),
    hidden: standard.order.filter(isHidden),
    widths: pick(layout.widths, standardKeys),
    sort: layout.sort.filter(({ column }) => standardKeys.has(column)),
    filters: pick(layout.filters, standardKeys),
  };
};

/** Adapts the whole layout to the columns; the default may also name too few or too many. */
export const fitLayout = <Row>(
  layout: GridLayout,
  columns: readonly GridColumn<Row>[],
  standard: GridLayout,
): GridLayout => {
  const keys = columns.map(({ key }) => key);
  const whole = fitOrder(layout, { ...standard, order: completeOrder(standard.order, keys) });
  const fixed = new Set(columns.flatMap(({ key, excludeFromMenu }) => (excludeFromMenu ? [key] : [])));
  return { ...whole, hidden: whole.hidden.filter((key) => !fixed.has(key)) };
};

/** The visible columns, frozen ones first. */
export const shownColumns = <Column extends Keyed>(
  columns: readonly Column[],
  layout: Pick<GridLayout, 'order' | 'hidden'>,
): Column[] => {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const hidden = new Set(layout.hidden);
  const shown = layout.order.flatMap((key) => byKey.get(key) ?? []).filter(({ key }) => !hidden.has(key));
  return [...shown.filter(({ frozen }) => frozen), ...shown.filter(({ frozen }) => !frozen)];
};

/** Moves a column to another's place; those in between shift. */
export const moveColumn = (order: readonly string[], key: string, target: string): string[] => {
  const to = order.indexOf(target);
  if (to < 0 || !order.includes(key)) return [...order];
  const rest = order.filter((one) => one !== key);
  rest.splice(to, 0, key);
  return rest;
};

export const setHidden = (hidden: readonly string[], keys: readonly string[], isHidden: boolean): string[] =>
  isHidden ? [...new Set([...hidden, ...keys])] : hidden.filter((key) => !keys.includes(key));

/** Serialises independently of key order: the database returns another. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

export const isSameLayout = (a: GridLayout, b: GridLayout): boolean => written(a) === written(b);
