import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { insertMailCopy, listMails } from './mailings.queries.ts';
import { insertPartnerMail, lockContacts } from './partner-mails.queries.ts';
import { TOO_SOON } from './queue-partner-mails.ts';

interface Repeated {
  ownerKey: number;
  mailingKey: number;
  partnerMailKey: number;
  at: Date;
}

/** Resends one mail of a mailing with the same text; returns the key of the new one. Concurrent requests send it once. */
export const repeatPartnerMail = async (
  tx: Tx,
  { ownerKey, mailingKey, partnerMailKey, at }: Repeated,
): Promise<number> => {
  const find = async () => {
    const [mail] = await listMails(tx, ownerKey, mailingKey, partnerMailKey);
    if (mail === undefined) throw new AppError('NOT_FOUND');
    return mail;
  };
  const { contactKey } = await find();
  await lockContacts(tx, contactKey === null ? [] : [contactKey]);
  const mail = await find();
  if (mail.againFrom === null)
    throw new AppError('ALREADY_RUNNING', { message: 'This mail cannot be sent again. Write a new one.' });
  if (new Date(mail.againFrom) > at) throw new AppError('RATE_LIMIT', { message: TOO_SOON });
  return insertPartnerMail(tx, {
    ownerKey,
    mailingKey,
    partnerKey: mail.partnerKey,
    contactKey: mail.contactKey,
    ...(await insertMailCopy(tx, ownerKey, partnerMailKey)),
    reason: '',
    repeats: partnerMailKey,
    at,
  });
};
