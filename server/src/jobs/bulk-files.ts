import { LIMITS } from '@paceline/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { withMigrator } from '../db/migrate/loader.ts';
import { type Clock } from '../lib/clock.ts';
import { defineJob, handleJob, type Job } from './define-job.ts';

/** Runs nightly: uploads contain more data than needs to be kept. Who changed what stays in the rows and the audit log. */
const tidyBulkFiles = defineJob({ name: 'tidyBulkFiles', payload: z.looseObject({}) });
export const TIDY_BULK_FILES_CRON = `20 3 * * * ${tidyBulkFiles.name}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs as the table owner role, because it covers the files of every owner. */
export const tidyBulkFilesNow = (ownerUrl: string, clock: Clock): Promise<void> => {
  const now = clock.now().getTime();
  return withMigrator(ownerUrl, async (tx) => {
    await sql`
      update bulk_import set state = 'EXPIRED'
      where state = 'VALIDATED' and uploaded_at <= ${new Date(now - LIMITS.bulkApplyMs)}
    `.execute(tx);
    await sql`
      update bulk_import set file = null
      where file is not null and uploaded_at <= ${new Date(now - LIMITS.bulkFileDays * DAY_MS)}
    `.execute(tx);
    // A file that was never applied needs no explanation later.
    await sql`
      delete from bulk_import_row r using bulk_import i
      where i.owner_key = r.owner_key and i.import_key = r.import_key and i.state = 'EXPIRED'
    `.execute(tx);
  });
};

export const tidyBulkFilesJob = (ownerUrl: string, clock: Clock): Job =>
  handleJob(tidyBulkFiles, () => tidyBulkFilesNow(ownerUrl, clock));
