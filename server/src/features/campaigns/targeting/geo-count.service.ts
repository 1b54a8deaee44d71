import { type CallResponse, type campaignGeoCount, type Geo } from '@paceline/contract';
import { everyZip, zipPlace } from '../../../lib/zips.ts';
import { campusPoint } from '../../../shared/intake/campus-point.ts';
import { geoCount } from '../../../shared/intake/geo.rules.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { findCampusPlace } from './targeting.queries.ts';

const MOST_NAMED = 20;

/** What a targeting comes to as it is in the form: the same rule decides about leads. */
export const countGeo = async (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  clientKey: number,
  geo: Geo,
): Promise<CallResponse<typeof campaignGeoCount>> => {
  const { radius } = geo;
  const campus =
    radius === null ? undefined : await db.readScope(scope, (tx) => findCampusPlace(tx, clientKey, radius.campusKey));
  const centre = campus === undefined ? null : campusPoint(campus);
  const { zips, byState } = geoCount(geo, () => centre, everyZip());
  const unknown = [...new Set([...geo.zips, ...geo.exclude.zips])].filter((zip) => zipPlace(zip) === null).toSorted();
  return {
    zips,
    byState: [...byState].map(([state, count]) => ({ state, zips: count })),
    unknown: unknown.length,
    unknownZips: unknown.slice(0, MOST_NAMED),
    circle: radius === null || centre === null ? null : { ...centre, miles: radius.miles },
  };
};
