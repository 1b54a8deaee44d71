import { type ErrorCode, ERRORS, type FieldError, isErrorCode } from '@paceline/contract';

interface Parts {
  code: string;
  message?: string | undefined;
  status?: number | null;
  errors?: FieldError[] | undefined;
  requestId?: string | null | undefined;
}

/** Any failure of a call. `status` is null when no answer came or the answer was unusable. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number | null;
  readonly errors: FieldError[];
  readonly requestId: string | null;

  constructor({ code, message, status = null, errors = [], requestId = null }: Parts) {
    super(message || (isErrorCode(code) ? ERRORS[code].message : ERRORS.INTERNAL.message));
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}

/** An error raised in the browser, with the contract's message. */
export const localError = (code: ErrorCode, requestId?: string | null): ApiError => new ApiError({ code, requestId });
