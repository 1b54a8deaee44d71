import { start } from './start.ts';
import { StartupError } from './lib/startup-error.ts';

/** How long what is running may take to end before we end it. */
const GRACE_MS = 15_000;

const fail = (error: unknown): never => {
  if (error instanceof StartupError) console.error(`Paceline cannot start. ${error.message}`);
  else console.error('Paceline cannot start.', error);
  process.exit(1);
};

const running = start();
running.catch(fail);

let stopping = false;
const stop = async (): Promise<void> => {
  // Asked a second time, we go at once.
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  const server = await running.catch(() => null);
  await server?.stop();
  process.exit(0);
};

const onSignal = (): void => {
  stop().catch(fail);
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
// Whoever started us has gone without saying so.
process.on('disconnect', onSignal);
