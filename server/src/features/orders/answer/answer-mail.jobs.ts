import { isAnswered } from '@paceline/contract';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { getPrintedBranding } from '../../../shared/branding.ts';
import { type MailFile, queueMail } from '../../../shared/mail.ts';
import { writeOrderFile } from '../files/order-file.ts';
import { holdOrders } from '../orders.queries.ts';
import { readOrder } from '../orders.service.ts';
import { answerMail } from './answer-mail.ts';
import { findSender, hasNotices, insertNotice, listPartnerRecipients } from './answer-mail.queries.ts';

/**
 * The mails about an answer: to the agency's user who sent the order, and to both sides the signed copy. All of them are written in one
 * transaction with the rows that say so: dying before its end sends nothing, running again sends nothing twice.
 */
export const tellAnswer = defineJob({
  name: 'tellOrderAnswer',
  payload: z.object({ ownerKey: z.int(), ioKey: z.int() }),
});

export const tellAnswerJob = ({ db, clock }: JobDeps, { publicUrl }: { publicUrl: string }): Job =>
  handleJob(tellAnswer, ({ ownerKey, ioKey }) =>
    db.withScope(systemScope(ownerKey), async (tx) => {
      await holdOrders(tx, ownerKey);
      if (await hasNotices(tx, ownerKey, ioKey)) return;
      const at = clock.now();
      const order = await readOrder(tx, ownerKey, ioKey, at);
      if (!isAnswered(order.state)) return;
      const sender = await findSender(tx, ownerKey, ioKey);
      const isSigned = order.signatures.some(({ side }) => side === 'partner');
      const recipients = [
        ...(sender === undefined ? [] : [sender]),
        ...(isSigned ? await listPartnerRecipients(tx, ownerKey, ioKey) : []),
      ];
      const files: MailFile[] = [];
      if (isSigned && recipients.length > 0) {
        const { fileName, contentType, content } = await writeOrderFile(
          order,
          'pdf',
          publicUrl,
          await getPrintedBranding(tx, ownerKey),
        );
        files.push({ name: fileName, contentType, contentId: null, content });
      }
      // Somebody of the agency who is also a contact of the media partner gets one mail.
      for (const to of new Map(recipients.toReversed().map((one) => [one.email.toLowerCase(), one])).values()) {
        const mailKey = await queueMail(tx, answerMail({ order, to, files, publicUrl }));
        await insertNotice(tx, order, to, { mailKey, at });
      }
    }),
  );
