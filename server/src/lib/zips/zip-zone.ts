import zoneAt from '@photostructure/tz-lookup';
import { zipPlace } from './zips.ts';

const zones = new Map<string, string | null>();

/** The time zone in which a ZIP code's middle lies; null where there is no such code, or it has no place on a map. */
export const zoneOfZip = (zip: string): string | null => {
  let zone = zones.get(zip);
  if (zone === undefined) {
    const { latitude = null, longitude = null } = zipPlace(zip) ?? {};
    zone = latitude === null || longitude === null ? null : zoneAt(latitude, longitude);
    zones.set(zip, zone);
  }
  return zone;
};
