import { type AnyCall, type CallInput, fillPath, type Permission, type UserGroup } from '@paceline/contract';
import { type FastifyInstance, type InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../app.ts';
import { type LiveData, openLiveData } from '../db/live.ts';
import { createLog } from '../http/log.ts';
import { manualClock } from '../lib/clock.ts';
import { randomToken, sha256 } from '../lib/tokens.ts';
import { type TestDatabase, useDatabase } from './database.ts';
import { makeUser } from './factories.ts';

/** The day that tests stand on unless they say otherwise: a Tuesday in the middle of a month. */
export const TEST_NOW = new Date('2026-03-10T15:00:00Z');
const HOUR = 60 * 60 * 1000;

export interface SignedIn {
  group: UserGroup;
  userKey: number;
  sessionKey: number;
  headers: { authorization: string };
}

export interface Answer {
  status: number;
  body: { status: string; code?: string; message?: string; data: unknown; errors?: unknown[]; requestId: string };
}

export interface StreamAnswer {
  status: number;
  rows: Record<string, unknown>[];
  /** The last line: the end, or what went wrong on the way. */
  end: Record<string, unknown> | undefined;
}

export interface TestApp extends TestDatabase {
  app: FastifyInstance;
  calls: readonly AnyCall[];
  clock: ReturnType<typeof manualClock>;
  /** A user of the group with exactly these owners and rights, and a session of theirs. */
  signedIn(
    group: UserGroup,
    options?: {
      owner?: number;
      owners?: readonly number[];
      permissions?: readonly Permission[];
      mustChangePassword?: boolean;
    },
  ): Promise<SignedIn>;
  /** A session of a user that the test has made itself. */
  sessionOf(group: UserGroup, userKey: number): Promise<SignedIn>;
  /** The same for a call that answers with lines. */
  readStream<C extends AnyCall>(call: C, as: SignedIn, input?: Partial<CallInput<C>>): Promise<StreamAnswer>;
  /** Makes a call as somebody, or as nobody. `group` is the prefix of the path where it is not the caller's own. */
  call<C extends AnyCall>(
    call: C,
    as: SignedIn | null,
    input?: Partial<CallInput<C>> & { group?: UserGroup },
  ): Promise<Answer>;
}

const insertSession = async (
  database: TestDatabase,
  userKey: number,
  now: Date,
): Promise<{ token: string; sessionKey: number }> => {
  const token = randomToken();
  const sessionKey = await database.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into session (user_key, ip, user_agent, created_at, expires_at)
      values (${userKey}, '127.0.0.1', 'test', ${now}, ${new Date(now.getTime() + 12 * HOUR)}) returning session_key as key
    `.execute(tx);
    const key = rows[0]?.key ?? 0;
    await sql`
      insert into session_token (token_hash, session_key, kind, issued_at, expires_at)
      values (${sha256(token)}, ${key}, 'access', ${now}, ${new Date(now.getTime() + HOUR / 2)})
    `.execute(tx);
    return key;
  });
  return { token, sessionKey };
};

/** The real server on a database of its own, driven without a socket. */
export const useApp = (options: { pool?: number; log?: NodeJS.WritableStream; production?: boolean } = {}): TestApp => {
  const database = useDatabase(options);
  const test = database as TestApp;
  test.clock = manualClock(TEST_NOW);
  let live: LiveData;

  beforeAll(async () => {
    live = openLiveData(database.appUrl);
    const { app, calls } = await buildApp({
      config: { production: options.production ?? false, trustProxy: [], serveWeb: false, metricsToken: null },
      db: database.db,
      clock: test.clock,
      secret: Buffer.from('a secret for tests only, of 32 chars'),
      live,
      log: createLog({ logLevel: options.log ? 'trace' : 'silent' }, options.log),
    });
    Object.assign(test, { app, calls });
  });
  afterAll(async () => {
    await live.close();
    await test.app.close();
  });

  test.signedIn = async (group, { owner, owners, permissions = [], mustChangePassword = false } = {}) => {
    const ownerKeys = owners ?? (owner === undefined ? [] : [owner]);
    const { userKey } = await database.asMigrator((tx) =>
      makeUser(tx, { group, ownerKeys, permissions, mustChangePassword }),
    );
    return test.sessionOf(group, userKey);
  };

  test.sessionOf = async (group, userKey) => {
    const { token, sessionKey } = await insertSession(database, userKey, test.clock.now());
    return { group, userKey, sessionKey, headers: { authorization: `Bearer ${token}` } };
  };

  const send = async (
    call: AnyCall,
    as: SignedIn | null,
    input: Partial<CallInput<AnyCall>> & { group?: UserGroup },
  ) => {
    const query = new URLSearchParams(input.query as Record<string, string>).toString();
    const request: InjectOptions = {
      method: call.method,
      url: `/${call.base}${fillPath(call.path, input.params ?? {}, input.group ?? as?.group ?? 'ag')}${query && `?${query}`}`,
      headers: { ...as?.headers },
    };
    if (call.method !== 'GET') {
      const form = call.kind === 'form';
      request.payload = form
        ? new URLSearchParams(input.body as Record<string, string>).toString()
        : ((input.body as object | undefined) ?? {});
      if (form) request.headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
    }
    return test.app.inject(request);
  };

  test.call = async (call, as, input = {}) => {
    const { statusCode, payload, headers } = await send(call, as, input);
    // A download that succeeds answers with its file, which says nothing here.
    const isFile = headers['content-disposition'] !== undefined;
    const body = isFile ? { status: 'success', data: null, requestId: '' } : (JSON.parse(payload) as Answer['body']);
    return { status: statusCode, body };
  };

  test.readStream = async (call, as, input = {}) => {
    const { statusCode, payload } = await send(call, as, input);
    const lines = payload
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { status: statusCode, rows: lines.slice(0, -1), end: lines.at(-1) };
  };
  return test;
};
