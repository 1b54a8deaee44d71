import { formatMetricValue, type UserGroup } from '@paceline/contract';

export type BulkValue = string | number | boolean | null;
/** By column key, which we define; a header never becomes a key. */
export type BulkValues = Readonly<Record<string, BulkValue>>;

/** `dates` are several days in one cell, separated by semicolons. */
export type BulkColumnType =
  | 'key'
  | 'int'
  | 'money'
  | 'percent'
  | 'number'
  | 'date'
  | 'dates'
  | 'month'
  | 'flag'
  | 'text';

export interface BulkColumn {
  key: string;
  label: string;
  /** The label of groups that call it otherwise. */
  labelFor?: Partial<Readonly<Record<UserGroup, string>>>;
  /** Alternative headers. Case, spaces and punctuation are ignored anyway. */
  aliases?: readonly string[];
  type: BulkColumnType;
  /** Required in the file and in every row, or only where the row creates a record. */
  required?: boolean | 'new';
  /** Informational: neither compared nor written. */
  context?: boolean;
  /** Whether the word NULL clears it. */
  clearable?: boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  /** Allowed values, in the stored spelling. */
  choices?: readonly string[];
  pattern?: RegExp;
  /** Error message for a text that does not match the pattern: "must be five digits." */
  form?: string;
  /** Normalises texts with several spellings. */
  normal?: (text: string) => string;
}

type Cell = string | number | boolean | Date | null;
type ParsedCell = { value: BulkValue } | { problem: string };

const CLEARED = 'NULL';
const BROKEN = /^#(REF!|DIV\/0!|VALUE!|NAME\?|N\/A|NUM!|NULL!|SPILL!|CALC!)$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^(\d{4})-(\d{2})$/;
const DECIMALS = { key: 0, int: 0, money: 2, percent: 2, number: 4 } as const;
/** A number in plain digits: optional minus, no separators, symbols or exponent. */
const PLAIN = /^-?\d{1,15}(\.\d{1,15})?$/;
const MAX_VALUES = {
  key: 2_147_483_647,
  int: 2_147_483_647,
  money: 9_999_999_999.99,
  percent: 1_000_000,
  number: 1e12,
};

type NumberType = keyof typeof DECIMALS;
const isNumberType = (type: BulkColumnType): type is NumberType => type in DECIMALS;

/** A maximum from which on an integer counts as unbounded. */
const UNREACHED = 1_000_000;

const written = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

const rangeText = ({ type, min = type === 'key' ? 1 : undefined, max }: BulkColumn): string => {
  const noun = { key: 'a key', int: 'a whole number', money: 'an amount', percent: 'a percentage', number: 'a number' };
  const what = isNumberType(type) ? noun[type] : 'a value';
  // Omits a maximum that nobody reaches; exceeding it has its own message.
  if (type === 'int' && min !== undefined && (max ?? 0) >= UNREACHED) return `must be ${what} ${written(min)} or more.`;
  if (min !== undefined && max !== undefined) return `must be between ${written(min)} and ${written(max)}.`;
  if (min !== undefined) return `must be ${what} ${written(min)} or more.`;
  return max === undefined ? `must be ${what}.` : `must be ${what} ${written(max)} or less.`;
};

/** Decimals of a number, at the 15 digits a double is exact for: 3.3000000000000003 is 3.3. */
const decimalsIn = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

const parseNumber = (column: BulkColumn & { type: NumberType }, cell: Exclude<Cell, null>): ParsedCell => {
  const problem = { problem: rangeText(column) };
  if (typeof cell === 'boolean' || cell instanceof Date) return problem;
  if (typeof cell === 'string' && !PLAIN.test(cell)) {
    const separated = /^-?[$€£]?\s?[\d,.\s]+%?$/.test(cell) && /[$€£,%\s]/.test(cell);
    return separated
      ? { problem: 'must be written in plain digits, without symbols and thousands separators.' }
      : problem;
  }
  const value = Number(Number(cell).toPrecision(15));
  const { type, min = type === 'key' ? 1 : undefined, max = MAX_VALUES[type] } = column;
  if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUES[type]) return problem;
  const decimals = DECIMALS[type];
  if (decimalsIn(value) > decimals) {
    return decimals === 0 ? problem : { problem: `must have at most ${decimals} decimals.` };
  }
  if (type === 'int' && value > max && max >= UNREACHED) return { problem: `must be ${written(max)} or less.` };
  if ((min !== undefined && value < min) || value > max) return problem;
  return { value: value === 0 ? 0 : value };
};

const isRealDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text >= '1900-01-01';
};

const parseDay = (cell: Exclude<Cell, null>): string | null => {
  if (cell instanceof Date) {
    const text = Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : null;
  }
  return typeof cell === 'string' && DAY.test(cell) && isRealDay(cell) ? cell : null;
};

const parseDate = (cell: Exclude<Cell, null>): ParsedCell => {
  const day = parseDay(cell);
  return day === null ? { problem: 'must be a date in the form YYYY-MM-DD.' } : { value: day };
};

/** Sorted and without duplicates, so that the same days give the same text. */
const parseDays = (cell: Exclude<Cell, null>): ParsedCell => {
  const parts = typeof cell === 'string' ? cell.split(';').map((part) => part.trim()) : [cell];
  const said = parts.filter((part) => part !== '');
  const days = said.map(parseDay).filter((day) => day !== null);
  if (days.length === 0 || days.length < said.length) {
    return { problem: 'must be dates in the form YYYY-MM-DD with ; between them.' };
  }
  return { value: [...new Set(days)].toSorted().join(';') };
};

const parseMonth = (cell: Exclude<Cell, null>): ParsedCell => {
  const day = typeof cell === 'string' && MONTH.test(cell) ? parseDay(`${cell}-01`) : parseDay(cell);
  return day?.endsWith('-01') ? { value: day } : { problem: 'must be a month in the form YYYY-MM.' };
};

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['Y', true],
  ['YES', true],
  ['TRUE', true],
  ['N', false],
  ['NO', false],
  ['FALSE', false],
]);

const parseFlag = (cell: Exclude<Cell, null>): ParsedCell => {
  const flag = typeof cell === 'boolean' ? cell : FLAGS.get(String(cell).toUpperCase());
  return flag === undefined ? { problem: 'must be Y or N.' } : { value: flag };
};

const parseText = (
  { choices, maxLength = 4_000, pattern, form, normal }: BulkColumn,
  cell: Exclude<Cell, null>,
): ParsedCell => {
  // The spreadsheet program converted a code to a date, and the code is lost.
  if (cell instanceof Date) return { problem: 'holds a date. Format the cell as text and enter it again.' };
  const text = String(cell);
  if (choices !== undefined) {
    const choice = choices.find((word) => word.toUpperCase() === text.toUpperCase());
    return choice === undefined ? { problem: `must be one of ${choices.join(', ')}.` } : { value: choice };
  }
  if (text.length > maxLength) return { problem: `must have at most ${maxLength} characters.` };
  return pattern === undefined || pattern.test(text)
    ? { value: normal?.(text) ?? text }
    : { problem: form ?? 'has a form that is not accepted.' };
};

/** Parses a cell; null for a blank one. Surrounding spaces are ignored, but nothing else is tolerated. */
export const parseCell = (column: BulkColumn, raw: Cell): ParsedCell | null => {
  const cell = typeof raw === 'string' ? raw.trim() : raw;
  if (cell === null || cell === '') return null;
  if (cell === CLEARED) {
    const fixed = column.required !== undefined && column.required !== false;
    return fixed || column.clearable === false ? { problem: 'cannot be cleared.' } : { value: null };
  }
  if (typeof cell === 'string' && BROKEN.test(cell)) return { problem: `holds the error ${cell}.` };
  const { type } = column;
  if (isNumberType(type)) return parseNumber({ ...column, type }, cell);
  if (type === 'date') return parseDate(cell);
  if (type === 'dates') return parseDays(cell);
  if (type === 'month') return parseMonth(cell);
  if (type === 'flag') return parseFlag(cell);
  return parseText(column, cell);
};

/** A record's value in the format of a parsed cell, for comparison. */
export const asBulkValue = ({ type }: BulkColumn, value: unknown): BulkValue => {
  if (value === null || value === undefined || value === '') return null;
  if (isNumberType(type)) return Number(value);
  if (type === 'flag') return value === true;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Formats a value for display. */
export const showValue = ({ type }: BulkColumn, value: BulkValue): string | null => {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  if (type === 'key') return String(value);
  if (typeof value !== 'number') return type === 'month' ? value.slice(0, 7) : value;
  const kind = { int: 'count', money: 'dollar', percent: 'percent', number: 'number' } as const;
  return formatMetricValue({ kind: isNumberType(type) ? kind[type as 'int'] : 'number' }, value);
};
