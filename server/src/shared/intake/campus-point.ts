import { type GeoPoint } from '@paceline/contract';
import { zipPlace } from '../../lib/zips/zips.ts';

interface CampusRow {
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** The location of a campus: its own coordinates, else the center of its ZIP code. */
export const campusPoint = ({ zip, latitude, longitude }: CampusRow): GeoPoint | null => {
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  const place = zip === null ? null : zipPlace(zip);
  if (place === null || place.latitude === null || place.longitude === null) return null;
  return { latitude: place.latitude, longitude: place.longitude };
};
