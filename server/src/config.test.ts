import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './lib/startup-error.ts';

const read = (env: Record<string, string>) => readConfig(env, '/srv/paceline');
const SECRET = 'x'.repeat(32);
const prod = { PACELINE_ENV: 'prod', PACELINE_SECRET: SECRET, PUBLIC_URL: 'https://paceline.example' };

test('without any setting it is a local demo', () => {
  expect(read({})).toMatchObject({
    env: 'local',
    production: false,
    host: 'localhost',
    port: 4600,
    publicUrl: 'http://localhost:4600',
    dataDir: '/srv/paceline/data',
    databaseUrl: null,
    scenario: 'demo',
    now: null,
  });
});

test('a report cluster is off unless its servers are set', () => {
  expect(read({}).clickhouseUrl).toBeNull();
  const servers = 'http://a:8123/facts|http://b:8123/facts,https://u:p@c:8443';
  expect(read({ CLICKHOUSE_URL: servers }).clickhouseUrl).toBe(servers);
});

test('an empty setting counts as missing', () => {
  expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4600, databaseUrl: null });
});

test('reports may have a replica', () => {
  const replica = 'postgres://a:b@two/p';
  expect(read({})).toMatchObject({ reportsDatabaseUrl: null });
  expect(read({ REPORTS_DATABASE_URL: replica })).toMatchObject({ reportsDatabaseUrl: replica });
});

describe('a bad setting is one sentence that names it', () => {
  test.each([
    [{ PORT: 'http' }, 'The setting PORT is not valid: must be a port number.'],
    [{ PORT: '70000' }, 'The setting PORT is not valid: must be a port number.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'The setting DATABASE_URL is not valid: must look like postgres://user:password@host:5432/name.',
    ],
    [
      { CLICKHOUSE_URL: 'http://a:8123|b:8123' },
      'The setting CLICKHOUSE_URL is not valid: must look like http://user:password@host:8123/database; copies are separated by |, shards by commas.',
    ],
    [{ PACELINE_NOW: 'tomorrow' }, 'The setting PACELINE_NOW is not valid: must look like 2026-11-01T08:00:00Z.'],
    [
      { SCENARIO: 'huge' },
      'The setting SCENARIO is not valid: Invalid option: expected one of "small"|"demo"|"large"|"scale"|"none".',
    ],
  ])('%o', (env, sentence) => {
    expect(() => read(env as Record<string, string>)).toThrow(new StartupError(sentence));
  });
});

test('a bouncer needs a database URL', () => {
  const [DATABASE_URL, PGBOUNCER_URL] = ['postgres://paceline:x@db:5432/paceline', 'postgres://pool:6432/paceline'];
  expect(read({ DATABASE_URL, PGBOUNCER_URL })).toMatchObject({ databaseUrl: DATABASE_URL, bouncerUrl: PGBOUNCER_URL });
  expect(() => read({ PGBOUNCER_URL })).toThrow(
    new StartupError('PGBOUNCER_URL is beside DATABASE_URL, not in its place: set both.'),
  );
});

test('keeps serving before it stops for as long as configured, in production for five seconds', () => {
  expect(read({})).toMatchObject({ drainMs: 0, stopGraceMs: 15_000 });
  expect(read(prod)).toMatchObject({ drainMs: 5_000 });
  expect(read({ DRAIN_SECONDS: '2' })).toMatchObject({ drainMs: 2_000 });
  expect(() => read({ DRAIN_SECONDS: '11' })).toThrow(StartupError);
});

describe('production', () => {
  test('is quiet, without demo data and with its own secret', () => {
    expect(read(prod)).toMatchObject({ production: true, scenario: 'none', logLevel: 'info', secret: SECRET });
  });

  test('shows API documents only if enabled, and sends events unless disabled', () => {
    expect(read({})).toMatchObject({ apiDocs: true, liveEvents: true });
    expect(read(prod)).toMatchObject({ apiDocs: false, liveEvents: true });
    expect(read({ ...prod, API_DOCS: 'on', LIVE_EVENTS: 'off' })).toMatchObject({ apiDocs: true, liveEvents: false });
    expect(read({ API_DOCS: 'off' })).toMatchObject({ apiDocs: false });
  });

  test.each([
    ['a made-up secret', { ...prod, PACELINE_SECRET: '' }, 'PACELINE_SECRET'],
    ['an unknown address', { ...prod, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    ['demo sign-ins', { ...prod, SCENARIO: 'demo' }, 'SCENARIO'],
    ['a fixed clock', { ...prod, PACELINE_NOW: '2026-11-01T08:00:00Z' }, 'PACELINE_NOW'],
    ['leads sent to local addresses', { ...prod, LOCAL_DELIVERY: 'on' }, 'LOCAL_DELIVERY'],
    ['the same in stage', { ...prod, PACELINE_ENV: 'stage', SCENARIO: 'small' }, 'SCENARIO'],
  ])('does not start with %s', (_, env, setting) => {
    expect(() => read(env)).toThrow(StartupError);
    expect(() => read(env)).toThrow(setting);
  });
});
