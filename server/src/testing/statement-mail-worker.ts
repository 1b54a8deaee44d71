import { appUrlFrom } from '../db/migrate/roles.ts';
import { openDatabase } from '../db/scope/tx.ts';
import { statementMailJob } from '../features/billing/sending/statement-mail.jobs.ts';
import { createLog } from '../http/watch/log.ts';
import { startWorker } from '../jobs/worker.ts';
import { clockFrom } from '../lib/clock.ts';
import { openMailer } from '../shared/mail.ts';

/** What sends statements in a process of its own, for the test that kills it: `statement-mail-worker.ts <database> <smtp> <instant>`. */
const [ownerUrl = '', smtpUrl = '', start = ''] = process.argv.slice(2);
const job = statementMailJob({
  db: openDatabase(appUrlFrom(ownerUrl), 4, { patient: true }),
  clock: clockFrom(new Date(start)),
  publicUrl: 'http://paceline.test',
  sendMail: openMailer({ smtpUrl, mailFrom: 'Paceline <no-reply@paceline.example>' }),
});
await startWorker({ ownerUrl, jobs: [job], log: createLog({ logLevel: 'silent' }) });
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
