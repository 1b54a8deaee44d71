// Types only: the reading thread loads this file and should not load the whole contract.
import type { ErrorCode } from '@paceline/contract';

/** Why a file is refused: an error code, and a message where the catalogue's is not enough. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message = '') {
    super(message);
    this.code = code;
  }
}
