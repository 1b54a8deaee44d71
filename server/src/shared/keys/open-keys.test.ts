import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { recognitionKeyOf, ringOf } from '../../lib/secrets/key-ring.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign } from '../../testing/factories/factories.ts';
import { updateOthersRetired } from './keys.queries.ts';
import { type GivenSecrets, openRing } from './open-keys.ts';

const database = useDatabase();
const AT = new Date('2026-03-10T15:00:00Z');
const [FIRST, SECOND, THIRD] = ['one', 'two', 'three'].map((word) =>
  Buffer.from(`${word} of the secrets of a test, long`),
) as [Buffer, Buffer, Buffer];

const open = (secret: Buffer, over: Partial<GivenSecrets> = {}): Promise<Buffer> =>
  database.asMigrator((tx) => openRing(tx, { secret, before: null, next: null, ...over }, AT));
const knownTo = (secret: Buffer) => ({ writes: ringOf(secret).writes, opens: [...ringOf(secret).keys.keys()] });

beforeEach(() =>
  database.asMigrator(async (tx) => {
    await sql`truncate secret_key, recognition_key`.execute(tx);
  }),
);

describe('the keys of an installation', () => {
  test('a new one has its own hash key, which stays when the secret changes', async () => {
    const first = await open(FIRST);
    expect(knownTo(first)).toEqual({ writes: 1, opens: [1] });
    expect(recognitionKeyOf(first)).toHaveLength(32);
    expect(recognitionKeyOf(first).equals(FIRST)).toBe(false);
    expect(recognitionKeyOf(await open(FIRST)).equals(recognitionKeyOf(first))).toBe(true);
    const second = await open(SECOND, { before: FIRST });
    expect(knownTo(second)).toEqual({ writes: 2, opens: [1, 2] });
    expect(recognitionKeyOf(second).equals(recognitionKeyOf(first))).toBe(true);
  });

  test('one with data keeps the secret that its hashes were made with', async () => {
    // Rolled back at the end: other tests in this file need a new installation.
    const rollback = new Error('Rolled back');
    const opened = database.asMigrator(async (tx) => {
      await makeCampaign(tx);
      const ring = await openRing(tx, { secret: SECOND, before: FIRST, next: null }, AT);
      expect(recognitionKeyOf(ring).equals(FIRST)).toBe(true);
      throw rollback;
    });
    await expect(opened).rejects.toBe(rollback);
  });

  test('an announced secret can open but does not seal, and may be withdrawn', async () => {
    expect(knownTo(await open(FIRST, { next: SECOND }))).toEqual({ writes: 1, opens: [1, 2] });
    expect(knownTo(await open(FIRST))).toEqual({ writes: 1, opens: [1] });
    expect(knownTo(await open(THIRD, { before: FIRST }))).toEqual({ writes: 3, opens: [1, 3] });
  });

  test('neither table contains a secret, and the app role reads neither', async () => {
    await open(SECOND, { before: FIRST });
    const { rows } = await database.asMigrator((tx) =>
      sql<{
        text: string;
      }>`select t::text as text from secret_key t union all select t::text from recognition_key t`.execute(tx),
    );
    expect(rows).toHaveLength(3);
    for (const { text } of rows)
      for (const secret of [FIRST, SECOND]) expect(text).not.toContain(secret.toString('hex'));
    for (const table of ['secret_key', 'recognition_key'])
      await expect(database.db.asNobody({ name: '', text: `select from ${table}`, values: [] })).rejects.toMatchObject({
        code: '42501',
      });
  });
});

describe('the start is refused', () => {
  test('with a secret unknown to the database', async () => {
    await open(FIRST);
    await expect(open(SECOND)).rejects.toThrow('This database was sealed with another PACELINE_SECRET');
    await expect(open(SECOND, { before: THIRD })).rejects.toThrow('PACELINE_SECRET_BEFORE: correct it, or unset it');
    await expect(open(FIRST, { before: THIRD })).rejects.toThrow('PACELINE_SECRET_BEFORE: correct it, or unset it');
    expect(knownTo(await open(FIRST))).toEqual({ writes: 1, opens: [1] });
  });

  test('without the previous secret while something needs it', async () => {
    await open(FIRST);
    await open(SECOND, { before: FIRST });
    await expect(open(SECOND)).rejects.toThrow('sealed with key 1 and does not open without it');
    // Returning to the first key alone fails too: the second may have sealed something.
    await expect(open(FIRST)).rejects.toThrow('sealed with key 2');
    await database.asMigrator((tx) => updateOthersRetired(tx, 2, AT));
    // The recognition key is resealed by the rotation; see app.rotation.test.ts.
    await expect(open(SECOND)).rejects.toThrow('sealed with key 1, which this server was not given');
  });
});
