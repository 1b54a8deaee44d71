import { isUsState, landingUrlSchema } from '@paceline/contract';
import { isTimeZone } from '../../../lib/zips/time-zone.ts';
import { zipPlace } from '../../../lib/zips/zips.ts';
import { type BulkRow, type FileRemark, isRead, type RowRemark } from '../../../shared/bulk/define-bulk.ts';
import { CAMPUS_COLUMNS } from './education-columns.ts';
import { type NamedProgram } from './education.queries.ts';

/** The present record that a row names; null where the owner has no such client. */
export const namedBy = ({ current }: BulkRow): NamedProgram | null =>
  (current?.values['named'] as NamedProgram | undefined) ?? null;

/** The campus code of a row, in lower case. */
export const campusOf = ({ cells }: BulkRow): string => String(cells['campusCode'] ?? '').toLowerCase();

const clientOf = ({ cells }: BulkRow): string => String(cells['clientCode'] ?? '').toLowerCase();

/** The value of a cell, or the present value where the row leaves it out. */
export const valueIn = ({ after, current }: BulkRow, column: string): unknown =>
  column in after ? after[column] : current?.values[column];

const textIn = (row: BulkRow, column: string): string | null => {
  const value = valueIn(row, column);
  return typeof value === 'string' ? value : null;
};

const placeProblems = (row: BulkRow): RowRemark[] => {
  const [zip, state] = [textIn(row, 'zip'), textIn(row, 'state')];
  const said = 'zip' in row.after || 'state' in row.after;
  if (!said) return [];
  if (state !== null && 'state' in row.after && !isUsState(`US-${state}`))
    return [{ column: 'state', message: `State ${state} is not a state of the United States.` }];
  if (zip === null || !isRead(row, 'zip', 'state')) return [];
  const place = zipPlace(zip);
  if (place === null) return [{ column: 'zip', message: `ZIP ${zip} is not a known ZIP code.` }];
  if (state === null || place.state === `US-${state}`) return [];
  const stateCode = place.state.slice('US-'.length);
  return [{ column: 'zip', message: `ZIP ${zip} lies in ${stateCode}, not in ${state}.`, warning: true }];
};

const zoneProblems = ({ after }: BulkRow): RowRemark[] => {
  const zone = after['timeZone'];
  if (typeof zone !== 'string' || isTimeZone(zone)) return [];
  return [{ column: 'timeZone', message: `Time Zone ${zone} is not known. It must look like America/Chicago.` }];
};

const urlProblems = ({ after }: BulkRow): RowRemark[] => {
  const url = after['landingUrl'];
  if (typeof url !== 'string') return [];
  const [issue] = landingUrlSchema.safeParse(url).error?.issues ?? [];
  return issue === undefined ? [] : [{ column: 'landingUrl', message: `Landing URL ${issue.message}.` }];
};

const modelProblems = (row: BulkRow, { campusKey, models }: NamedProgram): RowRemark[] =>
  campusKey === null && models > 1 && isRead(row, 'modelName') && textIn(row, 'modelName') === null
    ? [{ column: 'modelName', message: 'Client Model is required: the client has several.' }]
    : [];

/** Remarks about one row. Codes are looked up within the owner: another owner's client is reported as unknown. */
export const rowProblems = (row: BulkRow): RowRemark[] => {
  // An unreadable code names nothing.
  if (row.id === null) return [];
  const named = namedBy(row);
  const { clientCode, campusCode } = row.cells;
  if (named === null)
    return [{ column: 'clientCode', message: `Client Code ${clientCode} does not belong to this owner.` }];
  if (named.otherClient !== null) {
    const message = `Campus Code ${campusCode} is a campus of client ${named.otherClient}. Campus codes are used once for an owner.`;
    return [{ column: 'campusCode', message }];
  }
  return [...modelProblems(row, named), ...placeProblems(row), ...zoneProblems(row), ...urlProblems(row)];
};

/** Name, address and the other campus fields must agree in all rows of a campus. */
const disagreements = (rows: readonly BulkRow[]): FileRemark[] =>
  CAMPUS_COLUMNS.flatMap(({ key, label }) => {
    const said = rows.filter(({ after }) => key in after);
    const [first] = said;
    return said
      .filter(({ after }) => after[key] !== first?.after[key])
      .map(({ row }) => ({
        row,
        column: key,
        message: `${label} is the campus’s: row ${first?.row} says another one of the same campus.`,
      }));
  });

/** A new campus in rows of two clients: its client is unclear. */
const sharedCodes = (rows: readonly BulkRow[]): FileRemark[] => {
  const [first] = rows;
  if (first === undefined) return [];
  return rows
    .filter((row) => clientOf(row) !== clientOf(first))
    .map(({ row, cells }) => ({
      row,
      column: 'campusCode',
      message: `Campus Code ${cells['campusCode']} is used for client ${first.cells['clientCode']} in row ${first.row}. Campus codes are used once for an owner.`,
    }));
};

/** Remarks that need all rows of a campus; rows with errors of their own are left out. */
export const campusProblems = (rows: readonly BulkRow[]): FileRemark[] =>
  [
    ...Map.groupBy(
      rows.filter(({ errors = [] }) => errors.length === 0),
      campusOf,
    ).values(),
  ].flatMap((ofOne) => {
    const shared = sharedCodes(ofOne);
    return shared.length > 0 ? shared : disagreements(ofOne);
  });
