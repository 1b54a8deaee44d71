import { PARTNER_MAIL_LIMITS, type PartnerNotification } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { oneLine } from '../../lib/files/one-line.ts';
import { type Mail, storeMail } from '../mail.ts';
import {
  getMailingOf,
  insertMailing,
  insertPartnerMail,
  listWrittenSince,
  lockContacts,
} from './partner-mails.queries.ts';

/** A mail to one contact. A contact may get several in one mailing. */
export interface PartnerMailDraft {
  partnerKey: number;
  contactKey: number;
  mail: Mail;
}

/** A skipped recipient with the reason, shown beside the others. */
interface LeftOut {
  partnerKey: number;
  contactKey: number | null;
  reason: string;
}

interface Mailing {
  ownerKey: number;
  /** Created by the client before sending: a repeated request is the same mailing. */
  sendId: string;
  kind: PartnerNotification;
  subject: string;
  message: string;
  by: number | null;
  at: Date;
  drafts: readonly PartnerMailDraft[];
  leftOut: readonly LeftOut[];
}

interface QueuedMailing {
  mailingKey: number;
  /** False where the same request came before: nothing was queued this time. */
  isNew: boolean;
  /** Keys by draft index; null for a contact that was written to too recently. */
  partnerMailKeys: readonly (number | null)[];
}

export const AGAIN_AFTER_MS = PARTNER_MAIL_LIMITS.againAfterMinutes * 60_000;
export const TOO_SOON = `Was written to less than ${PARTNER_MAIL_LIMITS.againAfterMinutes} minutes ago.`;

/** The contacts that were written to about the same kind too recently. */
export const listTooSoon = async (
  tx: Tx,
  { ownerKey, kind, at }: Pick<Mailing, 'ownerKey' | 'kind' | 'at'>,
  contactKeys: readonly number[],
): Promise<ReadonlySet<number>> => {
  const since = new Date(at.getTime() - AGAIN_AFTER_MS);
  return new Set(await listWrittenSince(tx, { ownerKey, kind, contactKeys, since }));
};

/**
 * Stores a mailing with a mail for each draft; they are sent in the background after the commit (jobs/partner-mails.ts). Contacts written
 * to too recently are skipped.
 */
export const queuePartnerMails = async (tx: Tx, mailing: Mailing): Promise<QueuedMailing> => {
  const { ownerKey, at, drafts, leftOut } = mailing;
  const contactKeys = [...new Set(drafts.map(({ contactKey }) => contactKey))];
  await lockContacts(tx, contactKeys);
  const mailingKey = await insertMailing(tx, mailing);
  if (mailingKey === null)
    return { mailingKey: await getMailingOf(tx, ownerKey, mailing.sendId), isNew: false, partnerMailKeys: [] };
  const tooSoon = await listTooSoon(tx, mailing, contactKeys);
  const row = { ownerKey, mailingKey, repeats: null, at };
  const partnerMailKeys: (number | null)[] = [];
  for (const { partnerKey, contactKey, mail } of drafts) {
    const toAddress = oneLine(mail.to);
    const isTooSoon = tooSoon.has(contactKey);
    const mailKey = isTooSoon ? null : await storeMail(tx, { ...mail, to: toAddress, subject: oneLine(mail.subject) });
    const reason = isTooSoon ? TOO_SOON : '';
    const key = await insertPartnerMail(tx, { ...row, partnerKey, contactKey, toAddress, mailKey, reason });
    partnerMailKeys.push(isTooSoon ? null : key);
  }
  for (const { partnerKey, contactKey, reason } of leftOut)
    await insertPartnerMail(tx, { ...row, partnerKey, contactKey, toAddress: null, mailKey: null, reason });
  return { mailingKey, isNew: true, partnerMailKeys };
};
