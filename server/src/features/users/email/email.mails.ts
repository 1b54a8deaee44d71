import { type Mail } from '../../../shared/mail.ts';
import { type EmailChangeRow, type Outcome } from './email.queries.ts';

export const EMAIL_CHANGE_HOURS = 72;

/** The secret is in the fragment after the #, which a browser sends to no server. */
export const linkToConfirm = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}/#/confirmemail?token=${token}`;

export const askOldAddress = (change: EmailChangeRow, link: string, sender: string): Mail => ({
  to: change.oldEmail,
  subject: `Confirm the new email address of your ${sender} account`,
  body: `Hello ${change.firstName},\n\n${change.requestedBy} asked to change the email address of your ${sender} account ${change.userName} from ${change.oldEmail} to ${change.newEmail}.\n\nConfirm or refuse it here:\n${link}\n\nThe link works within ${EMAIL_CHANGE_HOURS} hours. Until the change is confirmed, here or by a second administrator, all mail for your account keeps coming to this address, links for a new password included. If you did not expect this change, refuse it and tell your administrator.\n\n${sender}\n`,
});

export const tellNewAddress = (change: EmailChangeRow, sender: string): Mail => ({
  to: change.newEmail,
  subject: `An account at ${sender} is to use this email address`,
  body: `Hello,\n\n${change.requestedBy} asked to make this address, ${change.newEmail}, the email address of the ${sender} account ${change.userName}. You do not need to do anything. The change takes effect when it is confirmed at the current address or by a second administrator, within ${EMAIL_CHANGE_HOURS} hours.\n\nIf you did not expect this, you can ignore it. You get no email for that account unless the change is confirmed.\n\n${sender}\n`,
});

const OUTCOMES: Record<Exclude<Outcome, 'replaced'>, (change: EmailChangeRow, by: string | null) => string> = {
  confirmed: ({ newEmail }) =>
    `was confirmed at the old address. From now on all mail for the account goes to ${newEmail}.`,
  approved: ({ newEmail }, by) => `was approved by ${by}. From now on all mail for the account goes to ${newEmail}.`,
  cancelled: ({ oldEmail }, by) => `was cancelled by ${by}. All mail for the account keeps going to ${oldEmail}.`,
  refused: ({ oldEmail }) => `was refused at the old address. All mail for the account keeps going to ${oldEmail}.`,
};

/** Mails the outcome to both addresses. */
export const tellOutcome = (
  change: EmailChangeRow,
  outcome: Exclude<Outcome, 'replaced'>,
  by: string | null,
  sender: string,
): Mail[] => {
  const isChanged = outcome === 'confirmed' || outcome === 'approved';
  return [change.oldEmail, change.newEmail].map((to) => ({
    to,
    subject: `The email address of an account at ${sender} was ${isChanged ? 'changed' : 'not changed'}`,
    body: `Hello,\n\nThe change of the email address of the ${sender} account ${change.userName} from ${change.oldEmail} to ${change.newEmail} ${OUTCOMES[outcome](change, by)}\n\nIf this is not right, tell your administrator at once.\n\n${sender}\n`,
  }));
};
