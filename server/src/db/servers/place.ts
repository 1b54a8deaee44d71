import type pg from 'pg';
import { UNFENCED_NAMES } from '../tx.ts';
import { StartupError } from '../../lib/startup-error.ts';

/** The first server: users, partners, sessions and the map are there. */
export const FIRST = 0;

/** The number of the namespace in which writers hold their owner (`app.enter_owners`). */
const OWNERS = 4_600_082;

/** Where an owner is, as the first server says. */
export const findPlace = async (first: pg.ClientBase, owner: number): Promise<number> => {
  const { rows } = await first.query<{ movedTo: number | null; isAway: boolean }>(
    `select a.moved_to as "movedTo", a.owner_key is not null as "isAway"
     from owner o left join owner_away a using (owner_key) where o.owner_key = $1`,
    [owner],
  );
  if (rows[0] === undefined) throw new StartupError(`There is no owner ${owner}.`);
  return rows[0].movedTo ?? FIRST;
};

/** Nobody reads or writes an owner at a server from now on, and those who wrote have ended. */
export const shutOut = async (client: pg.ClientBase, owner: number, now: Date): Promise<void> => {
  await client.query(
    `insert into owner_away (owner_key, moved_to, since) values ($1, null, $2)
     on conflict (owner_key) do update set moved_to = null, since = excluded.since`,
    [owner, now],
  );
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1, $2)', [OWNERS, owner]);
  await client.query('commit');
};

/** Says where the owner is, at a server that it is not on. */
export const pointTo = async (client: pg.ClientBase, owner: number, server: number): Promise<void> => {
  await client.query('update owner_away set moved_to = $2 where owner_key = $1', [owner, server]);
};

export const letIn = async (client: pg.ClientBase, owner: number): Promise<void> => {
  await client.query('delete from owner_away where owner_key = $1', [owner]);
};

/** A process that does not ask where an owner is would go on writing at the old place. */
export const assertAllAsk = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = any ($1) limit 1',
    [UNFENCED_NAMES],
  );
  if (rows.length > 0)
    throw new StartupError(
      'A process of Paceline works on this database without asking which server an owner is on: stop it first.',
    );
};
