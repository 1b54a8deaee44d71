import { type ErrorCode, ERRORS, type FieldError } from '@paceline/contract';

interface Details {
  /** Only where the catalogue's message is not enough. */
  message?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
}

/** An error that is reported to the caller. Any other thrown error becomes `Something went wrong`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, { message, errors, retryAfterSeconds }: Details = {}) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The same error for input that was part of a larger form, with its field names translated. */
export const renameFields = (error: AppError, rename: (field: string) => string): AppError =>
  new AppError(error.code, {
    message: error.message,
    ...(error.errors && { errors: error.errors.map((one) => ({ ...one, field: rename(one.field) })) }),
  });
