import { groupOfUserType, type Remark, REMARKS, ROUTES } from '@paceline/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { queueMail } from '../../../shared/mail.ts';
import { listReaders } from '../../../shared/readers.ts';

export const tellRemark = defineJob({
  name: 'tellBillingRemark',
  payload: z.object({ ownerKey: z.int(), remarkKey: z.int() }),
});

interface Told {
  kind: Remark;
  isAgency: boolean;
  partnerKey: number | null;
  month: string;
  campaignName: string;
  ownerName: string;
  partnerName: string;
}

/**
 * Notifies the other side: the agency's billing users of the partner's remarks, and the partner's of the agency's. Comments stay in the
 * product.
 */
export const tellRemarkNow = async (
  { db, publicUrl }: JobDeps & { publicUrl: string },
  { ownerKey, remarkKey }: { ownerKey: number; remarkKey: number },
): Promise<number> =>
  db.withScope(systemScope(ownerKey), async (tx) => {
    const { rows } = await sql<Told>`
      select r.kind, r.is_agency as "isAgency", r.partner_key as "partnerKey", r.month::text as month, c.name as "campaignName",
             o.name as "ownerName", p.name as "partnerName"
      from billing_remark r join campaign c using (owner_key, campaign_key) join owner o using (owner_key)
      join media_partner p on p.partner_key = r.partner_key
      where r.owner_key = ${ownerKey} and r.remark_key = ${remarkKey}
    `.execute(tx);
    const [remark] = rows;
    // An agreement needs no action.
    if (remark === undefined || remark.kind === 'AGREED') return 0;
    const readers = (await listReaders(tx)).filter(({ userType, partnerKey, permissions, ownerKeys }) => {
      const group = groupOfUserType(userType);
      const isOther = remark.isAgency ? group === 'mp' && partnerKey === remark.partnerKey : group === 'ag';
      return isOther && permissions.includes('reports:Billable') && ownerKeys.includes(ownerKey);
    });
    const who = remark.isAgency ? 'The agency' : remark.partnerName;
    const what = REMARKS[remark.kind].toLowerCase();
    const page = remark.isAgency ? ROUTES.mpBillable : ROUTES.billable;
    const link = `${publicUrl.replace(/\/$/, '')}/#${page}?owner=${ownerKey}&month=${remark.month.slice(0, 7)}`;
    const sender = await getSenderName(tx);
    for (const { email, firstName } of readers)
      await queueMail(tx, {
        to: email,
        subject: `${monthWords(remark.month)}: line ${what}`,
        body: `Hello ${firstName},\n\n${who} has ${what} the line of ${remark.campaignName} for ${monthWords(remark.month)} at ${remark.ownerName}.\n\nIt is under Billable:\n${link}\n\n${sender}\n`,
      });
    return readers.length;
  });

export const tellRemarkJob = (deps: JobDeps & { publicUrl: string }): Job =>
  handleJob(tellRemark, async (payload) => void (await tellRemarkNow(deps, payload)));
