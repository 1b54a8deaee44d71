import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import { isTracing, traced } from '../../lib/tracing/trace.ts';
import { type Scope } from '../scope/scope.ts';
import { statementName } from './statement-name.ts';

/** A transaction in a scope. It is unusable once the work it was handed to has ended. */
export type Tx = Kysely<unknown>;

const settings = ({ ownerKeys, partnerKey, group, userKey }: Scope): string =>
  [
    ['app.owner_keys', `{${ownerKeys.join(',')}}`],
    ['app.partner_key', partnerKey ?? ''],
    ['app.user_group', group],
    ['app.user_key', userKey ?? ''],
  ]
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');

const BEGIN = { write: 'begin', read: 'begin isolation level repeatable read read only' };
export type Mode = keyof typeof BEGIN;

/** Transaction-local settings, so that nothing of a scope outlives its transaction; one round trip, as the values are plain keys. */
export const opening = (scope: Scope, mode: Mode): string =>
  `${BEGIN[mode]}; select ${settings(scope)}, pg_backend_pid() as pid`;

/** The backend's process ID as the opening statement returned it: PgBouncer reports IDs of its own. */
export const backendOf = (opened: pg.QueryResult): number => {
  const [, settled] = opened as unknown as pg.QueryResult<{ pid: number }>[];
  return settled?.rows[0]?.pid ?? 0;
};

/** Prefix of a statement that carries its name. */
export const PREPARED = '/* prepared ';
const STATEMENT = { kind: 'client', facts: { 'db.system.name': 'postgresql' } } as const;

/** A statement with a name in its prefix (`prepared.ts`) is parsed and planned once per connection. */
const queryOf = (client: pg.PoolClient): pg.PoolClient['query'] => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const run = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
    typeof text === 'string' && text.startsWith(PREPARED)
      ? query({ name: text.slice(PREPARED.length, text.indexOf(' */')), text, values })
      : query(text, values, ...rest);
  return ((text: unknown, ...rest: unknown[]) =>
    // A cursor is not text: a stream is traced as one span.
    typeof text === 'string' && isTracing()
      ? traced(statementName(text), () => run(text, ...(rest as [unknown])) as Promise<unknown>, STATEMENT)
      : run(text, ...(rest as [unknown]))) as pg.PoolClient['query'];
};

/** Kysely over the one connection of a transaction; rejects queries once the transaction has ended. */
export const leaseKysely = (client: pg.PoolClient): { tx: Tx; end: () => void } => {
  let over = false;
  const query = queryOf(client);
  const lease = {
    connect: () =>
      over
        ? Promise.reject(new Error('The transaction has ended: a query was not awaited'))
        : Promise.resolve({ query, release: () => undefined }),
    end: () => Promise.resolve(),
    options: {},
  };
  const tx: Tx = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lease, cursor: Cursor }) });
  return { tx, end: () => void (over = true) };
};

/** Postgres rolls back on commit when a statement failed and its error was swallowed. */
export const assertEnded = ({ command }: pg.QueryResult, outcome: 'commit' | 'rollback'): void => {
  if (command !== outcome.toUpperCase()) throw new Error('Rolled back: a statement had failed unnoticed');
};
