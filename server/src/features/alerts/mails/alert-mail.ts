import { alertDetail, alertPath, type AlertReader, alertTitle, ROUTES } from '@paceline/contract';
import { oneLine } from '../../../lib/files/one-line.ts';
import { type Mail } from '../../../shared/mail.ts';
import { alertTables, type MailedAlert, type MailedLine } from './alert-tables.ts';

export const MAIL_LIMITS = {
  /** No second mail to a user about the same cause within these minutes, even if it changes. */
  causeMinutes: 60,
  /** Nor any mail at all within these: alerts that come up meanwhile go into the next mail, together. */
  userMinutes: 15,
  /** Longer mails are not read; the page has all alerts. */
  rows: 20,
} as const;

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
  { email, firstName, ...reader }: AlertReader & { email: string; firstName: string },
  alerts: readonly MailedAlert[],
  { publicUrl, sender }: { publicUrl: string; sender: string },
  now: Date,
): Mail => {
  const base = `${publicUrl.replace(/\/$/, '')}/#`;
  const lines = alerts.slice(0, MAIL_LIMITS.rows).map((alert): MailedLine => {
    const write = writeIn(alert.zone);
    return {
      alert,
      title: oneLine(alertTitle(alert, write)),
      detail: oneLine(alertDetail(alert, write, now)),
      since: write(alert.since),
      link: `${base}${alertPath(alert, reader)}`,
    };
  });
  const more = alerts.length - lines.length;
  const moreText = `And ${more} more: ${base}${ROUTES.alerts}`;
  const choices = {
    text: 'You get this because of your choices. Change or turn off these emails:',
    link: `${base}${ROUTES.account}`,
  };
  return {
    to: email,
    subject: alerts.length === 1 ? (lines[0]?.title ?? '') : `${alerts.length} alerts: ${lines[0]?.title ?? ''}`,
    body: [
      `Hello ${oneLine(firstName)},`,
      '',
      ...lines.flatMap(({ alert, title, detail, since, link }) => [
        title,
        `  ${oneLine(alert.ownerName)}. ${detail}`,
        `  Since ${since}`,
        `  ${link}`,
        '',
      ]),
      ...(more > 0 ? [moreText, ''] : []),
      `${choices.text} ${choices.link}`,
      '',
      sender,
      '',
    ].join('\n'),
    html: alertTables(firstName, lines, { more: more > 0 ? moreText : null, choices, sender }),
  };
};
