import type { Parsed } from '../types.ts';

const NUMBER = /^[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/;

/** `$1,000.50`, `12 %`, `(300)` and `-4` as spreadsheets write them; null if not a number. */
export const numberIn = (text: string): number | null => {
  // Trimmed only at the ends: "4 5" is not one number.
  const bare = text.replace(/[$%]/g, '').trim();
  const negative = /^\(\s*(.+?)\s*\)$/.exec(bare);
  const digits = negative?.[1] ?? bare;
  if (!/\d/.test(digits) || !NUMBER.test(digits)) return null;
  const number = Number(digits.replaceAll(',', ''));
  return negative ? -number : number;
};

/** Rounds the decimal digits half up: 1.005 becomes 1.01. */
const roundTo = (number: number, decimals: number): number =>
  Number(`${Math.round(Number(`${Math.abs(number)}e${decimals}`))}e-${decimals}`) * Math.sign(number) || 0;

export const parseNumber = (kind: 'dollar' | 'count' | 'percent', text: string, decimals: number): Parsed => {
  const number = numberIn(text);
  if (number === null || !Number.isFinite(number)) return { error: `“${text}” is not a number` };
  if (kind !== 'percent' && text.includes('%')) return { error: 'Percentages are not allowed here' };
  if (kind === 'count' && decimals === 0 && !Number.isInteger(number)) return { error: 'Whole numbers only' };
  // Percentages keep their precision: 12.345% is shown as 12.3% but used in full.
  if (kind === 'percent') return { value: Number((number / 100).toPrecision(15)) };
  return { value: Math.abs(number) < 1e15 ? roundTo(number, decimals) : number };
};

const NO_DAY = { error: 'Use a date such as 2026-03-09 or 3/9/2026' };

export const parseDay = (text: string): Parsed => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text);
  if (!iso && !us) return NO_DAY;
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : [us?.[3], us?.[1], us?.[2]];
  const whole = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${whole}T00:00:00Z`);
  // Date parsing reads February 31 as March 3.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== whole) return NO_DAY;
  return { value: whole };
};

export const parseFlag = (text: string): Parsed => {
  if (/^(yes|y|true|1|x|on)$/i.test(text)) return { value: true };
  if (/^(no|n|false|0|off)$/i.test(text)) return { value: false };
  return { error: 'Yes or no' };
};
