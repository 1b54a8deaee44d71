import { US_STATES, type UsState } from '@paceline/contract';

/** The first three digits of ZIP codes by state, as assigned by the postal service. */
const PREFIXES: Readonly<Record<string, string>> = {
  AL: '350-369',
  AK: '995-999',
  AZ: '850-865',
  AR: '716-729',
  CA: '900-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200,202-205,569',
  FL: '320-339,341-349',
  GA: '300-319,398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-629',
  IN: '460-479',
  IA: '500-528',
  KS: '660-679',
  KY: '400-427',
  LA: '700-714',
  ME: '039-049',
  MD: '206-219',
  MA: '010-027,055',
  MI: '480-499',
  MN: '550-567',
  MS: '386-397',
  MO: '630-658',
  MT: '590-599',
  NE: '680-693',
  NV: '889-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-884',
  NY: '005,100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-732,734-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733,750-799,885',
  UT: '840-847',
  VT: '050-054,056-059',
  VA: '201,220-246',
  WA: '980-994',
  WV: '247-268',
  WI: '530-549',
  WY: '820-831',
  PR: '006-007,009',
  VI: '008',
  GU: '969',
  AE: '090-098',
  AA: '340',
  AP: '962-966',
};

const states = new Map<string, UsState>();
for (const [state, ranges] of Object.entries(PREFIXES)) {
  for (const range of ranges.split(',')) {
    const [first = '', last = first] = range.split('-');
    for (let prefix = Number(first); prefix <= Number(last); prefix += 1)
      states.set(String(prefix).padStart(3, '0'), `US-${state}` as UsState);
  }
}

/** The state of a ZIP code; null if its prefix is not assigned. */
export const stateOfZip = (zip: string): UsState | null => states.get(zip.slice(0, 3)) ?? null;

interface ZipReading {
  zips: string[];
  /** Entries that look like codes but are not valid. */
  refused: string[];
}

const WORD = /[^\s,;|"']+/g;
const MAX_NAMED = 200;

/**
 * Reads the distinct codes of a text or file. ZIP+4 counts as its ZIP; a New England code without its leading zero (dropped by a
 * spreadsheet) gets it back; words such as a heading are skipped.
 */
export const readZips = (text: string): ZipReading => {
  const zips = new Set<string>();
  const refused = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (!/\d/.test(word)) continue;
    const digits = /^(\d{3,5})(?:-\d{4})?$/.exec(word)?.[1]?.padStart(5, '0');
    if (digits !== undefined && stateOfZip(digits) !== null) zips.add(digits);
    else if (refused.size < MAX_NAMED) refused.add(word);
  }
  return { zips: [...zips].toSorted(), refused: [...refused] };
};

interface StateCount {
  state: UsState;
  name: string;
  count: number;
}

/** Number of codes per state, the most first. */
export const zipsByState = (zips: readonly string[]): StateCount[] => {
  const counts = new Map<UsState, number>();
  for (const zip of zips) {
    const state = stateOfZip(zip);
    if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts]
    .map(([state, count]) => ({ state, name: US_STATES[state], count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
};

/** A CSV with a heading and one code per line with its state; opens in a spreadsheet, and `readZips` reads it back. */
export const zipFile = (zips: readonly string[]): string =>
  ['ZIP,State', ...zips.map((zip) => `${zip},${stateOfZip(zip)?.slice(3) ?? ''}`), ''].join('\r\n');
