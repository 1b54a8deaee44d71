export interface Point {
  latitude: number;
  longitude: number;
}

/** The mean radius of the earth in miles. The equatorial one, which some libraries take, is 0.11 % too long. */
const EARTH_MILES = 3958.7613;
const RADIANS = Math.PI / 180;

/** The distance along the surface, by the haversine formula. */
export const milesBetween = (a: Point, b: Point): number => {
  const latitude = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const longitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const haversine =
    latitude * latitude + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * longitude * longitude;
  // Rounding may carry the value of two opposite points above 1, whose arcsine would be no number.
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(Math.min(1, haversine)));
};
