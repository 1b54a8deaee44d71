import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { queueMail } from '../mail.ts';
import { blockMail, type BlockNotice } from './block-mail.rules.ts';

/** Who at a partner wants to hear when a source of it is blocked. */
const listBlockContacts = async (tx: Tx, partnerKey: number): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from partner_contact
    where partner_key = ${partnerKey} and active and 'SOURCE_BLOCKED' = any (notifications) order by email
  `.execute(tx);
  return rows.map(({ email }) => email);
};

/** Tells a partner in the transaction of the block which of its sources are blocked, where and why. */
export const tellPartnerOfBlocks = async (tx: Tx, partnerKey: number, notice: BlockNotice): Promise<void> => {
  if (notice.sources.length === 0) return;
  const mail = blockMail(notice);
  for (const to of await listBlockContacts(tx, partnerKey)) await queueMail(tx, { to, ...mail });
};
