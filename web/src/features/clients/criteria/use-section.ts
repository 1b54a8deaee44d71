import { createContext, use } from 'react';
import { useWatch } from 'react-hook-form';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';
import { type CriteriaFormApi, type CriteriaValues, errorAt } from './prepare-criteria.ts';

/** Problems of the section being filled in, found before saving. */
export const SectionProblems = createContext<readonly FieldProblem[]>([]);

/** One section of the form: value, setter and errors. */
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
