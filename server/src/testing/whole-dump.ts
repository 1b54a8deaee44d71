import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { openContact, openFile, openFilePart, openPerson } from '../lib/secrets/seal.ts';
import { TEST_SECRET, type TestApp } from './app.ts';

/**
 * Every row of every table in every schema that is not Postgres's own, as text, by table: what a plain dump holds. The server that
 * comes with the product brings no `pg_dump` along.
 */
export const dumpTables = (harness: TestApp): Promise<Map<string, string>> =>
  harness.asMigrator(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'm') and relpersistence <> 't'
        and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1
    `.execute(tx);
    const dump = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(t::text, e'\n') as text from ${sql.raw(name)} t`.execute(tx);
      dump.set(name, rows[0]?.text ?? '');
    }
    return dump;
  });

/** What stands sealed in the tables, opened, by where it stands. */
export const openWhole = (harness: TestApp, secret: Buffer = TEST_SECRET): Promise<Map<string, string>> =>
  harness.asMigrator(async (tx) => {
    const opened = new Map<string, string>();
    const note = (where: string, text: string): void => void opened.set(where, `${opened.get(where) ?? ''}${text}\n`);
    const people = await sql<{ ownerKey: number; leadKey: number; sealed: Buffer }>`
      select owner_key as "ownerKey", lead_key::int as "leadKey", sealed from lead_person where sealed is not null`.execute(
      tx,
    );
    for (const { sealed, ...row } of people.rows) note('lead_person', JSON.stringify(openPerson(secret, row, sealed)));
    const files = await sql<{ ownerKey: number; file: Buffer }>`
      select owner_key as "ownerKey", file from bulk_import where names_people and file is not null`.execute(tx);
    for (const { ownerKey, file } of files.rows) note('bulk_import', openFile(secret, ownerKey, file).toString());
    const contacts = await sql<{ ownerKey: number; digest: string; sealed: Buffer; where: string }>`
      select owner_key as "ownerKey", encode(digest, 'hex') as digest, sealed, 'milestone_unmatched' as where
      from milestone_unmatched where sealed is not null
      union all
      select owner_key, cells ->> 'digest', decode(cells ->> 'sealed', 'base64'), 'bulk_import_row'
      from bulk_import_row where cells ? 'sealed'`.execute(tx);
    for (const { sealed, where, ...id } of contacts.rows) note(where, openContact(secret, id, sealed));
    const parts = await sql<{ ownerKey: number; exportKey: number; place: number; sealed: Buffer }>`
      select owner_key as "ownerKey", export_key as "exportKey", place, sealed from lead_export_part
      order by export_key, place`.execute(tx);
    for (const whole of Map.groupBy(parts.rows, ({ exportKey }) => exportKey).values()) {
      const packed = whole.map(({ sealed, ...id }) => openFilePart(secret, id, sealed));
      note('lead_export_part', gunzipSync(Buffer.concat(packed)).toString());
    }
    return opened;
  });

/** Where any of the words stands: as it is written, in whatever case, or as the bytes of a `bytea`. */
export const placesOf = (dump: ReadonlyMap<string, string>, words: readonly string[]): string[] => {
  const wanted = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  return [...dump].filter(([, text]) => wanted.some((word) => text.toLowerCase().includes(word))).map(([name]) => name);
};
