import { startEmbedded } from '../../db/embedded/start.ts';

/** The embedded Postgres in a process of its own, for soaks that break what is around it: `embedded-process.ts <data folder>`. */
const [dataDir = ''] = process.argv.slice(2);
const postgres = await startEmbedded({
  dataDir,
  // Lines that were left half open keep their connections.
  settings: { max_connections: 200, log_min_messages: 'warning' },
  keepRunning: (what, error) =>
    void process.stderr.write(
      `${new Date().toISOString()} the database ${what} ${error instanceof Error ? error.message : ''}\n`,
    ),
});
const stop = async (): Promise<void> => {
  await postgres.stop();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
// Whoever started it is gone.
process.once('disconnect', () => void stop());
process.send?.({ port: postgres.port, url: postgres.url });
