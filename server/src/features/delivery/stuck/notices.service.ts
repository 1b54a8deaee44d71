import { leadReasonText, NOTICE_PAUSE_MINUTES, type NoticeKind, ROUTES, STUCK_AGES } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { momentIn } from '../../../lib/local-time.ts';
import { audit } from '../../../shared/audit.ts';
import { queueMail } from '../../../shared/mail.ts';
import { listCauses, listRecipients, type StuckCause, takeNotice } from './notices.queries.ts';
import { type Caller, type StuckDeps } from './stuck.service.ts';

export interface NoticeDeps extends StuckDeps {
  publicUrl: string;
}

const MINUTE_MS = 60_000;
const plural = (leads: number): string => (leads === 1 ? '1 lead' : `${leads} leads`);

const PAUSES = { warning: 'in the last hour', attention: 'in the last 24 hours', stuck: 'in the last hour' } as const;

const mailOf = (kind: NoticeKind, cause: StuckCause, message: string, publicUrl: string) => {
  const { clientName, endpointName, reason, leads, leadIds, since, timeZone, endpointKey } = cause;
  const more = leads - leadIds.length;
  const place = oneLine(endpointName ?? clientName);
  const why = leadReasonText(reason);
  const filters = new URLSearchParams({
    owner: String(cause.ownerKey),
    ...(reason !== '' && { reason }),
    ...(endpointKey !== null && { endpoint: String(endpointKey) }),
    ...(kind === 'attention' && { age: 'ATTENTION' }),
  });
  const link = `${publicUrl}/#${ROUTES.stuckLeads}?${filters.toString()}`;
  const opening =
    kind === 'attention'
      ? `${plural(leads)} for ${oneLine(clientName)} could not be delivered for more than a day.`
      : `${plural(leads)} for ${oneLine(clientName)} could not be delivered.`;
  return {
    subject: `${place}: ${plural(leads)} stuck, ${why.toLowerCase()}`,
    body: [
      opening,
      '',
      `Endpoint: ${place}`,
      `Cause: ${why}`,
      `Since: ${momentIn(timeZone, since)}`,
      `${leads === 1 ? 'Lead' : 'Leads'}: ${leadIds.join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
      ...(message === '' ? [] : ['', message]),
      '',
      `See them and what was answered: ${link}`,
    ].join('\n'),
  };
};

/**
 * Notifies about chosen stuck leads: one mail per endpoint, reason and person, and none about leads they were notified of recently.
 * Recipients are the client's stored contacts and the agency's own team; no others can be given.
 */
export const sendNotices = (
  { db, clock, publicUrl }: NoticeDeps,
  { scope, origin }: Caller,
  kind: NoticeKind,
  { leadCaptureKeys, message }: { leadCaptureKeys: readonly number[]; message: string },
) =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const wanted = [...new Set(leadCaptureKeys)];
    const bornBefore =
      kind === 'attention' ? new Date(now.getTime() - STUCK_AGES.ATTENTION.fromHours * 60 * MINUTE_MS) : now;
    const { total, causes } = await listCauses(tx, scope.ownerKeys, wanted, bornBefore);
    if (total !== wanted.length) throw new AppError('NOT_FOUND');
    const skipped: { cause: string; leads: number; message: string }[] = [];
    let mails = 0;
    let leads = 0;
    for (const cause of causes) {
      const name = `${oneLine(cause.endpointName ?? cause.clientName)}: ${cause.reason}`;
      const skip = (why: string): void => void skipped.push({ cause: name, leads: cause.leads, message: why });
      const to = await listRecipients(tx, cause, kind);
      if (to.length === 0) {
        skip('The client has no contact to write to.');
        continue;
      }
      const before = new Date(now.getTime() - NOTICE_PAUSE_MINUTES[kind] * MINUTE_MS);
      if (!(await takeNotice(tx, cause, kind, { before, now, userKey: scope.userKey }))) {
        skip(`Told about this ${PAUSES[kind]}.`);
        continue;
      }
      const mail = mailOf(kind, cause, message, publicUrl);
      for (const address of to) await queueMail(tx, { to: address, ...mail });
      await audit(tx, scope, origin, now, {
        action: 'stuckLeadsNoticeSent',
        ownerKey: cause.ownerKey,
        entity: 'deliveryNotice',
        entityKey: `${kind}:${cause.endpointKey ?? 0}:${cause.reason}`,
        after: { leads: cause.leads, mails: to.length },
      });
      mails += to.length;
      leads += cause.leads;
    }
    return { mails, leads, skipped };
  });
