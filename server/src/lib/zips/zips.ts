import { readFileSync } from 'node:fs';
import { type GeoPoint, isUsState, milesBetween, type UsState } from '@paceline/contract';

interface ZipPlace {
  zip: string;
  place: string;
  state: UsState;
  /** The main county of the ZIP code; null for the armed forces and some islands. */
  county: string | null;
  fips: string | null;
  /** Center of its area; null for the armed forces, whose mail has no place on a map. */
  latitude: number | null;
  longitude: number | null;
}

/** Stored as columns, because forty thousand objects would take ten times the memory; repeated texts are stored once. */
interface Table {
  zips: string[];
  /** Row index plus one, by ZIP code as a number; 0 where there is none. */
  rowOf: Uint16Array;
  texts: string[];
  places: Uint16Array;
  states: UsState[];
  counties: Uint16Array;
  fips: Uint16Array;
  /** NaN where unknown. */
  latitudes: Float64Array;
  longitudes: Float64Array;
}

const numberOr = (text: string): number => (text === '' ? Number.NaN : Number(text));

const read = (text: string): Table => {
  const lines = text.split('\n').filter((line) => /^\d/.test(line));
  const count = lines.length;
  const texts = [''];
  const indexOf = new Map([['', 0]]);
  const once = (word: string): number => {
    const cached = indexOf.get(word);
    if (cached !== undefined) return cached;
    indexOf.set(word, texts.length);
    return texts.push(word) - 1;
  };
  const states = new Map<string, UsState>();
  const table: Table = {
    zips: [],
    rowOf: new Uint16Array(100_000),
    texts,
    places: new Uint16Array(count),
    states: [],
    counties: new Uint16Array(count),
    fips: new Uint16Array(count),
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
  };
  lines.forEach((line, row) => {
    const [zip = '', place = '', state = '', county = '', fips = '', latitude = '', longitude = ''] = line.split('\t');
    if (!isUsState(state)) throw new Error(`ZIP ${zip} lies in ${state}, which is no state`);
    // Interns the text: a substring keeps the whole line in memory.
    if (!states.has(state)) states.set(state, state);
    table.zips.push(zip);
    table.rowOf[Number(zip)] = row + 1;
    table.places[row] = once(place);
    table.states.push(states.get(state) ?? state);
    table.counties[row] = once(county);
    table.fips[row] = once(fips);
    table.latitudes[row] = numberOr(latitude);
    table.longitudes[row] = numberOr(longitude);
  });
  return table;
};

let loaded: Table | null = null;
const table = (): Table => (loaded ??= read(readFileSync(new URL('us-zips.tsv', import.meta.url), 'utf8')));

const textOr = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);
const placeOf = (of: Table, row: number): ZipPlace => {
  const latitude = of.latitudes[row] ?? Number.NaN;
  return {
    zip: of.zips[row] ?? '',
    place: of.texts[of.places[row] ?? 0] ?? '',
    state: of.states[row]!,
    county: textOr(of.texts[of.counties[row] ?? 0]),
    fips: textOr(of.texts[of.fips[row] ?? 0]),
    latitude: Number.isNaN(latitude) ? null : latitude,
    longitude: Number.isNaN(latitude) ? null : (of.longitudes[row] ?? null),
  };
};

/** The place of a five-digit ZIP code; null for an unknown one. */
export const zipPlace = (zip: string): ZipPlace | null => {
  if (!/^\d{5}$/.test(zip)) return null;
  const of = table();
  const row = of.rowOf[Number(zip)] ?? 0;
  return row === 0 ? null : placeOf(of, row - 1);
};

/** Every ZIP code, in order. */
export function* everyZip(): Generator<ZipPlace> {
  const of = table();
  for (let row = 0; row < of.zips.length; row += 1) yield placeOf(of, row);
}

/** The ZIP codes whose center is at most this many miles from a point. */
export const zipsWithin = (point: GeoPoint, miles: number): string[] => {
  const { zips, latitudes, longitudes } = table();
  const at: GeoPoint = { latitude: 0, longitude: 0 };
  return zips.filter((_, row) => {
    at.latitude = latitudes[row] ?? Number.NaN;
    at.longitude = longitudes[row] ?? Number.NaN;
    // Comparisons with NaN are false: places without coordinates are within no distance.
    return milesBetween(point, at) <= miles;
  });
};

/** The data's license requires this notice wherever the table is shown. */
export const ZIP_SOURCE = 'ZIP codes, places and counties: GeoNames (CC BY 4.0). Coordinates: U.S. Census Bureau.';

let lines: string | null = null;
/** The table as tab-separated lines, for drawing maps. */
export const zipLines = (): string =>
  (lines ??= [...everyZip()]
    .map(({ zip, place, state, county, fips, latitude, longitude }) =>
      [zip, place, state, county ?? '', fips ?? '', latitude ?? '', longitude ?? ''].join('\t'),
    )
    .join('\n'));

interface County {
  fips: string;
  name: string;
  state: UsState;
}

let byFips: Map<string, County> | null = null;
/** Counties that are the main one of some ZIP code, by FIPS code. */
export const counties = (): ReadonlyMap<string, County> => {
  if (byFips !== null) return byFips;
  byFips = new Map();
  for (const { fips, county, state } of everyZip())
    if (fips !== null && county !== null) byFips.set(fips, { fips, name: county, state });
  return byFips;
};
