import { open } from 'node:fs/promises';
import { isUsState, type UsState, usStateOf } from '@paceline/contract';
import ipaddr from 'ipaddr.js';
import { StartupError } from '../startup-error.ts';

interface IpCountries {
  /** Null where the table does not contain the address. */
  countryOf(address: string): string | null;
  /** The US state of the address; null where the table has countries only. */
  stateOf(address: string): UsState | null;
}

interface Address {
  family: 4 | 6;
  /** For IPv6 the upper half: no smaller networks are assigned. */
  value: bigint;
}

const readAddress = (text: string): Address | null => {
  if (!ipaddr.isValid(text)) return null;
  // An IPv4-mapped IPv6 address counts as IPv4.
  const bytes = ipaddr.process(text).toByteArray();
  const value = bytes.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { family: bytes.length === 4 ? 4 : 6, value };
};

/** Networks of one family, sorted by address. */
class Networks {
  readonly #starts: bigint[] = [];
  readonly #ends: bigint[] = [];
  /** A country, or a US state: `DE`, `US-OH`. */
  readonly #places: string[] = [];

  /** False where it is out of order. */
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
 * Parses lines of `first address,last address,country`, each family sorted by address. The US may be followed by a state, as code or name;
 * regions of other countries are ignored.
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
    // Interns the text: a substring keeps the whole line in memory.
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

/** Sets the process-wide table; null removes it. */
export const setIpCountries = (table: IpCountries | null): void => {
  current = table;
};

/** Undefined without a table: then no country is known at all. */
export const countryOfAddress = (address: string): string | null | undefined => current?.countryOf(address);
/** Null where the state is unknown, or there is no table. */
export const stateOfAddress = (address: string): UsState | null => current?.stateOf(address) ?? null;
