import { type Random } from '../random.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HEX = '0123456789abcdef';

const digits = (alphabet: string, count: number, random: Random): string => {
  let text = '';
  for (let i = 0; i < count; i += 1) text += alphabet[Math.floor(random.next() * alphabet.length)]!;
  return text;
};

/** A ULID: the time in ten characters, so that they sort by it, and sixteen random ones. */
export const ulid = (at: number, random: Random): string => {
  let time = '';
  for (let rest = at, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) time = CROCKFORD[rest % 32]! + time;
  return time + digits(CROCKFORD, 16, random);
};

export const hex = (count: number, random: Random): string => digits(HEX, count, random);

export const uuid = (random: Random): string =>
  `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-a${hex(3, random)}-${hex(12, random)}`;
