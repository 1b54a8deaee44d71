import {
  type AreaRecord,
  type CampusArea,
  GEO_LEAD_DAYS,
  geoText,
  NO_LIMIT,
  type ServiceArea,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { listCountyDmas } from '../../../shared/county-dmas.queries.ts';
import { campusPoint } from '../../../shared/intake/campus-point.ts';
import { listAreas } from '../../../shared/service-areas.queries.ts';
import { areaProblems } from './area-checks.ts';
import {
  type CampusPlace,
  findCampus,
  listCampusAreas,
  listClientPrograms,
  listLeadsByZip,
  type StoredArea,
  upsertArea,
} from './areas.queries.ts';

export interface GeoDeps {
  db: Database;
  clock: Clock;
}
interface GeoCaller {
  scope: Scope;
  origin: Origin;
}
/** The campus, or one of its programs, that has the area. */
export interface AreaPlace {
  campus: number;
  program?: number;
}

export const getCampus = async (tx: Tx, campusKey: number, lock = false): Promise<CampusPlace> => {
  const campus = await findCampus(tx, campusKey, lock);
  if (campus === undefined) throw new AppError('NOT_FOUND');
  return campus;
};

export const pointOf = (campus: CampusPlace) => (campus.virtual ? null : campusPoint(campus));

interface Found {
  campus: CampusPlace;
  own: StoredArea;
  ofCampus: ServiceArea | null;
}

const getArea = async (tx: Tx, { campus: campusKey, program }: AreaPlace, lock = false): Promise<Found> => {
  const campus = await getCampus(tx, campusKey, lock);
  const areas = await listCampusAreas(tx, campus);
  const own = areas.find(({ programKey }) => programKey === (program ?? null));
  if (own === undefined) throw new AppError('NOT_FOUND');
  return { campus, own, ofCampus: program === undefined ? null : (areas[0]?.area ?? null) };
};

/** The date that many days ago, on the owner's calendar. */
const daysBack = (now: Date, timeZone: string, days: number): string => {
  const today = now.toLocaleDateString('en-CA', { timeZone });
  const back = new Date(`${today}T00:00:00Z`);
  back.setUTCDate(back.getUTCDate() - days);
  return back.toISOString().slice(0, 10);
};

const showArea = async (tx: Tx, { campus, own, ofCampus }: Found, now: Date): Promise<AreaRecord> => {
  const { ownerKey, timeZone, clientKey, campusKey, campusName } = campus;
  const { programKey, programName, area, rowVersion, savedBy, savedAt } = own;
  const since = daysBack(now, timeZone, GEO_LEAD_DAYS);
  const leads = await listLeadsByZip(tx, { ownerKey, campusKey, programKey }, since);
  return {
    campusKey,
    campusName,
    programKey,
    programName,
    clientKey,
    at: pointOf(campus),
    area,
    inherited: ofCampus,
    rowVersion,
    savedBy,
    savedAt,
    timeZone,
    leads: {
      since,
      byZip: leads.flatMap(({ zip, leads: count }) => (zip === null ? [] : [{ zip, leads: count }])),
      withoutZip: leads.find(({ zip }) => zip === null)?.leads ?? 0,
    },
  };
};

export const readArea = ({ db, clock }: GeoDeps, { scope }: Pick<GeoCaller, 'scope'>, place: AreaPlace) =>
  db.readScope(scope, async (tx) => showArea(tx, await getArea(tx, place), clock.now()));

const sorted = <T extends string | number>(values: readonly T[]): T[] =>
  [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));

/** Each entry once, in order: the same area is stored as the same text. */
export const tidy = (area: ServiceArea): ServiceArea => ({
  mode: area.mode,
  states: sorted(area.states),
  dmas: sorted(area.dmas),
  zips: sorted(area.zips),
  radius: area.radius,
  exclude: {
    states: sorted(area.exclude.states),
    counties: sorted(area.exclude.counties),
    dmas: sorted(area.exclude.dmas),
    zips: sorted(area.exclude.zips),
  },
  counties: sorted(area.counties),
});

/** Stores the area that applies from now on, and records the change. */
export const writeArea = async (
  tx: Tx,
  { scope, origin }: GeoCaller,
  now: Date,
  { campus, own }: { campus: CampusPlace; own: Pick<StoredArea, 'programKey' | 'area'> },
  area: ServiceArea | null,
): Promise<void> => {
  const { ownerKey, campusKey } = campus;
  const { programKey } = own;
  await upsertArea(tx, { ownerKey, campusKey, programKey }, { area, by: scope.userKey, at: now });
  await audit(tx, scope, origin, now, {
    action: 'saveServiceArea',
    ownerKey,
    entity: programKey === null ? 'campus' : 'program',
    entityKey: programKey ?? campusKey,
    before: { area: own.area },
    after: { area },
  });
};

const conflict = ({ campus, own }: Found, mine: ServiceArea | null): AppError => {
  const words = (area: ServiceArea | null): string =>
    area === null && own.programKey !== null ? 'the campus’s area' : geoText(area ?? NO_LIMIT, campus.campusName);
  const message = `${own.savedBy ?? 'Paceline'} saved ${words(own.area)}, you have ${words(mine)}.`;
  return new AppError('STALE_ROW', { errors: [{ field: 'area', code: 'conflict', message }] });
};

export const saveArea = (
  { db, clock }: GeoDeps,
  caller: GeoCaller,
  place: AreaPlace,
  { area, rowVersion }: { area: ServiceArea | null; rowVersion: number },
): Promise<AreaRecord> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const storedArea = await getArea(tx, place, true);
    const { campus, own } = storedArea;
    const next = area === null ? null : tidy(area);
    if (own.rowVersion !== rowVersion) throw conflict(storedArea, next);
    if (next !== null) {
      const dmas = new Set((await listCountyDmas(tx, campus.ownerKey)).values());
      const errors = areaProblems(next, { campus, hasPoint: pointOf(campus) !== null, dmas });
      if (errors.length > 0) throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
    }
    if (JSON.stringify(next) !== JSON.stringify(own.area)) await writeArea(tx, caller, now, storedArea, next);
    return showArea(tx, await getArea(tx, place), now);
  });

/** The areas of a client's campuses and, below them, of their programs, in words. */
export const readAreaList = (
  { db }: GeoDeps,
  { scope, ownerKey }: Pick<GeoCaller, 'scope'> & { ownerKey: number },
  clientKey: number,
): Promise<CampusArea[]> =>
  db.readScope(scope, async (tx) => {
    const programs = await listClientPrograms(tx, clientKey);
    const { campusAreas, programAreas } = await listAreas(tx, { ownerKey, clientKey });
    return [...Map.groupBy(programs, ({ campusKey }) => campusKey).values()].map((rows): CampusArea => {
      const { campusKey, campusName, campusActive } = rows[0]!;
      const area = campusAreas.get(campusKey);
      const summary = geoText(area ?? NO_LIMIT, campusName);
      return {
        campusKey,
        campusName,
        active: campusActive,
        hasOwn: area !== undefined,
        summary,
        programs: rows.flatMap(({ programKey, programName, programActive }) => {
          if (programKey === null) return [];
          const own = programAreas.get(programKey);
          return [
            {
              programKey,
              programName: programName ?? '',
              active: programActive ?? false,
              hasOwn: own !== undefined,
              summary: own === undefined ? summary : geoText(own, campusName),
            },
          ];
        }),
      };
    });
  });
