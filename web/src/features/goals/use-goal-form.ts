import { ERRORS, type Goal, type GoalFormInput } from '@paceline/contract';
import { type FieldPath, type Resolver, set, useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';
import type { Failure } from '../../ui/form-failure.tsx';
import { formProblems, type GoalValues, pathOfServerField } from './prepare-goal-form.ts';

export type GoalFormApi = UseFormReturn<GoalValues>;

/** Judged by the same rules as on the server, as far as they need no database. */
const resolverFor =
  (goal: () => Goal | null): Resolver<GoalValues> =>
  (values) => {
    const problems = formProblems(values, goal());
    if (problems.length === 0) return { values, errors: {} };
    const errors = {};
    for (const { path, message } of problems) set(errors, path, { type: 'value', message });
    return { values: {}, errors };
  };

const FIELDS: readonly string[] = [
  'clientKey',
  'clientModelKey',
  'goalName',
  'channel',
  'startMonth',
  'endMonth',
  'kpi',
  'cpeGoal',
  'active',
  'campusKeys',
  'programKeys',
];
const isField = (path: string): path is FieldPath<GoalValues> =>
  FIELDS.includes(path) || /^(criteria|months)\./.test(path);

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_ROW';

export const useGoalForm = (goal: () => Goal | null, defaultValues: GoalValues) => {
  const form = useForm<GoalValues>({ defaultValues, resolver: resolverFor(goal), mode: 'onTouched' });
  /** Puts what the server refused at its fields, and says what stands for the whole form. */
  const showErrors = (error: unknown, sent: GoalFormInput): Failure => {
    if (!(error instanceof ApiError)) return { message: ERRORS.INTERNAL.message, requestId: null };
    const rest: string[] = [];
    for (const [index, { field, message }] of error.errors.entries()) {
      const path = pathOfServerField(field, sent);
      if (isField(path)) form.setError(path, { type: 'server', message }, { shouldFocus: index === 0 });
      else rest.push(message);
    }
    const requestId = (error.status ?? 0) >= 500 ? error.requestId : null;
    return { message: rest.length > 0 ? rest.join(' ') : error.message, requestId };
  };
  return { form, showErrors };
};
