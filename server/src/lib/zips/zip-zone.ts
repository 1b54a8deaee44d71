import zoneAt from '@photostructure/tz-lookup';
import { zipPlace } from './zips.ts';

const zones = new Map<string, string | null>();

/** The time zone at a ZIP code's center; null for an unknown code, or one without coordinates. */
export const zoneOfZip = (zip: string): string | null => {
  let zone = zones.get(zip);
  if (zone === undefined) {
    const { latitude = null, longitude = null } = zipPlace(zip) ?? {};
    zone = latitude === null || longitude === null ? null : zoneAt(latitude, longitude);
    zones.set(zip, zone);
  }
  return zone;
};
