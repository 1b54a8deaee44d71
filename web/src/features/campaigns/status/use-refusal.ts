import { ERRORS } from '@paceline/contract';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import type { Failure } from '../../../ui/form-failure.tsx';

interface Refusal<Field extends string> {
  failure: Failure | null;
  problems: Partial<Record<Field, string>>;
  isBusy: boolean;
}

/** Runs what a dialog sends and sorts what the server refuses: at its fields, and for the rest above the buttons. */
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
      if (!(error instanceof ApiError)) {
        setState({ failure: { message: ERRORS.INTERNAL.message, requestId: null }, problems: {}, isBusy: false });
        return false;
      }
      const atFields = error.errors.filter(({ field }) => (fields as readonly string[]).includes(field));
      const problems = Object.fromEntries(atFields.map(({ field, message }) => [field, message])) as Partial<
        Record<Field, string>
      >;
      const isSaid = atFields.length > 0 && atFields.length === error.errors.length;
      const requestId = (error.status ?? 0) >= 500 ? error.requestId : null;
      setState({ failure: isSaid ? null : { message: error.message, requestId }, problems, isBusy: false });
      return false;
    }
  };
  return { ...state, show, run };
};
