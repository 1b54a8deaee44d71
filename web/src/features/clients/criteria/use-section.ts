import { createContext, use } from 'react';
import { useWatch } from 'react-hook-form';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';
import { type CriteriaFormApi, type CriteriaValues, errorAt } from './prepare-criteria.ts';

/** What is wrong with the section that somebody has begun to fill in, before anything is sent. */
export const SectionProblems = createContext<readonly FieldProblem[]>([]);

/** One part of the form: what it holds, how it is replaced, and what is wrong with it. */
export const useSection = <Name extends keyof CriteriaValues>(form: CriteriaFormApi, name: Name) => {
  const { errors, isSubmitted } = form.formState;
  const problems = use(SectionProblems);
  const values = useWatch({ control: form.control }) as CriteriaValues;
  const shouldValidate = isSubmitted || Object.keys(errors).length > 0;
  return {
    value: values[name],
    replace: (next: CriteriaValues[Name]) =>
      form.setValue(name, next as never, { shouldDirty: true, shouldTouch: true, shouldValidate }),
    error: (path: string) => {
      const whole = path === '' ? name : `${name}.${path}`;
      return errorAt(errors, whole) ?? problems.find((problem) => problem.path === whole)?.message;
    },
  };
};
