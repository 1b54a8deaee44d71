import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';
import { oneLine } from '../lib/files/one-line.ts';

const PRODUCT = 'Paceline';

/** The agency's name, where its brand has one. */
export const findAgencyName = async (tx: Tx): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`select name from agency_branding where name <> ''`.execute(tx);
  return rows[0] === undefined ? null : oneLine(rows[0].name);
};

/** Who writes the mails that are about accounts, alerts and work: the agency, or the product where the agency has no name. */
export const getSenderName = async (tx: Tx): Promise<string> => (await findAgencyName(tx)) ?? PRODUCT;
