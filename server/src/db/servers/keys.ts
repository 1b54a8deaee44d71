import type pg from 'pg';

/**
 * As many servers as there can ever be. Server n gives out keys that leave n when divided by this, so that no two servers make the
 * same one; keys from before there was a second server stay, and all begin above them.
 */
export const MAX_SERVERS = 16;

interface SequenceState {
  name: string;
  step: number;
}

/** Of the owners' schema: the queue of jobs has keys of its own, which never travel. */
const listSequences = async (client: pg.ClientBase): Promise<SequenceState[]> => {
  const { rows } = await client.query<SequenceState>(
    `select format('%I.%I', schemaname, sequencename) as name, increment_by::int as step
     from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
};

/** The first key of a server above these. */
export const firstKey = (above: number, server: number): number => {
  const start = Math.floor(above / MAX_SERVERS) * MAX_SERVERS + server;
  return start > above ? start : start + MAX_SERVERS;
};

const lastOf = async (client: pg.ClientBase, name: string): Promise<number> => {
  const { rows } = await client.query<{ last: number | string }>(`select last_value as last from ${name}`);
  return Number(rows[0]?.last ?? 0);
};

/** The new step comes first and holds up whoever wants a key: what was given out last is read when nobody can take one. */
const spread = async (client: pg.ClientBase, server: number, above: ReadonlyMap<string, number>): Promise<void> => {
  for (const { name, step } of await listSequences(client)) {
    if (step === MAX_SERVERS) continue;
    await client.query('begin');
    try {
      await client.query(`alter sequence ${name} increment by ${MAX_SERVERS}`);
      const start = firstKey(Math.max(await lastOf(client, name), above.get(name) ?? 0), server);
      await client.query(`alter sequence ${name} restart with ${start}`);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
};

/** Makes the keys of two servers differ. Asked again, it changes nothing. */
export const spreadKeys = async (
  first: pg.ClientBase,
  other: { client: pg.ClientBase; server: number },
): Promise<void> => {
  await spread(first, 0, new Map());
  const above = new Map<string, number>();
  for (const { name } of await listSequences(first)) above.set(name, await lastOf(first, name));
  await spread(other.client, other.server, above);
};
