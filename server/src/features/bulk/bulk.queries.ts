import { sql } from 'kysely';
import { type Tx } from '../../db/tx.ts';

/** The bytes that were uploaded, as long as they are kept. */
export const findFile = async (
  tx: Tx,
  ownerKey: number,
  importKey: number,
): Promise<{ fileName: string; file: Buffer } | undefined> => {
  const { rows } = await sql<{ fileName: string; file: Buffer }>`
    select file_name as "fileName", file from bulk_import
    where owner_key = ${ownerKey} and import_key = ${importKey} and file is not null
  `.execute(tx);
  return rows[0];
};
