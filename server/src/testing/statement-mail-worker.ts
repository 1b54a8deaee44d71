import os from 'node:os';
import { featureJobs } from '../app.ts';
import { appUrlFrom } from '../db/migrate/roles.ts';
import { openDatabase } from '../db/scope/tx.ts';
import { createLog } from '../http/watch/log.ts';
import { startWorker } from '../jobs/worker.ts';
import { clockFrom } from '../lib/clock.ts';

/** What sends statements in a process of its own, for the test that kills it: `statement-mail-worker.ts <database> <smtp> <instant>`. */
const [ownerUrl = '', smtpUrl = '', start = ''] = process.argv.slice(2);
const log = createLog({ logLevel: 'silent' });
const { jobs } = featureJobs(
  {
    db: openDatabase(appUrlFrom(ownerUrl), 4, { patient: true }),
    clock: clockFrom(new Date(start)),
    log,
    secret: Buffer.alloc(32),
  },
  {
    publicUrl: 'http://paceline.test',
    dataDir: os.tmpdir(),
    smtpUrl,
    mailFrom: 'Paceline <no-reply@paceline.example>',
  },
);
await startWorker({ ownerUrl, jobs: jobs.filter(({ name }) => name === 'sendStatementMail'), log });
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
