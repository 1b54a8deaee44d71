import { z } from 'zod';
import { publicScope } from '../../../db/scope/public-scope.ts';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { randomToken, sha256 } from '../../../lib/secrets/tokens.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { queueMail } from '../../../shared/mail.ts';
import { askOldAddress, linkToConfirm, tellNewAddress } from './email.mails.ts';
import { findOpenChangeByKey, updateChangeToken } from './email.queries.ts';

export const mailEmailChange = defineJob({
  name: 'mailEmailChange',
  payload: z.object({ changeKey: z.int() }),
});

/** Mails a confirmation link to the old address and a notice to the new one. A second run sends a second link and invalidates the first. */
export const emailChangeJob = ({ db, clock }: JobDeps, { publicUrl }: { publicUrl: string }): Job =>
  handleJob(mailEmailChange, ({ changeKey }) =>
    db.withScope(publicScope, async (tx) => {
      const change = await findOpenChangeByKey(tx, changeKey, clock.now());
      if (change === null) return;
      const token = randomToken();
      await updateChangeToken(tx, changeKey, sha256(token));
      const sender = await getSenderName(tx);
      await queueMail(tx, askOldAddress(change, linkToConfirm(publicUrl, token), sender));
      await queueMail(tx, tellNewAddress(change, sender));
    }),
  );
