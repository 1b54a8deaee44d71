import { ERRORS } from '@paceline/contract';
import type { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Failure } from '../../ui/forms/form-failure.tsx';

/** What is wrong with a field, as the form names it: `goalName`, `criteria.2`, `months.2026-03-01.inquiryGoal`. */
export interface FieldProblem {
  path: string;
  message: string;
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_ROW';

/** What the schema of a call has to say about what would be sent. */
export const schemaProblems = (schema: z.ZodType, body: unknown): FieldProblem[] => {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
};

/** Sorts what a server refused: at the fields that the form has, and the rest for the form as a whole, if there is any. */
export const sortRefusal = (
  error: unknown,
  pathOf: (field: string) => string | null,
): { failure: Failure; problems: FieldProblem[]; isOfFields: boolean } => {
  if (!(error instanceof ApiError))
    return { failure: { message: ERRORS.INTERNAL.message, requestId: null }, problems: [], isOfFields: false };
  const problems: FieldProblem[] = [];
  const rest: string[] = [];
  for (const { field, message } of error.errors) {
    const path = pathOf(field);
    if (path === null) rest.push(message);
    else problems.push({ path, message });
  }
  const words = [error.message, ...rest.filter((message) => !error.message.includes(message))];
  const requestId = (error.status ?? 0) >= 500 ? error.requestId : null;
  const isOfFields = problems.length > 0 && rest.length === 0;
  return { failure: { message: words.join(' '), requestId }, problems, isOfFields };
};

type Errors = { [name: string]: Errors | { type: string; message: string } };

/**
 * Problems as a form's errors. The first at a path counts. A key in a path makes an object and never an array: it may be a
 * key of seven digits.
 */
export const nestErrors = (problems: readonly FieldProblem[]): Errors => {
  const errors: Errors = {};
  for (const { path, message } of problems) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let inner = errors;
    for (const name of names) inner = (inner[name] ??= {}) as Errors;
    inner[last] ??= { type: 'value', message };
  }
  return errors;
};
