import { IO_LIMITS, IO_FORMATS } from '@paceline/contract';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { randomToken, sha256 } from '../../../lib/secrets/tokens.ts';
import { getPrintedBranding } from '../../../shared/branding.ts';
import { type MailFile, queueMail } from '../../../shared/mail.ts';
import { writeOrderFile } from '../files/order-file.ts';
import { readOrder } from '../orders.service.ts';
import { orderMail } from './order-mail.ts';
import { holdWaitingMail, updateFailed, updateQueued } from './send.queries.ts';

const DAY_MS = 86_400_000;

/** One contact's mail of one order. A contact whose mail is in the outbox gets no second one, however often this runs. */
export const sendOrderMail = defineJob({
  name: 'sendOrderMail',
  payload: z.object({ ownerKey: z.int(), ioMailKey: z.int() }),
});

export const orderMailJob = ({ db, clock }: JobDeps, { publicUrl }: { publicUrl: string }): Job =>
  handleJob(sendOrderMail, async ({ ownerKey, ioMailKey }) => {
    try {
      await db.withScope(systemScope(ownerKey), async (tx) => {
        const waiting = await holdWaitingMail(tx, ownerKey, ioMailKey);
        if (waiting === undefined) return;
        const now = clock.now();
        const order = await readOrder(tx, ownerKey, waiting.ioKey, now);
        const brand = await getPrintedBranding(tx, ownerKey);
        const files: MailFile[] = [];
        for (const format of IO_FORMATS) {
          const { fileName, contentType, content } = await writeOrderFile(order, format, publicUrl, brand);
          files.push({ name: fileName, contentType, contentId: null, content });
        }
        const token = randomToken();
        const mailKey = await queueMail(
          tx,
          orderMail({
            order,
            to: waiting,
            message: waiting.message,
            token,
            files,
            publicUrl,
            replyTo: waiting.replyTo,
            brand,
          }),
        );
        const expiresAt = new Date(now.getTime() + IO_LIMITS.linkDays * DAY_MS);
        await updateQueued(tx, ownerKey, ioMailKey, { mailKey, tokenHash: sha256(token), expiresAt });
      });
    } catch (error) {
      // The queue retries; meanwhile the order shows why its mail is not there yet.
      const failure = error instanceof Error ? error.message : 'Unknown';
      await db.withScope(systemScope(ownerKey), (tx) => updateFailed(tx, ownerKey, ioMailKey, failure));
      throw error;
    }
  });
