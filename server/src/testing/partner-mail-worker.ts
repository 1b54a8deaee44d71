import { appUrlFrom } from '../db/migrate/roles.ts';
import { openDatabase } from '../db/scope/tx.ts';
import { startPartnerMails } from '../jobs/partner-mails.ts';
import { clockFrom } from '../lib/clock.ts';
import { openMailer } from '../shared/mail.ts';

/** What sends mails to partners in a process of its own, for the test that kills it: `partner-mail-worker.ts <database> <smtp> <instant>`. */
const [ownerUrl = '', smtpUrl = '', start = ''] = process.argv.slice(2);
startPartnerMails({
  db: openDatabase(appUrlFrom(ownerUrl), 4, { patient: true }),
  clock: clockFrom(new Date(start)),
  sendMail: openMailer({ smtpUrl, mailFrom: 'Paceline <no-reply@paceline.example>' }),
  log: { error: (...args: unknown[]) => void process.stderr.write(`${JSON.stringify(args)}\n`) },
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
