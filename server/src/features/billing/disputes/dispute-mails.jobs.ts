import { groupOfUserType, ROUTES, STATEMENT_TALK } from '@paceline/contract';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { queueMail } from '../../../shared/mail.ts';
import { listReaders } from '../../../shared/readers.ts';
import { findDisputeEvent } from './disputes.queries.ts';

export const tellDispute = defineJob({
  name: 'tellStatementDispute',
  payload: z.object({ ownerKey: z.int(), eventKey: z.int() }),
});

/** Tells the other side that there is something to read; what it is stays in the product. Returns how many were told. */
export const tellDisputeNow = (
  { db, publicUrl }: JobDeps & { publicUrl: string },
  { ownerKey, eventKey }: { ownerKey: number; eventKey: number },
): Promise<number> =>
  db.withScope(systemScope(ownerKey), async (tx) => {
    const event = await findDisputeEvent(tx, ownerKey, eventKey);
    if (event === undefined) return 0;
    const { kind, isAgency, side, partnerKey, number, agencyName, partyName } = event;
    const needed = isAgency || side === 'client' ? ['reports:Billable'] : ['reports:Billable', 'reports:Margin'];
    const readers = (await listReaders(tx)).filter((reader) => {
      const group = groupOfUserType(reader.userType);
      const isOther = !isAgency
        ? group === 'ag'
        : side === 'client'
          ? group === 'cl'
          : group === 'mp' && reader.partnerKey === partnerKey;
      return (
        isOther && reader.ownerKeys.includes(ownerKey) && needed.every((right) => reader.permissions.includes(right))
      );
    });
    const page = isAgency && side === 'media' ? ROUTES.mpStatements : ROUTES.statements;
    const link = `${publicUrl.replace(/\/$/, '')}/#${page}?owner=${ownerKey}&number=${number}`;
    const who = oneLine(isAgency ? agencyName : partyName);
    for (const { email, firstName } of readers)
      await queueMail(tx, {
        to: email,
        subject: oneLine(`${number}: ${STATEMENT_TALK[kind].toLowerCase()}`),
        body: `Hello ${oneLine(firstName)},\n\n${who} wrote about ${number}: ${STATEMENT_TALK[kind].toLowerCase()}.\n\nRead it here:\n${link}\n\n${oneLine(agencyName)}\n`,
      });
    return readers.length;
  });

export const tellDisputeJob = (deps: JobDeps & { publicUrl: string }): Job =>
  handleJob(tellDispute, async (payload) => void (await tellDisputeNow(deps, payload)));
