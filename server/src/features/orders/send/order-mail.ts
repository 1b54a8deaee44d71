import {
  IO_ANSWERS,
  IO_LIMITS,
  type IoAnswer,
  ioCount,
  ioDollars,
  ioInquiries,
  ioMonth,
  type IoOrder,
  ioTitle,
  ROUTES,
} from '@paceline/contract';
import { html, type Html } from '../../../lib/files/html.ts';
import { brandMailHead } from '../../../shared/brand-mail.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { type Mail, type MailFile } from '../../../shared/mail.ts';
import { MAIL, mailButton, mailPage } from '../../../shared/mail-page.ts';
import { agencyOf, orderSubject } from '../files/order-document.ts';

/** Longer mails are not read; the files have all lines. */
const MAILED_LINES = 30;
const BUTTONS: Record<IoAnswer, string> = {
  ACCEPTED: 'Accept',
  CHANGE_REQUESTED: 'Ask for a change',
  DECLINED: 'Decline',
};

/** The secret is in the fragment after the #, which a browser sends to no server. */
const orderLink = (publicUrl: string, token: string, answer?: IoAnswer): string =>
  `${publicUrl.replace(/\/$/, '')}/#${ROUTES.signedOrder}?token=${token}${answer === undefined ? '' : `&answer=${answer}`}`;

const row = (cells: readonly (readonly [string, string])[], tag: 'th' | 'td'): Html =>
  html`<tr>
    ${cells.map(([style, text]) =>
      tag === 'th' ? html`<th scope="col" style="${style}">${text}</th>` : html`<td style="${style}">${text}</td>`,
    )}
  </tr>`;
const table = (head: Html, body: readonly Html[]): Html =>
  html`<table role="table" style="border-collapse:collapse;width:100%;font-size:13px;margin:0 0 16px;">
    <thead>
      ${head}
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;

const linesTable = ({ lines, units, amount }: IoOrder): Html =>
  table(
    row(
      [
        [MAIL.cell, 'Campaign'],
        [MAIL.number, 'Price'],
        [MAIL.number, 'Allocation'],
        [MAIL.number, 'Amount'],
      ],
      'th',
    ),
    [
      ...lines.slice(0, MAILED_LINES).map((line) =>
        row(
          [
            [MAIL.cell, `${line.campaignName} (${line.campaignCode})`],
            [MAIL.number, ioDollars(line.mediaDesktop)],
            [MAIL.number, ioCount(line.monthlyAllocation ?? 0)],
            [MAIL.number, ioDollars(line.amount)],
          ],
          'td',
        ),
      ),
      row(
        [
          [`${MAIL.cell}font-weight:bold;`, 'Total'],
          [MAIL.number, ''],
          [MAIL.number, ioCount(units)],
          [MAIL.number, ioDollars(amount)],
        ],
        'td',
      ),
    ],
  );

const changesTable = ({ changes }: IoOrder): Html | null =>
  changes.length === 0
    ? null
    : html`<h2 style="font-size:16px;margin:16px 0 8px;">What changes</h2>
        ${table(
          row(
            [
              [MAIL.cell, 'Campaign'],
              [MAIL.cell, 'What'],
              [MAIL.number, 'Before'],
              [MAIL.number, 'Now'],
            ],
            'th',
          ),
          changes.slice(0, MAILED_LINES).map(({ campaignName, label, before, after }) =>
            row(
              [
                [MAIL.cell, campaignName],
                [MAIL.cell, label],
                [MAIL.number, before ?? '–'],
                [MAIL.number, after ?? 'Taken out'],
              ],
              'td',
            ),
          ),
        )}`;

const plainLines = ({ lines, changes }: IoOrder): string[] => [
  ...(changes.length === 0
    ? []
    : [
        'What changes:',
        ...changes
          .slice(0, MAILED_LINES)
          .map(
            ({ campaignName, label, before, after }) =>
              `${oneLine(campaignName)}, ${label}: ${oneLine(before ?? '–')} -> ${oneLine(after ?? 'taken out')}`,
          ),
        '',
      ]),
  ...lines
    .slice(0, MAILED_LINES)
    .map(
      (line) =>
        `${oneLine(line.campaignName)} (${line.campaignCode}): ${ioCount(line.monthlyAllocation ?? 0)} at ${ioDollars(line.mediaDesktop)}, ${ioDollars(line.amount)}`,
    ),
];

interface OrderMailParts {
  order: IoOrder;
  to: { name: string; email: string };
  message: string;
  token: string;
  files: readonly MailFile[];
  publicUrl: string;
  /** The address of the agency's user who sends it. */
  replyTo: string | null;
  brand: PrintedBranding;
}

/** One contact's mail: a summary of the order, its files, and a link of its own to answer it. */
export const orderMail = ({ order, to, message, token, files, publicUrl, replyTo, brand }: OrderMailParts): Mail => {
  const { head, files: pictures } = brandMailHead(brand);
  const agency = oneLine(agencyOf(order));
  const subject = oneLine(orderSubject(order.clientName, order.month, agency));
  const isAmendment = order.changes.length > 0;
  const intro = `${isAmendment ? 'An amended insertion order' : 'The insertion order'} of ${oneLine(order.clientName)} for ${ioMonth(order.month)}: ${ioInquiries(order.units)}, ${ioDollars(order.amount)}.`;
  const more =
    order.lines.length > MAILED_LINES
      ? `First ${MAILED_LINES} of ${order.lines.length} lines; the files have all of them.`
      : null;
  const validity = `The link is yours alone and works for ${IO_LIMITS.linkDays} days. You need no account.`;
  return {
    to: to.email,
    fromName: agency,
    ...(replyTo !== null && { replyTo }),
    subject,
    body: [
      `Hello ${oneLine(to.name)},`,
      '',
      intro,
      ioTitle(order),
      ...(message === '' ? [] : ['', message]),
      '',
      ...plainLines(order),
      ...(more === null ? [] : [more]),
      '',
      'Accept it, ask for a change or decline it here:',
      orderLink(publicUrl, token),
      '',
      validity,
      '',
      agency,
      '',
    ].join('\n'),
    html: mailPage(
      subject,
      html` ${head}
        <h1 style="${MAIL.heading}">
          ${isAmendment ? 'Amended insertion order' : 'Insertion order'}, ${ioMonth(order.month)}
        </h1>
        <p style="${MAIL.small}">${ioTitle(order)}</p>
        <p style="${MAIL.text}">Hello ${to.name},</p>
        <p style="${MAIL.text}">${intro}</p>
        ${message === '' ? null : html`<p style="${MAIL.text}white-space:pre-line;">${message}</p>`}
        ${changesTable(order)} ${linesTable(order)} ${more === null ? null : html`<p style="${MAIL.small}">${more}</p>`}
        <p style="margin:0;">
          ${IO_ANSWERS.map((answer) =>
            mailButton(orderLink(publicUrl, token, answer), BUTTONS[answer], brand.colour, answer !== 'ACCEPTED'),
          )}
        </p>
        <p style="${MAIL.small}">${validity}</p>
        <p style="${MAIL.small}">${agency}</p>`,
    ),
    files: [...pictures, ...files],
  };
};
