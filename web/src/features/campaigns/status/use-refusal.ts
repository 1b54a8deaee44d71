import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import type { Failure } from '../../../ui/forms/form-failure.tsx';

interface Refusal<Field extends string> {
  failure: Failure | null;
  problems: Partial<Record<Field, string>>;
  isBusy: boolean;
}

/** Runs a dialog's request and sorts the server's errors: at its fields, the rest above the buttons. */
export const useRefusal = <Field extends string>(fields: readonly Field[]) => {
  const [state, setState] = useState<Refusal<Field>>({ failure: null, problems: {}, isBusy: false });
  const show = (problems: Partial<Record<Field, string>>) => setState({ failure: null, problems, isBusy: false });
  const run = async (send: () => Promise<void>): Promise<boolean> => {
    setState({ failure: null, problems: {}, isBusy: true });
    try {
      await send();
      setState({ failure: null, problems: {}, isBusy: false });
      return true;
    } catch (error) {
      const isField = (name: string): name is Field => (fields as readonly string[]).includes(name);
      const { failure, problems: fieldProblems } = sortRefusal(error, (field) => (isField(field) ? field : null));
      const problems = Object.fromEntries(fieldProblems.map(({ path, message }) => [path, message]));
      // Errors shown at the fields are not repeated.
      const isSaid =
        error instanceof ApiError && fieldProblems.length > 0 && fieldProblems.length === error.errors.length;
      setState({ failure: isSaid ? null : failure, problems: problems as Refusal<Field>['problems'], isBusy: false });
      return false;
    }
  };
  return { ...state, show, run };
};
