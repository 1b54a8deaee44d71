import { type GeoZip, US_STATES, type UsState } from '@paceline/contract';
import { drawnAt } from '../../../ui/us-map/prepare-circle.ts';

interface TableZip extends GeoZip {
  place: string;
}

interface TableCounty {
  fips: string;
  name: string;
  state: UsState;
  zips: number;
}

export interface ZipTable {
  zips: TableZip[];
  rowOf: Map<string, number>;
  counties: TableCounty[];
  /** Each ZIP code's position on the drawing; NaN if not drawn. */
  xs: Float64Array;
  ys: Float64Array;
}

const numberOr = (text: string | undefined): number | null => (text ? Number(text) : null);

/** Parses the server's table and computes each code's position once. */
export const readTable = (lines: string): ZipTable => {
  const counties = new Map<string, TableCounty>();
  const zips = lines.split('\n').map((line): TableZip => {
    const [zip = '', place = '', state = '', county = '', fips = '', latitude, longitude] = line.split('\t');
    if (fips !== '') {
      const countyZips = counties.get(fips);
      if (countyZips === undefined) counties.set(fips, { fips, name: county, state: state as UsState, zips: 1 });
      else countyZips.zips += 1;
    }
    return {
      zip,
      place,
      state: state as UsState,
      fips: fips || null,
      latitude: numberOr(latitude),
      longitude: numberOr(longitude),
    };
  });
  const xs = new Float64Array(zips.length).fill(Number.NaN);
  const ys = new Float64Array(zips.length).fill(Number.NaN);
  zips.forEach(({ latitude, longitude }, row) => {
    const at = latitude === null || longitude === null ? null : drawnAt({ latitude, longitude });
    if (at !== null) [xs[row], ys[row]] = at;
  });
  return {
    zips,
    rowOf: new Map(zips.map(({ zip }, row) => [zip, row])),
    counties: [...counties.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
    xs,
    ys,
  };
};

interface Pasted {
  zips: string[];
  unknown: number;
  twice: number;
}

/** ZIP codes of pasted text: ZIP+4 counts as its ZIP; leading zeros dropped by a spreadsheet are restored. */
export const readPasted = (text: string, { rowOf }: Pick<ZipTable, 'rowOf'>): Pasted => {
  const zips = new Set<string>();
  let [unknown, twice] = [0, 0];
  for (const [word] of text.matchAll(/[^\s,;|"']+/g)) {
    if (!/\d/.test(word)) continue;
    const zip = /^(\d{3,5})(?:-\d{4})?$/.exec(word)?.[1]?.padStart(5, '0');
    if (zip === undefined || !rowOf.has(zip)) unknown += 1;
    else if (zips.has(zip)) twice += 1;
    else zips.add(zip);
  }
  return { zips: [...zips], unknown, twice };
};

interface FoundPlaces {
  states: UsState[];
  counties: TableCounty[];
  zips: TableZip[];
}
const NOTHING: FoundPlaces = { states: [], counties: [], zips: [] };

/** Search results: states, counties, and ZIP codes by prefix or place. Without a term, the states. */
export const findPlaces = ({ zips, counties }: ZipTable, term: string): FoundPlaces => {
  const wanted = term.trim().toLowerCase();
  const states = Object.keys(US_STATES) as UsState[];
  if (wanted === '') return { ...NOTHING, states };
  if (/^\d{1,5}$/.test(wanted)) return { ...NOTHING, zips: zips.filter(({ zip }) => zip.startsWith(wanted)) };
  const [name = '', stateWord] = wanted.split(/,\s*/);
  const isState = (state: UsState): boolean => {
    if (stateWord === undefined) return true;
    return state.slice(3).toLowerCase() === stateWord || US_STATES[state].toLowerCase().startsWith(stateWord);
  };
  return {
    states: states.filter(
      (state) => US_STATES[state].toLowerCase().includes(wanted) || state.slice(3).toLowerCase() === wanted,
    ),
    counties: counties.filter((one) => one.name.toLowerCase().includes(name) && isState(one.state)),
    zips: name.length < 3 ? [] : zips.filter((one) => one.place.toLowerCase().startsWith(name) && isState(one.state)),
  };
};
