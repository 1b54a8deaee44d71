import { type Doc, type DocAudience } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Of these owners; row-level security hides files for other audiences. */
export const listDocs = async (tx: Tx, ownerKeys: readonly number[]): Promise<Doc[]> => {
  const { rows } = await sql<Doc>`
    select d.owner_key as "ownerKey", o.name as "ownerName", d.doc_key as "docKey", d.title, d.audience,
           d.for_partner_key as "partnerKey", p.name as "partnerName", d.row_version as "rowVersion",
           (select jsonb_agg(jsonb_build_object('version', v.version, 'fileName', v.file_name, 'bytes', v.bytes,
              'addedAt', ${iso('v.added_at')},
              'addedBy', (select concat_ws(' ', u.first_name, u.last_name) from user_account u where u.user_key = v.added_by))
              order by v.version desc)
            from doc_version v where v.owner_key = d.owner_key and v.doc_key = d.doc_key) as versions
    from doc d join owner o on o.owner_key = d.owner_key
    left join media_partner p on p.partner_key = d.for_partner_key
    where d.owner_key = any (${[...ownerKeys]}) and d.removed_at is null
    order by lower(d.title), d.doc_key
  `.execute(tx);
  return rows;
};

export interface StoredFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

export const findFile = async (
  tx: Tx,
  { ownerKey, docKey, version }: { ownerKey: number; docKey: number; version: number },
): Promise<StoredFile | null> => {
  const { rows } = await sql<StoredFile>`
    select v.file_name as "fileName", v.content_type as "contentType", v.content
    from doc_version v join doc d on d.owner_key = v.owner_key and d.doc_key = v.doc_key
    where v.owner_key = ${ownerKey} and v.doc_key = ${docKey} and v.version = ${version} and d.removed_at is null
  `.execute(tx);
  return rows[0] ?? null;
};

export interface DocForm {
  title: string;
  audience: DocAudience;
  partnerKey: number | null;
}
interface StoredDoc extends DocForm {
  rowVersion: number;
}

/** Locked until the transaction ends: of two concurrent changes the second sees the first. */
export const lockDoc = async (tx: Tx, ownerKey: number, docKey: number): Promise<StoredDoc | null> => {
  const { rows } = await sql<StoredDoc>`
    select title, audience, for_partner_key as "partnerKey", row_version as "rowVersion" from doc
    where owner_key = ${ownerKey} and doc_key = ${docKey} and removed_at is null for update
  `.execute(tx);
  return rows[0] ?? null;
};

export const hasPartner = async (tx: Tx, partnerKey: number): Promise<boolean> => {
  const { rows } = await sql`select from media_partner where partner_key = ${partnerKey}`.execute(tx);
  return rows.length > 0;
};

interface By {
  userKey: number;
  at: Date;
}

export const insertDoc = async (
  tx: Tx,
  ownerKey: number,
  { title, audience, partnerKey }: DocForm,
  { userKey, at }: By,
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into doc (owner_key, title, audience, for_partner_key, updated_by, updated_at)
    values (${ownerKey}, ${title}, ${audience}, ${partnerKey}, ${userKey}, ${at}) returning doc_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The document was not written');
  return rows[0].key;
};

export const updateDoc = async (
  tx: Tx,
  { ownerKey, docKey }: { ownerKey: number; docKey: number },
  { title, audience, partnerKey }: DocForm,
  { userKey, at }: By,
): Promise<number> => {
  const { rows } = await sql<{ rowVersion: number }>`
    update doc set title = ${title}, audience = ${audience}, for_partner_key = ${partnerKey}, updated_by = ${userKey},
                   updated_at = ${at}, row_version = row_version + 1
    where owner_key = ${ownerKey} and doc_key = ${docKey} returning row_version as "rowVersion"
  `.execute(tx);
  return rows[0]?.rowVersion ?? 0;
};

export const removeDoc = async (tx: Tx, ownerKey: number, docKey: number, { userKey, at }: By): Promise<void> => {
  await sql`
    update doc set removed_at = ${at}, updated_by = ${userKey}, updated_at = ${at}, row_version = row_version + 1
    where owner_key = ${ownerKey} and doc_key = ${docKey}
  `.execute(tx);
};

export const insertVersion = async (
  tx: Tx,
  { ownerKey, docKey }: { ownerKey: number; docKey: number },
  { fileName, contentType, content }: StoredFile,
  { userKey, at }: By,
): Promise<number> => {
  const { rows } = await sql<{ version: number }>`
    insert into doc_version (owner_key, doc_key, version, file_name, content_type, bytes, content, added_by, added_at)
    select ${ownerKey}, ${docKey}, coalesce(max(version), 0) + 1, ${fileName}, ${contentType}, ${content.length}, ${content},
           ${userKey}, ${at}
    from doc_version where owner_key = ${ownerKey} and doc_key = ${docKey}
    returning version
  `.execute(tx);
  return rows[0]?.version ?? 0;
};
