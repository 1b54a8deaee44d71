import { open } from 'node:fs/promises';
import { isUsState, type UsState, usStateOf } from '@paceline/contract';
import ipaddr from 'ipaddr.js';
import { StartupError } from '../startup-error.ts';

interface IpCountries {
  /** Null where the table does not have the address. */
  countryOf(address: string): string | null;
  /** The state of the US that it is of; null where the table has countries only. */
  stateOf(address: string): UsState | null;
}

interface Address {
  family: 4 | 6;
  /** Of IPv6 the upper half: networks are given out by no less. */
  value: bigint;
}

const readAddress = (text: string): Address | null => {
  if (!ipaddr.isValid(text)) return null;
  // An IPv4 address that is written as IPv6 is the IPv4 address.
  const bytes = ipaddr.process(text).toByteArray();
  const value = bytes.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { family: bytes.length === 4 ? 4 : 6, value };
};

/** Networks of one family in the order of their addresses. */
class Networks {
  readonly #starts: bigint[] = [];
  readonly #ends: bigint[] = [];
  /** A country, or a state of the US: `DE`, `US-OH`. */
  readonly #places: string[] = [];

  /** False where it is not in order. */
  add(start: bigint, end: bigint, place: string): boolean {
    const last = this.#starts.at(-1);
    if (last !== undefined && last > start) return false;
    this.#starts.push(start);
    this.#ends.push(end);
    this.#places.push(place);
    return true;
  }

  find(value: bigint): string | null {
    let [low, high] = [0, this.#starts.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! > value) high = middle - 1;
      else if (this.#ends[middle]! < value) low = middle + 1;
      else return this.#places[middle] ?? null;
    }
    return null;
  }
}

const WRONG = 'is not "first address,last address,country" with a state of the US behind it or without';

/**
 * From lines of `first address,last address,country`, each family in the order of its addresses. Behind the US may stand a state,
 * as its code or its name; regions of other countries are left out.
 */
export const readIpCountries = async (lines: AsyncIterable<string> | Iterable<string>): Promise<IpCountries> => {
  const families = { 4: new Networks(), 6: new Networks() };
  const names = new Map<string, string>();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [first = '', last = '', country = '', region = ''] = line
      .split(',')
      .map((part) => part.replaceAll('"', '').trim());
    const [from, to] = [readAddress(first), readAddress(last)];
    const state = country === 'US' && region !== '' ? usStateOf(region) : undefined;
    if (from === null || to === null || from.family !== to.family || !/^[A-Z]{2}$/.test(country) || state === null)
      throw new StartupError(`Line ${number} of the table of countries ${WRONG}.`);
    const name = state ?? country;
    // One text for each place: the parts of a line keep the whole line in memory.
    if (!names.has(name)) names.set(name, name);
    if (!families[from.family].add(from.value, to.value, names.get(name) ?? name))
      throw new StartupError(`Line ${number} of the table of countries is not in the order of addresses.`);
  }
  const placeOf = (text: string): string | null => {
    const address = readAddress(text);
    return address === null ? null : families[address.family].find(address.value);
  };
  return {
    countryOf: (text) => placeOf(text)?.slice(0, 2) ?? null,
    stateOf(text) {
      const place = placeOf(text);
      return place !== null && isUsState(place) ? place : null;
    },
  };
};

export const loadIpCountries = async (path: string): Promise<IpCountries> => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The table of countries ${path} cannot be read (${error.code}): correct IP_COUNTRY_TABLE.`);
  });
  try {
    return await readIpCountries(file.readLines({ autoClose: false }));
  } finally {
    await file.close();
  }
};

let current: IpCountries | null = null;

/** The one table of this process; null takes it away. */
export const setIpCountries = (table: IpCountries | null): void => {
  current = table;
};

/** Undefined while there is no table: then nothing is known of any address. */
export const countryOfAddress = (address: string): string | null | undefined => current?.countryOf(address);
/** Null where the state is not known, or there is no table. */
export const stateOfAddress = (address: string): UsState | null => current?.stateOf(address) ?? null;
