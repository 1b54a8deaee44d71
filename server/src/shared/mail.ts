import { type Transporter, createTransport } from 'nodemailer';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Config } from '../config.ts';
import { publicScope } from '../db/public-scope.ts';
import { type Tx } from '../db/tx.ts';
import { type Carriers } from './delivery/carriers.ts';
import { addJob, defineJob, handleJob, type Job, type JobDeps } from '../jobs/define-job.ts';

export interface Mail {
  to: string;
  subject: string;
  body: string;
}

const sendMail = defineJob({ name: 'sendMail', payload: z.object({ mailKey: z.int() }) });

/** Writes the mail down and has it sent, both only if the transaction of its cause comes through. */
export const queueMail = async (tx: Tx, { to, subject, body }: Mail): Promise<void> => {
  const { rows } = await sql<{ mailKey: number }>`
    insert into mail (to_address, subject, body) values (${to}, ${subject}, ${body}) returning mail_key as "mailKey"
  `.execute(tx);
  for (const { mailKey } of rows) await addJob(tx, sendMail, { mailKey });
};

const findQueued = async (tx: Tx, mailKey: number): Promise<Mail | undefined> => {
  const { rows } = await sql<Mail>`
    select to_address as "to", subject, body from mail where mail_key = ${mailKey} and state = 'queued' for update skip locked
  `.execute(tx);
  return rows[0];
};

const markDone = async (tx: Tx, mailKey: number, state: 'sent' | 'kept', at: Date): Promise<void> => {
  await sql`update mail set state = ${state}, sent_at = ${at} where mail_key = ${mailKey}`.execute(tx);
};

/** Sends a lead by the product's own mail server; null where there is none. Every address has to be taken. */
export const leadMailer = ({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Carriers['mail'] => {
  if (smtpUrl === null) return null;
  const transport = createTransport(smtpUrl);
  return async ({ to, subject, text, messageId, attachment }, signal) => {
    const sending = transport.sendMail({
      from: mailFrom,
      to,
      subject,
      text,
      messageId,
      ...(attachment && {
        attachments: [{ filename: attachment.name, content: attachment.content, contentType: attachment.contentType }],
      }),
    });
    const late = new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    });
    const { response, rejected } = await Promise.race([sending, late]);
    if (rejected.length > 0) throw new Error(`Refused for ${rejected.length} of ${to.length} addresses: ${response}`);
    return response;
  };
};

/** Sends by SMTP where there is a server for it; else the mail stays here, to be read at /dev/mail. */
export const mailJob = ({ db, clock }: JobDeps, { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Job => {
  const transport: Transporter | null = smtpUrl === null ? null : createTransport(smtpUrl);
  return handleJob(sendMail, ({ mailKey }) =>
    db.withScope(publicScope, async (tx) => {
      const mail = await findQueued(tx, mailKey);
      if (mail === undefined) return;
      // The id follows from the key: should a second copy go out after a crash, the receiver can tell that it is one.
      await transport?.sendMail({
        from: mailFrom,
        to: mail.to,
        subject: mail.subject,
        text: mail.body,
        messageId: `<mail-${mailKey}@paceline.example>`,
      });
      await markDone(tx, mailKey, transport === null ? 'kept' : 'sent', clock.now());
    }),
  );
};
