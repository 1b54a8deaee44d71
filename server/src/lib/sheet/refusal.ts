// Types only: this is loaded by the thread that reads, which should not have to load the whole contract first.
import type { ErrorCode } from '@paceline/contract';

/** Why a file is not read: an error of the catalogue, and words of its own where the catalogue's are not enough. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message = '') {
    super(message);
    this.code = code;
  }
}
