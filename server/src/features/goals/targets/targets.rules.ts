import {
  type FieldError,
  NO_TARGETS,
  TARGET_LABELS,
  type TargetEdit,
  type TargetField,
  targetProblem,
  type Targets,
} from '@paceline/contract';

type Changes = Partial<Targets>;

/** The path of an edit's cell in the request: `rows.2.changes.inquiryGoal`. */
export type Place = (index: number, field?: string) => string;
export const placeIn =
  (list: string): Place =>
  (index, field) =>
    field === undefined ? `${list}.${index}` : `${list}.${index}.changes.${field}`;

/** A month as stored; one without targets has version 0. */
interface CurrentMonth extends Targets {
  rowVersion: number;
  updatedAt: Date | null;
  updatedByName: string | null;
}
export const NO_MONTH: CurrentMonth = { ...NO_TARGETS, rowVersion: 0, updatedAt: null, updatedByName: null };

const cells = (changes: Changes): [TargetField, number | null][] =>
  Object.entries(changes) as [TargetField, number | null][];

export const valueErrors = (edits: readonly TargetEdit[], place: Place): FieldError[] =>
  edits.flatMap(({ changes }, index) =>
    cells(changes).flatMap(([field, value]): FieldError[] => {
      const problem = targetProblem(field, value);
      if (problem === null) return [];
      return [{ field: place(index, field), code: 'value', message: `${TARGET_LABELS[field]} ${problem}` }];
    }),
  );

/** The same month twice in a save: the second would silently overrule the first. */
export const duplicateErrors = (edits: readonly TargetEdit[], place: Place): FieldError[] => {
  const seen = new Set<string>();
  return edits.flatMap(({ goalKey, month }, index) => {
    const id = `${goalKey} ${month}`;
    const isTwice = seen.has(id);
    seen.add(id);
    return isTwice ? [{ field: place(index), code: 'duplicate', message: 'This month is in the list twice.' }] : [];
  });
};

/** The values that differ from the stored ones. */
export const realChanges = (changes: Changes, current: Targets): Changes =>
  Object.fromEntries(cells(changes).filter(([field, value]) => value !== current[field]));

/** A concurrent save: every cell that would be overwritten, with its present value, editor and time. */
export const conflictErrors = (
  index: number,
  { rowVersion, changes }: TargetEdit,
  current: CurrentMonth,
  place: Place,
  overwritten = realChanges(changes, current),
): FieldError[] => {
  if (rowVersion === undefined || rowVersion === current.rowVersion) return [];
  const by = current.updatedByName ?? 'Paceline';
  return cells(overwritten).map(([field, mine]) => ({
    field: place(index, field),
    code: 'conflict',
    message: `${by} changed this month.`,
    conflict: {
      theirs: current[field],
      mine,
      by,
      at: (current.updatedAt ?? new Date(0)).toISOString(),
      rowVersion: current.rowVersion,
    },
  }));
};

interface Span {
  startMonth: string;
  endMonth: string | null;
}

export const isWithin = (month: string, { startMonth, endMonth }: Span): boolean =>
  month >= startMonth && (endMonth === null || month <= endMonth);

/** A month is closed once it is over in the owner's zone: targets cannot change when the result is known. */
export const isClosed = (month: string, currentMonth: string): boolean => month < currentMonth;

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthName = (month: string): string => MONTH.format(new Date(`${month}T00:00:00Z`));
