import {
  type AreaRecord,
  formatMetricValue,
  geoMatcher,
  hasNoLimit,
  NO_LIMIT,
  type ServiceArea,
  US_STATES,
  type UsState,
  wholePercent,
} from '@paceline/contract';
import { field, group, joinLists, list, type Rule, text, yesNo } from '../../../shared/form/prepare-merge.ts';
import type { ZipTable } from './prepare-table.ts';

export type Side = 'include' | 'exclude';

/** The form's values. ZIP codes are one string, so that twenty thousand of them compare at once. */
export interface AreaValues {
  isOwn: boolean;
  states: UsState[];
  counties: string[];
  dmas: number[];
  miles: string;
  zips: string;
  outStates: UsState[];
  outCounties: string[];
  outDmas: number[];
  outZips: string;
}

const toText = (zips: readonly string[]): string => [...new Set(zips)].toSorted().join(' ');
export const toZips = (zips: string): string[] => (zips === '' ? [] : zips.split(' '));

export const valuesOf = ({ area, programKey }: Pick<AreaRecord, 'area' | 'programKey'>): AreaValues => {
  const { states, counties, dmas, radius, zips, exclude } = area ?? NO_LIMIT;
  return {
    isOwn: area !== null || programKey === null,
    states,
    counties,
    dmas,
    miles: radius === null ? '' : String(radius.miles),
    zips: toText(zips),
    outStates: exclude.states,
    outCounties: exclude.counties,
    outDmas: exclude.dmas,
    outZips: toText(exclude.zips),
  };
};

/** The area as set in the form. */
export const areaOf = (values: AreaValues, campusKey: number): ServiceArea => ({
  mode: 'INCLUDE',
  states: values.states,
  counties: values.counties,
  dmas: values.dmas,
  zips: toZips(values.zips),
  radius: values.miles === '' ? null : { campusKey, miles: Number(values.miles) },
  exclude: {
    states: values.outStates,
    counties: values.outCounties,
    dmas: values.outDmas,
    zips: toZips(values.outZips),
  },
});

/** The area to save: null if a program inherits its campus's area or a campus has no limit. */
export const savedArea = (values: AreaValues, { campusKey, programKey }: AreaRecord): ServiceArea | null => {
  if (!values.isOwn) return null;
  const area = areaOf(values, campusKey);
  return programKey === null && hasNoLimit(area) ? null : area;
};

const zipRule = (label: string): Rule<string> =>
  field<string>(label, (zips) => `${formatMetricValue({ kind: 'count' }, toZips(zips).length)} ZIP codes`, {
    both: ({ base, theirs, mine }) =>
      toText(joinLists({ base: toZips(base), theirs: toZips(theirs), mine: toZips(mine) })),
  });

export const areaRule: Rule<AreaValues> = group<AreaValues>({
  isOwn: yesNo('Area of its own'),
  states: list('States', (state) => US_STATES[state]),
  counties: list('Counties', String),
  dmas: list('DMAs', String),
  miles: text('Miles around the campus'),
  zips: zipRule('ZIP codes'),
  outStates: list('Excluded states', (state) => US_STATES[state]),
  outCounties: list('Excluded counties', String),
  outDmas: list('Excluded DMAs', String),
  outZips: zipRule('Excluded ZIP codes'),
});

/** A ZIP code's kind on the map. */
export const KINDS = { outside: 0, inside: 1, excluded: 2 } as const;

interface Counted {
  zips: number;
  inside: number;
  outside: number;
  /** One of `KINDS` for each row of the table. */
  kinds: Uint8Array;
}

/** Number of ZIP codes and leads in an area, by the same rule as for accepting leads. */
export const countArea = (
  area: ServiceArea,
  table: ZipTable,
  { at, leads }: Pick<AreaRecord, 'at' | 'leads'>,
  dmaOf: (fips: string) => number | null,
): Counted => {
  const isIn = geoMatcher(area, { campusAt: () => at, dmaOf });
  const isOut = geoMatcher({ ...NO_LIMIT, exclude: area.exclude }, { campusAt: () => at, dmaOf });
  const kinds = new Uint8Array(table.zips.length);
  let zips = 0;
  table.zips.forEach((place, row) => {
    if (isIn(place)) {
      kinds[row] = KINDS.inside;
      zips += 1;
    } else if (!isOut(place)) kinds[row] = KINDS.excluded;
  });
  const total = leads.byZip.reduce((sum, { leads: count }) => sum + count, 0);
  const inside = leads.byZip.reduce(
    (sum, { zip, leads: count }) => sum + (kinds[table.rowOf.get(zip) ?? -1] === KINDS.inside ? count : 0),
    0,
  );
  return { zips, inside, outside: total - inside, kinds };
};

const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

/** `1,204 ZIP codes, 86 % of 90-day leads inside (1,012 of 1,176)`. */
export const countText = ({ zips, inside, outside }: Counted): string => {
  const total = inside + outside;
  const codes = zips === 1 ? '1 ZIP code' : `${count(zips)} ZIP codes`;
  if (total === 0) return `${codes}, no leads in the last 90 days`;
  const share = wholePercent((inside / total) * 100);
  return `${codes}, ${share} % of 90-day leads inside: ${count(inside)} inside, ${count(outside)} outside`;
};

const toggled = <T>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** Includes, excludes or clears a state, county or DMA; it is never both included and excluded. */
export const togglePlace = (
  values: AreaValues,
  side: Side,
  place: { state: UsState } | { fips: string } | { dma: number },
): Partial<AreaValues> => {
  const flip = <T>(inside: readonly T[], outside: readonly T[], one: T): [T[], T[]] => {
    const without = (others: readonly T[]) => others.filter((other) => other !== one);
    return side === 'include' ? [toggled(inside, one), without(outside)] : [without(inside), toggled(outside, one)];
  };
  if ('state' in place) {
    const [states, outStates] = flip(values.states, values.outStates, place.state);
    return { states, outStates };
  }
  if ('fips' in place) {
    const [counties, outCounties] = flip(values.counties, values.outCounties, place.fips);
    return { counties, outCounties };
  }
  const [dmas, outDmas] = flip(values.dmas, values.outDmas, place.dma);
  return { dmas, outDmas };
};

/** Includes, excludes or clears ZIP codes. */
export const putZips = (values: AreaValues, zips: readonly string[], onto: Side | null): Partial<AreaValues> => {
  const moved = new Set(zips);
  const rest = (listed: string) => toZips(listed).filter((zip) => !moved.has(zip));
  return {
    zips: toText(onto === 'include' ? [...rest(values.zips), ...zips] : rest(values.zips)),
    outZips: toText(onto === 'exclude' ? [...rest(values.outZips), ...zips] : rest(values.outZips)),
  };
};
