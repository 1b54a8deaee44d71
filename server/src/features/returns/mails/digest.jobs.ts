import { groupOfUserType } from '@paceline/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { queueMail } from '../../../shared/mail.ts';
import { digestMail, type RequestedReturn } from './return-mails.ts';

const tellPartners = defineJob({ name: 'tellPartnersOfReturns', payload: z.looseObject({}) });
/** Every hour: in some time zone a day ends then. */
export const TELL_PARTNERS_CRON = `0 * * * * ${tellPartners.name}`;

/** In the owner's zone: requests up to then are mailed on the same day, later ones on the next. */
const TOLD_AT_HOUR = 23;
/** A day without a run is made up for; older requests are no news. */
const LOOKS_BACK_DAYS = 3;

interface Reader {
  partnerKey: number;
  userType: string;
  permissions: string[];
  email: string;
  firstName: string;
  ownerKeys: number[];
}
type Deps = JobDeps & { publicUrl: string };

/**
 * One mail to each reader about all requests at owners whose day has ended; returns the number sent. A request is mailed once, even if two
 * processes run at the same time.
 */
export const tellPartnersNow = async ({ db, clock, publicUrl }: Deps): Promise<number> => {
  const { owners, readers } = await db.readScope(systemScope(), async (tx) => ({
    owners: (await sql<{ ownerKey: number }>`select owner_key as "ownerKey" from app.owners_by_clock()`.execute(tx))
      .rows,
    readers: (
      await sql<Reader>`
        select partner_key as "partnerKey", user_type as "userType", permissions, email, first_name as "firstName",
               owner_keys as "ownerKeys"
        from app.alert_readers() where partner_key is not null
      `.execute(tx)
    ).rows,
  }));
  const now = clock.now();
  const untilMidnight = sql`make_interval(hours => ${24 - TOLD_AT_HOUR})`;
  return db.withScope(systemScope(...owners.map(({ ownerKey }) => ownerKey)), async (tx) => {
    const { rows: requestedRows } = await sql<RequestedReturn & { partnerKey: number }>`
      update lead_return r set partner_told_at = ${now}
      from lead l, owner o
      where r.partner_told_at is null and r.requested_at > ${now}::timestamptz - make_interval(days => ${LOOKS_BACK_DAYS})
        -- The last time that it was that hour in the owner's time zone.
        and r.requested_at <= (date_trunc('day', (${now}::timestamptz at time zone o.time_zone) + ${untilMidnight}) - ${untilMidnight})
                              at time zone o.time_zone
        and r.decision is distinct from 'WITHDRAWN' and r.partner_key is not null
        and l.owner_key = r.owner_key and l.captured_date = r.captured_date and l.lead_key = r.lead_key and o.owner_key = r.owner_key
      returning r.partner_key as "partnerKey", r.owner_key as "ownerKey", l.public_id as "leadId", o.name as "ownerName", r.reason
    `.execute(tx);
    const sender = await getSenderName(tx);
    let mails = 0;
    for (const reader of readers) {
      if (groupOfUserType(reader.userType) !== 'mp' || !reader.permissions.includes('leadanalyzer:View')) continue;
      const own = requestedRows.filter(
        ({ partnerKey, ownerKey }) => partnerKey === reader.partnerKey && reader.ownerKeys.includes(ownerKey),
      );
      if (own.length === 0) continue;
      await queueMail(
        tx,
        digestMail(
          reader,
          own.toSorted((a, b) => a.leadId.localeCompare(b.leadId)),
          { publicUrl, sender },
        ),
      );
      mails += 1;
    }
    return mails;
  });
};

export const tellPartnersJob = (deps: Deps): Job =>
  handleJob(tellPartners, async () => void (await tellPartnersNow(deps)));
