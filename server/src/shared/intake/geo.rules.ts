import { type Geo, type UsState } from '@paceline/contract';
import { milesBetween, type Point } from '../../lib/distance.rules.ts';

/** What a targeting looks at in a ZIP code: `zipPlace` gives it. */
export interface GeoZip {
  zip: string;
  state: UsState;
  latitude: number | null;
  longitude: number | null;
}

/** Where a campus is; null where neither its coordinates nor its ZIP code are known. */
export type CampusAt = (campusKey: number) => Point | null;

/**
 * Whether ZIP codes lie in a targeting: in one of its states, ZIP codes or its circle and in nothing that it excludes. Nothing
 * included is the whole US. A ZIP code is in the circle when its middle is.
 *
 * DMAs match nobody: which county belongs to which DMA is a map that a customer has to bring, and there is none yet. A targeting
 * with nothing but DMAs therefore takes no lead, rather than leads of the whole US.
 *
 * Prepared once for many ZIP codes: a targeting may list twenty thousand of them.
 */
export const geoMatcher = (geo: Geo, campusAt: CampusAt): ((place: GeoZip) => boolean) => {
  const states = new Set(geo.states);
  const zips = new Set(geo.zips);
  const outStates = new Set(geo.exclude.states);
  const outZips = new Set(geo.exclude.zips);
  const everywhere = isWholeUs(geo);
  const centre = geo.radius === null ? null : campusAt(geo.radius.campusKey);
  const miles = geo.radius?.miles ?? 0;
  const isInCircle = ({ latitude, longitude }: GeoZip): boolean =>
    centre !== null &&
    latitude !== null &&
    longitude !== null &&
    milesBetween(centre, { latitude, longitude }) <= miles;
  return (place) => {
    if (outStates.has(place.state) || outZips.has(place.zip)) return false;
    return everywhere || states.has(place.state) || zips.has(place.zip) || isInCircle(place);
  };
};

/** Whether a targeting names no place to be in, and so takes leads of the whole US. */
export const isWholeUs = ({ states, dmas, zips, radius }: Geo): boolean =>
  states.length === 0 && dmas.length === 0 && zips.length === 0 && radius === null;

export const isInGeo = (geo: Geo, place: GeoZip, campusAt: CampusAt): boolean => geoMatcher(geo, campusAt)(place);

export interface GeoCount {
  /** How many ZIP codes the targeting takes leads from. */
  zips: number;
  byState: Map<UsState, number>;
}

/** How many ZIP codes of a table lie in a targeting, in all and by state. */
export const geoCount = (geo: Geo, campusAt: CampusAt, table: Iterable<GeoZip>): GeoCount => {
  const isIn = geoMatcher(geo, campusAt);
  const byState = new Map<UsState, number>();
  let zips = 0;
  for (const place of table) {
    if (!isIn(place)) continue;
    zips += 1;
    byState.set(place.state, (byState.get(place.state) ?? 0) + 1);
  }
  return { zips, byState };
};
