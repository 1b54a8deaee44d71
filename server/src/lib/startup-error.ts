/** An error that stops the start and that the operator can fix. Its message is one sentence saying what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
