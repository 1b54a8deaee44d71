import { GEO_TYPES, type GeoType, usStateOf } from '@paceline/contract';
import { counties, zipPlace } from '../../../lib/zips/zips.ts';
import { type ParsedRow, type RowRemark } from '../../../shared/bulk/define-bulk.ts';
import { RADIUS_VALUE } from './area-entries.rules.ts';

let byName: Map<string, string> | null = null;
/** `cuyahoga, us-oh` → its FIPS code. */
const countyNames = (): Map<string, string> =>
  (byName ??= new Map(
    [...counties().values()].map(({ fips, name, state }) => [`${name.toLowerCase()}, ${state}`, fips]),
  ));

const countyOf = (text: string): string | null => {
  if (/^\d{4,5}$/.test(text)) {
    const fips = text.padStart(5, '0');
    return counties().has(fips) ? fips : null;
  }
  const [, name = '', stateText = ''] = /^(.*),\s*([^,]+)$/.exec(text) ?? [];
  const state = usStateOf(stateText);
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/\s+county$/, '');
  return state === null ? null : (countyNames().get(`${plain}, ${state}`) ?? null);
};

/** Restores the zeros that a spreadsheet removed; ZIP+4 counts as its ZIP code. */
const zipOf = (text: string): string | null => {
  const zip = /^(\d{3,5})(-\d{4})?$/.exec(text)?.[1]?.padStart(5, '0');
  return zip !== undefined && zipPlace(zip) !== null ? zip : null;
};

const READ: Record<GeoType, { read: (text: string) => string | null; words: string }> = {
  ZIP: { read: zipOf, words: 'is no ZIP code' },
  STATE: { read: usStateOf, words: 'is no state' },
  COUNTY: { read: countyOf, words: 'is no county: give its FIPS code, or its name and state as in Cuyahoga, OH' },
  DMA: { read: (text) => (/^[5-9]\d\d$/.test(text) ? text : null), words: 'is no DMA: a number from 500 to 999' },
  RADIUS: { read: () => RADIUS_VALUE, words: '' },
};

/** The row with its value in the stored spelling; an unknown place gets a remark. */
export const readValue = (row: ParsedRow): ParsedRow => {
  const { geoType, geoValue, include } = row.cells;
  const type = GEO_TYPES.find((one) => one === geoType);
  if (type === undefined || typeof geoValue !== 'string') return row;
  const { read, words } = READ[type];
  const value = read(geoValue.trim());
  if (value === null) {
    const problem: RowRemark = { column: 'geoValue', message: `Geo Value “${geoValue.slice(0, 60)}” ${words}.` };
    return { ...row, problems: [...row.problems, problem] };
  }
  // Removing a circle records its miles, so that undo can restore them.
  const miles = type === 'RADIUS' && include === 'REMOVE' ? { miles: null } : {};
  return { ...row, cells: { ...row.cells, geoValue: value, ...miles } };
};
