import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './lib/startup-error.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/name',
});

/** Every setting, what it may be and what it is when it is not said. The README's table says the same in words. */
const settingsSchema = z.object({
  PACELINE_ENV: z.enum(['test', 'local', 'dev', 'stage', 'prod']).default('local'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(4600),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must look like https://paceline.example' }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  APP_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: z.coerce.number('must be a number of connections').int().min(2).max(200).default(10),
  SCENARIO: z.enum(['small', 'demo', 'large', 'scale', 'none']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().min(3).default('Paceline <no-reply@paceline.example>'),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  PACELINE_NOW: z.iso.datetime({ offset: true, error: 'must look like 2026-11-01T08:00:00Z' }).optional(),
  PACELINE_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  API_DOCS: z.enum(['on', 'off']).optional(),
  LIVE_EVENTS: flag('on'),
  SERVE_WEB: flag('on'),
  WORKER: flag('on'),
  LOCAL_DELIVERY: flag('off'),
  DELIVERY_FOLDER: z.string().min(1).optional(),
  IP_COUNTRY_TABLE: z.string().min(1).optional(),
});

type Settings = z.infer<typeof settingsSchema>;

export interface Config {
  env: Settings['PACELINE_ENV'];
  /** Stage and prod: no demo sign-ins, no fixed clock, no mail page, no made-up secret. */
  production: boolean;
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  appDatabaseUrl: string | null;
  databasePool: number;
  scenario: NonNullable<Settings['SCENARIO']>;
  smtpUrl: string | null;
  mailFrom: string;
  trustProxy: string[];
  logLevel: NonNullable<Settings['LOG_LEVEL']>;
  now: Date | null;
  secret: string | null;
  metricsToken: string | null;
  /** `/api/docs` and `/api/openapi.json`: a map of every call, which production shows only if it is told to. */
  apiDocs: boolean;
  /** Server-sent events. Without them open screens ask again once a minute. */
  liveEvents: boolean;
  serveWeb: boolean;
  worker: boolean;
  /** Leads may be sent to addresses of this machine and its network, also without encryption: for trying things out. */
  localDelivery: boolean;
  /** Where the table of the countries of IP addresses is; null: leads are not asked where their address is. */
  ipCountryTable: string | null;
  /** Files of leads may be written below this folder; null: into none. */
  deliveryFolder: string | null;
  /** How long what is running may take to end, once we are asked to stop, before it is ended. */
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
  const known = Object.keys(settingsSchema.shape);
  // A setting that is there but empty is the usual way to switch one off.
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartupError(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}.`);
  }
  return parsed.data;
};

export const readConfig = (env: NodeJS.ProcessEnv = process.env, workingFolder = process.cwd()): Config => {
  const settings = parseSettings(env);
  const production = settings.PACELINE_ENV === 'stage' || settings.PACELINE_ENV === 'prod';
  if (production) assertFitForProduction(settings);
  return {
    env: settings.PACELINE_ENV,
    production,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(workingFolder, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    appDatabaseUrl: settings.APP_DATABASE_URL ?? null,
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
    metricsToken: settings.METRICS_TOKEN ?? null,
    apiDocs: settings.API_DOCS === undefined ? !production : settings.API_DOCS === 'on',
    liveEvents: settings.LIVE_EVENTS,
    serveWeb: settings.SERVE_WEB,
    worker: settings.WORKER,
    localDelivery: settings.LOCAL_DELIVERY,
    deliveryFolder: settings.DELIVERY_FOLDER === undefined ? null : resolve(workingFolder, settings.DELIVERY_FOLDER),
    ipCountryTable: settings.IP_COUNTRY_TABLE === undefined ? null : resolve(workingFolder, settings.IP_COUNTRY_TABLE),
    // A limit of a test is there for what hangs, not for what is slow.
    stopGraceMs: settings.PACELINE_ENV === 'test' ? 5 * 60_000 : 15_000,
  };
};
