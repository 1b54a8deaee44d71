import { type Config } from '../config.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Report } from './embedded/keep-running.ts';
import { startEmbedded } from './embedded/start.ts';
import { bouncerUrlFrom } from './connection/bouncer.ts';
import { appUrlFrom } from './migrate/roles.ts';

/** Connections to the database, and how to close them. */
export interface Store {
  /** The table owner role: migrations, loading, the job queue. */
  ownerUrl: string;
  /** The role for serving: subject to row-level security. */
  appUrl: string;
  /** The serving role through a PgBouncer. */
  bouncerUrl: string | null;
  /** Folder of the embedded server; null for an external server. */
  home: string | null;
  close(): Promise<void>;
}

export const openStore = async (
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'appDatabaseUrl' | 'bouncerUrl' | 'backupDir'>,
  /** Called when the embedded server ended unexpectedly, which is then restarted. */
  report?: Report,
): Promise<Store> => {
  if (config.databaseUrl !== null) {
    const appUrl = config.appDatabaseUrl ?? appUrlFrom(config.databaseUrl);
    return {
      ownerUrl: config.databaseUrl,
      appUrl,
      bouncerUrl: config.bouncerUrl && bouncerUrlFrom(config.bouncerUrl, appUrl),
      home: null,
      close: () => Promise.resolve(),
    };
  }
  const archive = config.backupDir !== null;
  const postgres = await startEmbedded({ dataDir: config.dataDir, archive, ...(report && { keepRunning: report }) });
  return {
    ownerUrl: postgres.url,
    appUrl: appUrlFrom(postgres.url),
    bouncerUrl: null,
    home: postgres.dataDir,
    close: () => postgres.stop(),
  };
};

/** Explains the driver's error to the person who configured the address. */
export const explainRefusal = (error: unknown, url: string): unknown => {
  const { code } = error as { code?: string };
  const { host, pathname } = new URL(url);
  const reasons: Record<string, string> = {
    ECONNREFUSED: `No database answers at ${host}: start it, or correct DATABASE_URL.`,
    ENOTFOUND: `There is no machine called ${host}: correct DATABASE_URL.`,
    '28P01': `The database at ${host} refused the user or the password: correct DATABASE_URL.`,
    '28000': `The database at ${host} refused the user: correct DATABASE_URL.`,
    '3D000': `There is no database ${pathname.slice(1)} at ${host}: create it, or correct DATABASE_URL.`,
    '42501': `The user of DATABASE_URL may not create roles or tables at ${host}: use one that may.`,
  };
  const sentence = code === undefined ? undefined : reasons[code];
  return sentence === undefined ? error : new StartupError(sentence, { cause: error });
};
