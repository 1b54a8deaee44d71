import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { queueMail } from '../mail.ts';

interface BlockNotice {
  /** Null where they are blocked for every campaign. */
  campaign: { campaignName: string; campaignCode: string } | null;
  sources: readonly { sourceTag: string; note: string }[];
}

const placeOf = ({ campaign }: BlockNotice): { subject: string; text: string } =>
  campaign === null
    ? { subject: 'Sources blocked for all campaigns', text: 'all campaigns' }
    : {
        subject: `Sources blocked for campaign ${campaign.campaignCode}`,
        text: `the campaign ${campaign.campaignName} (${campaign.campaignCode})`,
      };

/** The mail to a media partner about its blocked sources. */
const blockMail = (notice: BlockNotice): { subject: string; body: string } => {
  const { subject, text } = placeOf(notice);
  return {
    subject,
    body: [
      `These sources are now blocked for ${text}. Their leads are refused from now on:`,
      '',
      ...notice.sources.map(({ sourceTag, note }) => `- ${sourceTag}: ${note === '' ? 'no reason was given' : note}`),
    ].join('\n'),
  };
};

/** Contacts of a partner who are notified of blocked sources. */
const listBlockContacts = async (tx: Tx, partnerKey: number): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from partner_contact
    where partner_key = ${partnerKey} and active and 'SOURCE_BLOCKED' = any (notifications) order by email
  `.execute(tx);
  return rows.map(({ email }) => email);
};

/** Notifies a partner of its blocked sources, with campaign and reason, in the transaction of the block. */
export const tellPartnerOfBlocks = async (tx: Tx, partnerKey: number, notice: BlockNotice): Promise<void> => {
  if (notice.sources.length === 0) return;
  const mail = blockMail(notice);
  for (const to of await listBlockContacts(tx, partnerKey)) await queueMail(tx, { to, ...mail });
};
