import { ERRORS } from '@paceline/contract';
import type { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Failure } from '../../ui/forms/form-failure.tsx';

/** A problem with a field by its form path: `goalName`, `criteria.2`, `months.2026-03-01.inquiryGoal`. */
export interface FieldProblem {
  path: string;
  message: string;
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_ROW';

/** Validates a request body against the call's schema. */
export const schemaProblems = (schema: z.ZodType, body: unknown): FieldProblem[] => {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
};

/** Sorts a server refusal into errors of the form's fields and, for the rest, of the form as a whole. */
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
 * Problems as the form's nested errors. The first one per path wins. A numeric key makes an object, never an array: it may have seven
 * digits.
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
