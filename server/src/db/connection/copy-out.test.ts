import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openCopiedRows } from '../../lib/files/copied-rows.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { makeScope } from '../scope/make-scope.ts';

const database = useDatabase({ pool: 2 });
let mine: number;
const scopeOf = (...ownerKeys: number[]) => makeScope({ userKey: null, group: 'ag', ownerKeys, partnerKey: null });
beforeAll(async () => {
  mine = (await database.asMigrator(makeTwoOwners)).mine.ownerKey;
});

/** The rows of several statements copied in sequence; each row has one text. */
const copied = async (...statements: ReturnType<typeof sql>[]): Promise<(string | null)[]> => {
  const texts: (string | null)[] = [];
  const readRows = openCopiedRows(1);
  const pieces = database.db.streamWork(scopeOf(mine), async function* (tx, copyOut) {
    for (const statement of statements) yield* copyOut(statement.compile(tx));
  });
  for await (const piece of pieces)
    readRows(piece, ({ bytes, starts, lengths }) => {
      const [at, length] = [starts[0]!, lengths[0]!];
      texts.push(length < 0 ? null : bytes.toString('utf8', at, at + length));
    });
  return texts;
};

test('values are escaped correctly', async () => {
  for (const text of ["it's", String.raw`a\'b`, '$1', '"; drop table lead; --', 'é•😀', "E'x'"])
    expect(await copied(sql`select ${text}::text union all select (${[text, 'b']}::text[])[1]`)).toEqual([text, text]);
  expect(await copied(sql`select (1 - ${-1})::text`, sql`select (${[3, -4]}::int[])[2]::text`)).toEqual(['2', '-4']);
  expect(await copied(sql`select null::text`, sql`select 'x' where false`)).toEqual([null]);
  for (const value of [null, Number.NaN, {}, true])
    await expect(copied(sql`select ${value}::text`)).rejects.toThrow(TypeError);
});

test('the rows are those of the scope', async () => {
  expect(await copied(sql`select owner_key::text from owner`)).toEqual([String(mine)]);
});

test('cancelled or failed copies leak no connection', async () => {
  for (let time = 0; time < 5; time += 1) {
    const pieces = database.db.streamWork(scopeOf(mine), (tx, copyOut) =>
      copyOut(sql`select repeat('x', 1000) from generate_series(1, 100000)`.compile(tx)),
    );
    for await (const _ of pieces) break;
    await expect(copied(sql`select (1 / 0)::text`)).rejects.toMatchObject({ code: '22012' });
  }
  expect(await copied(sql`select 'there'`)).toEqual(['there']);
});

test('an abort stops it midway', async () => {
  const gone = new AbortController();
  const pieces = database.db.streamWork(
    scopeOf(mine),
    (tx, copyOut) => copyOut(sql`select repeat('x', 1000) from generate_series(1, 100000)`.compile(tx)),
    { signal: gone.signal },
  );
  await expect(async () => {
    for await (const _ of pieces) gone.abort();
  }).rejects.toMatchObject({ name: 'CancelledError' });
  expect(await copied(sql`select 'there'`)).toEqual(['there']);
});
