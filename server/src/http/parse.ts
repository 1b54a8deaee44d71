import { type FieldError } from '@paceline/contract';
import { type z } from 'zod';
import { AppError } from '../lib/app-error.ts';

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

/** Input as its schema wants it, or `Illegal arguments` with every field that is not. */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('ILLEGAL_ARGUMENTS', {
    errors: parsed.error.issues.flatMap((issue) => toFieldErrors(issue, whole)),
  });
};
