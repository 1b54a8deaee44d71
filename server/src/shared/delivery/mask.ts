import { DELIVERY_FIELD_NAMES, DELIVERY_FIELDS, type DeliveryValues } from '@paceline/contract';
import { DOTS, maskedValue } from './mask-person.ts';

/** Shorter ones stand in too many words by chance. */
const MIN_LENGTH = 2;

const isPersonal = (name: keyof DeliveryValues): boolean => 'personal' in DELIVERY_FIELDS[name];

/** The same lead with whatever tells who it is masked. */
export const maskValues = (values: DeliveryValues): DeliveryValues =>
  Object.fromEntries(
    DELIVERY_FIELD_NAMES.map((name) => [name, isPersonal(name) ? maskedValue(name, values[name]) : values[name]]),
  ) as DeliveryValues;

const inPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** As a system may write it back: a number with other marks between its digits, an address with other letters. */
const patternOf = (name: string, value: string): string => {
  if (name === 'phone' && /^\D*(?:\d\D*){7,15}$/.test(value))
    return value
      .replaceAll(/\D/g, '')
      .slice(-10)
      .split('')
      .join(String.raw`[\s().+-]{0,3}`);
  // A short name is a part of many words: it is one only where it stands alone.
  const isName = name === 'firstName' || name === 'lastName';
  return isName ? String.raw`(?<![\p{L}\p{N}])${inPattern(value)}(?![\p{L}\p{N}])` : inPattern(value);
};

/** Shorter ones stand in too many words by chance, and are no secrets. */
const MIN_SECRET = 4;

/** An answer without the credential that was shown: whole header values, and what comes after `Bearer` or `Basic` in them. */
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

/** An answer without the person that it speaks of. A server may write back what it was sent, in any case and in another order. */
export const maskText = (text: string, values: DeliveryValues): string => {
  const parts = DELIVERY_FIELD_NAMES.filter((name) => isPersonal(name) && values[name].length >= MIN_LENGTH)
    // The longest first: an address holds a name.
    .toSorted((a, b) => values[b].length - values[a].length)
    .flatMap((name) => {
      const value = values[name];
      const quoted = [JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].filter((one) => one !== value);
      return [patternOf(name, value), ...quoted.map(inPattern)];
    });
  return parts.length === 0 ? text : text.replaceAll(new RegExp(parts.join('|'), 'giu'), DOTS);
};
