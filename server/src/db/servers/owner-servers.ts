import { setTimeout as wait } from 'node:timers/promises';
import { makeScope } from '../make-scope.ts';
import { type Scope } from '../scope.ts';
import { type Database } from '../tx.ts';
import { FIRST } from './place.ts';

interface OwnerServersOptions {
  /** Each server by its number, opened fenced; 0 is the first. */
  servers: ReadonlyMap<number, Database>;
  /** How long work waits for an owner that is being moved: background work does, and requests come again. */
  waitMs?: number;
}

/** An owner is not on the server that was asked (`app.enter_owners`); nothing has been done then. */
const NOT_HERE = '57P90';
/** The campaign that a click was for left while it was being stored. */
const GONE = '23503';
const LOOK_AGAIN_MS = 100;

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

type Statement = Parameters<Database['asNobody']>[0];
type Row = Record<string, unknown>;
interface Placed {
  db: Database;
  scope: Scope;
}

/** Statements that are asked before an owner is known, or of no single one; all others ask what the first server has. */
const EVERYWHERE = new Set([
  'live_versions',
  'take_deliveries',
  'list_overdue_deliveries',
  'list_due_batches',
  'take_postbacks',
  'take_webhooks',
  'take_partner_mails',
  'take_lead_exports',
]);
/** Asked at one server after the other, until one knows whose it is. */
const UNTIL_FOUND: Record<string, (row: Row) => boolean> = {
  admit_post: (row) => row['owner_key'] !== null,
  store_click: (row) => row['outcome'] !== 'unknown',
  find_push_key: () => true,
  find_order_link: () => true,
};
const VERSION = 'data_version';

/**
 * The one place where a connection is chosen by owner: a `Database` made of several. A scope of one owner goes to that owner's
 * server; a scope of several goes to the first server, narrowed to the owners there, so that it never sees or writes half of one
 * that is elsewhere.
 */
export const openOwnerServers = async ({ servers, waitMs = 0 }: OwnerServersOptions): Promise<Database> => {
  const first = servers.get(FIRST);
  if (first === undefined) throw new TypeError('There is no first server');
  let places = new Map<number, number>();
  const look = async (): Promise<void> => {
    const rows = await first.asNobody<{ owner: number; server: number | null }>({
      name: 'owners_away',
      text: 'select owner_key as owner, moved_to as server from app.owners_away()',
      values: [],
    });
    places = new Map(rows.flatMap(({ owner, server }) => (server === null ? [] : [[owner, server] as const])));
  };
  await look();

  const placeOf = (owner: number): number => places.get(owner) ?? FIRST;
  const serverAt = (place: number): Database => {
    const server = servers.get(place);
    if (server === undefined) throw new Error(`An owner is on server ${place}, which this process was not told of`);
    return server;
  };
  const placeOfScope = (scope: Scope): Placed => {
    const [place = FIRST, ...others] = new Set(scope.ownerKeys.map(placeOf));
    if (others.length === 0) return { db: serverAt(place), scope };
    return {
      db: first,
      scope: makeScope({ ...scope, ownerKeys: scope.ownerKeys.filter((key) => placeOf(key) === FIRST) }),
    };
  };

  /** Whether it is worth asking again: the owners are elsewhere by now, or there is time to wait. */
  const mayAskAgain = async (scope: Scope, asked: Placed, since: number): Promise<boolean> => {
    await look();
    const now = placeOfScope(scope);
    if (now.db !== asked.db || now.scope.ownerKeys.length !== asked.scope.ownerKeys.length) return true;
    if (performance.now() - since >= waitMs) return false;
    await wait(LOOK_AGAIN_MS);
    return true;
  };
  const inPlace = async <T>(scope: Scope, run: (db: Database, scope: Scope) => Promise<T>): Promise<T> => {
    const since = performance.now();
    for (;;) {
      const asked = placeOfScope(scope);
      try {
        return await run(asked.db, asked.scope);
      } catch (error) {
        if (codeOf(error) !== NOT_HERE || !(await mayAskAgain(scope, asked, since))) throw error;
      }
    }
  };
  const streamInPlace = async function* <Piece>(
    scope: Scope,
    run: (db: Database, scope: Scope) => AsyncGenerator<Piece, void>,
  ): AsyncGenerator<Piece, void> {
    // Whether the owner is there is known with the first piece.
    const { stream, head } = await inPlace(scope, async (db, narrowed) => {
      const begun = run(db, narrowed);
      return { stream: begun, head: await begun.next() };
    });
    if (head.done === true) return;
    try {
      yield head.value;
      yield* stream;
    } finally {
      await stream.return();
    }
  };

  const askEverywhere = async (statement: Statement): Promise<Row[]> =>
    (await Promise.all([...servers.values()].map((db) => db.asNobody<Row>(statement)))).flat();
  const askUntilFound = async (statement: Statement, isFound: (row: Row) => boolean): Promise<Row[]> => {
    let answer: Row[] = [];
    for (const db of servers.values()) {
      const rows = await db.asNobody<Row>(statement).catch((error: unknown) => {
        if (codeOf(error) !== GONE) throw error;
        return [];
      });
      if (rows.some(isFound)) return rows;
      if (answer.length === 0) answer = rows;
    }
    return answer;
  };
  /** One number for each server that has any of the owners. */
  const askByOwner = async ({ values: [owners], ...statement }: Statement): Promise<Row[]> => {
    const byPlace = Map.groupBy(owners as number[], placeOf);
    const versions = [...byPlace].map(async ([place, keys]) => {
      const [row] = await serverAt(place).asNobody<{ version: number }>({ ...statement, values: [keys] });
      return row?.version ?? 0;
    });
    return [{ version: (await Promise.all(versions)).reduce((sum, version) => sum + version, 0) }];
  };

  return {
    withScope: (scope, work, options) => inPlace(scope, (db, own) => db.withScope(own, work, options)),
    readScope: (scope, work, options) => inPlace(scope, (db, own) => db.readScope(own, work, options)),
    pipelineScope: (scope, work) => inPlace(scope, (db, own) => db.pipelineScope(own, work)),
    streamScope: (scope, query, options) => streamInPlace(scope, (db, own) => db.streamScope(own, query, options)),
    streamWork: (scope, work, options) => streamInPlace(scope, (db, own) => db.streamWork(own, work, options)),
    streamApart: (scope, work, options) => streamInPlace(scope, (db, own) => db.streamApart(own, work, options)),
    async asNobody(statement) {
      const isFound = UNTIL_FOUND[statement.name];
      if (isFound !== undefined) return (await askUntilFound(statement, isFound)) as never;
      if (EVERYWHERE.has(statement.name)) return (await askEverywhere(statement)) as never;
      if (statement.name === VERSION) return (await askByOwner(statement)) as never;
      return first.asNobody(statement);
    },
    async close() {
      await Promise.all([...servers.values()].map((db) => db.close()));
    },
  };
};
