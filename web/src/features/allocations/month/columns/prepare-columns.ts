import {
  type Column,
  columnFormat,
  columnLabel,
  decimalsOf,
  formatMetricValue,
  type Labels,
  type MetricFormat,
  type UserGroup,
} from '@paceline/contract';
import { setHidden } from '../../../../ui/grid/view/layout.ts';
import { parseNumber } from '../../../../ui/grid/edit/parse-text.ts';
import type { GridColumn, GridKind, GridLayout, Parsed } from '../../../../ui/grid/types.ts';
import { columnNote, describedBy } from './column-notes.ts';

type TableRow = Readonly<Record<string, unknown>>;

/** A table's additions to the contract's columns. */
export interface ColumnSettings<Row> {
  group: UserGroup;
  labels: Labels;
  /** The owner's pacing band. */
  band: number;
  /** Pinned columns. */
  frozen: readonly string[];
  editable: ReadonlySet<string>;
  /** Why a value is invalid, phrased to follow the column's name. */
  problem: (key: string, value: number) => string | null;
  /** Why a plan cell is locked. */
  lock?: (key: string) => string | null;
  /** Custom drawing of cells, and the text of custom columns. */
  draw: Readonly<
    Record<
      string,
      Partial<
        Pick<
          GridColumn<Row>,
          'render' | 'format' | 'value' | 'filter' | 'searched' | 'width' | 'grow' | 'base' | 'signed'
        >
      >
    >
  >;
}

export const KINDS = {
  dollar: 'dollar',
  count: 'count',
  percent: 'percent',
  number: 'count',
  text: 'text',
  key: 'text',
  flag: 'flag',
  status: 'custom',
  action: 'custom',
} as const satisfies Record<Column['kind'], GridKind>;

const WIDTHS: Readonly<Record<string, number>> = {
  vendor: 122,
  name: 214,
  campaignCode: 102,
  campaignKey: 84,
  subStatus: 142,
  channel: 92,
  customChannelName: 116,
  goalName: 150,
  goalKey: 84,
  brandName: 126,
  clientName: 126,
  campusName: 116,
  productType: 84,
  pacingStatus: 164,
  userDefinedMonthlyAllocation: 108,
  weeklySoftAllocation: 80,
  mtdInquiries: 64,
  mtdAllocation: 70,
  deliveryPercent: 72,
  diffToBudget: 60,
  // "Capped 100.0%".
  projectionToBudget: 102,
  spendProjection: 80,
};
const MIN_WIDTHS: Partial<Record<GridKind, number>> = { dollar: 96, count: 74, percent: 74, flag: 74, custom: 84 };
const LETTER = 6.3;
const AROUND = 22;

/** Wide enough for its name in two lines, or for the name's longest word. */
const widthOf = (key: string, label: string, kind: GridKind): number => {
  const longest = Math.max(...label.split(' ').map((word) => word.length));
  const line = Math.max(longest, Math.ceil(label.length / 2) + 1);
  return WIDTHS[key] ?? Math.max(MIN_WIDTHS[kind] ?? 74, Math.round(line * LETTER + AROUND));
};

/** Differences are shown with their sign. */
const SIGNED: ReadonlySet<string> = new Set(['budgetPlusMinus', 'delta']);

const writer = (key: string, format: MetricFormat) => (value: number | null | undefined) =>
  formatMetricValue(format, value, { signed: SIGNED.has(key) });

/** Converts percent units to the grid's fractions. */
const fraction = (value: unknown): number | null => (typeof value === 'number' ? value / 100 : null);

/** Formatting, summary and copying of a number's cells. */
export const numberCells = <Row extends TableRow>(key: string, format: MetricFormat): Partial<GridColumn<Row>> => {
  const write = writer(key, format);
  const decimals = decimalsOf(format, 'table');
  if (format.kind === 'percent')
    return {
      decimals,
      value: (row) => fraction(row[key]),
      format: (value) => write(typeof value === 'number' ? value * 100 : null),
    };
  return { decimals, format: (value) => write(value as number | null) };
};

/** On the 1st no day is complete: these columns then cover today so far. */
export const isSoFar = (key: string): boolean => key.startsWith('mtd') && key !== 'mtdAllocation';

const reader =
  (key: string, label: string, kind: GridKind, problem: ColumnSettings<never>['problem']) =>
  (text: string): Parsed => {
    if (text === '') return { value: null };
    // Parsed with six decimals, so that a price with three is refused instead of rounded.
    const parsed = parseNumber(kind === 'dollar' ? 'dollar' : 'count', text, kind === 'dollar' ? 6 : 0);
    const wrong = 'value' in parsed ? problem(key, parsed.value as number) : null;
    return wrong === null ? parsed : { error: `${label} ${wrong}` };
  };

export const gridColumn = <Row extends TableRow>(
  column: Column,
  { group, labels, band, frozen, editable, problem, lock, draw }: ColumnSettings<Row>,
): GridColumn<Row> => {
  const { key, parent, sortable, excludeFromMenu } = column;
  const label = columnLabel(column, labels, group);
  const kind = KINDS[column.kind];
  const format = columnFormat(column);
  const locked = editable.size > 0 && !editable.has(key) ? (lock?.(key) ?? null) : null;
  return {
    key,
    label,
    group: parent,
    kind,
    sortable,
    width: widthOf(key, label, kind),
    ...(excludeFromMenu && { excludeFromMenu }),
    ...(frozen.includes(key) && { frozen: true }),
    ...describedBy(columnNote(key, band)),
    ...(column.kind === 'action' && { filter: false }),
    ...(format && numberCells<Row>(key, format)),
    ...draw[key],
    ...(locked !== null && { lock: () => locked }),
    ...(editable.has(key) && { editable: true, parse: reader(key, label, kind, problem) }),
  };
};

/** Formats a table's totals; a total that cannot be computed is blank. */
export const writeTotals = (
  columns: readonly Column[],
  totals: Readonly<Record<string, number | null>>,
): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const format = columnFormat(column);
      const value = totals[column.key] ?? null;
      return format === null ? [] : [[column.key, value === null ? '' : writer(column.key, format)(value)]];
    }),
  );

/** The layout with a hidden column made visible. */
export const revealColumn = (layout: GridLayout, key: string): GridLayout =>
  layout.hidden.includes(key) ? { ...layout, hidden: setHidden(layout.hidden, [key], false) } : layout;
