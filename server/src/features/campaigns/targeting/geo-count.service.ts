import {
  type CallBody,
  type CallResponse,
  type campaignGeoCount,
  countZips,
  geoMatcher,
  type GeoMaps,
} from '@paceline/contract';
import { everyZip, zipPlace } from '../../../lib/zips/zips.ts';
import { campusPoint } from '../../../shared/intake/campus-point.ts';
import { areasOf } from '../../../shared/intake/served.rules.ts';
import { listCountyDmas } from '../../../shared/county-dmas.queries.ts';
import { listAreas } from '../../../shared/service-areas.queries.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { listCampusPlaces, listTargetedPrograms } from './geo-count.queries.ts';

const MAX_NAMED = 20;

/** The reach of a targeting as in the form, within the service area of its campuses: by the same rules that decide about leads. */
export const countGeo = async (
  { db }: CampaignDeps,
  { scope, ownerKey }: Pick<Caller, 'scope'> & { ownerKey: number },
  clientKey: number,
  { geo, goalKey, programKeys }: CallBody<typeof campaignGeoCount>,
): Promise<CallResponse<typeof campaignGeoCount>> => {
  const { campuses, dmas, areas } = await db.readScope(scope, async (tx) => {
    const programs = await listTargetedPrograms(tx, { ownerKey, clientKey, goalKey: goalKey ?? null, programKeys });
    return {
      campuses: await listCampusPlaces(tx, clientKey),
      dmas: await listCountyDmas(tx, ownerKey),
      areas: areasOf(await listAreas(tx, { ownerKey, clientKey }), programs),
    };
  });
  const places = new Map(campuses.map(({ campusKey, ...campus }) => [campusKey, campusPoint(campus)]));
  const maps: GeoMaps = {
    campusAt: (campusKey) => places.get(campusKey) ?? null,
    dmaOf: (fips) => dmas.get(fips) ?? null,
  };
  const isTargeted = geoMatcher(geo, maps);
  const serving = areas?.map((area) => geoMatcher(area, maps)) ?? null;
  const table = [...everyZip()];
  const served = serving === null ? table : table.filter((place) => serving.some((isServed) => isServed(place)));
  const { zips, byState } = countZips(isTargeted, served);
  const unknown = [...new Set([...geo.zips, ...geo.exclude.zips])].filter((zip) => zipPlace(zip) === null).toSorted();
  const dmaCodes = new Set(dmas.values());
  const centre = geo.radius === null ? null : maps.campusAt(geo.radius.campusKey);
  return {
    zips,
    byState: [...byState].map(([state, count]) => ({ state, zips: count })),
    unknown: unknown.length,
    unknownZips: unknown.slice(0, MAX_NAMED),
    unknownDmas: geo.dmas.filter((dma) => !dmaCodes.has(dma)),
    served: serving === null ? null : { zips: served.length, refused: countZips(isTargeted, table).zips - zips },
    circle: geo.radius === null || centre === null ? null : { ...centre, miles: geo.radius.miles },
  };
};
