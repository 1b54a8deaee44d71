import { usStateOf } from '@paceline/contract';
import { z } from 'zod';
import { zipPlace } from '../../../lib/zips/zips.ts';

/** One letter repeated is no name, but two of them are: Oo, Aa, Ng. */
const ONE_LETTER = /^(\p{L})(?:[ '.-]*\1){2,}$/iu;
const NAME = /^[\p{L}\p{M} '.-]+$/u;

export const readName = (text: string): string | null => {
  const name = text.replaceAll('’', "'").replaceAll(/\s+/g, ' ');
  return NAME.test(name) && /\p{L}/u.test(name) && !ONE_LETTER.test(name) ? name : null;
};

const email = z.email();
const MAX_LOCAL = 64;

export const readEmail = (text: string): string | null => {
  const address = text.toLowerCase();
  return address.indexOf('@') <= MAX_LOCAL && email.safeParse(address).success ? address : null;
};

/** Ten digits of the North American numbering plan: area and exchange start with 2–9, no N11, no 9 in the middle of the area code. */
const NUMBER = /^[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/;
/** Numbers reserved for fiction, and for tests. */
const RESERVED = /^\d{3}55501\d\d$/;

/** Digits with the usual separators; letters, extensions and digits of other scripts are invalid. */
export const readPhone = (text: string, isTest: boolean): string | null => {
  if (!/^\+?[\d ()./-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  const number = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (!NUMBER.test(number)) return null;
  return RESERVED.test(number) && !isTest ? null : number;
};

export const isAddress = (text: string): boolean => !/^[\d\s.,#-]+$/.test(text);
export const isCity = (text: string): boolean => text.length >= 2 && NAME.test(text.replaceAll('’', "'"));

/** Two-letter code of a state, in any spelling. */
export const readState = (text: string): string | null => usStateOf(text)?.slice('US-'.length) ?? null;

/** Five digits of an existing ZIP code; the +4 part is ignored. */
export const readZip = (text: string): string | null => {
  const [, zip] = /^(\d{5})(?:-?\d{4})?$/.exec(text) ?? [];
  return zip !== undefined && zipPlace(zip) !== null ? zip : null;
};

const US = new Set(['us', 'usa', 'united states', 'united states of america']);
/** The US, and the countries the client accepts. */
export const readCountry = (text: string, allowed: readonly string[]): string | null => {
  const lower = text.toLowerCase();
  if (US.has(lower)) return 'US';
  return allowed.find((one) => one.toLowerCase() === lower)?.toUpperCase() ?? null;
};

const whole = (text: string, least: number, most: number): number | null => {
  if (!/^\d{1,4}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
};
export const readYear = (text: string, thisYear: number): number | null => whole(text, 1940, thisYear + 6);
export const readAge = (text: string): number | null => whole(text, 0, 120);

const YES = new Set(['y', 'yes', '1', 'true']);
const NO = new Set(['n', 'no', '0', 'false']);
export const readYesNo = (text: string): boolean | null => {
  const lower = text.toLowerCase();
  if (YES.has(lower)) return true;
  return NO.has(lower) ? false : null;
};

export const isTag = (text: string): boolean => /^[A-Za-z0-9_.-]+$/.test(text);
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
const MIN_CONSENT = 40;
export const isConsentText = (text: string): boolean => text.length >= MIN_CONSENT;

/** A token in UUID format, in either case. */
export const readJornaya = (text: string): string | null =>
  /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/i.test(text) ? text.toUpperCase() : null;
export const isTrustedForm = (text: string): boolean => /^https:\/\/cert\.trustedform\.com\/[^\s]+$/.test(text);
