import { type Config, readConfig } from './config.ts';
import { StartupError } from './lib/startup-error.ts';
import { start } from './start.ts';

const fail = (error: unknown): never => {
  if (error instanceof StartupError) console.error(`Paceline cannot start. ${error.message}`);
  else console.error('Paceline cannot start.', error);
  process.exit(1);
};

const readOrFail = (): Config => {
  try {
    return readConfig();
  } catch (error) {
    return fail(error);
  }
};

const config = readOrFail();
const running = start(config);
running.catch(fail);

let stopping = false;
const stop = async (): Promise<void> => {
  // A second signal exits at once.
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), config.stopGraceMs).unref();
  const server = await running.catch(() => null);
  await server?.stop();
  process.exit(0);
};

const onSignal = (): void => {
  stop().catch(fail);
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
// The parent process has ended without a signal.
process.on('disconnect', onSignal);
