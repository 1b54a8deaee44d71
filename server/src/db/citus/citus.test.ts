import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { type Distribution, readDistribution } from './citus.ts';
import { type Tx } from '../scope/tx.ts';

const database = useDatabase();
const readFrom = (tx: Tx): Promise<Distribution> =>
  readDistribution(async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(tx)).rows);

/** Reads the distribution of the schema with this change, which is rolled back. */
const readWith = async (change: string): Promise<Distribution> => {
  const { promise, resolve, reject } = Promise.withResolvers<Distribution>();
  const rollBack = new Error('the breach goes with its transaction');
  await database
    .asMigrator(async (tx) => {
      await sql.raw(change).execute(tx);
      resolve(await readFrom(tx));
      throw rollBack;
    })
    .catch((error: unknown) => (error === rollBack ? undefined : reject(error as Error)));
  return promise;
};

test('the schema meets the requirements of Citus, except for listed cases with a reason', async () => {
  expect((await database.asMigrator(readFrom)).faults).toEqual([]);
});

test.each([
  [
    'create table breach (owner_key int not null, id int primary key)',
    'breach: breach_pkey is unique without owner_key',
  ],
  ['create table breach (owner_key int)', 'breach: owner_key can be null'],
  [
    'alter table goal add column other int, add constraint breach foreign key (other) references client (client_key)',
    'goal: breach refers to client without owner_key',
  ],
  [
    'alter table channel add column client int, add constraint breach foreign key (client) references client (client_key)',
    'channel: breach refers to client without owner_key',
  ],
  [
    'alter table goal add column other int, add constraint breach foreign key (owner_key, other) references goal on delete set null (other)',
    'goal: breach sets null where owner_key is a part of it',
  ],
  [
    `create function app.breach() returns void language sql begin atomic; update goal set name = name; end`,
    'breach: writes without of_owner',
  ],
  [
    `create function app.breach(one regclass) returns void language plpgsql as 'begin execute format(''delete from %s'', one); end'`,
    'breach: writes without of_owner',
  ],
  ['drop index lead_export_running', 'lead_export_running: an exception that nothing needs'],
])('the planted breach is found: %s', async (breach, fault) => {
  expect((await readWith(breach)).faults).toEqual([fault]);
});

test('the statements follow the foreign keys and include every table once', async () => {
  const { statements } = await database.asMigrator(readFrom);
  const tables = statements.flatMap((statement) => /create_\w+_table\('(\w+)'/.exec(statement)?.[1] ?? []);
  const { rows } = await database.asMigrator((tx) =>
    sql<{ name: string; refersTo: string[] }>`
      select c.relname as name, array(
        select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'`.execute(
      tx,
    ),
  );
  expect(tables.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  for (const { name, refersTo } of rows)
    expect(refersTo.filter((other) => tables.indexOf(other) > tables.indexOf(name))).toEqual([]);
});
