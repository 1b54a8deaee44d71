import type pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { visit } from '../visit.ts';
import { copyRows, mergeRows, removeRows } from './copy-rows.ts';
import { MAX_SERVERS, spreadKeys } from './keys.ts';
import { assertAllAsk, FIRST, findPlace, letIn, pointTo, shutOut } from './place.ts';
import { HELD, listTables, type MovedTable, type Tables, WORKERS } from './tables.ts';
import { assertNothingMissing, assertSame, compareTable } from './verify.ts';

export interface Move {
  ownerKey: number;
  /** The number of the server that it goes to. */
  to: number;
  /** How the role that owns the tables connects to each server, by its number; 0 is the first. */
  servers: ReadonlyMap<number, string>;
  now: Date;
  /** Hears what is being done; it is waited for. */
  tell: (what: string) => void | Promise<void>;
}

export interface Moved {
  from: number;
  rows: number;
  /** For how long nobody could work on the owner. */
  pausedMs: number;
}

interface Places {
  owner: number;
  route: { from: number; to: number };
  first: pg.ClientBase;
  from: pg.ClientBase;
  to: pg.ClientBase;
  /** At the source as well: reads one moment. */
  reader: pg.ClientBase;
  tables: Tables;
}

/** Rows are written as they stand: no trigger counts them again, no policy asks who they are of. */
const prepareClient = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`set timezone = 'UTC'`);
  await client.query(`set session_replication_role = replica`).catch((error: unknown) => {
    throw new StartupError('Owners are moved by a superuser: connect as one to both servers.', { cause: error });
  });
};

/** One moment of the source for all that is read of it. */
const atOneMoment = async <T>(reader: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await reader.query('begin isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    await reader.query('rollback');
  }
};

const inTransaction = async (client: pg.ClientBase, work: () => Promise<void>): Promise<void> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/** What every server has: the first one has the last word, and another source adds what only it knows. */
const copyShared = async ({ owner, route, first, from, to, tables }: Places): Promise<void> => {
  for (const table of tables.copied) {
    if (route.to !== FIRST) await mergeRows(first, to, table, { owner, overwrite: true });
    if (route.from !== FIRST) await mergeRows(from, to, table, { owner, overwrite: false });
  }
};

const replaceRows = (
  from: pg.ClientBase,
  to: pg.ClientBase,
  table: MovedTable,
  unit: { owner: number; month: string | null },
): Promise<void> =>
  inTransaction(to, async () => {
    await removeRows(to, table, unit);
    await copyRows(from, to, table, unit);
  });

/** Makes the target what the source is, by writing what differs: how many rows it has then, and which tables were written. */
const copyDifferences = async (places: Places): Promise<{ rows: number; written: MovedTable[] }> => {
  const { owner, route, first, reader, to, tables } = places;
  await copyShared(places);
  const written: MovedTable[] = [];
  let rows = 0;
  for (const table of tables.owned) {
    if (table.isShared) {
      // Who works on the owner is decided at the first server.
      if (table.name !== WORKERS) await mergeRows(reader, to, table, { owner, overwrite: true });
      else if (route.to !== FIRST) await replaceRows(first, to, table, { owner, month: null });
      continue;
    }
    const { units, differing } = await compareTable(reader, to, table, owner);
    rows += units.reduce((sum, unit) => sum + unit.rows, 0);
    if (differing.length > 0) written.push(table);
    for (const month of differing) {
      if (month !== null) await to.query('call app.ensure_months($1::regclass, $2, $2)', [table.name, month]);
      await replaceRows(reader, to, table, { owner, month });
    }
  }
  return { rows, written };
};

/** What works past the scopes finds nothing of the owner to take until the transaction ends. */
const hold = async ({ owner, from, tables }: Places): Promise<void> => {
  for (const { name, where } of tables.owned)
    if (HELD.includes(name)) await from.query(`select from ${name} t where ${where(owner)} for update`);
};

const removeAll = async (client: pg.ClientBase, { owned }: Tables, owner: number): Promise<void> => {
  for (const table of owned) if (!table.isShared) await removeRows(client, table, { owner, month: null });
};

/** The owner is nobody's during this: it is as short as comparing the two servers and copying what changed since the first copy. */
const switchOver = async (places: Places, move: Move): Promise<number> => {
  const { owner, tables } = places;
  const { from } = places.route;
  await shutOut(places.from, owner, move.now);
  try {
    await places.from.query('begin');
    await hold(places);
    const rows = await atOneMoment(places.reader, async () => {
      const copied = await copyDifferences(places);
      await assertNothingMissing(places.to, tables, owner);
      await assertSame(places.reader, places.to, copied.written, owner);
      return copied.rows;
    });
    await letIn(places.to, owner);
    // From here on it is at its new place.
    if (from !== FIRST) await (move.to === FIRST ? letIn(places.first, owner) : pointTo(places.first, owner, move.to));
    await pointTo(places.from, owner, move.to);
    await removeAll(places.from, tables, owner);
    await places.from.query('commit');
    return rows;
  } catch (error) {
    await places.from.query('rollback');
    // Nothing has been written at the new place, so the old one goes on.
    if ((await findPlace(places.first, owner)) === from) await letIn(places.from, owner);
    throw error;
  }
};

const assertSameSchema = async (from: pg.ClientBase, to: pg.ClientBase): Promise<void> => {
  const newest = async (client: pg.ClientBase) =>
    (await client.query<{ name: string }>('select max(name) as name from migration')).rows[0]?.name;
  const [there, here] = await Promise.all([newest(from), newest(to)]);
  if (there !== here) throw new StartupError(`The servers have different schemas (${there} and ${here}): update both.`);
};

/** Rows go without a trace of it in the outbox of a report cluster, which would go on counting them where they were. */
const assertNotFed = async (from: pg.ClientBase, to: pg.ClientBase): Promise<void> => {
  for (const client of [from, to]) {
    const { rows } = await client.query('select from cluster_feed');
    if (rows.length > 0)
      throw new StartupError(
        'A report cluster is fed: unset CLICKHOUSE_URL, start a worker once, and move the owner then.',
      );
  }
};

const addressOf = ({ servers }: Move, server: number): string => {
  const url = servers.get(server);
  if (url === undefined || server < 0 || server >= MAX_SERVERS)
    throw new StartupError(`There is no server ${server}: name it in OWNER_SERVERS.`);
  return url;
};

const run = async (move: Move, from: number, places: Omit<Places, 'owner' | 'route' | 'tables'>): Promise<Moved> => {
  const { ownerKey: owner, tell } = move;
  for (const client of [places.first, places.from, places.to, places.reader]) await prepareClient(client);
  await assertSameSchema(places.from, places.to);
  await assertNotFed(places.from, places.to);
  await assertAllAsk(places.from);
  const other = move.to === FIRST ? { client: places.from, server: from } : { client: places.to, server: move.to };
  await spreadKeys(places.first, other);
  const all = { ...places, owner, route: { from, to: move.to }, tables: await listTables(places.from) };
  await tell('copying while the owner works');
  await atOneMoment(places.reader, () => copyDifferences(all));
  await tell('pausing the owner and copying what changed meanwhile');
  const paused = performance.now();
  const rows = await switchOver(all, move);
  const pausedMs = Math.round(performance.now() - paused);
  // What a job wrote about the owner while its rows were on their way out.
  await removeAll(places.from, all.tables, owner);
  return { from, rows, pausedMs };
};

/** What a move that was broken off after the switch left at the places where the owner is not. */
const tidyUp = async ({ ownerKey, servers }: Move, place: number): Promise<void> => {
  for (const [server, url] of servers)
    if (server !== place)
      await visit(url, async (client) => {
        await prepareClient(client);
        const { rows } = await client.query('select from owner_away where owner_key = $1', [ownerKey]);
        if (rows.length > 0) await removeAll(client, await listTables(client), ownerKey);
      });
};

/**
 * Moves an owner with all of its rows to another server while it works. Broken off before the switch, it is run again and the owner
 * is paused until then; broken off after it, it is run again and tidies the old place up. Null: the owner was there already.
 */
export const moveOwner = (move: Move): Promise<Moved | null> =>
  visit(addressOf(move, FIRST), async (first) => {
    const from = await findPlace(first, move.ownerKey);
    const [source, target] = [addressOf(move, from), addressOf(move, move.to)];
    if (from === move.to) {
      // Paused by a move that was broken off, and to stay.
      await visit(source, (client) => letIn(client, move.ownerKey));
      await tidyUp(move, from);
      return null;
    }
    return visit(source, (client) =>
      visit(source, (reader) => visit(target, (to) => run(move, from, { first, from: client, to, reader }))),
    );
  });
