import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { endMail, findQueuedMail, type Mail, type SendMail } from '../mail.ts';
import { findTakenMail, type TakenMail, updateMailAgain, updateMailDone } from './partner-mails.queries.ts';
import { judgeSending, nextMailTry, type SendOutcome } from './send-outcome.rules.ts';

export interface PartnerMailDeps {
  db: Database;
  clock: Clock;
  /** Null where there is no mail server: mails are only stored. */
  sendMail: SendMail | null;
}

/** Timeout for the mail server. */
export const SEND_LIMIT_MS = 120_000;

const sendWithin = async (sending: Promise<unknown>, limitMs: number): Promise<void> => {
  const over = new AbortController();
  const late = new Promise<never>((_, fail) => {
    const timer = setTimeout(() => fail(new Error('The mail server did not answer in time.')), limitMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
  await Promise.race([sending, late]).finally(() => over.abort());
};

/** Hands a mail to the mail server within its limit of time, and says what is certain about it. */
export const tryToSend = async (sendMail: SendMail, mailKey: number, mail: Mail): Promise<SendOutcome> => {
  try {
    await sendWithin(sendMail(mailKey, mail), SEND_LIMIT_MS);
    return { state: 'SENT' };
  } catch (error) {
    return judgeSending(error);
  }
};

/** Sends one mail outside any transaction, and stores the result. It was stored as in flight before. */
export const sendPartnerMail = async (
  { db, clock, sendMail }: PartnerMailDeps,
  scope: Scope,
  task: TakenMail,
): Promise<void> => {
  const mailRow = await db.readScope(scope, (tx) => findTakenMail(tx, task));
  if (mailRow === undefined) return;
  const { mailKey, tries } = mailRow;
  const mail = mailKey === null ? undefined : await db.withScope(scope, (tx) => findQueuedMail(tx, mailKey));
  if (mailKey === null || mail === undefined) {
    const reason = 'The text of this mail is no longer stored.';
    await db.withScope(scope, (tx) => updateMailDone(tx, task, { state: 'FAILED', reason, at: clock.now() }));
    return;
  }
  const outcome: SendOutcome | { state: 'KEPT' } =
    sendMail === null ? { state: 'KEPT' } : await tryToSend(sendMail, mailKey, mail);
  await db.withScope(scope, async (tx) => {
    const at = clock.now();
    const reason = 'reason' in outcome ? outcome.reason : '';
    const again = outcome.state === 'RETRY' ? nextMailTry(tries, at) : null;
    if (again !== null) {
      await updateMailAgain(tx, task, again, reason);
      return;
    }
    const state = outcome.state === 'RETRY' ? 'FAILED' : outcome.state;
    await updateMailDone(tx, task, { state, reason, at });
    await endMail(tx, mailKey, state === 'SENT' ? 'sent' : state === 'KEPT' ? 'kept' : 'failed', at);
  });
};
