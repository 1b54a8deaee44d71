import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export interface StoredFile {
  fileName: string;
  file: Buffer;
  uploadedBy: number;
}

/** The uploaded bytes, as long as they are kept. */
export const findFile = async (tx: Tx, ownerKey: number, importKey: number): Promise<StoredFile | undefined> => {
  const { rows } = await sql<StoredFile>`
    select file_name as "fileName", file, uploaded_by as "uploadedBy" from bulk_import
    where owner_key = ${ownerKey} and import_key = ${importKey} and file is not null
  `.execute(tx);
  return rows[0];
};
