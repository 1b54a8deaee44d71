import { createTransport } from 'nodemailer';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Config } from '../config.ts';
import { publicScope } from '../db/scope/public-scope.ts';
import { type Database, type Tx } from '../db/scope/tx.ts';
import { type Carriers } from './delivery/carriers.ts';
import { findAgencyName } from './mail-sender.ts';
import { addJob, defineJob, handleJob, type Job, type JobDeps } from '../jobs/define-job.ts';

/** A picture shown in the mail by its content ID, or an attachment. */
export interface MailFile {
  name: string;
  contentType: string;
  contentId: string | null;
  content: Buffer;
}

export interface Mail {
  to: string;
  /** In whose name it is sent, at the product's address, and who gets the reply; by default the agency, or the product where it has no name. */
  fromName?: string;
  replyTo?: string;
  subject: string;
  /** The whole mail as plain text, for clients without HTML. */
  body: string;
  html?: string;
  files?: readonly MailFile[];
}

const sendMail = defineJob({ name: 'sendMail', payload: z.object({ mailKey: z.int() }) });

/** Stores the mail, effective on commit; the caller has it sent. */
export const storeMail = async (tx: Tx, mail: Mail): Promise<number> => {
  const { to, subject, body, html = null, replyTo = null, files = [] } = mail;
  const fromName = mail.fromName ?? (await findAgencyName(tx));
  const { rows } = await sql<{ mailKey: number }>`
    insert into mail (to_address, subject, body, html, from_name, reply_to)
    values (${to}, ${subject}, ${body}, ${html}, ${fromName}, ${replyTo})
    returning mail_key::int as "mailKey"
  `.execute(tx);
  const { mailKey } = rows[0]!;
  for (const [place, { name, contentType, contentId, content }] of files.entries())
    await sql`
      insert into mail_file (mail_key, place, name, content_type, content_id, content)
      values (${mailKey}, ${place}, ${name}, ${contentType}, ${contentId}, ${content})
    `.execute(tx);
  return mailKey;
};

/** Stores and queues the mail, both effective on commit; returns its key. */
export const queueMail = async (tx: Tx, mail: Mail): Promise<number> => {
  const mailKey = await storeMail(tx, mail);
  await addJob(tx, sendMail, { mailKey });
  return mailKey;
};

/** A queued mail with its files, locked until the transaction ends. */
export const findQueuedMail = async (tx: Tx, mailKey: number): Promise<Mail | undefined> => {
  const { rows } = await sql<
    Omit<Mail, 'html' | 'fromName' | 'replyTo' | 'files'> & Record<'html' | 'fromName' | 'replyTo', string | null>
  >`
    select to_address as "to", subject, body, html, from_name as "fromName", reply_to as "replyTo" from mail where mail_key = ${mailKey} and state = 'queued' for update skip locked
  `.execute(tx);
  const [mail] = rows;
  if (mail === undefined) return undefined;
  const { rows: files } = await sql<MailFile>`
    select name, content_type as "contentType", content_id as "contentId", content from mail_file
    where mail_key = ${mailKey} order by place
  `.execute(tx);
  const { html, fromName, replyTo, ...rest } = mail;
  return {
    ...rest,
    ...(html !== null && { html }),
    ...(fromName !== null && { fromName }),
    ...(replyTo !== null && { replyTo }),
    files,
  };
};

/** The files of a sent mail are deleted: its recipient has them. */
export const endMail = async (tx: Tx, mailKey: number, state: 'sent' | 'kept' | 'failed', at: Date): Promise<void> => {
  if (state === 'sent') await sql`delete from mail_file where mail_key = ${mailKey}`.execute(tx);
  await sql`
    update mail set state = ${state}, sent_at = case when ${state} = 'failed' then null else ${at}::timestamptz end,
      failure = case when ${state} = 'failed' then failure end
    where mail_key = ${mailKey}
  `.execute(tx);
};

/** Stores why the mail has not been sent yet, for display. */
const noteFailure = async (tx: Tx, mailKey: number, error: unknown): Promise<void> => {
  const failure = error instanceof Error ? error.message.slice(0, 300) : 'Unknown';
  await sql`update mail set failure = ${failure} where mail_key = ${mailKey} and state = 'queued'`.execute(tx);
};

export type SendMail = (mailKey: number, mail: Mail) => Promise<unknown>;

/** The product's own mail server; null where none is configured. */
export const openMailer = ({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): SendMail | null => {
  if (smtpUrl === null) return null;
  const transport = createTransport(smtpUrl);
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
  return (mailKey, { to, subject, body, html, fromName, replyTo, files = [] }) =>
    transport.sendMail({
      from: fromName === undefined ? mailFrom : { name: fromName, address },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      // As an object: a string is parsed as a list, and a comma in it would add a second recipient.
      to: { name: '', address: to },
      subject,
      text: body,
      ...(html !== undefined && { html }),
      attachments: files.map(({ name, contentType, contentId, content }) => ({
        filename: name,
        contentType,
        content,
        ...(contentId !== null && { cid: contentId }),
      })),
      // The ID is derived from the key, so that the recipient recognises a second copy sent after a crash.
      messageId: `<mail-${mailKey}@paceline.example>`,
    });
};

/** Keeps the mail of a lead for `/dev/mail`, on a machine without a mail server. */
const leadMailKeeper =
  (db: Database): NonNullable<Carriers['mail']> =>
  ({ to, subject, text, attachment }) =>
    db.withScope(publicScope, async (tx) => {
      const files = attachment && [{ ...attachment, contentId: null, content: Buffer.from(attachment.content) }];
      const mailKey = await storeMail(tx, { to: to.join(', '), subject, body: text, ...(files && { files }) });
      await sql`update mail set state = 'kept', sent_at = created_at where mail_key = ${mailKey}`.execute(tx);
      return 'Kept at /dev/mail: no mail server (SMTP_URL) is set up';
    });

/**
 * Sends a lead through the product's mail server; every recipient must be accepted. Without one it is kept for `/dev/mail`; in production,
 * where there is no such page, null: no lead goes out by mail.
 */
export const leadMailer = (
  { smtpUrl, mailFrom, production }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>,
  db: Database,
): Carriers['mail'] => {
  if (smtpUrl === null) return production ? null : leadMailKeeper(db);
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

/** Sends by SMTP where a server is configured; otherwise the mail is stored and readable at /dev/mail. */
export const mailJob = ({ db, clock }: JobDeps, config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Job => {
  const send = openMailer(config);
  const sendOne = (mailKey: number): Promise<void> =>
    db.withScope(publicScope, async (tx) => {
      const mail = await findQueuedMail(tx, mailKey);
      if (mail === undefined) return;
      await send?.(mailKey, mail);
      await endMail(tx, mailKey, send === null ? 'kept' : 'sent', clock.now());
    });
  return handleJob(sendMail, ({ mailKey }) =>
    sendOne(mailKey).catch(async (error: unknown) => {
      await db.withScope(publicScope, (tx) => noteFailure(tx, mailKey, error));
      throw error;
    }),
  );
};
