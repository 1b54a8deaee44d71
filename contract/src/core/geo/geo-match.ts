import { type Geo, type ServiceArea } from './geo.ts';
import { type UsState } from './us-states.ts';

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** The mean radius of the earth in miles. The equatorial radius, which some libraries use, is 0.11 % too long. */
export const EARTH_MILES = 3958.7613;
const RADIANS = Math.PI / 180;

/** The distance along the surface, by the haversine formula. */
export const milesBetween = (a: GeoPoint, b: GeoPoint): number => {
  const latitude = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const longitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const haversine =
    latitude * latitude + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * longitude * longitude;
  // Rounding can lift the value for antipodes above 1, whose arcsine is NaN.
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(Math.min(1, haversine)));
};

/** The properties of a ZIP code that targeting uses. */
export interface GeoZip {
  zip: string;
  state: UsState;
  /** Its main county; null for the armed forces and some islands. */
  fips: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Lookups that targeting needs. */
export interface GeoMaps {
  /** Location of a campus; null if neither its coordinates nor its ZIP code are known. */
  campusAt: (campusKey: number) => GeoPoint | null;
  /** DMA of a county in the owner's list; null if there is no list or the county is not in it. */
  dmaOf: (fips: string) => number | null;
}

/** A campaign's targeting, or what a campus serves. */
export type GeoPlaces = Geo | ServiceArea;

const countiesOf = (places: GeoPlaces): readonly string[] => ('counties' in places ? places.counties : []);

/** Whether the targeting includes no place, and so accepts leads of the whole US. */
export const isWholeUs = (places: GeoPlaces): boolean =>
  places.states.length + places.dmas.length + places.zips.length + countiesOf(places).length === 0 &&
  places.radius === null;

/** Excluded places. */
const outOf = ({ exclude }: GeoPlaces) => ({ counties: [] as string[], dmas: [] as number[], ...exclude });

/** Whether leads of the whole US are accepted, without exception. */
export const hasNoLimit = (places: GeoPlaces): boolean =>
  isWholeUs(places) && Object.values(outOf(places)).every((list) => list.length === 0);

/**
 * Whether ZIP codes are in a targeting: in one of its states, counties, DMAs, ZIP codes or its circle, and in nothing it excludes. Nothing
 * included is the whole US. A ZIP code is in the circle if its centre is.
 *
 * The customer has to supply the list of counties by DMA. DMAs missing from it match nobody: a targeting of only such DMAs accepts no lead,
 * rather than leads of the whole US.
 *
 * Prepared once for many ZIP codes: a targeting may list twenty thousand of them.
 */
export const geoMatcher = (places: GeoPlaces, { campusAt, dmaOf }: GeoMaps): ((place: GeoZip) => boolean) => {
  const out = outOf(places);
  const [states, outStates] = [new Set(places.states), new Set(out.states)];
  const [counties, outCounties] = [new Set(countiesOf(places)), new Set(out.counties)];
  const [dmas, outDmas] = [new Set(places.dmas), new Set(out.dmas)];
  const [zips, outZips] = [new Set(places.zips), new Set(out.zips)];
  const everywhere = isWholeUs(places);
  const asksDma = dmas.size + outDmas.size > 0;
  const { radius } = places;
  const centre = radius === null ? null : campusAt(radius.campusKey);
  const isInCircle = ({ latitude, longitude }: GeoZip): boolean =>
    centre !== null &&
    radius !== null &&
    latitude !== null &&
    longitude !== null &&
    milesBetween(centre, { latitude, longitude }) <= radius.miles;
  return (place) => {
    const { zip, state, fips } = place;
    if (outStates.has(state) || outZips.has(zip)) return false;
    if (fips !== null && outCounties.has(fips)) return false;
    const dma = asksDma && fips !== null ? dmaOf(fips) : null;
    if (dma !== null && outDmas.has(dma)) return false;
    return (
      everywhere ||
      states.has(state) ||
      zips.has(zip) ||
      (fips !== null && counties.has(fips)) ||
      (dma !== null && dmas.has(dma)) ||
      isInCircle(place)
    );
  };
};

/** Number of matching ZIP codes, in total and by state. */
export const countZips = (
  isIn: (place: GeoZip) => boolean,
  table: Iterable<GeoZip>,
): { zips: number; byState: Map<UsState, number> } => {
  const byState = new Map<UsState, number>();
  let zips = 0;
  for (const place of table) {
    if (!isIn(place)) continue;
    zips += 1;
    byState.set(place.state, (byState.get(place.state) ?? 0) + 1);
  }
  return { zips, byState };
};
