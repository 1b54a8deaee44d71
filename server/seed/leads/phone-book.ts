import { AREA_CODES } from './area-codes.ts';
import { type Day } from '../calendar.ts';
import { type Random } from '../random.ts';

const NUMBERS_PER_CODE = 100;
/** Longer than any owner's duplicate period: until then a number belongs to the same person. */
const KEPT_DAYS = 181;
const NEVER = -Infinity;

/** Numbers of one state in rotation, so that the next one is always the longest unused. */
interface Ring {
  numbers: readonly string[];
  takenOn: Day[];
  next: number;
}

const ringOf = (codes: readonly string[], random: Random): Ring => {
  const numbers = codes.flatMap((code) =>
    Array.from({ length: NUMBERS_PER_CODE }, (_, n) => `${code}55501${String(n).padStart(2, '0')}`),
  );
  return { numbers: random.shuffle(numbers), takenOn: numbers.map(() => NEVER), next: 0 };
};

const takenOn = ({ takenOn: days, next }: Ring): Day => days[next]!;

const take = (ring: Ring, day: Day, isKnown: (number: string) => boolean): string => {
  const { numbers } = ring;
  // One round at most: if all are known, the next one is used anyway.
  for (let i = 0; i < numbers.length && isKnown(numbers[ring.next]!); i += 1) {
    ring.takenOn[ring.next] = day;
    ring.next = (ring.next + 1) % numbers.length;
  }
  const { next } = ring;
  ring.takenOn[next] = day;
  ring.next = (next + 1) % numbers.length;
  return numbers[next]!;
};

export interface PhoneBook {
  /** A number in the state that the owner has not had for half a year; from another state if none is left. */
  numberIn(state: string, day: Day): string;
}

/** One owner's phone book, with its earlier numbers. There are some 32,000: an owner that needs more in half a year reuses the oldest. */
export const openPhoneBook = (random: Random, isKnown: (number: string) => boolean = () => false): PhoneBook => {
  const rings = new Map([...AREA_CODES].map(([state, codes]) => [state, ringOf(codes, random)]));
  return {
    numberIn(state, day) {
      const own = rings.get(state);
      if (own !== undefined && takenOn(own) < day - KEPT_DAYS) return take(own, day, isKnown);
      let rested = [...rings.values()][0]!;
      for (const ring of rings.values()) if (takenOn(ring) < takenOn(rested)) rested = ring;
      return take(rested, day, isKnown);
    },
  };
};
