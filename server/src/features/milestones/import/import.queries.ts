import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** Those that are codes of the owner's programs, its own or the client's, in lower case. */
export const listProgramCodes = async (tx: Tx, ownerKey: number, codes: readonly string[]): Promise<Set<string>> => {
  const wanted = codes.map((code) => code.toLowerCase());
  const { rows } = await sql<{ code: string }>`
    select distinct c.code from program p
    cross join lateral (values (lower(p.code)), (lower(p.client_program_code))) c (code)
    where p.owner_key = ${ownerKey} and c.code = any (${wanted}::text[])
  `.execute(tx);
  return new Set(rows.map(({ code }) => code));
};
