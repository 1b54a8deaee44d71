import { ioDollars, dateLabel, ROUTES, type Statement, STATEMENT_KINDS } from '@paceline/contract';
import { z } from 'zod';
import { addJob, defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { html } from '../../../lib/files/html.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { brandMailHead } from '../../../shared/brand-mail.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { getPrintedBranding, type PrintedBranding } from '../../../shared/branding.ts';
import { endMail, findQueuedMail, type Mail, type SendMail, storeMail } from '../../../shared/mail.ts';
import { MAIL, mailButton, mailPage } from '../../../shared/mail-page.ts';
import { nextMailTry } from '../../../shared/partner-mails/send-outcome.rules.ts';
import { tryToSend } from '../../../shared/partner-mails/send-partner-mail.ts';
import { readStatementOf } from '../statements/statements.service.ts';
import { writeStatementFile } from '../statements/statement-file.ts';
import { holdMail, type StatementMailId, updateMail, updateSending } from './mails.queries.ts';

export const sendStatementMail = defineJob({
  name: 'sendStatementMail',
  payload: z.object({ ownerKey: z.int(), statementMailKey: z.int() }),
});

interface StatementMailDeps extends JobDeps {
  publicUrl: string;
  /** Null where there is no mail server: mails are only stored. */
  sendMail: SendMail | null;
}

const LOST = 'The server stopped while this mail was on its way: it may have arrived.';

/** The document of its side: the same for everybody there. */
const mailOf = async (
  statement: Statement,
  brand: PrintedBranding,
  to: { email: string; name: string },
  publicUrl: string,
): Promise<Mail> => {
  const { kind, number, agencyName, ownerName, month, total, dueOn, side, ownerKey } = statement;
  const { fileName, contentType, content } = await writeStatementFile(statement, 'pdf', brand);
  const due = total > 0 ? `, due ${dateLabel(dueOn, 'day', { withYear: true })}` : '';
  const page = side === 'media' ? ROUTES.mpStatements : ROUTES.statements;
  const link = `${publicUrl.replace(/\/$/, '')}/#${page}?owner=${ownerKey}&number=${number}`;
  const what = STATEMENT_KINDS[kind];
  const agency = oneLine(agencyName);
  // An owner that named no agency issues its statements itself.
  const of = agencyName === ownerName ? '' : ` for ${oneLine(ownerName)}`;
  const subject = oneLine(`${agencyName}: ${what.toLowerCase()} ${number}, ${monthWords(month)}`);
  const intro = `Attached is ${what.toLowerCase()} ${number} of ${agency}${of}, ${monthWords(month)}: ${ioDollars(total)}${due}.`;
  const { head, files: pictures } = brandMailHead(brand);
  return {
    to: to.email,
    fromName: agency,
    subject,
    body: [
      `Hello ${oneLine(to.name)},`,
      '',
      intro,
      '',
      'Its lines and payments are here, where you can also dispute a line:',
      link,
      '',
      agency,
      '',
    ].join('\n'),
    html: mailPage(
      subject,
      html` ${head}
        <h1 style="${MAIL.heading}">${what} ${number}</h1>
        <p style="${MAIL.text}">Hello ${to.name},</p>
        <p style="${MAIL.text}">${intro}</p>
        <p style="${MAIL.text}">Its lines and payments are on its page, where you can also dispute a line.</p>
        <p style="margin:0 0 16px;">${mailButton(link, 'Open it', brand.colour)}</p>
        <p style="${MAIL.small}">${agency}</p>`,
    ),
    files: [...pictures, { name: fileName, contentType, contentId: null, content }],
  };
};

/** Stores the mail as on its way before it is handed over. Null where there is nothing to send. */
const take = (
  { db, clock, publicUrl }: StatementMailDeps,
  id: StatementMailId,
): Promise<{ mailKey: number; tries: number } | null> =>
  db.withScope(systemScope(id.ownerKey), async (tx) => {
    const row = await holdMail(tx, id);
    const now = clock.now();
    if (row?.state === 'SENDING') {
      await updateMail(tx, id, { state: 'UNSURE', reason: LOST, at: now });
      if (row.mailKey !== null) await endMail(tx, row.mailKey, 'failed', now);
    }
    if (row?.state !== 'QUEUED') return null;
    const { statementKey, toAddress: email, toName: name } = row;
    const write = async () => {
      const statement = await readStatementOf(tx, { ownerKey: id.ownerKey, statementKey }, now);
      const brand = await getPrintedBranding(tx, id.ownerKey);
      return storeMail(tx, await mailOf(statement, brand, { email, name }, publicUrl));
    };
    const mailKey = row.mailKey ?? (await write());
    await updateSending(tx, id, mailKey);
    return { mailKey, tries: row.tries + 1 };
  });

/** One reader's mail of one sending: handed over once, or it says that it may have gone. */
export const sendStatementMailNow = async (deps: StatementMailDeps, id: StatementMailId): Promise<void> => {
  const { db, clock, sendMail } = deps;
  const scope = systemScope(id.ownerKey);
  const claim = await take(deps, id);
  if (claim === null) return;
  const { mailKey, tries } = claim;
  const mail = await db.withScope(scope, (tx) => findQueuedMail(tx, mailKey));
  const outcome =
    mail === undefined
      ? ({ state: 'FAILED', reason: 'The text of this mail is no longer stored.' } as const)
      : sendMail === null
        ? ({ state: 'KEPT', reason: '' } as const)
        : await tryToSend(sendMail, mailKey, mail);
  await db.withScope(scope, async (tx) => {
    const at = clock.now();
    const reason = 'reason' in outcome ? outcome.reason : '';
    const runAt = outcome.state === 'RETRY' ? nextMailTry(tries, at) : null;
    if (runAt !== null) {
      await updateMail(tx, id, { state: 'QUEUED', reason, at });
      await addJob(tx, sendStatementMail, id, { runAt });
      return;
    }
    const state = outcome.state === 'RETRY' ? 'FAILED' : outcome.state;
    await updateMail(tx, id, { state, reason, at });
    await endMail(tx, mailKey, state === 'SENT' ? 'sent' : state === 'KEPT' ? 'kept' : 'failed', at);
  });
};

export const statementMailJob = (deps: StatementMailDeps): Job =>
  handleJob(sendStatementMail, (id) => sendStatementMailNow(deps, id));
