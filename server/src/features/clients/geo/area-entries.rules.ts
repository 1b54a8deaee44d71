import { type GeoType, type ServiceArea, type UsState } from '@paceline/contract';

/** One entry of an area, as a row of the file. */
export interface AreaEntry {
  type: GeoType;
  /** A ZIP code, a state, a FIPS code or a DMA; for the circle a constant, as there is at most one. */
  value: string;
  mode: 'INCLUDE' | 'EXCLUDE';
  miles: number | null;
}

export const RADIUS_VALUE = 'CAMPUS';

const entries = (type: GeoType, values: readonly (string | number)[], mode: AreaEntry['mode']): AreaEntry[] =>
  values.map((value) => ({ type, value: String(value), mode, miles: null }));

export const entriesOf = (area: ServiceArea | null): AreaEntry[] => {
  if (area === null) return [];
  const { radius, exclude } = area;
  return [
    ...(radius === null
      ? []
      : [{ type: 'RADIUS' as const, value: RADIUS_VALUE, mode: 'INCLUDE' as const, miles: radius.miles }]),
    ...entries('STATE', area.states, 'INCLUDE'),
    ...entries('COUNTY', area.counties, 'INCLUDE'),
    ...entries('DMA', area.dmas, 'INCLUDE'),
    ...entries('ZIP', area.zips, 'INCLUDE'),
    ...entries('STATE', exclude.states, 'EXCLUDE'),
    ...entries('COUNTY', exclude.counties, 'EXCLUDE'),
    ...entries('DMA', exclude.dmas, 'EXCLUDE'),
    ...entries('ZIP', exclude.zips, 'EXCLUDE'),
  ];
};

export const entryId = ({ type, value }: Pick<AreaEntry, 'type' | 'value'>): string => `${type} ${value}`;

const valuesOf = (all: readonly AreaEntry[], type: GeoType, mode: AreaEntry['mode']): string[] =>
  all.filter((entry) => entry.type === type && entry.mode === mode).map(({ value }) => value);

/** The area made of these entries; null for none. */
export const areaOf = (all: readonly AreaEntry[], campusKey: number): ServiceArea | null => {
  if (all.length === 0) return null;
  const circle = all.find(({ type }) => type === 'RADIUS');
  const side = (mode: AreaEntry['mode']) => ({
    states: valuesOf(all, 'STATE', mode) as UsState[],
    counties: valuesOf(all, 'COUNTY', mode),
    dmas: valuesOf(all, 'DMA', mode).map(Number),
    zips: valuesOf(all, 'ZIP', mode),
  });
  return {
    mode: 'INCLUDE',
    ...side('INCLUDE'),
    radius: circle?.miles == null ? null : { campusKey, miles: circle.miles },
    exclude: side('EXCLUDE'),
  };
};
