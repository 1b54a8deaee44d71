import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './lib/startup-error.ts';
import { type OtlpSettings } from './lib/tracing/otlp-sender.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/name',
});

/** All settings with their allowed values and defaults. The README's table describes the same. */
const settingsSchema = z.object({
  PACELINE_ENV: z.enum(['test', 'local', 'dev', 'stage', 'prod']).default('local'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(4600),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must look like https://paceline.example' }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  BACKUP_DIR: z.string().min(1).optional(),
  PACELINE_BACKUP_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  DATABASE_URL: postgresUrl.optional(),
  APP_DATABASE_URL: postgresUrl.optional(),
  REPORTS_DATABASE_URL: postgresUrl.optional(),
  PGBOUNCER_URL: postgresUrl.optional(),
  CLICKHOUSE_URL: z
    .string()
    .refine(
      (text) =>
        text.split(/[,|]/).every((address) => z.url({ protocol: /^https?$/ }).safeParse(address.trim()).success),
      'must look like http://user:password@host:8123/database; copies are separated by |, shards by commas',
    )
    .optional(),
  DATABASE_POOL: z.coerce.number('must be a number of connections').int().min(2).max(200).default(10),
  SCENARIO: z.enum(['small', 'demo', 'large', 'scale', 'none']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().min(3).default('Paceline <no-reply@paceline.example>'),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  PACELINE_NOW: z.iso.datetime({ offset: true, error: 'must look like 2026-11-01T08:00:00Z' }).optional(),
  PACELINE_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  PACELINE_SECRET_BEFORE: z.string().min(32, 'must be at least 32 characters').optional(),
  PACELINE_SECRET_NEXT: z.string().min(32, 'must be at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must look like http://collector:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'must look like name=value,name=value')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('paceline'),
  API_DOCS: z.enum(['on', 'off']).optional(),
  LIVE_EVENTS: flag('on'),
  SERVE_WEB: flag('on'),
  WORKER: flag('on'),
  DRAIN_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(10).optional(),
  LOCAL_DELIVERY: flag('off'),
  DELIVERY_FOLDER: z.string().min(1).optional(),
  IP_COUNTRY_TABLE: z.string().min(1).optional(),
});

/** Two checks of `/readyz` by a balancer that checks every other second, and some margin. */
const DRAIN_SECONDS = 5;

type Settings = z.infer<typeof settingsSchema>;

export interface Config {
  env: Settings['PACELINE_ENV'];
  /** Stage and prod: no demo sign-ins, fixed clock, mail page or generated secret. */
  production: boolean;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  /** Backup folder; null: no backups, and the log is not archived. */
  backupDir: string | null;
  /** Key for sealing backups; null: derived from the secret. */
  backupKey: string | null;
  databaseUrl: string | null;
  appDatabaseUrl: string | null;
  /** URL of a replica for reports, used while it follows closely; null: reports use the main database. */
  reportsDatabaseUrl: string | null;
  /** URL of a PgBouncer in front of the same database, used by the app role; other connections stay direct. */
  bouncerUrl: string | null;
  /** The servers of a report cluster; null: reports are read from Postgres. */
  clickhouseUrl: string | null;
  databasePool: number;
  scenario: NonNullable<Settings['SCENARIO']>;
  smtpUrl: string | null;
  mailFrom: string;
  trustProxy: string[];
  logLevel: NonNullable<Settings['LOG_LEVEL']>;
  now: Date | null;
  secret: string | null;
  /** The previous secret, for opening data that is not sealed again yet. */
  secretBefore: string | null;
  /** A secret that other servers seal with already, or soon will: only used for opening. */
  secretNext: string | null;
  metricsToken: string | null;
  /** Trace collector; null: no tracing. */
  traces: OtlpSettings | null;
  /** Whether to serve `/api/docs` and `/api/openapi.json`: a map of every call, off by default in production. */
  apiDocs: boolean;
  /** Server-sent events. Without them open screens poll once a minute. */
  liveEvents: boolean;
  serveWeb: boolean;
  worker: boolean;
  /** Allows sending leads to local and private addresses, also unencrypted: for trying things out. */
  localDelivery: boolean;
  /** File with the table of countries of IP addresses; null: IP addresses are not located. */
  ipCountryTable: string | null;
  /** Files of leads may be written below this folder; null: not at all. */
  deliveryFolder: string | null;
  /** How long requests are still served as before after a stop signal: until load balancers have seen `/readyz` fail. */
  drainMs: number;
  /** How long running work may take to end after a stop signal before it is aborted. */
  stopGraceMs: number;
}

const assertFitForProduction = (settings: Settings): void => {
  const refuse = (sentence: string): never => {
    throw new StartupError(`${sentence} (PACELINE_ENV is ${settings.PACELINE_ENV}).`);
  };
  if (settings.PACELINE_SECRET === undefined) refuse('Set PACELINE_SECRET to a random text of 32 characters or more');
  if (settings.PUBLIC_URL === undefined) refuse('Set PUBLIC_URL to the address that users open');
  if (settings.SCENARIO !== undefined && settings.SCENARIO !== 'none') {
    refuse('Demo data and demo sign-ins are not for production: unset SCENARIO');
  }
  if (settings.LOCAL_DELIVERY) refuse('Leads are sent to public addresses only in production: unset LOCAL_DELIVERY');
  if (settings.PACELINE_NOW !== undefined) refuse('The clock cannot be set in production: unset PACELINE_NOW');
};

const parseSettings = (env: NodeJS.ProcessEnv): Settings => {
  const keys = Object.keys(settingsSchema.shape);
  // An empty setting is treated as unset.
  const values = Object.fromEntries(keys.filter((name) => env[name]).map((name) => [name, env[name]]));
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartupError(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}.`);
  }
  return parsed.data;
};

const tracesOf = (settings: Settings): OtlpSettings | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = settings;
  if (endpoint === undefined) return null;
  const pairs = headers
    .split(',')
    .filter(Boolean)
    .map((pair): [string, string] => [
      pair.slice(0, pair.indexOf('=')).trim(),
      decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim()),
    ]);
  return { endpoint, headers: Object.fromEntries(pairs), serviceName: settings.OTEL_SERVICE_NAME };
};

export const readConfig = (env: NodeJS.ProcessEnv = process.env, workingFolder = process.cwd()): Config => {
  const settings = parseSettings(env);
  if (settings.PGBOUNCER_URL !== undefined && settings.DATABASE_URL === undefined)
    throw new StartupError('PGBOUNCER_URL is beside DATABASE_URL, not in its place: set both.');
  const production = settings.PACELINE_ENV === 'stage' || settings.PACELINE_ENV === 'prod';
  if (production) assertFitForProduction(settings);
  return {
    env: settings.PACELINE_ENV,
    production,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(workingFolder, settings.DATA_DIR),
    backupDir: settings.BACKUP_DIR === undefined ? null : resolve(workingFolder, settings.BACKUP_DIR),
    backupKey: settings.PACELINE_BACKUP_KEY ?? null,
    databaseUrl: settings.DATABASE_URL ?? null,
    appDatabaseUrl: settings.APP_DATABASE_URL ?? null,
    reportsDatabaseUrl: settings.REPORTS_DATABASE_URL ?? null,
    bouncerUrl: settings.PGBOUNCER_URL ?? null,
    clickhouseUrl: settings.CLICKHOUSE_URL ?? null,
    databasePool: settings.DATABASE_POOL,
    scenario: settings.SCENARIO ?? (production ? 'none' : 'demo'),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    trustProxy: settings.TRUST_PROXY.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    // On a developer's machine the terminal is for people.
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    now: settings.PACELINE_NOW === undefined ? null : new Date(settings.PACELINE_NOW),
    secret: settings.PACELINE_SECRET ?? null,
    secretBefore: settings.PACELINE_SECRET_BEFORE ?? null,
    secretNext: settings.PACELINE_SECRET_NEXT ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    traces: tracesOf(settings),
    apiDocs: settings.API_DOCS === undefined ? !production : settings.API_DOCS === 'on',
    liveEvents: settings.LIVE_EVENTS,
    serveWeb: settings.SERVE_WEB,
    worker: settings.WORKER,
    localDelivery: settings.LOCAL_DELIVERY,
    deliveryFolder: settings.DELIVERY_FOLDER === undefined ? null : resolve(workingFolder, settings.DELIVERY_FOLDER),
    ipCountryTable: settings.IP_COUNTRY_TABLE === undefined ? null : resolve(workingFolder, settings.IP_COUNTRY_TABLE),
    // A developer's machine has no load balancer.
    drainMs: (settings.DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0)) * 1000,
    // The limit in tests is for hangs, not for slowness.
    stopGraceMs: settings.PACELINE_ENV === 'test' ? 5 * 60_000 : 15_000,
  };
};

const CLOCK_SETTINGS = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/** Settings of a clock set for all programs from outside (libfaketime, `npm test -- --now`), passed on to the database. */
export const outerClock: NodeJS.ProcessEnv = Object.fromEntries(
  CLOCK_SETTINGS.filter((name) => process.env[name]).map((name) => [name, process.env[name]]),
);
