import { type FieldError, type ServiceArea } from '@paceline/contract';
import { counties, zipPlace } from '../../../lib/zips/zips.ts';
import { type CampusPlace } from './areas.queries.ts';

export const NO_COUNTY_LIST = 'No list of counties and their DMAs is loaded. Upload one before naming DMAs.';
export const NO_CIRCLE = 'A radius needs a campus with a place: this one is online, or its ZIP code is not known.';

const MAX_NAMED = 5;
const named = (codes: readonly (string | number)[]): string =>
  codes.length > MAX_NAMED
    ? `${codes.slice(0, MAX_NAMED).join(', ')} and ${codes.length - MAX_NAMED} more`
    : codes.join(', ');

const unknownIn = (
  field: string,
  codes: readonly (string | number)[],
  isKnown: (code: never) => boolean,
  words: (codes: string) => string,
): FieldError[] => {
  const unknown = codes.filter((code) => !isKnown(code as never));
  return unknown.length === 0 ? [] : [{ field: `area.${field}`, code: 'unknown', message: words(named(unknown)) }];
};

interface Known {
  campus: Pick<CampusPlace, 'campusKey'>;
  hasPoint: boolean;
  dmas: ReadonlySet<number>;
}

/** Errors in an area beyond its schema, each with its field. */
export const areaProblems = (area: ServiceArea, { campus, hasPoint, dmas }: Known): FieldError[] => {
  const isZip = (zip: string) => zipPlace(zip) !== null;
  const isCounty = (fips: string) => counties().has(fips);
  const isDma = (dma: number) => dmas.has(dma);
  const noZip = (codes: string) => `No such ZIP code: ${codes}.`;
  const noCounty = (codes: string) => `No county has the FIPS code ${codes}.`;
  const noDma = (codes: string) => (dmas.size === 0 ? NO_COUNTY_LIST : `The county list has no DMA ${codes}.`);
  const { radius, exclude } = area;
  return [
    ...unknownIn('zips', area.zips, isZip, noZip),
    ...unknownIn('exclude.zips', exclude.zips, isZip, noZip),
    ...unknownIn('counties', area.counties, isCounty, noCounty),
    ...unknownIn('exclude.counties', exclude.counties, isCounty, noCounty),
    ...unknownIn('dmas', area.dmas, isDma, noDma),
    ...unknownIn('exclude.dmas', exclude.dmas, isDma, noDma),
    ...(radius !== null && (radius.campusKey !== campus.campusKey || !hasPoint)
      ? [{ field: 'area.radius', code: 'invalid', message: NO_CIRCLE }]
      : []),
  ];
};
