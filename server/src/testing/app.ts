import fs from 'node:fs/promises';
import { type AnyCall, type CallInput, fillPath, type Permission, type UserGroup } from '@paceline/contract';
import { type FastifyInstance, type InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { type LiveData, openLiveData } from '../db/connection/live.ts';
import { type Tx } from '../db/scope/tx.ts';
import { createLog } from '../http/watch/log.ts';
import { manualClock } from '../lib/clock.ts';
import { type OutboundHttp } from '../lib/guarded-http.ts';
import { randomToken, sha256 } from '../lib/secrets/tokens.ts';
import { type Filled, type TestDatabase, useDatabase } from './database.ts';
import { makeCampaign, makeLead, makeUser } from './factories/factories.ts';
import { emptyGoogleAds } from './factories/google-ads.ts';
import { makeTemporaryFolder } from './servers/temporary-folder.ts';

/** The day that tests stand on unless they say otherwise: a Tuesday in the middle of a month. */
export const TEST_NOW = new Date('2026-03-10T15:00:00Z');
export const TEST_SECRET = Buffer.from('a secret for tests only, of 32 chars');
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

interface StreamAnswer {
  status: number;
  rows: Record<string, unknown>[];
  /** The last line: the end, or what went wrong on the way. */
  end: Record<string, unknown> | undefined;
}

export interface TestApp extends TestDatabase {
  app: FastifyInstance;
  live: LiveData;
  /** Beside the database; made by whoever writes into it. */
  dataDir: string;
  calls: readonly AnyCall[];
  clock: ReturnType<typeof manualClock>;
  /**
   * A user of the group with these rights, and a session of theirs. Whoever is given one owner works on a second one too, which
   * has a campaign with a plan and a lead: what is about one owner must not show the other. `owners` are exactly those.
   */
  signedIn(
    group: UserGroup,
    options?: {
      owner?: number;
      owners?: readonly number[];
      permissions?: readonly Permission[];
      mustChangePassword?: boolean;
      /** Of a partner's user; one of its own otherwise. */
      partnerKey?: number;
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

/** The second owner of whoever is given one: with numbers of its own, so that a sum over both is not the sum of one. */
const makeBusyOwner = async (tx: Tx): Promise<number> => {
  const { ownerKey, campaignKey, partnerKey } = await makeCampaign(tx);
  await makeLead(tx, { ownerKey, campaignKey, partnerKey, day: '2026-03-03', clientPrice: 333.33 });
  return ownerKey;
};

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

/** Every answer is what its call declares, for the group that asked: what a statement is said to return is not believed. */
const assertDeclared = (call: AnyCall, as: SignedIn | null, data: unknown): void => {
  const schema = (as && call.responseFor[as.group]) ?? call.response;
  const { error } = schema.safeParse(data);
  if (error) throw new Error(`The answer of ${call.id} is not what it declares: ${z.prettifyError(error)}`);
};

const linesOf = (call: AnyCall, as: SignedIn | null, payload: string): Pick<StreamAnswer, 'rows' | 'end'> => {
  const lines = payload
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const rows = lines.slice(0, -1);
  for (const row of rows) assertDeclared(call, as, row);
  return { rows, end: lines.at(-1) };
};

/** The real server on a database of its own, driven without a socket. */
export const useApp = (
  options: {
    pool?: number;
    filled?: Filled;
    log?: NodeJS.WritableStream;
    production?: boolean;
    /** How reports are fetched from ad platforms; without it nothing ran in any account. */
    reportHttp?: OutboundHttp;
  } = {},
): TestApp => {
  const database = useDatabase(options);
  const test = database as TestApp;
  test.clock = manualClock(TEST_NOW);
  let live: LiveData;

  beforeAll(async () => {
    test.dataDir = await makeTemporaryFolder('app');
    live = openLiveData({ db: database.db, clock: test.clock });
    const { app, calls } = await buildApp({
      config: { production: options.production ?? false, trustProxy: [], serveWeb: false, metricsToken: null },
      db: database.db,
      clock: test.clock,
      secret: TEST_SECRET,
      dataDir: test.dataDir,
      live,
      log: createLog({ logLevel: options.log ? 'trace' : 'silent' }, options.log),
      reportHttp: options.reportHttp ?? emptyGoogleAds,
    });
    Object.assign(test, { app, calls, live });
  });
  afterAll(async () => {
    await live.close();
    await test.app.close();
    await fs.rm(test.dataDir, { recursive: true, force: true });
  });

  let second: Promise<number> | undefined;
  const secondOwner = (): Promise<number> => (second ??= database.asMigrator(makeBusyOwner));

  test.signedIn = async (group, { owner, owners, permissions = [], mustChangePassword = false, partnerKey } = {}) => {
    const ownerKeys = owners ?? (owner === undefined ? [] : [owner, await secondOwner()]);
    const { userKey } = await database.asMigrator((tx) =>
      makeUser(tx, {
        group,
        ownerKeys,
        permissions,
        mustChangePassword,
        ...(partnerKey !== undefined && { partnerKey }),
      }),
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
    if (isFile) return { status: statusCode, body: { status: 'success', data: null, requestId: '' } };
    // A stream that was asked for as one answer is what its lines say.
    if (call.kind === 'stream' && statusCode === 200) {
      const { rows } = linesOf(call, as, payload);
      return { status: statusCode, body: { status: 'success', data: rows, requestId: '' } };
    }
    const body = JSON.parse(payload) as Answer['body'];
    if (call.kind === 'post' && statusCode === 200) {
      assertDeclared(call, as, body);
      return { status: statusCode, body: { status: 'success', data: body, requestId: body.requestId } };
    }
    if (statusCode === 200) assertDeclared(call, as, body.data);
    return { status: statusCode, body };
  };

  test.readStream = async (call, as, input = {}) => {
    const { statusCode, payload } = await send(call, as, input);
    return { status: statusCode, ...linesOf(call, as, payload) };
  };
  return test;
};
