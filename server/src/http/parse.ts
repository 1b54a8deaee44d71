import { type FieldError } from '@paceline/contract';
import { type z } from 'zod';
import { AppError } from '../lib/app-error.ts';
import { isStorable, NOT_STORABLE } from '../lib/files/storable-text.ts';

/** Deeper than any of our schemas: deeper input is an attack. */
const MAX_LEVELS = 32;
/** Keeps a refusal readable. */
const MAX_ERRORS = 20;

interface Place {
  value: unknown;
  path: readonly (string | number)[];
}

const inside = ({ value, path }: Place): Place[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.map((item, index) => ({ value: item as unknown, path: [...path, index] }));
  return Object.entries(value).map(([name, item]) => ({ value: item as unknown, path: [...path, name] }));
};

const asField = (path: Place['path'], whole: string): string => (path.length === 0 ? whole : path.join('.'));

const problemAt = ({ value, path }: Place): { code: string; message: string } | null => {
  const name = path.at(-1);
  const texts = [value, name].filter((text) => typeof text === 'string');
  if (!texts.every(isStorable)) return { code: 'character', message: NOT_STORABLE };
  return path.length > MAX_LEVELS ? { code: 'depth', message: 'is nested too deeply' } : null;
};

/**
 * Checks that no schema makes: characters that the database cannot store, in values and field names, and excessive nesting. Done once here
 * instead of in each of a thousand text fields.
 */
const unfitPlaces = (value: unknown, whole: string): FieldError[] => {
  const errors: FieldError[] = [];
  let level: Place[] = [{ value, path: [] }];
  while (level.length > 0 && errors.length < MAX_ERRORS) {
    const next: Place[] = [];
    for (const place of level) {
      const problem = problemAt(place);
      if (problem === null) next.push(...inside(place));
      else errors.push({ field: asField(place.path, whole), ...problem });
    }
    level = next;
  }
  return errors.slice(0, MAX_ERRORS);
};

const toFieldErrors = (issue: z.core.$ZodIssue, whole: string): FieldError[] => {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({
      field: path === '' ? name : `${path}.${name}`,
      code: issue.code,
      message: 'is not a known field',
    }));
  }
  return [{ field: path === '' ? whole : path, code: issue.code, message: issue.message }];
};

/** The input parsed by its schema, or `Illegal arguments` with every invalid field. */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> => {
  const unfit = unfitPlaces(value, whole);
  if (unfit.length > 0) throw new AppError('ILLEGAL_ARGUMENTS', { errors: unfit });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('ILLEGAL_ARGUMENTS', {
    errors: parsed.error.issues.flatMap((issue) => toFieldErrors(issue, whole)),
  });
};
