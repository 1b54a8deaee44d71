import { type FieldError, isPostParameter, type MappedValue, POST_PARAMETERS } from '@paceline/contract';

interface Codes {
  programs: readonly string[];
  campuses: readonly string[];
}

/** Why a value cannot be posted; null where it can, or the field takes any value. */
const notOurs = ({ field, ourValue }: MappedValue, { programs, campuses }: Codes): string | null => {
  const value = ourValue.toLowerCase();
  if (field === 'programCode') return programs.includes(value) ? null : 'No program of this client has this code.';
  if (field === 'campusCode') return campuses.includes(value) ? null : 'No campus of this client has this code.';
  const values = isPostParameter(field) ? POST_PARAMETERS[field].values : null;
  if (values === null || values.some(({ code }) => code.toLowerCase() === value)) return null;
  return `must be one of ${values.map(({ code }) => code).join(', ')}`;
};

/** Errors in a map, row by row. */
export const valueProblems = (values: readonly MappedValue[], codes: Codes): FieldError[] => {
  const seen = new Set<string>();
  return values.flatMap((value, index): FieldError[] => {
    const at = (name: keyof MappedValue, code: string, message: string): FieldError => ({
      field: `values.${index}.${name}`,
      code,
      message,
    });
    if (!isPostParameter(value.field)) return [at('field', 'unknown', 'is no field of a posted lead')];
    // Posts are compared without case.
    const place = `${value.field} ${value.partnerValue.toLowerCase()}`;
    if (seen.has(place)) return [at('partnerValue', 'duplicate', 'is listed twice for this field')];
    seen.add(place);
    const wrong = notOurs(value, codes);
    return wrong === null ? [] : [at('ourValue', 'invalid', wrong)];
  });
};

const placeOf = ({ field, partnerValue }: MappedValue): string => `${field} ${partnerValue}`;

/** The added, removed and changed entries of a map, for the audit log. */
export const valueChanges = (before: readonly MappedValue[], after: readonly MappedValue[]) => {
  const was = new Map(before.map((value) => [placeOf(value), value.ourValue]));
  const is = new Set(after.map(placeOf));
  return {
    added: after.filter((value) => !was.has(placeOf(value))).length,
    changed: after.filter((value) => was.has(placeOf(value)) && was.get(placeOf(value)) !== value.ourValue).length,
    removed: before.filter((value) => !is.has(placeOf(value))).length,
  };
};
