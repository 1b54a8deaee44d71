import {
  type AllocationEdit,
  type AllocationMonth,
  editableFields,
  type EditField,
  type FieldError,
  fieldProblem,
  type MonthPlan,
  PLAN_FIELDS,
  planErrors,
  type UserGroup,
} from '@paceline/contract';

type Values = Partial<Record<EditField, number | null>>;

/** A row as the rules see it: stored values and version. */
interface CurrentRow {
  rowVersion: number;
  updatedAt: Date;
  updatedByName: string | null;
  values: Values;
}

const at = (index: number, field: string): string => `rows.${index}.changes.${field}`;

/** Fields that the group may not change in that month, and invalid values. */
export const inputErrors = (
  edits: readonly AllocationEdit[],
  group: UserGroup,
  month: AllocationMonth,
): FieldError[] => {
  const allowed = new Set<string>(editableFields(group, month));
  return edits.flatMap(({ changes }, index) =>
    Object.entries(changes).flatMap(([field, value]): FieldError[] => {
      if (!allowed.has(field))
        return [{ field: at(index, field), code: 'readOnly', message: `cannot be changed in the ${month} month.` }];
      const problem = fieldProblem(field as EditField, value);
      return problem === null ? [] : [{ field: at(index, field), code: 'value', message: problem }];
    }),
  );
};

/** Errors for duplicate campaigns in a save: the second would silently overwrite the first. */
export const duplicateErrors = (edits: readonly AllocationEdit[]): FieldError[] => {
  const seen = new Set<number>();
  return edits.flatMap(({ campaignKey }, index) => {
    const twice = seen.has(campaignKey);
    seen.add(campaignKey);
    return twice
      ? [{ field: `rows.${index}.campaignKey`, code: 'duplicate', message: 'is in the list more than once.' }]
      : [];
  });
};

/** Conflicts with a newer version: every cell to be written, with its current value. */
export const conflictErrors = (index: number, edit: AllocationEdit, current: CurrentRow): FieldError[] => {
  if (edit.rowVersion === undefined || edit.rowVersion === current.rowVersion) return [];
  const by = current.updatedByName ?? 'Paceline';
  return Object.entries(edit.changes).map(([field, mine]) => ({
    field: at(index, field),
    code: 'conflict',
    message: `${by} changed this row.`,
    conflict: {
      theirs: current.values[field as EditField] ?? null,
      mine,
      by,
      at: current.updatedAt.toISOString(),
      rowVersion: current.rowVersion,
    },
  }));
};

/** The changes that differ from the stored values. */
export const realChanges = (changes: Values, current: Values): Values =>
  Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => value !== (current[field as EditField] ?? null)),
  );

export const planOf = (values: Values): MonthPlan =>
  Object.fromEntries(PLAN_FIELDS.map((field) => [field, values[field] ?? null])) as unknown as MonthPlan;

/** Violations of rules for the whole row, reported at the first changed cell. */
export const planConflicts = (index: number, changes: Values, current: Values): FieldError[] => {
  const [first] = Object.keys(changes);
  if (first === undefined) return [];
  return planErrors(planOf({ ...current, ...changes })).map(({ code, message }) => ({
    field: at(index, first),
    code,
    message,
  }));
};
