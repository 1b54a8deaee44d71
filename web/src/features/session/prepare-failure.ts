import { ERRORS } from '@paceline/contract';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Failure } from '../../ui/forms/form-failure.tsx';
import { SignInRefused } from './prepare-session.ts';

/** The message under the form. A request id is shown only where the user cannot fix the error. */
export const prepareFailure = (error: unknown): Failure => {
  if (error instanceof SignInRefused) return { message: error.message, requestId: null };
  if (!(error instanceof ApiError)) return { message: ERRORS.INTERNAL.message, requestId: null };
  return { message: error.message, requestId: (error.status ?? 0) >= 500 ? error.requestId : null };
};
