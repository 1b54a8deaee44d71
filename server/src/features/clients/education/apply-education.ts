import { type Tx } from '../../../db/scope/tx.ts';
import { zoneOfZip } from '../../../lib/zips/zip-zone.ts';
import { type AuditEntry, auditMany } from '../../../shared/audit.ts';
import { type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';
import { type BulkContext, type BulkRow } from '../../../shared/bulk/define-bulk.ts';
import { campusPoint } from '../../../shared/intake/campus-point.ts';
import { CAMPUS_COLUMNS } from './education-columns.ts';
import { campusOf, namedBy, valueIn } from './education-rows.ts';
import { findOwnerZone, type NamedProgram } from './education.queries.ts';
import {
  type CampusValues,
  closeEmptyCampuses,
  closePrograms,
  findOnlyModels,
  insertCampuses,
  insertPrograms,
  openCampuses,
  type ProgramValues,
  putModels,
  updateCampuses,
  updatePrograms,
} from './write-education.queries.ts';

const CAMPUS_KEYS: readonly string[] = CAMPUS_COLUMNS.map(({ key }) => key);
const isOfCampus = (key: string): boolean => CAMPUS_KEYS.includes(key);

type Named = NamedProgram;
const named = (row: BulkRow): Named => namedBy(row)!;

/** The rows of one campus, with its values after them. */
interface Campus {
  code: string;
  rows: BulkRow[];
  /** The present state; of a new campus only its client is known. */
  stands: Named;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const campusesOf = (rows: readonly BulkRow[]): Campus[] =>
  [...Map.groupBy(rows, campusOf)].map(([code, ofOne]) => {
    const pick = (of: (row: BulkRow) => BulkValues) =>
      Object.fromEntries(ofOne.flatMap((row) => Object.entries(of(row)).filter(([key]) => isOfCampus(key))));
    const before = pick((row) => row.before);
    const after = pick((row) => row.after);
    return { code, rows: ofOne, stands: named(ofOne[0]!), before, after };
  });

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Each campus's model by key: the one in the file, its own, or the only one of its client. */
const modelKeys = async (
  tx: Tx,
  ownerKey: number,
  campuses: readonly Campus[],
): Promise<(campus: Campus) => number> => {
  const clients = campuses.map(({ stands }) => stands.clientKey);
  const only = await findOnlyModels(tx, ownerKey, clients);
  const nameOf = ({ stands, after }: Campus): string =>
    text(after['modelName']) ?? stands.modelName ?? only.get(stands.clientKey)!;
  const wanted = campuses.map((campus) => ({ clientKey: campus.stands.clientKey, name: nameOf(campus) }));
  const models = await putModels(tx, ownerKey, wanted);
  const at = (clientKey: number, name: string): string => `${clientKey} ${name.toLowerCase()}`;
  const keys = new Map(models.map(({ clientKey, name, modelKey }) => [at(clientKey, name), modelKey]));
  return (campus) => keys.get(at(campus.stands.clientKey, nameOf(campus)))!;
};

/** Coordinates come from the ZIP code whenever a file has one; more exact coordinates stay while the ZIP code stays. */
const pointOf = ({ stands, after }: Campus) => {
  const zip = text('zip' in after ? after['zip'] : stands.zip);
  const point = 'zip' in after ? campusPoint({ zip, latitude: null, longitude: null }) : stands;
  return { zip, latitude: point?.latitude ?? null, longitude: point?.longitude ?? null };
};

const campusValues = (campus: Campus, modelKey: number, ownerZone: string): CampusValues => {
  const { stands, after, rows } = campus;
  const say = (key: 'address' | 'city' | 'state' | 'phone') => text(key in after ? after[key] : stands[key]);
  const place = pointOf(campus);
  const isOnline = rows.every((row) => valueIn(row, 'modality') === 'Online');
  return {
    code: text(rows[0]!.cells['campusCode'])!,
    client_model_key: modelKey,
    name: text(after['campusName']) ?? stands.campusName!,
    address: say('address'),
    city: say('city'),
    state: say('state'),
    phone: say('phone'),
    ...place,
    time_zone:
      text(after['timeZone']) ?? stands.timeZone ?? (place.zip === null ? null : zoneOfZip(place.zip)) ?? ownerZone,
    // A campus without a location whose programs are all online is virtual: no circle is drawn around it.
    virtual: stands.virtual ?? (isOnline && place.zip === null),
  };
};

const hasChanged = ({ after }: Campus): boolean => Object.keys(after).length > 0;

/** Inserts missing campuses and updates the others; returns the keys of all by code. */
const putCampuses = async (tx: Tx, ownerKey: number, campuses: readonly Campus[]): Promise<Map<string, number>> => {
  const [modelKey, zone] = [await modelKeys(tx, ownerKey, campuses), await findOwnerZone(tx, ownerKey)];
  const valuesOf = (campus: Campus): CampusValues => campusValues(campus, modelKey(campus), zone);
  const newCampuses = await insertCampuses(
    tx,
    ownerKey,
    campuses.filter(({ stands }) => stands.campusKey === null).map(valuesOf),
  );
  const changed = campuses.filter((campus) => campus.stands.campusKey !== null && hasChanged(campus));
  await updateCampuses(
    tx,
    ownerKey,
    changed.map((campus) => ({ ...valuesOf(campus), campus_key: campus.stands.campusKey! })),
  );
  return new Map(campuses.map(({ code, stands }) => [code, stands.campusKey ?? newCampuses.get(code)!]));
};

const programValues = (row: BulkRow, campusKey: number): ProgramValues => {
  const say = (key: string) => text(valueIn(row, key));
  const months = valueIn(row, 'lengthMonths');
  return {
    campus_key: campusKey,
    code: text(row.cells['programCode'])!,
    name: say('programName')!,
    degree_level: say('degreeLevel')!,
    modality: say('modality')!,
    subject_area: say('subjectArea')!,
    cip_code: say('cipCode'),
    length_months: typeof months === 'number' ? months : null,
    min_education: say('minEducation'),
    start_dates: (say('startDates') ?? '').split(';').filter((day) => day !== ''),
    landing_url: say('landingUrl'),
    client_program_code: say('clientProgramCode'),
  };
};

const changesProgram = ({ after }: BulkRow): boolean => Object.keys(after).some((key) => !isOfCampus(key));
const said = ({ after }: BulkRow): boolean | null => (typeof after['active'] === 'boolean' ? after['active'] : null);

const ofProgram = (values: BulkValues): object =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !isOfCampus(key)));

const audited = (ownerKey: number, campuses: readonly Campus[], keys: Keys): AuditEntry[] => [
  ...campuses.filter(hasChanged).map(({ code, stands, before, after }) => {
    const isNew = stands.campusKey === null;
    const entry = { ownerKey, entity: 'campus', entityKey: keys.campuses.get(code)!, after };
    return { ...entry, action: isNew ? 'makeCampus' : 'changeCampus', ...(!isNew && { before }) };
  }),
  ...campuses
    .flatMap(({ rows }) => rows)
    .filter(changesProgram)
    .map((row) => {
      const isNew = named(row).programKey === null;
      const entry = {
        ownerKey,
        entity: 'program',
        entityKey: keys.programs.get(row.row)!,
        after: ofProgram(row.after),
      };
      return {
        ...entry,
        action: isNew ? 'makeProgram' : 'changeProgram',
        ...(!isNew && { before: ofProgram(row.before) }),
      };
    }),
];

const turned = (
  ownerKey: number,
  entity: 'campus' | 'program',
  keys: readonly number[],
  active: boolean,
): AuditEntry[] =>
  keys.map((entityKey) => ({
    ownerKey,
    entity,
    entityKey,
    action: entity === 'campus' ? 'changeCampus' : 'changeProgram',
    before: { active: !active },
    after: { active },
  }));

interface Keys {
  campuses: ReadonlyMap<string, number>;
  /** Keys by row of the file. */
  programs: ReadonlyMap<number, number>;
}

/** Writes the rows: models, campuses and programs in this order, then which campuses are open. */
export const applyEducation = async (
  tx: Tx,
  { ownerKey, scope, origin, now }: BulkContext,
  changes: readonly BulkRow[],
): Promise<void> => {
  const campuses = campusesOf(changes);
  const campusKeys = await putCampuses(tx, ownerKey, campuses);
  const keyOf = (row: BulkRow): number => campusKeys.get(campusOf(row))!;
  const [fresh, existing] = [
    changes.filter((row) => named(row).programKey === null),
    changes.filter((row) => named(row).programKey !== null && changesProgram(row)),
  ];
  const newPrograms = await insertPrograms(
    tx,
    ownerKey,
    fresh.map((row) => ({ ...programValues(row, keyOf(row)), active: said(row) ?? true })),
  );
  await updatePrograms(
    tx,
    ownerKey,
    existing.map((row) => ({
      ...programValues(row, keyOf(row)),
      program_key: named(row).programKey!,
      active: said(row),
    })),
  );
  const madeAt = (row: BulkRow) => newPrograms.get(`${keyOf(row)}|${text(row.cells['programCode'])!.toLowerCase()}`)!;
  const programs = new Map(changes.map((row) => [row.row, named(row).programKey ?? madeAt(row)]));
  const opened = [...fresh.filter((row) => said(row) !== false), ...existing.filter((row) => said(row) === true)];
  const closed = [...fresh, ...existing].filter((row) => said(row) === false);
  const openedCampuses = await openCampuses(
    tx,
    ownerKey,
    [...new Set(opened.map(keyOf))],
    opened.map(({ row }) => programs.get(row)!),
  );
  const closedCampuses = await closeEmptyCampuses(tx, ownerKey, [...new Set(closed.map(keyOf))]);
  await auditMany(tx, scope, origin, now, [
    ...audited(ownerKey, campuses, { campuses: campusKeys, programs }),
    ...turned(ownerKey, 'campus', openedCampuses, true),
    ...turned(ownerKey, 'campus', closedCampuses, false),
  ]);
};

/** Undo closes the records a file created and restores the campuses it changed. */
export const withdrawEducation = async (
  tx: Tx,
  { ownerKey, scope, origin, now }: BulkContext,
  changes: readonly BulkRow[],
): Promise<void> => {
  // A campus created by the file has no former values.
  const changed = campusesOf(changes).filter((campus) => hasChanged(campus) && campus.after['campusName'] !== null);
  const campusKeys = await putCampuses(tx, ownerKey, changed);
  const keys = changes.map((row) => named(row).programKey!);
  await closePrograms(tx, ownerKey, keys);
  const closed = await closeEmptyCampuses(tx, ownerKey, [...new Set(changes.map((row) => named(row).campusKey!))]);
  await auditMany(tx, scope, origin, now, [
    ...audited(
      ownerKey,
      changed.map((campus) => ({ ...campus, rows: [] })),
      { campuses: campusKeys, programs: new Map() },
    ),
    ...turned(ownerKey, 'program', keys, false),
    ...turned(ownerKey, 'campus', closed, false),
  ]);
};
