import { sql } from 'kysely';
import { z } from 'zod';
import { publicScope } from '../db/scope/public-scope.ts';
import { type Tx } from '../db/scope/tx.ts';
import { defineJob, handleJob, type Job, type JobDeps } from '../jobs/define-job.ts';
import { randomToken, sha256 } from '../lib/secrets/tokens.ts';
import { getSenderName } from './mail-sender.ts';
import { type Mail, queueMail } from './mail.ts';

const MINUTE = 60_000;
const LIFETIME_MS = { reset: 15 * MINUTE, invite: 72 * 60 * MINUTE };

/** Mails a one-time link for setting a password. For an unknown user it does nothing, in about the same time. */
export const mailPasswordLink = defineJob({
  name: 'mailPasswordLink',
  payload: z.object({ userKey: z.int().nullable(), purpose: z.enum(['reset', 'invite']) }),
});

type Purpose = keyof typeof LIFETIME_MS;

interface Recipient {
  userName: string;
  firstName: string;
  email: string;
}

const findRecipient = async (tx: Tx, userKey: number): Promise<Recipient | undefined> => {
  const { rows } = await sql<Recipient>`
    select user_name as "userName", first_name as "firstName", email from user_account where user_key = ${userKey} and active
  `.execute(tx);
  return rows[0];
};

const insertLink = async (tx: Tx, userKey: number, hash: Buffer, at: Date, expiresAt: Date): Promise<void> => {
  await sql`
    insert into password_link (token_hash, user_key, created_at, expires_at) values (${hash}, ${userKey}, ${at}, ${expiresAt})
  `.execute(tx);
};

type Text = (sender: string) => string;
const TEXTS: Record<Purpose, { subject: Text; reason: Text; validity: string }> = {
  reset: {
    subject: (sender) => `Set a new ${sender} password`,
    reason: (sender) => `Someone asked for a new password for your ${sender} account.`,
    validity: 'The link works once, within 15 minutes. Your old password works until you set a new one.',
  },
  invite: {
    subject: (sender) => `Your ${sender} account`,
    reason: (sender) => `An account at ${sender} was created for you.`,
    validity: 'The link works once, within 72 hours.',
  },
};

/** The secret is after the #, which browsers send to no server. */
const linkTo = (publicUrl: string, userName: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}/#/resetpassword?user=${encodeURIComponent(userName)}&token=${token}`;

const compose = (purpose: Purpose, { email, firstName, userName }: Recipient, link: string, sender: string): Mail => ({
  to: email,
  subject: TEXTS[purpose].subject(sender),
  body: `Hello ${firstName},\n\n${TEXTS[purpose].reason(sender)} Your user name is ${userName}.\n\nChoose your password here:\n${link}\n\n${TEXTS[purpose].validity}\nIf you did not expect this email, you can ignore it.\n\n${sender}\n`,
});

/** Creates a one-time link for the user; only the hash of its secret is stored. */
export const makePasswordLink = async (
  tx: Tx,
  { userKey, userName }: { userKey: number; userName: string },
  purpose: Purpose,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<string> => {
  const token = randomToken();
  await insertLink(tx, userKey, sha256(token), now, new Date(now.getTime() + LIFETIME_MS[purpose]));
  return linkTo(publicUrl, userName, token);
};

export const passwordLinkJob = ({ db, clock }: JobDeps, { publicUrl }: { publicUrl: string }): Job =>
  handleJob(mailPasswordLink, async ({ userKey, purpose }) => {
    if (userKey === null) return;
    await db.withScope(publicScope, async (tx) => {
      const recipient = await findRecipient(tx, userKey);
      if (recipient === undefined) return;
      const user = { userKey, userName: recipient.userName };
      const link = await makePasswordLink(tx, user, purpose, { now: clock.now(), publicUrl });
      await queueMail(tx, compose(purpose, recipient, link, await getSenderName(tx)));
    });
  });
