import { DELIVERY_FIELD_NAMES, DELIVERY_FIELDS, type DeliveryValues } from '@paceline/contract';
import { DOTS, maskedValue } from './mask-person.ts';

/** Shorter values occur in too many words by chance. */
const MIN_LENGTH = 2;

const isPersonal = (name: keyof DeliveryValues): boolean => 'personal' in DELIVERY_FIELDS[name];

/** The lead with all identifying values masked. */
export const maskValues = (values: DeliveryValues): DeliveryValues =>
  Object.fromEntries(
    DELIVERY_FIELD_NAMES.map((name) => [name, isPersonal(name) ? maskedValue(name, values[name]) : values[name]]),
  ) as DeliveryValues;

const inPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Matches a value as a system may echo it: a phone number with other separators, an email address with other case. */
const patternOf = (name: string, value: string): string => {
  if (name === 'phone' && /^\D*(?:\d\D*){7,15}$/.test(value))
    return value
      .replaceAll(/\D/g, '')
      .slice(-10)
      .split('')
      .join(String.raw`[\s().+-]{0,3}`);
  // Names may be part of other words, so they match only as whole words.
  const isName = name === 'firstName' || name === 'lastName';
  return isName ? String.raw`(?<![\p{L}\p{N}])${inPattern(value)}(?![\p{L}\p{N}])` : inPattern(value);
};

/** Shorter values occur in too many words by chance, and are no secrets. */
const MIN_SECRET = 4;

/** Removes the credential from an answer: whole header values, and the part after `Bearer` or `Basic`. */
export const maskSecrets = (text: string, shown: readonly string[]): string => {
  const secrets = shown
    .flatMap((value) => [value, value.replace(/^(?:Bearer|Basic) /, '')])
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
    .filter((value) => value.length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length);
  let masked = text;
  for (const secret of new Set(secrets)) masked = masked.replaceAll(secret, DOTS);
  return masked;
};

/** Removes the person from an answer. A server may echo what it was sent, in any case and order. */
export const maskText = (text: string, values: DeliveryValues): string => {
  const parts = DELIVERY_FIELD_NAMES.filter((name) => isPersonal(name) && values[name].length >= MIN_LENGTH)
    // Longest first: an email address may contain a name.
    .toSorted((a, b) => values[b].length - values[a].length)
    .flatMap((name) => {
      const value = values[name];
      const quoted = [JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].filter((one) => one !== value);
      return [patternOf(name, value), ...quoted.map(inPattern)];
    });
  return parts.length === 0 ? text : text.replaceAll(new RegExp(parts.join('|'), 'giu'), DOTS);
};
