import { type SheetCell } from '../../../lib/sheet/sheet.ts';
import { type DateForm } from './formats.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FORMS: Readonly<Record<DateForm, RegExp>> = {
  iso: /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/,
  us: /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})(?: 12:00:00 AM| 0?0:00(?::00)?)?$/,
  compact: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  words: /^(?<w>[A-Z][a-z]{2})[a-z]* (?<d>\d{1,2}), (?<y>\d{4})$/,
};

export const textOf = (cell: SheetCell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
};

/** The day as 2026-11-01; null for a blank or invalid date. */
export const dayOf = (cell: SheetCell | undefined, forms: readonly DateForm[]): string | null => {
  const text = textOf(cell);
  // A date cell of a workbook, whatever the platform's text format.
  const parts = (cell instanceof Date ? (['iso'] as const) : forms)
    .map((form) => FORMS[form].exec(text)?.groups)
    .find((groups) => groups !== undefined);
  if (parts === undefined) return null;
  const month = parts.w === undefined ? Number(parts.m) : MONTHS.indexOf(parts.w.toLowerCase()) + 1;
  const day = new Date(Date.UTC(Number(parts.y), month - 1, Number(parts.d)));
  const isReal = day.getUTCMonth() === month - 1 && day.getUTCDate() === Number(parts.d);
  return isReal ? day.toISOString().slice(0, 10) : null;
};

/** With or without commas between thousands; a decimal comma is refused here, so that 1.234,56 is never read as 1.23. */
const NUMBER = /^\$?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,12})?$/;
const NOTHING = /^(|-{1,2}|n\/a)$/i;
const LONGEST = 20;

/** A number as digits, exactly as written; null where the cell has none. */
export const numberOf = (cell: SheetCell | undefined): string | null => {
  if (typeof cell === 'number') {
    // Twelve decimals: more than any platform uses, and fewer than the rounding noise of a double.
    return Number.isFinite(cell) && cell >= 0 && cell < 1e15 ? String(Number(cell.toFixed(12))) : null;
  }
  const text = textOf(cell);
  if (NOTHING.test(text)) return '0';
  if (text.length > LONGEST || !NUMBER.test(text)) return null;
  return text.replaceAll(/[$,]/g, '');
};

/** Millionths as units, without floating point. */
export const fromMicros = (digits: string): string => {
  const [whole = '0', part = ''] = digits.split('.');
  const padded = whole.padStart(7, '0');
  return `${padded.slice(0, -6)}.${padded.slice(-6)}${part}`;
};

/** "Amount spent (USD)" names a currency; "Advertiser Cost (Adv Currency)" does not. */
export const currencyInHeader = (header: string): string | null => /\(([A-Z]{3})\)\s*$/.exec(header)?.[1] ?? null;

/** A header in the form that is compared: lower case, single spaces, no currency at the end. */
export const plainHeader = (cell: SheetCell | undefined): string =>
  textOf(cell)
    .replace(/\s*\(([A-Z]{3}|Adv\.? Currency)\)\s*$/, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');

type StoredDevice = 'desktop' | 'tablet' | 'mobile';
/** Anything but phones and tablets, such as a television, counts as desktop. */
export const deviceOf = (cell: SheetCell | undefined): StoredDevice => {
  const text = textOf(cell).toLowerCase();
  if (/tablet|ipad/.test(text)) return 'tablet';
  return /mobile|phone|ipod|android/.test(text) ? 'mobile' : 'desktop';
};

export const matchTypeOf = (cell: SheetCell | undefined): 'EXACT' | 'PHRASE' | 'BROAD' => {
  const text = textOf(cell).toLowerCase();
  if (text.startsWith('exact')) return 'EXACT';
  return text.startsWith('phrase') ? 'PHRASE' : 'BROAD';
};

/** Account ids are written with and without dashes, Meta's with the prefix "act_". */
export const plainAccountId = (id: string): string =>
  id
    .toLowerCase()
    .replace(/^act_/, '')
    .replaceAll(/[^a-z0-9]/g, '');
