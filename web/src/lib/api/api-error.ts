import { type ErrorCode, ERRORS, type FieldError, isErrorCode } from '@paceline/contract';

interface Parts {
  code: string;
  message?: string | undefined;
  status?: number | null;
  errors?: FieldError[] | undefined;
  requestId?: string | null | undefined;
}

/** Everything that can go wrong with a call. `status` is null where no answer came, or where it came and was unusable. */
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

/** An error that arises in the browser, in the contract's words. */
export const localError = (code: ErrorCode, requestId?: string | null): ApiError => new ApiError({ code, requestId });
