/** A start that cannot go on for a reason the operator can mend. Its message is one plain sentence saying what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
