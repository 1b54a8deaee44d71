import { type Geo, type ServiceArea } from './geo.ts';
import { type UsState } from './us-states.ts';

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** The mean radius of the earth in miles. The equatorial one, which some libraries take, is 0.11 % too long. */
export const EARTH_MILES = 3958.7613;
const RADIANS = Math.PI / 180;

/** The distance along the surface, by the haversine formula. */
export const milesBetween = (a: GeoPoint, b: GeoPoint): number => {
  const latitude = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const longitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const haversine =
    latitude * latitude + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * longitude * longitude;
  // Rounding may carry the value of two opposite points above 1, whose arcsine would be no number.
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(Math.min(1, haversine)));
};

/** What a targeting looks at in a ZIP code. */
export interface GeoZip {
  zip: string;
  state: UsState;
  /** Its main county; null for the armed forces and some islands. */
  fips: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** What a targeting names and does not say itself. */
export interface GeoMaps {
  /** Where a campus is; null where neither its coordinates nor its ZIP code are known. */
  campusAt: (campusKey: number) => GeoPoint | null;
  /** The DMA of a county by the owner's list; null where it has none, or not this county. */
  dmaOf: (fips: string) => number | null;
}

/** A campaign's targeting, or what a campus serves. */
export type GeoPlaces = Geo | ServiceArea;

const countiesOf = (places: GeoPlaces): readonly string[] => ('counties' in places ? places.counties : []);

/** Whether a targeting names no place to be in, and so takes leads of the whole US. */
export const isWholeUs = (places: GeoPlaces): boolean =>
  places.states.length + places.dmas.length + places.zips.length + countiesOf(places).length === 0 &&
  places.radius === null;

/** What is left out of it. */
const outOf = ({ exclude }: GeoPlaces) => ({ counties: [] as string[], dmas: [] as number[], ...exclude });

/** Whether leads of the whole US are taken, without exception. */
export const hasNoLimit = (places: GeoPlaces): boolean =>
  isWholeUs(places) && Object.values(outOf(places)).every((list) => list.length === 0);

/**
 * Whether ZIP codes lie in a targeting: in one of its states, counties, DMAs, ZIP codes or its circle and in nothing that it
 * excludes. Nothing included is the whole US. A ZIP code is in the circle when its middle is.
 *
 * Which county belongs to which DMA is a list that a customer has to bring. DMAs that it does not have match nobody: a targeting
 * with nothing but such DMAs takes no lead, rather than leads of the whole US.
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

/** How many ZIP codes of a table are in, in all and by state. */
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
