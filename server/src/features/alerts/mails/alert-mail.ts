import { type Alert, alertDetail, alertPath, alertTitle, ROUTES, type UserGroup } from '@paceline/contract';
import { oneLine } from '../../../lib/files/one-line.ts';
import { type Mail } from '../../../shared/mail.ts';

export const MAIL_LIMITS = {
  /** No second mail to a user about the same cause within these minutes, even if it changes. */
  causeMinutes: 60,
  /** Nor any mail at all within these: alerts that come up meanwhile go into the next mail, together. */
  userMinutes: 15,
  /** Longer mails are not read; the page has all alerts. */
  rows: 20,
} as const;

export interface MailedAlert extends Alert {
  cause: string;
  zone: string;
}

const writers = new Map<string, Intl.DateTimeFormat>();
const writeIn = (zone: string): ((instant: string) => string) => {
  const writer =
    writers.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  writers.set(zone, writer);
  return (instant) => writer.format(new Date(instant)).replaceAll('\u202f', ' ');
};

/** One mail about all due alerts: the cause, how much, since when, and a link to the row. */
export const alertMail = (
  { email, firstName, group }: { email: string; firstName: string; group: UserGroup },
  alerts: readonly MailedAlert[],
  publicUrl: string,
  now: Date,
): Mail => {
  const base = `${publicUrl.replace(/\/$/, '')}/#`;
  const titles = alerts.map((alert) => oneLine(alertTitle(alert, writeIn(alert.zone))));
  const shown = alerts
    .slice(0, MAIL_LIMITS.rows)
    .flatMap((alert, index) => [
      titles[index] ?? '',
      `  ${oneLine(alert.ownerName)}. ${oneLine(alertDetail(alert, writeIn(alert.zone), now))}`,
      `  Since ${writeIn(alert.zone)(alert.since)}`,
      `  ${base}${alertPath(alert, group)}`,
      '',
    ]);
  const more = alerts.length - MAIL_LIMITS.rows;
  return {
    to: email,
    subject: alerts.length === 1 ? (titles[0] ?? '') : `${alerts.length} alerts: ${titles[0] ?? ''}`,
    body: [
      `Hello ${oneLine(firstName)},`,
      '',
      ...shown,
      ...(more > 0 ? [`And ${more} more: ${base}${ROUTES.alerts}`, ''] : []),
      `You get this because of your choices. Change or turn off these emails: ${base}${ROUTES.account}`,
      '',
      'Paceline',
      '',
    ].join('\n'),
  };
};
